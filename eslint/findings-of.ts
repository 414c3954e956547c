import type { Edit, Place, Span } from "../provider/filter";
import { offsetOfCodePoint } from "../provider/filter/parse/source";
import { judgeExpression, lintExpression, type Severity } from "../provider/rulebook";
import { showControls } from "../provider/visible";

/** Something to report at a part of an expression, in JavaScript indexes. */
export interface Found {
  readonly id: string;
  readonly severity: Severity;
  /** Whether an allowance of the resource silences it. */
  readonly isAllowable: boolean;
  readonly message: string;
  readonly span: Span;
  readonly change?: { readonly text: string; readonly edits: readonly Edit[] };
}

/** Returns what is wrong with an expression in its place, or suspicious about it. The plan of a zone is not known here. */
export function findingsOf(text: string, place: Place): Found[] {
  const faults = judgeExpression(text, place);
  if (!faults)
    return lintExpression(text, place).flatMap(({ id, severity, message, span, remedy }) =>
      id === "plan" || !span
        ? []
        : [{ id, severity, isAllowable: true, message, span, ...(remedy && { change: remedy }) }],
    );
  return faults.diagnostics.map((one): Found => {
    const start = offsetOfCodePoint(text, one.word.start);
    const span = { start, end: offsetOfCodePoint(text, one.word.start + one.word.length) };
    const [cause = ""] = (one.plain ?? one.cause).split("\n");
    const { suggestion, limit } = one;
    const help = suggestion === undefined ? (one.hint ?? "") : `Did you mean ${suggestion}?`;
    const message = showControls(
      `The ${faults.what} is not valid: ${cause}. Expected ${one.expected}; found ${one.found}. ${help}`.trim(),
    );
    const change =
      suggestion !== undefined && span.end > span.start
        ? { text: `write ${suggestion}`, edits: [{ span, text: suggestion }] }
        : undefined;
    const isAllowable = limit !== undefined;
    const id = limit ?? one.causeClass;
    return { id, severity: "error", isAllowable, message, span, ...(change && { change }) };
  });
}
