import fc from "fast-check";

import {
  Circuit,
  type Literal,
  negated,
  type Node,
} from "../../../../provider/filter/decide/boolean/circuit";
import { Clauses } from "../../../../provider/filter/decide/boolean/clauses";
import { justify } from "../../../../provider/filter/decide/boolean/justify";
import { Solver, type Theory } from "../../../../provider/filter/decide/boolean/solver";

/** A Boolean function of atoms, to be built in a circuit and to be evaluated by itself. */
type Formula =
  | { readonly atom: number }
  | { readonly not: Formula }
  | { readonly operator: "and" | "or"; readonly parts: readonly Formula[] }
  | { readonly left: Formula; readonly right: Formula };

const ATOMS = 8;

const formulas: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: "medium" },
    fc.nat(ATOMS - 1).map((atom) => ({ atom })),
    fc.record({ not: tie("formula") }),
    fc.record({
      operator: fc.constantFrom("and" as const, "or" as const),
      parts: fc.array(tie("formula"), { maxLength: 4 }),
    }),
    fc.record({ left: tie("formula"), right: tie("formula") }),
  ),
})).formula;

function build(circuit: Circuit<number>, formula: Formula): Node {
  if ("atom" in formula) return circuit.atom(String(formula.atom), () => formula.atom);
  if ("not" in formula) return circuit.not(build(circuit, formula.not));
  if ("left" in formula) return circuit.xor(build(circuit, formula.left), build(circuit, formula.right));
  const parts = formula.parts.map((part) => build(circuit, part));
  return formula.operator === "and" ? circuit.and(parts) : circuit.or(parts);
}

function evaluate(formula: Formula, holds: (atom: number) => boolean): boolean {
  if ("atom" in formula) return holds(formula.atom);
  if ("not" in formula) return !evaluate(formula.not, holds);
  if ("left" in formula) return evaluate(formula.left, holds) !== evaluate(formula.right, holds);
  return formula.operator === "and"
    ? formula.parts.every((part) => evaluate(part, holds))
    : formula.parts.some((part) => evaluate(part, holds));
}

/** In this theory a single number x decides all atoms: atom `a` says that bit `a` of the world's mask number x is set. */
type World = readonly number[];

const worlds: fc.Arbitrary<World> = fc.array(fc.nat(2 ** ATOMS - 1), { minLength: 1, maxLength: 12 });

function holdsIn(mask: number): (atom: number) => boolean {
  return (atom) => (mask & (1 << atom)) !== 0;
}

function agrees(literals: readonly Literal<number>[], mask: number): boolean {
  return literals.every(({ atom, value }) => holdsIn(mask)(atom) === value);
}

function theoryOf(world: World): Theory<number> {
  return {
    check: (literals) =>
      world.some((mask) => agrees(literals, mask))
        ? { kind: "consistent" }
        : { kind: "conflict", core: literals },
    cost: ({ value }) => (value ? 1 : 0),
  };
}

const FREE: Theory<number> = { check: () => ({ kind: "consistent" }), cost: () => 1 };

describe("a circuit", () => {
  it("returns the same node for the same function, in any order of its parts", () => {
    const circuit = new Circuit<string>();
    const [a, b, c] = ["a", "b", "c"].map((key) => circuit.atom(key, () => key)) as [Node, Node, Node];
    expect(circuit.and([a, b, c])).toBe(circuit.and([c, b, a, a]));
    expect(circuit.or([a, b])).toBe(circuit.not(circuit.and([circuit.not(b), circuit.not(a)])));
    expect(circuit.xor(a, b)).toBe(circuit.xor(a, b));
  });

  it("simplifies constants and contradictions", () => {
    const circuit = new Circuit<string>();
    const a = circuit.atom("a", () => "a");
    expect(circuit.and([])).toBe(circuit.yes);
    expect(circuit.or([])).toBe(circuit.no);
    expect(circuit.and([a, circuit.yes])).toBe(a);
    expect(circuit.and([a, circuit.not(a)])).toBe(circuit.no);
    expect(circuit.or([a, circuit.not(a)])).toBe(circuit.yes);
  });

  it("creates an atom once for each key", () => {
    const circuit = new Circuit<string>();
    const node = circuit.atom("key", () => "first");
    expect(circuit.atom("key", () => "second")).toBe(node);
    expect(circuit.literalOf(negated(node))).toEqual({ node: negated(node), atom: "first", value: false });
  });
});

