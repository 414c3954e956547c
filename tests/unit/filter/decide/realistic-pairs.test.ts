import type { Relation } from "../../../../provider/filter";
import { readRecords } from "../../../support/records";
import { compareTexts, evaluatesAs } from "./decide-texts";

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
