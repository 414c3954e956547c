import { lazily } from "../../../lazily";
import { fromLatin1 } from "../../evaluate/byte-functions";
import type { RequestFields, RuntimeValue } from "../../evaluate/runtime-value";
import type { Expression } from "../../parse/ast";
import { remembered } from "../../remembered";
import type { Witness } from "../answer";
import { Decider, type Question } from "../decider";
import type { Budget } from "../meter";
import { evaluatorOf, membershipOf } from "../witness/evaluate";
import { ordinaryFields } from "../witness/polish";
import { requestWith } from "../witness/request-of";
import { guessRequest } from "./guess-request";

/** The budget of a question that a preview asks about each rule. */
export const PREVIEW_BUDGET: Budget = { steps: 200_000, bytes: 4 * 1024 * 1024 };

/** Returns a decider with the budget of a question that a preview asks about each rule. */
export function newDecider(): Decider {
  return new Decider({ budget: PREVIEW_BUDGET });
}

/** A request that matches. "none": no request does, which is proved. Undefined if that is undecided. */
export type Example = Witness | "none" | undefined;

/**
 * Returns a request that matches an expression. A program asks the same of many equal rules, so examples are kept as long as the
 * expression. What an example shows needs no proof: an expression that it does not match is not implied.
 */
export const exampleOf = remembered((ast: Expression): Example => {
  const ordinary = ordinaryRequest();
  if (matches(ast, ordinary) === true) return ordinary;
  const guess = guessOf(ast);
  if (guess !== undefined) return guess;
  const decider = newDecider();
  return exampleFor(decider, {
    nodes: [decider.node(ast)],
    shows: (results) => results(ast) === true,
  });
});

/** Returns a request made from literals, if it matches: that costs less than a solver. */
function guessOf(ast: Expression): Witness | undefined {
  const fields = guessRequest(ast);
  const guess = fields && { fields: withRest(fields), lists: new Map() };
  return guess && matches(ast, guess) === true ? guess : undefined;
}

/** Returns a request that shows what a question asks for. */
export function exampleFor(decider: Decider, question: Question): Example {
  const answer = decider.ask({ ...question, isPolished: false });
  if (answer.kind === "no") return "none";
  return answer.kind === "yes" ? completed(answer.witness, question.shows) : undefined;
}

/** Whether a request matches an expression. Undefined if that cannot be computed. */
export function matches(ast: Expression, { fields, lists }: Witness): boolean | undefined {
  return evaluatorOf(ast)(fields, membershipOf(lists));
}

/** A request as most requests are. */
export const ordinaryRequest = lazily((): Witness => {
  const fields = requestWith(ordinaryFields());
  return { fields: withRest(fields), lists: new Map() };
});

/** Adds the fields that every request has, as long as the request still shows what is asked. */
function completed(witness: Witness, shows: Question["shows"]): Witness {
  const { lists } = witness;
  const fields = withRest(witness.fields);
  const members = membershipOf(lists);
  return shows((expression) => evaluatorOf(expression)(fields, members)) ? { fields, lists } : witness;
}

/** Fields that every request has and that have no default in `requestWith`. */
const REST: readonly (readonly [field: string, value: RuntimeValue])[] = [
  ["cf.zone.name", fromLatin1("example.com")],
  ["http.request.timestamp.msec", 0n],
  ["http.request.timestamp.sec", 1_767_225_600n],
  ["ip.src", { family: 4, value: 0xcb007109n }],
  ["ip.src.country", fromLatin1("DE")],
  ["ip.geoip.country", fromLatin1("DE")],
];
const OF_RAW = ["full_uri", "uri", "uri.path", "uri.query"] as const;

function withRest(fields: RequestFields): RequestFields {
  const all = new Map(fields);
  for (const [name, value] of REST) if (!all.has(name)) all.set(name, value);
  for (const name of OF_RAW) {
    const value = fields.get(`http.request.${name}`);
    if (value !== undefined && !all.has(`raw.http.request.${name}`))
      all.set(`raw.http.request.${name}`, value);
  }
  return all;
}
