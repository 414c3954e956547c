import { type Place, wantedValue } from "../limits/place";
import type { Span } from "../parse/ast";
import {
  type FilterResult,
  parseFilter,
  parseValueExpression,
  type ValueResult,
} from "../diagnostics/parse-filter";
import type { Edit, FilterWarning, FilterWarningRule } from "./filter-warning";
import { lintFilter } from "./lint-filter";

/** A change that was made. */
export interface AppliedRemedy {
  readonly rule: FilterWarningRule;
  /** What the change does, as an imperative without a full stop. */
  readonly text: string;
}

/** An expression with its remedies applied. */
export interface FixedFilter {
  readonly expression: string;
  /** The changes, in the order in which they were made. */
  readonly applied: readonly AppliedRemedy[];
}

/** The code units that all passes read together. Of a longer expression than the service takes, some remedies may be left. */
const MAX_READ = 4_000_000;

/**
 * Applies the remedies of an expression until none is left. Its meaning stays; an invalid expression stays as it is.
 *
 * @param kept texts in the expression that no change may touch
 */
export function fixFilter(expression: string, place: Place = {}, kept: readonly string[] = []): FixedFilter {
  const applied: AppliedRemedy[] = [];
  let fixed = expression;
  for (let read = 0; read <= MAX_READ; read += fixed.length) {
    const parsed = parsedFor(fixed, place);
    if (!parsed.valid) break;
    const chosen = withoutOverlaps(lintFilter(parsed.ast, fixed, place), spansOf(fixed, kept));
    if (chosen.length === 0) break;
    fixed = edited(
      fixed,
      chosen.flatMap(({ remedy }) => remedy.edits),
    );
    applied.push(...chosen.map(({ rule, remedy }) => ({ rule, text: remedy.text })));
  }
  return { expression: fixed, applied };
}

function parsedFor(expression: string, { phase, language, purpose }: Place): FilterResult | ValueResult {
  const wanted = purpose && wantedValue(purpose);
  return wanted === undefined
    ? parseFilter(expression, { phase, language })
    : parseValueExpression(expression, wanted, language);
}

/** Returns where texts are in an expression. */
function spansOf(expression: string, texts: readonly string[]): Span[] {
  return texts.flatMap((text) => {
    const spans: Span[] = [];
    for (let start = expression.indexOf(text); start >= 0; start = expression.indexOf(text, start + 1))
      spans.push({ start, end: start + text.length });
    return spans;
  });
}

type Remediable = FilterWarning & Required<Pick<FilterWarning, "remedy">>;

/** Returns the first warnings whose remedies can be applied together. The others follow in the next pass. */
function withoutOverlaps(warnings: readonly FilterWarning[], kept: readonly Span[]): Remediable[] {
  const chosen: Remediable[] = [];
  for (const warning of warnings) {
    if (!hasRemedy(warning)) continue;
    const { edits } = warning.remedy;
    if (edits.some(({ span }) => kept.some((one) => span.start < one.end && one.start < span.end))) continue;
    const isFree = chosen.every((other) =>
      other.remedy.edits.every((taken) => edits.every((edit) => areApart(taken, edit))),
    );
    if (isFree) chosen.push(warning);
  }
  return chosen;
}

function hasRemedy(warning: FilterWarning): warning is Remediable {
  return warning.remedy !== undefined;
}

/** Whether two edits neither overlap nor insert at the same place. */
function areApart({ span: a }: Edit, { span: b }: Edit): boolean {
  return a.start !== b.start && (a.end <= b.start || b.end <= a.start);
}

/** Makes the edits of remedies that do not overlap. Those of one remedy are in the order of the text. */
function edited(expression: string, edits: readonly Edit[]): string {
  let text = "";
  let end = 0;
  for (const { span, text: written } of edits.toSorted((a, b) => a.span.start - b.span.start)) {
    text += expression.slice(end, span.start) + written;
    end = span.end;
  }
  return text + expression.slice(end);
}
