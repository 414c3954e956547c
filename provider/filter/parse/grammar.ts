import { parseLogical } from "./parse-logical";
import type { Grammar } from "./parse-state";
import { parseValue } from "./parse-value";

export const GRAMMAR: Grammar = { parseExpression: parseLogical, parseValue };
