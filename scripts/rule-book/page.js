// @ts-check
"use strict";

/**
 * @typedef {object} Constraint
 * @property {string} id
 * @property {string} says
 * @property {string} source
 * @property {"documented" | "observed" | "inferred"} confidence
 * @property {number} [code]
 * @property {true} [accepted]
 */

const INTRODUCTION = `# Rule book

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
  return [INTRODUCTION, ...sections].join("\n");
}

/** @param {Constraint} constraint */
function item({ id, says, source, confidence, code }) {
  const codes = code === undefined ? "" : `, ${code}`;
  return `- \`${id}\` (${confidence}${codes}): ${says} Source: ${source}.`;
}

module.exports = { ruleBookPage };
