// @ts-check
"use strict";

/** @typedef {import("../../provider/rulebook").Constraint} Constraint */
/** @typedef {import("../../review/registry/entry").Entry} Entry */

const RULE_BOOK = `# Rule book

What the API requires of the rules of a ruleset. Previews, the local platform, the policy pack and the command line check rules against
this list. \`npm run rule-book\` generates this page from \`provider/rulebook\`.

\`edge-platform rulesets check\` checks the rules of a JSON file against this list: see
[rulesets](rulesets.md#rules-of-a-file).

Each constraint names its source and how well it is known: documented by the vendor, observed in answers of the API, or inferred.
Constraints on a plan apply only if the plan of the zone is known. A number is the code of the API's refusal, if it is public.

What the types of TypeScript allow and previews refuse is listed in
[rulesets](rulesets.md#what-the-types-allow-and-the-checks-refuse).
`;

/** @type {readonly { title: string, about: string, has: (constraint: Constraint) => boolean }[]} */
const SECTIONS = [
  {
    title: "Errors",
    about:
      "The API refuses a rule that breaks one of these. Previews report an error, and the local platform refuses the rule too.",
    has: ({ confidence, accepted }) => confidence !== "inferred" && accepted !== true,
  },
  {
    title: "Warnings about parts without effect",
    about:
      "The API accepts a rule that breaks one of these, but a part of the rule has no effect, or an unwanted one.",
    has: ({ accepted }) => accepted === true,
  },
  {
    title: "Warnings about what is only inferred",
    about: "It is not known whether the API refuses a rule that breaks one of these.",
    has: ({ confidence, accepted }) => confidence === "inferred" && accepted !== true,
  },
];

/**
 * Returns the text of docs/rule-book.md.
 * @param {readonly Constraint[]} constraints
 * @returns {string}
 */
function ruleBookPage(constraints) {
  const sections = SECTIONS.map(({ title, about, has }) => {
    const items = constraints.filter(has).map(item);
    return `## ${title}\n\n${about}\n\n${items.join("\n")}\n`;
  });
  return [RULE_BOOK, ...sections].join("\n");
}

/** @param {Constraint} constraint */
function item({ id, says, source, confidence, code }) {
  const codes = code === undefined ? "" : `, ${code}`;
  return `- \`${id}\` (${confidence}${codes}): ${says} Source: ${source}.`;
}

const IDS = `# Ids

Everything that this package reports about rules, expressions, changes and resources has an id. \`edge-platform explain ID\` explains an
id: what it means, a bad and a good example, and what to do. Each id is also a page. \`npm run docs\`
makes this page and those. The examples are tests.
`;

/** What the ids of a kind are about. @type {Readonly<Record<import("../../review/registry/entry").Kind, string>>} */
const ABOUT = {
  "parse error":
    "An expression is not valid. `filter check --json` names the id as the cause, `rulesets check` as `expression-condition`.",
  limit: "An expression is valid, but the API does not take a part of it in this place.",
  constraint:
    "The API does not take a rule, or a part of the rule has no effect. [The rule book](../rule-book.md) has the sources.",
  shape: "A rule or a list of rules does not have the form that the API takes.",
  lint: "A valid expression is suspicious. [Filter expressions](../filter-language.md) tells more.",
  hazard:
    "Valid rules lock visitors out, open a zone, or do nothing. [Hazards](../hazards.md) tells more. SARIF and reviews write `hazard-` in front.",
  claim: "Resources of one program contradict each other. The preview of each resource concerned reports it.",
  reason:
    "A reason for the severity of a change in [a review](../review.md#severity). Those of hazards have the id `hazard-…`.",
  policy: "A change or a stack violates [a policy](../policy.md).",
};

/**
 * Returns the index of the pages of ids.
 * @param {readonly Entry[]} entries
 * @returns {string}
 */
function indexPage(entries) {
  const sections = Object.entries(ABOUT).map(([kind, about]) => {
    const items = entries
      .filter((entry) => entry.kind === kind)
      .map(({ id, level, meaning }) => `- [\`${id}\`](${id}.md) (${level}): ${meaning}`);
    return `## ${titleOf(kind)}\n\n${about}\n\n${items.join("\n")}\n`;
  });
  return [IDS, ...sections].join("\n");
}

/**
 * Returns the files of docs/reference by their names: a page for each id, and the index.
 * @param {readonly Entry[]} entries
 * @param {(entry: Entry) => string} pageOf
 * @returns {ReadonlyMap<string, string>}
 */
function referencePages(entries, pageOf) {
  const pages = new Map([["README.md", indexPage(entries)]]);
  for (const entry of entries) pages.set(`${entry.id}.md`, pageOf(entry));
  return pages;
}

/** @param {string} kind */
function titleOf(kind) {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}s`.replace(/ys$/, "ies");
}

module.exports = { referencePages, ruleBookPage };
