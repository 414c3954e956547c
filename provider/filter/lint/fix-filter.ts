import type { Place } from "../limits/place";
import { parseFilter } from "../parse/parser";
import type { Edit, FilterWarning, FilterWarningRule } from "./filter-warning";
import { lintFilter } from "./lint-filter";

/** A change that was made. */
export interface AppliedRemedy {
  readonly rule: FilterWarningRule;
  /** What the change does, as an imperative without a full stop. */
  readonly text: string;
}

export interface FixedFilter {
  readonly expression: string;
  /** The changes, in the order in which they were made. */
  readonly applied: readonly AppliedRemedy[];
}

/** The code units that all passes read together. Of a longer expression than the service takes, some remedies may be left. */
const MAX_READ = 4_000_000;

/** Applies the remedies of an expression until none is left. Its meaning stays; an invalid expression stays as it is. */
export function fixFilter(expression: string, place: Place = {}): FixedFilter {
  const applied: AppliedRemedy[] = [];
  let fixed = expression;
  for (let read = 0; read <= MAX_READ; read += fixed.length) {
    const parsed = parseFilter(fixed, place);
    if (!parsed.valid) break;
    const chosen = withoutOverlaps(lintFilter(parsed.ast, fixed, place));
    if (chosen.length === 0) break;
    fixed = edited(
      fixed,
      chosen.flatMap(({ remedy }) => remedy.edits),
    );
    applied.push(...chosen.map(({ rule, remedy }) => ({ rule, text: remedy.text })));
  }
  return { expression: fixed, applied };
}

type Remediable = FilterWarning & Required<Pick<FilterWarning, "remedy">>;

/** Returns the first warnings whose remedies can be applied together. The others follow in the next pass. */
function withoutOverlaps(warnings: readonly FilterWarning[]): Remediable[] {
  const chosen: Remediable[] = [];
  for (const warning of warnings) {
    if (!hasRemedy(warning)) continue;
    const { edits } = warning.remedy;
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
