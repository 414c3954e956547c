import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isMembers } from "../provider/api";
import { type Language, languageOfSettings, type Place, wantedValue } from "../provider/filter";
import { languageOfRule, type Severity, UNKNOWN_NAME } from "../provider/rulebook";
import { showControls } from "../provider/visible";
import { findingsOf, type Found } from "./findings-of";
import { findingsOfTemplate } from "./findings-of-template";
import { type ExpressionUse, usesInNew } from "./written-rules";
import type { WrittenText } from "./written-text";

type Rule = TSESLint.RuleModule<"found" | "change", readonly [], { url: string; description: string }>;

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
    create: ({ sourceCode, settings, report }) => {
      const usesOf = new Map<TSESTree.Node, [ExpressionUse, ...ExpressionUse[]]>();
      return {
        NewExpression(node) {
          for (const use of usesInNew(node, sourceCode)) {
            const uses = usesOf.get(use.text.node);
            if (uses) uses.push(use);
            else usesOf.set(use.text.node, [use]);
          }
        },
        "Program:exit"() {
          const language = languageIn(settings);
          for (const uses of usesOf.values())
            for (const found of findingsOfUses(uses, language))
              if (severities.includes(found.severity)) report(reportOf(found, uses[0].text, sourceCode));
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

/** Judges a literal once for all of its uses, in what their places have in common. */
function findingsOfUses(
  uses: readonly [ExpressionUse, ...ExpressionUse[]],
  known: Language | undefined,
): Found[] {
  const [first] = uses;
  const common = <Name extends keyof Place>(name: Name): Place[Name] =>
    uses.every(({ place }) => place[name] === first.place[name]) ? first.place[name] : undefined;
  const wanted = new Set(uses.map(({ place: { purpose } }) => purpose && wantedValue(purpose)));
  if (wanted.size > 1) return [];
  const areAllowed = (id: string) => uses.every(({ isAllowed }) => isAllowed(id));
  const language = areAllowed(UNKNOWN_NAME)
    ? languageOfRule(known, [{ id: UNKNOWN_NAME, reason: "" }], undefined)
    : known;
  const place = { phase: common("phase"), kind: common("kind"), purpose: common("purpose"), language };
  const { parts } = first.text;
  const [text = "", ...more] = parts;
  const found = more.length === 0 ? findingsOf(text, place) : findingsOfTemplate(parts, place);
  return found.filter(({ id, isAllowable }) => !isAllowable || !areAllowed(id));
}

function reportOf(
  { id, message, span, change }: Found,
  { node, rangeOf, editOf }: WrittenText,
  code: TSESLint.SourceCode,
): TSESLint.ReportDescriptor<"found" | "change"> {
  const [start, end] = rangeOf(span);
  const edits = change?.edits.map(editOf) ?? [];
  return {
    node,
    loc: { start: code.getLocFromIndex(start), end: code.getLocFromIndex(end) },
    messageId: "found",
    data: { id, message, page: `docs/reference/${id}.md` },
    suggest:
      change && !edits.includes(undefined)
        ? [
            {
              messageId: "change",
              data: { change: showControls(change.text) },
              fix: (fixer) =>
                edits.flatMap((edit) => (edit ? [fixer.replaceTextRange(edit.range, edit.text)] : [])),
            },
          ]
        : null,
  };
}
