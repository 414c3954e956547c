import { z } from "zod";

/** The body of POST and the query of GET /filters/validate-expr. */
export const ValidateExpression = z.strictObject({ expression: z.string() });
