import type { TSESLint } from "@typescript-eslint/utils";
import { isMembers } from "../provider/api";
import { type Edit, type Language, languageOfSettings, type Span } from "../provider/filter";
import { offsetOfCodePoint } from "../provider/filter/parse/source";
import { judgeExpression, lintExpression, type Severity } from "../provider/rulebook";
import { showControls } from "../provider/visible";
import { expressionsOfNew, type PlacedText } from "./written-rules";
import type { WrittenText } from "./written-text";

type Rule = TSESLint.RuleModule<"found" | "change", readonly [], { url: string; description: string }>;

/** Something to report at a part of an expression. */
interface Found {
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly change?: { readonly text: string; readonly edits: readonly Edit[] };
}

/** Returns a rule that reports what is found with one of the severities. */
export function checkExpressions(description: string, page: string, severities: readonly Severity[]): Rule {
  return {
    meta: {
      type: "problem",
      docs: { description, url: page },
      hasSuggestions: true,
      schema: [],
      messages: { found: "{{message}} ({{id}}: {{page}})", change: "{{change}}" },
    },
    create: (context) => {
      const language = languageIn(context.settings);
      return {
        NewExpression(node) {
          for (const { text, place } of expressionsOfNew(node, context.sourceCode))
            for (const found of findingsOf({ text, place: { ...place, language } }))
              if (severities.includes(found.severity))
                context.report(reportOf(found, text, context.sourceCode));
        },
      };
    },
  };
}

/** Returns what `settings.edge` declares: `fields` and `unknownNames`, as `edge:fields` and `edge:unknownNames` of a stack. */
function languageIn({ edge }: TSESLint.SharedConfigurationSettings): Language | undefined {
  const { fields, unknownNames } = isMembers(edge) ? edge : {};
  const config = new Map([
    ["edge:fields", fields === undefined ? undefined : JSON.stringify(fields)],
    ["edge:unknownNames", typeof unknownNames === "string" ? unknownNames : undefined],
  ]);
  return languageOfSettings({ env: process.env, config: (key) => config.get(key) });
}

function findingsOf({ text: { text }, place }: PlacedText): Found[] {
  const faults = judgeExpression(text, place);
  if (!faults)
    return lintExpression(text, place).flatMap(({ id, severity, message, span, remedy }) =>
      // The plan of the zone is not known here.
      id === "plan" || !span ? [] : [{ id, severity, message, span, ...(remedy && { change: remedy }) }],
    );
  return faults.diagnostics.map((one): Found => {
    const start = offsetOfCodePoint(text, one.word.start);
    const span = { start, end: offsetOfCodePoint(text, one.word.start + one.word.length) };
    const [cause = ""] = (one.plain ?? one.cause).split("\n");
    const { suggestion } = one;
    const help = suggestion === undefined ? (one.hint ?? "") : `Did you mean ${suggestion}?`;
    const message = showControls(
      `The ${faults.what} is not valid: ${cause}. Expected ${one.expected}; found ${one.found}. ${help}`.trim(),
    );
    const change =
      suggestion !== undefined && span.end > span.start
        ? { text: `write ${suggestion}`, edits: [{ span, text: suggestion }] }
        : undefined;
    return { id: one.limit ?? one.causeClass, severity: "error", message, span, ...(change && { change }) };
  });
}

function reportOf(
  { id, message, span, change }: Found,
  written: WrittenText,
  code: TSESLint.SourceCode,
): TSESLint.ReportDescriptor<"found" | "change"> {
  const [start, end] = rangeOf(span, written);
  return {
    node: written.node,
    loc: { start: code.getLocFromIndex(start), end: code.getLocFromIndex(end) },
    messageId: "found",
    data: { id, message, page: `docs/reference/${id}.md` },
    suggest: change
      ? [
          {
            messageId: "change",
            data: { change: showControls(change.text) },
            fix: (fixer) =>
              change.edits.map((edit) =>
                fixer.replaceTextRange(rangeOf(edit.span, written), written.escaped(edit.text)),
              ),
          },
        ]
      : null,
  };
}

function rangeOf({ start, end }: Span, { sourceIndex }: WrittenText): [number, number] {
  return [sourceIndex(start), sourceIndex(end)];
}
