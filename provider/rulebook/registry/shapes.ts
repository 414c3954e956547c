import { type Advice, blocking, type RuleExample, zone } from "./example";

/** What is wrong with rules before the rule book, the parser and the hazards judge them. */
export const SHAPES = {
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
