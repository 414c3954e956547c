import { implies, type Relation } from "../../../../provider/filter";
import { readRecords } from "../../../support/records";
import { compareTexts, evaluatesAs, parsed } from "./decide-texts";

interface Pair {
  readonly kind: string;
  readonly relation: Relation;
  readonly a: string;
  readonly b: string;
}

/** Kinds of rules that people write, and rewrite. The relation is that of the requests which match. `npm run bench` compares them too. */
const PAIRS = readRecords<Pair>("realistic-pairs.jsonl");

describe("two rules that people write", () => {
  it.each(PAIRS)("are compared: $kind: $relation", ({ relation, a, b }) => {
    const found = compareTexts(a, b);
    expect(found.relation).toBe(relation);
    // The other way round is the mirrored relation.
    const mirrored: Partial<Record<Relation, Relation>> = { implies: "implied", implied: "implies" };
    expect(compareTexts(b, a).relation).toBe(mirrored[relation] ?? relation);
    // Nothing matches these.
    const isEmpty = b === "false" || a === 'lower(http.user_agent) contains "Bot"';
    expect(found.both.kind).toBe(relation === "disjoint" || isEmpty ? "no" : "yes");
    expect(evaluatesAs(found, a, b)).toEqual({ onlyA: "holds", onlyB: "holds", both: "holds" });
  });
});

/** Whether hazards and policies know of each expression that it implies the other one. */
const KNOWN: Partial<Record<Relation, readonly [forward: boolean, back: boolean]>> = {
  equal: [true, true],
  implies: [true, false],
  implied: [false, true],
};

describe("hazards and policies", () => {
  // Before the decision procedure answered them: 24 of the first 49 of these pairs, and 30 of the 87 of this table.
  it("know all pairs of which one implies the other, with the budget of a preview", () => {
    const pairs = PAIRS.filter(({ relation }) => KNOWN[relation] !== undefined);
    const known = pairs.filter(({ relation, a, b }) => {
      const [forward, back] = KNOWN[relation] ?? [];
      return (
        (forward !== true || implies(parsed(a), parsed(b))) &&
        (back !== true || implies(parsed(b), parsed(a)))
      );
    });
    expect(pairs.filter((pair) => !known.includes(pair)).map(({ kind }) => kind)).toEqual([]);
    expect(known.length).toBeGreaterThanOrEqual(2 * 30);
  });

  it("claim no implication that does not hold", () => {
    const wrong = PAIRS.filter(({ relation, a, b }) => {
      const [forward = false, back = false] = KNOWN[relation] ?? [];
      const isEmpty = [a, b].some((text) => compareTexts(text, "false").relation === "equal");
      return (
        !isEmpty && ((!forward && implies(parsed(a), parsed(b))) || (!back && implies(parsed(b), parsed(a))))
      );
    });
    expect(wrong).toEqual([]);
  });
});
