import { compileFilter, Decider, type Expression, type Lemma, type Node } from "../../../../provider/filter";
import { literalsOf, randomOf, randomRule, requestNear } from "./random-rules";
import { parsed } from "./decide-texts";

/** `npm run claims` checks fifty times as many. */
const PROOFS = Number(process.env["EDGE_TEST_PROOFS"] ?? 40);
const SEED = Number(process.env["EDGE_TEST_SEED"] ?? 5);
const REQUESTS = 150;
/** More conditions have too many combinations to try all. */
const MOST_CONDITIONS = 12;

/** The conditions of a question, and whether it is true, by the values of these. */
interface Question {
  readonly conditions: readonly string[];
  readonly isTrue: (values: readonly boolean[]) => boolean;
}

describe("the lemmas of a proof", () => {
  it("hold for all requests that were tried, and leave no combination of conditions", () => {
    const random = randomOf(SEED);
    let proofs = 0;
    const wrong: string[] = [];
    for (let tries = 0; proofs < PROOFS && tries < 100 * PROOFS; tries += 1) {
      const text = `(${randomRule(random, 1)}) and (${randomRule(random, 1)})`;
      const expression = parsed(text);
      const decider = new Decider();
      const node = decider.node(expression);
      const answer = decider.ask({ nodes: [node], shows: (results) => results(expression) === true });
      if (answer.kind !== "no") continue;
      const question = questionOf(decider, node);
      if (question.conditions.length > MOST_CONDITIONS) continue;
      proofs += 1;
      if (leavesCombination(question, answer.lemmas)) wrong.push(`not enough: ${text}`);
      for (const lemma of answer.lemmas) {
        const refuted = Array.from({ length: REQUESTS }, () => isRefuted(lemma, random, expression));
        if (refuted.includes(true)) wrong.push(`${JSON.stringify(lemma)} of ${text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(proofs).toBe(PROOFS);
  });
});

/** Reads a question without the solver. */
function questionOf(decider: Decider, root: Node): Question {
  const { circuit } = decider;
  const conditions: string[] = [];
  const places = new Map<number, number>();
  for (const node of circuit.variablesOf([root])) {
    const literal = circuit.literalOf(node);
    if (literal) places.set(node, conditions.push(literal.atom.key) - 1);
  }
  const valueOf = (node: Node, values: readonly boolean[]): boolean => {
    const place = places.get(Math.abs(node));
    const isTrue =
      place === undefined
        ? (circuit.partsOf(node) ?? []).every((part) => valueOf(part, values))
        : values[place] === true;
    return isTrue === node > 0;
  };
  return { conditions, isTrue: (values) => valueOf(root, values) };
}

/** Whether conditions can make a question true although no lemma forbids that. Tries all combinations. */
function leavesCombination({ conditions, isTrue }: Question, lemmas: readonly Lemma[]): boolean {
  for (let combination = 0; combination < 2 ** conditions.length; combination += 1) {
    const values = conditions.map((_, index) => ((combination >> index) & 1) === 1);
    const isForbidden = lemmas.some(({ parts }) =>
      parts.every(({ condition, holds }) => values[conditions.indexOf(condition)] === holds),
    );
    if (!isForbidden && isTrue(values)) return true;
  }
  return false;
}

/** Whether a request near the literals of an expression meets all parts of a lemma. */
function isRefuted({ parts }: Lemma, random: () => number, expression: Expression): boolean {
  const fields = requestNear(random, literalsOf(expression));
  const lists = new Map([["office", () => random() < 0.5]]);
  return parts.every(({ condition, holds }) => compileFilter(parsed(condition)).run(fields, lists) === holds);
}
