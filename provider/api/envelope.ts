import { z } from "zod";

/** An item of `errors` or `messages`. The rulesets service and validate-expr leave `code` out; a code may be a string. */
export const Notice = z.looseObject({
  code: z.union([z.int(), z.string()]).optional(),
  message: z.string(),
  documentation_url: z.string().optional(),
  source: z.looseObject({ pointer: z.string().optional() }).nullish(),
  error_chain: z
    .array(z.looseObject({ code: z.union([z.int(), z.string()]).optional(), message: z.string() }))
    .optional(),
});
export type Notice = z.infer<typeof Notice>;

/** Pages of tokens, zones and accounts are numbered; ruleset lists may carry a cursor or nothing at all. */
export const ResultInfo = z.looseObject({
  page: z.int().optional(),
  per_page: z.int().optional(),
  count: z.int().optional(),
  total_count: z.int().optional(),
  total_pages: z.int().optional(),
  cursor: z.string().optional(),
  cursors: z.looseObject({ after: z.string().optional() }).optional(),
});
export type ResultInfo = z.infer<typeof ResultInfo>;

/** What every answer below `/client/v4` is wrapped in; `errors` and `messages` may be null. */
export const Envelope = z.looseObject({
  /** Left out by some refusals of a credential. */
  result: z.unknown().optional(),
  success: z.boolean(),
  errors: z.array(Notice).nullish(),
  messages: z.array(Notice).nullish(),
  result_info: ResultInfo.nullish(),
});
export type Envelope = z.infer<typeof Envelope>;

/** Query of the lists that come in numbered pages. */
export const PageQuery = z.strictObject({
  page: z.int().min(1).optional(),
  per_page: z.int().min(5).max(50).optional(),
  direction: z.enum(["asc", "desc"]).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
