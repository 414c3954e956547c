// @ts-check
"use strict";

/** `node scripts/bench/decision-questions.js NAME`: asks questions about requests in a process of their own, and prints their costs. */
const fs = require("node:fs");
const path = require("node:path");
const { compiled } = require("../run-main");
const { ROOT } = require("../prepare");
const { changedList, ruleList } = require("./rule-list");

/** @typedef {typeof import("../../provider/filter")} Filter */
/**
 * What a set of questions costs, in a process that has loaded the language and parsed the expressions.
 * @typedef {object} DecisionCost
 * @property {number} cpuSeconds user and system time
 * @property {number} megabytes growth of resident memory, at its peak
 * @property {number} questions each is about all requests
 * @property {number} steps of all questions, as budgets count them
 * @property {number} undecided questions that stay undecided
 */

/** The questions by name. Each prepares its expressions and returns what asks them. @type {Record<string, () => () => void>} */
const QUESTIONS = {
  "200 rules: reachability of each, and difference to another version": () => {
    // The build has just written these modules.
    const { judgedRules } = /** @type {typeof import("../../provider/rulebook/hazards/judged-rule")} */ (
      compiled("provider/rulebook/hazards/judged-rule")
    );
    const { reachability } = /** @type {typeof import("../../provider/rulesets/meaning/reachability")} */ (
      compiled("provider/rulesets/meaning/reachability")
    );
    const { difference } = /** @type {typeof import("../../provider/rulesets/meaning/difference")} */ (
      compiled("provider/rulesets/meaning/difference")
    );
    const rules = ruleList(200);
    const [before, now] = [rules, changedList(rules)].map((list) => ({
      rules: judgedRules(list.map(({ ref, ...rule }) => ({ path: ref, rule }))),
      rulesets: new Map(),
    }));
    if (before === undefined || now === undefined) throw new TypeError("two lists of rules");
    return () => {
      reachability(before);
      difference(before, now);
    };
  },
  "99 pairs of expressions that people write": () => {
    const lines = fs.readFileSync(path.join(ROOT, "tests/data/realistic-pairs.jsonl"), "utf8");
    const pairs = lines.trim().split("\n").map(readPair);
    return comparing(pairs);
  },
  "a pattern with exponentially many states, and its neighbour": () =>
    comparing([
      [
        'http.request.uri.path matches "(a|b)*a(a|b){20}"',
        'http.request.uri.path matches "(a|b)*a(a|b){21}"',
      ],
    ]),
  "the same pattern up to the end of the text": () =>
    comparing([
      ['http.user_agent matches "(a|b)*a(a|b){20}$"', 'http.user_agent matches "(a|b)*b(a|b){20}$"'],
    ]),
  "twelve texts in one field of 39 bytes at most": () => {
    const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima".split(" ");
    const all = words.map((word) => `http.user_agent contains "${word}"`).join(" and ");
    return comparing([[all, "len(http.user_agent) lt 40"]]);
  },
  "a chain of 4,000 conditions, and the set of their values": () => {
    const hosts = Array.from({ length: 4000 }, (_, index) => `"t${index}.example.com"`);
    const chain = hosts.map((host) => `http.host eq ${host}`).join(" or ");
    return comparing([[chain, `http.host in {${hosts.join(" ")}}`]]);
  },
};

/** @param {string} line @returns {[string, string]} */
function readPair(line) {
  /** @type {unknown} */
  const pair = JSON.parse(line);
  // Every line of the file has two expressions.
  const { a, b } = /** @type {{ a: string, b: string }} */ (pair);
  return [a, b];
}

/** @param {readonly (readonly [string, string])[]} pairs @returns {() => void} */
function comparing(pairs) {
  // The build has just written this module.
  const { compare, parseFilter } = /** @type {Filter} */ (compiled("provider/filter"));
  const parsed = pairs.map((pair) =>
    pair.map((text) => {
      const result = parseFilter(text);
      if (!result.valid) throw new Error(`not valid: ${text}`);
      return result.ast;
    }),
  );
  return () => {
    for (const [a, b] of parsed) if (a !== undefined && b !== undefined) compare(a, b);
  };
}

/** @param {() => void} ask @returns {DecisionCost} */
function costOfAsking(ask) {
  const { Decider } = /** @type {typeof import("../../provider/filter/decide/decider")} */ (
    compiled("provider/filter/decide/decider")
  );
  const cost = { questions: 0, steps: 0, undecided: 0 };
  onAnswers(Decider, (decider, { kind }) => {
    cost.questions += 1;
    cost.steps += decider.steps;
    if (kind === "undecided") cost.undecided += 1;
  });
  const residentBefore = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  ask();
  const { user, system } = process.cpuUsage(cpuBefore);
  const peak = process.resourceUsage().maxRSS * 1024;
  return {
    ...cost,
    cpuSeconds: (user + system) / 1e6,
    megabytes: Math.max(0, peak - residentBefore) / 1024 ** 2,
  };
}

/**
 * Calls `note` after each answer: those who ask keep their deciders to themselves.
 * @param {typeof import("../../provider/filter").Decider} decider
 * @param {(decider: import("../../provider/filter").Decider, answer: import("../../provider/filter").Answer) => void} note
 */
function onAnswers({ prototype }, note) {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its decider below
  const { ask } = prototype;
  prototype.ask = function (question) {
    const answer = ask.call(this, question);
    note(this, answer);
    return answer;
  };
}

const [name = ""] = process.argv.slice(2);
if (require.main === module) {
  const prepare = QUESTIONS[name];
  if (prepare === undefined) throw new Error(`there are no questions of the name ${JSON.stringify(name)}`);
  console.log(JSON.stringify(costOfAsking(prepare())));
}

module.exports = { QUESTION_NAMES: Object.keys(QUESTIONS) };
