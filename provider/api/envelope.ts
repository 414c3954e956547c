import { z } from "zod";
import type * as Wire from "./wire";

/** An item of `errors` or `messages`. The rulesets service and validate-expr omit `code`; some codes are strings. */
export const Notice = z.looseObject({
  code: z.union([z.int(), z.string()]).optional(),
  message: z.string(),
  documentation_url: z.string().optional(),
  source: z.looseObject({ pointer: z.string().optional() }).nullish(),
  error_chain: z
    .array(z.looseObject({ code: z.union([z.int(), z.string()]).optional(), message: z.string() }))
    .optional(),
});
export type Notice = Wire.Notice;

export const ResultInfo = z.looseObject({
  page: z.int().optional(),
  per_page: z.int().optional(),
  count: z.int().optional(),
  total_count: z.int().optional(),
  total_pages: z.int().optional(),
  cursor: z.string().nullish(),
  cursors: z.looseObject({ after: z.string().nullish() }).nullish(),
});
export type ResultInfo = Wire.ResultInfo;

/** The wrapper of every response below `/client/v4`. `errors` and `messages` may be null. */
export const Envelope = z.looseObject({
  /** Missing in some responses that reject a credential. */
  result: z.unknown().optional(),
  success: z.boolean(),
  errors: z.array(Notice).nullish(),
  messages: z.array(Notice).nullish(),
  result_info: ResultInfo.nullish(),
});

export const PageQuery = z.strictObject({
  page: z.int().min(1).optional(),
  per_page: z.int().min(5).max(50).optional(),
  direction: z.enum(["asc", "desc"]).optional(),
});
