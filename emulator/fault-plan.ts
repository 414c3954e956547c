import { z } from "zod";
import { checkRegex, compileRegex, type RegexMatcher } from "../provider/regex";
import type * as Documents from "./control/documents";

const common = {
  method: z.string().optional(),
  /** A regular expression for the path below `/client/v4` or `/gateway`, including the query: that of filter expressions. */
  path: z.string().superRefine(checkPattern).optional(),
  /** How many matching requests get the fault. Defaults to all. */
  times: z.int().min(0).optional(),
  /** The share of matching requests that get the fault, 0 to 1. The same `seed` selects the same requests. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
};
const answered = {
  status: z.int().min(200).max(599).optional(),
  /** The `Retry-After` header in seconds. */
  retryAfter: z.int().min(0).optional(),
};
/** An error of the envelope: what a service refuses that the platform accepts. */
const refused = z.strictObject({
  code: z.int().optional(),
  message: z.string(),
  /** `pointer` is a JSON pointer into the body, such as `/rules/0/expression`. */
  source: z.strictObject({ pointer: z.string() }).optional(),
});

/** A fault to inject into matching requests. If several match, the first one is injected. */
export const InjectedFault = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, ...answered, kind: z.literal("status"), errors: z.array(refused).optional() }),
  z.strictObject({ ...common, ...answered, kind: z.literal("html") }),
  z.strictObject({ ...common, kind: z.enum(["drop-before", "drop-after", "truncate"]) }),
  /** `ms` is in milliseconds. */
  z.strictObject({ ...common, kind: z.literal("delay"), ms: z.int().min(0).max(600_000) }),
]);
export type InjectedFault = Documents.InjectedFault;

interface PlannedFault {
  fault: InjectedFault;
  readonly matches: RegexMatcher;
  readonly random: () => number;
}

/** The injected faults of a platform, in order. */
export class FaultPlan {
  private planned: PlannedFault[] = [];

  list(): InjectedFault[] {
    return this.planned.map(({ fault }) => fault);
  }

  replace(faults: readonly InjectedFault[]): void {
    this.planned = faults.map((fault) => ({
      fault,
      // Matches in linear time, so that no pattern can keep the platform busy.
      matches: compileRegex(fault.path ?? ""),
      random: generator(fault.seed ?? 1),
    }));
  }

  /** Returns the fault to inject into a request, and counts it down. */
  take(method: string, path: string): InjectedFault | undefined {
    const bytes = Buffer.from(path);
    const found = this.planned.find(
      ({ fault, matches, random }) =>
        fault.times !== 0 &&
        (fault.method === undefined || fault.method.toUpperCase() === method) &&
        matches(bytes) &&
        (fault.probability === undefined || random() < fault.probability),
    );
    if (found?.fault.times !== undefined) found.fault = { ...found.fault, times: found.fault.times - 1 };
    return found?.fault;
  }
}

function checkPattern(text: string, context: z.RefinementCtx): void {
  const problem = checkRegex(text);
  if (!problem) return;
  const message =
    problem.kind === "syntax"
      ? `must be a regular expression\n${problem.text}`
      : `must be a smaller regular expression: compiled, it exceeds ${problem.limit} bytes`;
  context.addIssue({ code: "custom", message });
}

/** Mulberry32, a small generator with the same sequence on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
