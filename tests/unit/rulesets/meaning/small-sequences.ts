import { inspect } from "node:util";
import type { RequestFields } from "../../../../provider/filter";
import { matchesIn, type Written } from "./small-world";

/** A rule that stops requests above a limit, as a test writes it. */
export interface WrittenLimit extends Written {
  readonly enabled?: boolean;
  readonly ratelimit: {
    readonly characteristics: readonly string[];
    readonly period: number;
    readonly requests_per_period: number;
    readonly mitigation_timeout: number;
    readonly counting_expression?: string | undefined;
  };
}

/** A request of a sequence. Its fields have the answer of the origin, too. */
export interface Arrival {
  readonly seconds: number;
  readonly request: RequestFields;
}

/** What the documentation leaves open. */
export interface Reading {
  /** Whether a rule counts a request that a rule in front stops. */
  readonly countsStopped: boolean;
  /** Whether a request above the limit starts the time again in which all are stopped. */
  readonly prolongs: boolean;
  /** Whether a period ends at the request, or begins at a multiple of its length. */
  readonly isSliding: boolean;
}

const BOTH = [true, false];
export const READINGS: readonly Reading[] = BOTH.flatMap((countsStopped) =>
  BOTH.flatMap((prolongs) => BOTH.map((isSliding) => ({ countsStopped, prolongs, isSliding }))),
);

/** The clearance that a visitor needs to go on behind a challenge. */
const PASSED_BY: Readonly<Record<string, number>> = { js_challenge: 1, managed_challenge: 2, challenge: 3 };

/** What one rule knows about the requests of some characteristics. */
interface Counter {
  readonly counted: number[];
  stopsUntil: number;
}

/**
 * Plays a sequence on a virtual clock. Returns what each request gets: `pass`, or the action that stops it. The visitors have a clearance from
 * 0 to 3. Shares nothing with the product but the evaluator of expressions.
 *
 * Sources: the documentation of the request rate and of the parameters of rate limiting rules. A request is counted, then compared. What is
 * counted by its response is counted behind the decision.
 */
export function playSequence(
  limits: readonly WrittenLimit[],
  sequence: readonly Arrival[],
  clearance: number,
  { countsStopped, prolongs, isSliding }: Reading,
): string[] {
  const counters = limits.map(() => new Map<string, Counter>());
  return sequence.map(({ seconds, request }) => {
    let result = "pass";
    const afterResponse: (() => void)[] = [];
    for (const [index, limit] of limits.entries()) {
      if (result !== "pass" && !countsStopped) break;
      const { action, expression, enabled = true, ratelimit } = limit;
      if (!enabled) continue;
      const { characteristics, period, requests_per_period: most, mitigation_timeout: timeout } = ratelimit;
      const key = keyOf(request, characteristics);
      const counter = counters[index]?.get(key) ?? { counted: [], stopsUntil: -Infinity };
      counters[index]?.set(key, counter);
      const matches = holdsFor(request, expression);
      const counting = ratelimit.counting_expression ?? expression;
      const counts = (): void => {
        if (holdsFor(request, counting)) counter.counted.push(seconds);
      };
      if (counting.includes("http.response.")) afterResponse.push(counts);
      else counts();
      const start = isSliding ? seconds - period : Math.floor(seconds / period) * period - 1;
      const isOver = counter.counted.filter((time) => time > start).length > most;
      if (!matches) continue;
      const isStopping = seconds < counter.stopsUntil;
      if (isOver && (prolongs || !isStopping))
        counter.stopsUntil = Math.max(counter.stopsUntil, seconds + timeout);
      if (!isOver && !isStopping) continue;
      if (result !== "pass" || action === "log" || clearance >= (PASSED_BY[action] ?? Infinity)) continue;
      result = action;
    }
    // The origin answers only what reaches it.
    if (result === "pass") for (const count of afterResponse) count();
    return result;
  });
}

/** What is known about a request of the small world, which comes in many sequences. */
const remembered = new WeakMap<RequestFields, Map<string, boolean | string>>();

function rememberedOf<Value extends boolean | string>(
  request: RequestFields,
  name: string,
  find: () => Value,
): Value {
  const all = remembered.get(request) ?? new Map<string, boolean | string>();
  remembered.set(request, all);
  const found = (all.get(name) as Value | undefined) ?? find();
  all.set(name, found);
  return found;
}

function holdsFor(request: RequestFields, expression: string): boolean {
  return rememberedOf(request, expression, () => matchesIn(expression, request));
}

function keyOf(request: RequestFields, characteristics: readonly string[]): string {
  return rememberedOf(request, JSON.stringify(characteristics), () =>
    characteristics.map((name) => (name === "cf.colo.id" ? "" : inspect(valueOf(request, name)))).join("|"),
  );
}

/** Returns the value of a field, or of an element of a map. */
function valueOf(request: RequestFields, name: string): unknown {
  const [, field = name, key] = /^(.*)\["(.*)"\]$/.exec(name) ?? [];
  const value = request.get(field);
  return key !== undefined && value instanceof Map ? value.get(key) : value;
}
