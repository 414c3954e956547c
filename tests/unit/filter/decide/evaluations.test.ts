import { Evaluations } from "../../../../provider/filter/decide/witness/evaluations";
import { parsed } from "./decide-texts";

const HOST = parsed('http.host eq "a" or ssl');
const LISTED = parsed("ip.src in $office");
const ADDRESS = { family: 4, value: 0xcb007109n } as const;

/** Returns evaluations of both expressions, and how many steps they have taken. */
function evaluated() {
  let steps = 0;
  const evaluations = new Evaluations((_, some = 0) => {
    steps += some;
  });
  for (const expression of [HOST, LISTED]) evaluations.add(expression);
  return { evaluations, stepsSoFar: () => steps };
}

const request = (host: string) =>
  new Map<string, never>(
    // The types of fields differ; the evaluator checks them.
    Object.entries({ "http.host": Buffer.from(host), ssl: false, "ip.src": ADDRESS }) as [string, never][],
  );

describe("the evaluations of candidates for a witness", () => {
  it("follow what changes: a field, or a list", () => {
    const { evaluations } = evaluated();
    const results = () => [evaluations.resultOf(HOST), evaluations.resultOf(LISTED)];
    evaluations.use({ fields: request("a"), lists: new Map() });
    expect(results()).toEqual([true, false]);
    evaluations.use({ fields: request("b"), lists: new Map([["office", [ADDRESS]]]) });
    expect(results()).toEqual([false, true]);
    evaluations.use({ fields: new Map(), lists: new Map([["office", [ADDRESS]]]) });
    expect(results()).toEqual([false, false]);
  });

  it("take no step for an expression that reads nothing which has changed", () => {
    const { evaluations, stepsSoFar } = evaluated();
    evaluations.use({ fields: request("a"), lists: new Map() });
    evaluations.resultOf(LISTED);
    const before = stepsSoFar();
    evaluations.use({ fields: request("b"), lists: new Map() });
    evaluations.resultOf(LISTED);
    expect(stepsSoFar()).toBe(before);
    evaluations.resultOf(HOST);
    expect(stepsSoFar()).toBeGreaterThan(before);
  });

  it("tell whether a result that was asked for changes with the candidate", () => {
    const { evaluations } = evaluated();
    const lists = new Map();
    evaluations.use({ fields: request("a"), lists });
    evaluations.resultOf(HOST);
    expect(evaluations.useAndCompare({ fields: request("b"), lists })).toBe(true);
    expect(evaluations.useAndCompare({ fields: request("c"), lists })).toBe(false);
    // Nothing has asked for the expression that reads the list.
    expect(evaluations.useAndCompare({ fields: request("c"), lists: new Map([["office", [ADDRESS]]]) })).toBe(
      false,
    );
  });

  it("know nothing of an expression that was not added", () => {
    expect(evaluated().evaluations.resultOf(parsed("ssl"))).toBeUndefined();
  });
});
