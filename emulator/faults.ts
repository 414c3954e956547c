import { z } from "zod";

const common = {
  method: z.string().optional(),
  /** Regular expression, for the path below `/client/v4` or `/gateway` with its query. */
  path: z.string().refine(isPattern, "must be a regular expression").optional(),
  /** How often it is played; without it, always. */
  times: z.int().min(0).optional(),
  /** Of matching requests, 0 to 1; the same `seed` gives the same choice. */
  probability: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
};
const answered = {
  status: z.int().min(200).max(599).optional(),
  /** Seconds. */
  retryAfter: z.int().min(0).optional(),
};

/** A fault to play on requests that match; the first that matches is played. */
export const Fault = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, ...answered, kind: z.enum(["status", "html"]) }),
  z.strictObject({ ...common, kind: z.enum(["drop-before", "drop-after", "truncate"]) }),
  /** `ms`: milliseconds. */
  z.strictObject({ ...common, kind: z.literal("delay"), ms: z.int().min(0).max(600_000) }),
]);
export type Fault = z.infer<typeof Fault>;

interface Planned {
  fault: Fault;
  readonly pattern: RegExp;
  readonly random: () => number;
}

/** The faults that are planned, in their order. */
export class FaultPlan {
  private planned: Planned[] = [];

  /** `times` is what is left. */
  list(): Fault[] {
    return this.planned.map(({ fault }) => fault);
  }

  replace(faults: readonly Fault[]): void {
    this.planned = faults.map((fault) => ({
      fault,
      pattern: new RegExp(fault.path ?? ""),
      random: generator(fault.seed ?? 1),
    }));
  }

  /** The fault to play on this request, and counts it as played. */
  take(method: string, path: string): Fault | undefined {
    const found = this.planned.find(
      ({ fault, pattern, random }) =>
        fault.times !== 0 &&
        (fault.method === undefined || fault.method.toUpperCase() === method) &&
        pattern.test(path) &&
        (fault.probability === undefined || random() < fault.probability),
    );
    if (found?.fault.times !== undefined) found.fault = { ...found.fault, times: found.fault.times - 1 };
    return found?.fault;
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Mulberry32: small, and the same on every machine. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
