import { compare, compileFilter, parseFilter } from "../../../../provider/filter";
import { evaluatesAs } from "./decide-texts";
import { literalsOf, pick, randomOf, randomRule, requestNear } from "./random-rules";

/** `npm run claims` tries a hundred times as many. */
const PAIRS = Number(process.env["EDGE_TEST_PAIRS"] ?? 200);
const SEED = Number(process.env["EDGE_TEST_SEED"] ?? 7);
const REQUESTS = 50;
/** Lists that have some addresses. */
const LISTS = new Map([
  ["office", () => true],
  ["partners", () => false],
]);

describe("what is claimed about two expressions", () => {
  it("is refuted by no request near their literals", () => {
    const random = randomOf(SEED);
    const relations: Record<string, number> = {};
    const refuted: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const a = randomRule(random);
      const b =
        random() < 0.5
          ? randomRule(random)
          : `(${a}) ${pick(random, ["and", "or"])} ${randomRule(random, 1)}`;
      const [first, second] = [parseFilter(a), parseFilter(b)];
      if (!first.valid || !second.valid) throw new Error(`${a} | ${b}`);
      const found = compare(first.ast, second.ast);
      relations[found.relation] = (relations[found.relation] ?? 0) + 1;
      if (Object.values(evaluatesAs(found, a, b)).includes("is refuted"))
        refuted.push(`witness: ${a} | ${b}`);
      const [runA, runB] = [compileFilter(first.ast), compileFilter(second.ast)];
      const texts = [...literalsOf(first.ast), ...literalsOf(second.ast)];
      for (let request = 0; request < REQUESTS; request += 1) {
        const fields = requestNear(random, texts);
        const [inA, inB] = [runA.run(fields, LISTS), runB.run(fields, LISTS)];
        const claim = inA ? (inB ? found.both : found.onlyA) : inB ? found.onlyB : undefined;
        if (claim?.kind === "no") refuted.push(`${a} | ${b}`);
      }
    }
    expect(refuted).toEqual([]);
    // A test that saw few claims would prove little.
    const { undecided = 0, equal = 0, implies = 0, overlap = 0 } = relations;
    expect(undecided).toBeLessThan(PAIRS / 50);
    expect(Math.min(equal, implies, overlap)).toBeGreaterThan(0);
  });
});