describe("a justification", () => {
  it("is one of the literals that make a disjunction true, and takes a step for each part", () => {
    const circuit = new Circuit<number>();
    const atoms = Array.from({ length: 100 }, (_, index) => circuit.atom(String(index), () => index));
    let spent = 0;
    const literals = justify(
      circuit,
      [circuit.or(atoms)],
      () => true,
      ({ atom }) => (atom === 60 ? 0 : 1),
      (_, steps = 0) => {
        spent += steps;
      },
    );
    expect(literals.map(({ atom, value }) => [atom, value])).toEqual([[60, true]]);
    expect(spent).toBeGreaterThan(100);
  });
});

describe("a solver", () => {
  it("finds literals that make a formula true, exactly if a truth table has a true row", () => {
    fc.assert(
      fc.property(formulas, (formula) => {
        const circuit = new Circuit<number>();
        const solution = new Solver(circuit, FREE).solve([build(circuit, formula)]);
        const possible = masks().some((mask) => evaluate(formula, holdsIn(mask)));
        expect(solution.kind).toBe(possible ? "yes" : "no");
        if (solution.kind !== "yes") return;
        // The literals alone decide: whatever the other atoms are, the formula is true.
        for (const mask of masks()) {
          if (agrees(solution.literals, mask)) expect(evaluate(formula, holdsIn(mask))).toBe(true);
        }
      }),
    );
  });

  it("decides several questions about one circuit in agreement with a theory, and gives a core for each no", () => {
    fc.assert(
      fc.property(
        worlds,
        fc.array(fc.array(formulas, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        (world, questions) => {
          const circuit = new Circuit<number>();
          const solver = new Solver(circuit, theoryOf(world));
          for (const question of questions) {
            const nodes = question.map((formula) => build(circuit, formula));
            const solution = solver.solve(nodes);
            const possible = world.some((mask) =>
              question.every((formula) => evaluate(formula, holdsIn(mask))),
            );
            expect(solution.kind).toBe(possible ? "yes" : "no");
            if (solution.kind !== "no") continue;
            const core = question.filter((_, index) => solution.core.includes(nodes[index] ?? circuit.no));
            const constant = nodes.includes(circuit.no);
            expect(
              constant || !world.some((mask) => core.every((formula) => evaluate(formula, holdsIn(mask)))),
            ).toBe(true);
            for (const lemma of solution.lemmas)
              expect(world.some((mask) => agrees(lemma, mask))).toBe(false);
          }
        },
      ),
    );
  });

  it("says no without a lemma only if the formula has no true row", () => {
    fc.assert(
      fc.property(worlds, formulas, (world, formula) => {
        const circuit = new Circuit<number>();
        const solution = new Solver(circuit, theoryOf(world)).solve([build(circuit, formula)]);
        if (solution.kind !== "no") return;
        // A truth table that leaves out what the lemmas exclude has no true row.
        const rows = masks().filter((mask) => !solution.lemmas.some((lemma) => agrees(lemma, mask)));
        expect(rows.filter((mask) => evaluate(formula, holdsIn(mask)))).toEqual([]);
      }),
    );
  });

  it("is undecided if the theory is, unless other literals make the formula true", () => {
    const circuit = new Circuit<string>();
    const opaque = circuit.atom("opaque", () => "opaque");
    const plain = circuit.atom("plain", () => "plain");
    const theory: Theory<string> = {
      check: (literals) => ({
        kind: literals.some(({ atom }) => atom === "opaque") ? "undecided" : "consistent",
      }),
      cost: () => 1,
    };
    const solver = new Solver(circuit, theory);
    expect(solver.solve([opaque])).toEqual({ kind: "undecided" });
    expect(solver.solve([circuit.or([opaque, plain])])).toMatchObject({
      kind: "yes",
      literals: [{ atom: "plain" }],
    });
    // A question that was blocked before is asked again: blocks do not outlive their question.
    expect(solver.solve([opaque, circuit.not(opaque)]).kind).toBe("no");
  });

  it("lets a free variable be true and false", () => {
    const circuit = new Circuit<string>();
    const [free, other] = [circuit.free(), circuit.free()];
    const solver = new Solver(circuit, { check: () => ({ kind: "consistent" }), cost: () => 1 });
    expect(solver.solve([free, circuit.not(other)])).toEqual({ kind: "yes", literals: [] });
    expect(solver.solve([circuit.not(free), other])).toEqual({ kind: "yes", literals: [] });
    expect(solver.solve([circuit.and([free, other]), circuit.not(other)]).kind).toBe("no");
  });

  it("stops where its steps are refused, and can be asked again", () => {
    const { circuit, root } = pigeons(5);
    let left = 1_000;
    const solver = new Solver(circuit, FREE, (_, steps = 0) => {
      left -= steps;
      if (left < 0) throw new RangeError("no steps left");
    });
    expect(() => solver.solve([root])).toThrow("no steps left");
    left = 1_000_000;
    expect(solver.solve([root]).kind).toBe("no");
    const [first] = circuit.partsOf(root) ?? [];
    expect(first && solver.solve([first]).kind).toBe("yes");
  });

  it("takes a step for each clause that has only one literal left", () => {
    let spent = 0;
    const clauses = new Clauses((_, steps = 0) => {
      spent += steps;
    });
    for (let variable = 1; variable < 1_000; variable += 1) clauses.add([-variable, variable + 1]);
    clauses.assume([1]);
    expect([clauses.search().kind, clauses.valueOf(1_000)]).toEqual(["model", 1]);
    expect(spent).toBeGreaterThan(1_000);
  });

  it("takes steps for each look at a long formula", () => {
    const stepsFor = (parts: number): number => {
      let spent = 0;
      const circuit = new Circuit<number>();
      const atoms = Array.from({ length: parts }, (_, index) => circuit.atom(String(index), () => index));
      const spend = (_: number, steps = 0) => {
        spent += steps;
      };
      // Only the first atom can hold, which the search tries last: each check leaves out one.
      const theory: Theory<number> = {
        check: (literals) => {
          const wrong = literals.find(({ atom, value }) => value && atom > 0);
          return wrong === undefined ? { kind: "consistent" } : { kind: "conflict", core: [wrong] };
        },
        cost: () => 1,
      };
      const solution = new Solver(circuit, theory, spend).solve([circuit.or(atoms)]);
      expect(solution.kind).toBe("yes");
      return spent;
    };
    // Twice as many atoms are twice as many looks, each at twice as many.
    expect(stepsFor(400)).toBeGreaterThan(3 * stepsFor(200));
  });

  it("handles a chain of 20,000 rules", () => {
    const circuit = new Circuit<number>();
    let open = circuit.yes;
    for (let index = 0; index < 20_000; index += 1) {
      open = circuit.and([open, circuit.not(circuit.atom(String(index), () => index))]);
    }
    expect(new Solver(circuit, FREE).solve([open])).toMatchObject({
      kind: "yes",
      literals: { length: 20_000 },
    });
  });
});

function masks(): number[] {
  return Array.from({ length: 2 ** ATOMS }, (_, mask) => mask);
}

/** One more pigeon than holes: unsatisfiable, and hard to refute. */
function pigeons(holes: number): { circuit: Circuit<number>; root: Node } {
  const circuit = new Circuit<number>();
  const sits = (pigeon: number, hole: number): Node =>
    circuit.atom(`${String(pigeon)} in ${String(hole)}`, () => pigeon);
  const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  const parts = range(holes + 1).map((pigeon) => circuit.or(range(holes).map((hole) => sits(pigeon, hole))));
  for (const hole of range(holes)) {
    for (const left of range(holes + 1)) {
      for (const right of range(left))
        parts.push(circuit.not(circuit.and([sits(left, hole), sits(right, hole)])));
    }
  }
  return { circuit, root: circuit.and(parts) };
}
