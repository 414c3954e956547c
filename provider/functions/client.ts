import type * as Client from "../client";
import { lazily } from "../lazily";

/** The client of the API, loaded for the first look-up: a program that only declares resources has none. */
export const loadClient = lazily(() => require("../client") as typeof Client);
