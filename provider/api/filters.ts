import { z } from "zod";

/** Body of POST, query of GET /filters/validate-expr. */
export const ValidateExpression = z.strictObject({ expression: z.string() });
export type ValidateExpression = z.infer<typeof ValidateExpression>;
