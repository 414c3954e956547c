import { FILTER_WARNING_RULES, severityOfRule } from "../../filter";
import { INFORMATION } from "../../filter/lint/filter-warning";
import { severityOf } from "../constraint";
import type { Severity } from "../finding";
import { CONSTRAINTS, type ConstraintId } from "../index";
import { HAZARDS } from "../hazards/hazard-advice";
import { type Advice, blocking, type RuleExample, THIS_PROJECT, zone } from "./example";
import { LIMIT_EXAMPLES } from "./limit-examples";
import { LINTS } from "./lints";
import { PARAMETER_EXAMPLES } from "./parameter-examples";
import { PARSE_ERRORS } from "./parse-errors";
import { BASIC_EXAMPLES, EXECUTE_EXAMPLES, PLAN_EXAMPLES, RATE_LIMIT_EXAMPLES } from "./rule-examples";

/** What is wrong with rules before the rule book, the parser and the hazards judge them. */
const SHAPES = {
  shape: {
    meaning:
      "A rule has a member that rules do not have, lacks one, or has a value of the wrong type or range.",
    todo: "Write the member as the message says. docs/rulesets.md lists what the types of TypeScript cannot express.",
    bad: { action: "block", expresion: "ssl" },
    good: blocking("ssl"),
  },
  "ref-repeated": {
    meaning: "Two rules of a ruleset have the same ref, which must identify one rule.",
    todo: "Give one of the rules another ref.",
    bad: [blocking("ssl", { ref: "a" }), blocking('http.host eq "a"', { ref: "a" })],
    good: [blocking("ssl", { ref: "a" }), blocking('http.host eq "a"', { ref: "b" })],
  },
  "rule-limit": {
    meaning: "The ruleset has more rules than the plan allows.",
    todo: "Join rules with or, or with a list, or use a larger plan.",
    at: zone("http_request_firewall_custom", "free"),
    bad: ["a", "b", "c", "d", "e", "f"].map((host) => blocking(`http.host eq "${host}"`)),
    good: blocking('http.host in {"a" "b" "c" "d" "e" "f"}'),
  },
} satisfies Readonly<Record<string, Advice & RuleExample>>;

/** What the registry knows about an id that the judge of rules reports. */
export interface RuleEntry extends Advice {
  readonly id: string;
  readonly kind: "parse error" | "limit" | "constraint" | "shape" | "lint" | "hazard";
  readonly level: Severity;
  /** The public source of the fact, or this project. */
  readonly source: string;
  readonly example: RuleExample;
}

/** An example for each constraint of the rule book. */
export const CONSTRAINT_EXAMPLES: Readonly<Record<ConstraintId, RuleExample>> = {
  ...BASIC_EXAMPLES,
  ...EXECUTE_EXAMPLES,
  ...RATE_LIMIT_EXAMPLES,
  ...PARAMETER_EXAMPLES,
  ...PLAN_EXAMPLES,
  ...LIMIT_EXAMPLES,
};

const LANGUAGE = "the reference implementation of the language, wirefilter";

/** Returns an entry for each id that the judge of rules reports. */
export function ruleEntries(): RuleEntry[] {
  return [
    ...entriesOf(PARSE_ERRORS, { kind: "parse error", level: "error", source: LANGUAGE }).map((entry) => ({
      ...entry,
      // In a rule, a parse error is a broken constraint on its expression.
      example: { previewId: "expression-condition", ...entry.example },
    })),
    ...CONSTRAINTS.map((constraint): RuleEntry => {
      const { id, says, source, confidence, code } = constraint;
      const known = code === undefined ? confidence : `${confidence}; the API's code is ${code}`;
      return {
        id,
        meaning: says,
        source: `${source} (${known})`,
        kind: Object.hasOwn(LIMIT_EXAMPLES, id) ? "limit" : "constraint",
        level: severityOf(constraint),
        todo: "Change the rule as the message says, for example like the good one.",
        // The type of the examples has every id of the book.
        example: CONSTRAINT_EXAMPLES[id as ConstraintId],
      };
    }),
    ...entriesOf(SHAPES, { kind: "shape", level: "error", source: THIS_PROJECT }),
    ...FILTER_WARNING_RULES.flatMap((id) => {
      const facts = { kind: "lint", level: severityOfRule(id), source: THIS_PROJECT } as const;
      const { meaning, ...advice } = LINTS[id];
      const reason = INFORMATION[id];
      const why = reason === undefined ? "" : ` It is information, because ${reason}.`;
      return entriesOf({ [id]: { ...advice, meaning: meaning + why } }, facts);
    }),
    ...entriesOf(HAZARDS, { kind: "hazard", level: "warning", source: THIS_PROJECT }),
  ];
}

/** Returns the entries of a table of one kind. */
function entriesOf(
  table: Readonly<Record<string, Advice & RuleExample>>,
  facts: Pick<RuleEntry, "kind" | "level" | "source">,
): RuleEntry[] {
  return Object.entries(table).map(([id, { meaning, todo, source, ...example }]) => ({
    id,
    meaning,
    todo,
    example,
    ...facts,
    ...(source !== undefined && { source }),
  }));
}
