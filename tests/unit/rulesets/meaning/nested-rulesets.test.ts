import { countSteps } from "../../../support/count-steps";
import { conditionOf } from "../../../../provider/rulebook/hazards/judged-rule";
import { difference } from "../../../../provider/rulesets/meaning/difference";
import { decideInvariant } from "../../../../provider/rulesets/meaning/invariant";
import { reachability } from "../../../../provider/rulesets/meaning/reachability";
import type { PhaseRules } from "../../../../provider/rulesets/meaning/run-phase";
import { phaseOf, type Written } from "./small-world";

const idOf = (level: number): string => level.toString(16).padStart(32, "0");
const execute = (ref: string, level: number, expression = "true"): Written => ({
  ref,
  action: "execute",
  expression,
  action_parameters: { id: idOf(level) },
});
const LOGIN = 'http.request.uri.path eq "/login"';
const BEHIND: Written = { ref: "behind", action: "block", expression: 'http.request.uri.path eq "/admin"' };

/** Each ruleset executes the next one twice: for www, and for api. The last one has a rule about /login. */
function doubled(levels: number, action: string): PhaseRules {
  const rulesets = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      idOf(level),
      level === levels - 1
        ? [{ ref: "login", action, expression: LOGIN }]
        : [
            execute("www", level + 1, 'http.host eq "www.example.com"'),
            execute("api", level + 1, 'http.host eq "api.example.com"'),
          ],
    ]),
  );
  return phaseOf([execute("first", 0), BEHIND], rulesets);
}

const requests = conditionOf(`http.host eq "www.example.com" and ${LOGIN}`);
if (!requests) throw new Error("the condition is valid");
const blocked = (phase: PhaseRules) =>
  decideInvariant(
    { name: "login", requests, outcome: "blocked" },
    {
      before: undefined,
      now: { phases: [{ ...phase, phase: "http_request_firewall_custom", foreign: "none" }], isWhole: true },
    },
  );

describe("rulesets that execute others twice, which do so again", () => {
  it("are followed where they are few", () => {
    const { changes, answers } = difference(doubled(5, "block"), doubled(5, "log"));
    expect(changes.map(({ direction }) => direction)).toEqual(["opens"]);
    expect(answers.map(({ rest }) => rest.kind)).toEqual(["no", "no", "no", "no"]);
    expect(blocked(doubled(5, "block")).kind).toBe("proved");
    expect(blocked(doubled(5, "log")).kind).toBe("broken");
  });

  it("are undecided, and no proof, where they are too many", () => {
    const [blocks, logs] = [doubled(24, "block"), doubled(24, "log")];
    const { changes, answers } = difference(blocks, logs);
    expect(changes).toEqual([]);
    expect(answers.map(({ rest }) => rest.kind)).toEqual([
      "undecided",
      "undecided",
      "undecided",
      "undecided",
    ]);
    expect(difference(blocks, blocks).answers.map(({ rest }) => rest.kind)).toEqual(["no", "no", "no", "no"]);
    expect([blocked(blocks).kind, blocked(logs).kind]).toEqual(["undecided", "undecided"]);
    const reached = reachability(blocks).map(({ rule, answer }) => [rule.path, answer.kind]);
    expect(reached.slice(0, 2)).toEqual([
      ["first", "yes"],
      ["behind", "undecided"],
    ]);
    expect(new Set(reached.slice(2).map(([, kind]) => kind))).toEqual(new Set(["undecided"]));
  });

  it.each<[string, (phase: PhaseRules, other: PhaseRules) => unknown]>([
    ["a difference", difference],
    ["an invariant", blocked],
    ["reachability", (phase) => reachability(phase)],
  ])("cost %s steps that grow with their number, not with the number of ways to them", (_, ask) => {
    const stepsOf = (levels: number): number =>
      countSteps(() => ask(doubled(levels, "block"), doubled(levels, "log")));
    expect(stepsOf(200)).toBeLessThan(20 * stepsOf(20));
  });
});
