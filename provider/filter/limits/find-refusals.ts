import { ParseError } from "../parse/causes/cause";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic";
import type { Call, Comparison, Expression, Field, ValueExpression } from "../parse/ast";
import { walkFilter } from "../parse/walk-filter";
import { isOfUnknown } from "../parse/unknown-names";
import { refusalOfScore, refusalOfStoredList } from "./account-entry-point";
import { refusalOfField } from "./fields";
import { refusalOfFunction } from "./functions";
import { refusalsOfList } from "./lists";
import type { Place } from "./place";
import { LIMITS, type Refusal } from "./refusal";
import { refusalsOfArguments, refusalsOfRepeats } from "./values";

/** The parts of an expression that limits are about. */
interface Parts {
  readonly fields: Field[];
  readonly calls: Call[];
  readonly lists: Comparison[];
}

/** Returns what the service does not allow in a valid expression in its place, in the order of the text. */
export function findRefusals(ast: Expression | ValueExpression, place: Place): Refusal[] {
  const { purpose = "filter" } = place;
  const { fields, calls, lists } = partsOf(ast);
  const isValue = purpose !== "filter" && purpose !== "counting";
  const found = [
    // Which phases have a field that the table lacks is not known.
    ...fields
      .filter(({ outside }) => outside === undefined)
      .map((field) => refusalOfField(field.name, place, field.span) ?? refusalOfScore(field, place)),
    ...calls.map((call) => refusalOfFunction(call, place)),
    ...calls.flatMap((call) => [...refusalsOfArguments(call, isValue)]),
    ...lists.flatMap(
      (comparison) => refusalOfStoredList(comparison, place) ?? [...refusalsOfList(comparison, place)],
    ),
    ...(isValue ? refusalsOfRepeats(calls) : []),
  ].filter((one) => one !== undefined);
  return found.sort((a, b) => a.span.start - b.span.start);
}

function partsOf(ast: Expression | ValueExpression): Parts {
  const parts: Parts = { fields: [], calls: [], lists: [] };
  walkFilter(ast, (node) => {
    if (node.kind === "field") parts.fields.push(node);
    else if (node.kind === "call") parts.calls.push(node);
    else if (node.kind === "comparison" && node.test.kind === "inList" && !isOfUnknown(node.left))
      parts.lists.push(node);
  });
  return parts;
}

/** As many as the parser reports. */
const MAX_DIAGNOSTICS = 10;

/**
 * Returns a diagnostic for each field, function and list of a valid expression that the service is known to refuse in its place.
 * `lintFilter` also returns what it may refuse.
 */
export function checkPlace(
  ast: Expression | ValueExpression,
  expression: string,
  place: Place,
): Diagnostic[] {
  // A field that occurs twice is reported once.
  const refusals = new Map<string, Refusal>();
  for (const refusal of findRefusals(ast, place)) {
    const { text } = refusal.cause;
    if (LIMITS[refusal.limit].certain && !refusals.has(text)) refusals.set(text, refusal);
  }
  return [...refusals.values()].slice(0, MAX_DIAGNOSTICS).map(({ cause, span, limit }) => ({
    ...diagnose(expression, new ParseError(cause, span)),
    limit,
  }));
}
