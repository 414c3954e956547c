import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isMembers } from "../provider/api";
import { type Language, languageOfSettings, type Place, wantedValue } from "../provider/filter";
import { languageOfRule, type Severity, UNKNOWN_NAME } from "../provider/rulebook";
import { showControls } from "../provider/visible";
import { findingsOf, type Found } from "./findings-of";
import { findingsOfTemplate } from "./findings-of-template";
import { type ExpressionUse, usesInNew, usesInTyped } from "./written-rules";
import type { WrittenText } from "./written-text";

type Options = readonly [{ readonly information?: boolean }?];
type Rule = TSESLint.RuleModule<"found" | "change", Options, { description: string }>;

/** The uses of each text of a file. */
type Uses = Map<TSESTree.Node, [ExpressionUse, ...ExpressionUse[]]>;

/** What is found in the texts of a file. */
type FoundIn = readonly (readonly [found: Found, written: WrittenText])[];

/** The findings of a file, which the rules share, and the settings that they depend on. */
const judged = new WeakMap<TSESLint.SourceCode, { readonly settings: object; readonly all: FoundIn }>();

/** Returns a rule that reports what is found with one of the severities. An option of the rule for warnings adds information. */
export function checkExpressions(description: string, severities: readonly Severity[]): Rule {
  const properties = severities.includes("warning") ? { information: { type: "boolean" as const } } : {};
  return {
    meta: {
      type: "problem",
      docs: { description },
      hasSuggestions: true,
      schema: [{ type: "object", properties, additionalProperties: false }],
      messages: { found: "{{message}} (edge-platform explain {{id}})", change: "{{change}}" },
    },
    create: ({ sourceCode, settings, options: [option], report }) => {
      const shown = [...severities, ...(option?.information === true ? ["information"] : [])];
      const usesOf: Uses = new Map();
      const typedOf: Uses = new Map();
      const show = (find: (language: Language | undefined) => FoundIn) => {
        const known = judged.get(sourceCode);
        const all = known?.settings === settings ? known.all : find(languageIn(settings));
        judged.set(sourceCode, { settings, all });
        for (const [found, written] of all)
          if (shown.includes(found.severity)) report(reportOf(found, written, sourceCode));
      };
      return {
        NewExpression(node) {
          addTo(usesOf, usesInNew(node, sourceCode));
        },
        TSTypeReference(node) {
          addTo(typedOf, usesInTyped(node, sourceCode));
        },
        "Program:exit"() {
          // The type of rules does not say where they are used.
          const all = new Map([...typedOf, ...usesOf]);
          show((language) =>
            [...all.values()].flatMap((uses) =>
              findingsOfUses(uses, language).map((found) => [found, uses[0].text] as const),
            ),
          );
        },
        // The root of a file with one expression.
        Filter(node: TSESTree.Node) {
          const { text } = sourceCode;
          const written: WrittenText = {
            node,
            parts: [text],
            rangeOf: ({ start, end }) => [start, end],
            editOf: ({ span: { start, end }, text: inserted }) => ({ range: [start, end], text: inserted }),
          };
          show((language) => findingsOf(text, { language }).map((found) => [found, written]));
        },
      };
    },
  };
}

function addTo(usesOf: Uses, uses: readonly ExpressionUse[]): void {
  for (const use of uses) {
    const others = usesOf.get(use.text.node);
    if (others) others.push(use);
    else usesOf.set(use.text.node, [use]);
  }
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
    data: { id, message },
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
