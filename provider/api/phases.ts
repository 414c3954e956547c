import { z } from "zod";
import type * as Wire from "./wire";
import { PHASES } from "./wire/phases";

export { PHASES };

/** The stage of request handling in which a ruleset runs. */
export const Phase = z.enum(PHASES);
export type Phase = Wire.Phase;

/** The kind of a ruleset: `managed` by the vendor, `custom` in an account, entry point of an account (`root`) or of a `zone`. */
export const Kind = z.enum(["managed", "custom", "root", "zone"]);
export type Kind = Wire.Kind;
