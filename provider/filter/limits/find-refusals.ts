import type { Call, Comparison, Expression, Field, ValueExpression } from "../parse/ast";
import { walkFilter } from "../parse/walk-filter";
import { refusalsOfCounting } from "./counting";
import { refusalOfField, RESPONSE_FIELD } from "./fields";
import { refusalOfFunction } from "./functions";
import { refusalsOfList } from "./lists";
import type { ExpressionPlace } from "./place";
import { refusal, type Refusal } from "./refusal";
import { refusalsOfArguments, refusalsOfRepeats } from "./values";

const MAX_REGEXES = 64;
const LOG_PHASE = "http_log_custom_fields";

/** The parts of an expression that limits are about. */
interface Parts {
  readonly fields: Field[];
  readonly calls: Call[];
  readonly lists: Comparison[];
  readonly regexes: Comparison[];
}

/** Returns what the service does not allow in a valid expression in its place, in the order of the text. */
export function findRefusals(ast: Expression | ValueExpression, place: ExpressionPlace): Refusal[] {
  const { purpose = "filter" } = place;
  const { fields, calls, lists, regexes } = partsOf(ast);
  const isValue = purpose !== "filter" && purpose !== "counting";
  const responseFields = fields.filter(({ name }) => RESPONSE_FIELD.test(name));
  const found = [
    ...fields.map((field) => refusalOfField(field, place)),
    ...calls.map((call) => refusalOfFunction(call, place)),
    ...calls.flatMap((call) => [...refusalsOfArguments(call, isValue)]),
    ...lists.flatMap((comparison) => [...refusalsOfList(comparison, place)]),
    ...(isValue ? refusalsOfRepeats(calls) : []),
    ...(purpose === "counting" ? refusalsOfCounting(responseFields, lists, place) : []),
    ...(purpose === "filter" ? refusalsOfFilter(ast, regexes, place) : []),
  ].filter((one) => one !== undefined);
  return found.sort((a, b) => a.span.start - b.span.start);
}

function partsOf(ast: Expression | ValueExpression): Parts {
  const parts: Parts = { fields: [], calls: [], lists: [], regexes: [] };
  walkFilter(ast, (node) => {
    if (node.kind === "field") parts.fields.push(node);
    else if (node.kind === "call") parts.calls.push(node);
    else if (node.kind === "comparison" && node.test.kind === "inList") parts.lists.push(node);
    else if (node.kind === "comparison" && node.test.kind === "matches") parts.regexes.push(node);
  });
  return parts;
}

function refusalsOfFilter(
  ast: Expression | ValueExpression,
  regexes: readonly Comparison[],
  { phase }: ExpressionPlace,
): Refusal[] {
  if (phase === LOG_PHASE && !isTrue(ast)) {
    const message = `The expression of a rule in the phase ${LOG_PHASE} must be true. Every request is logged.`;
    return [refusal(ast.span, `the phase ${LOG_PHASE} takes no conditions`, { expected: "true", message })];
  }
  const tooMany = regexes[MAX_REGEXES];
  if (tooMany === undefined) return [];
  const message = `The expression has ${regexes.length} regular expressions; the service allows ${MAX_REGEXES} in a rule.`;
  return [
    refusal(tooMany.span, `the expression has ${regexes.length} regular expressions`, {
      expected: `at most ${MAX_REGEXES} regular expressions in a rule`,
      message,
    }),
  ];
}

function isTrue(ast: Expression | ValueExpression): boolean {
  if (ast.kind === "group") return isTrue(ast.expression);
  return ast.kind === "comparison" && ast.left.source.kind === "field" && ast.left.source.name === "true";
}
