import type { Problem } from "../provider/api";
import { PartialFailure, reasons, type Properties } from "../provider/lifecycle";
import { stored } from "../provider/engine-context";
import { sealed } from "./secrets";

/** An error of a call of the engine. Its texts contain no secrets. */
export class CallFailure extends Error {
  constructor(
    readonly reasons: readonly string[],
    /** What the state keeps of a resource whose object exists, or may exist. */
    readonly partial?: { readonly id: string; readonly outputs: Properties },
    /** The problems of the arguments of a component, whose values the engine prints. */
    readonly problems: readonly Problem[] = [],
  ) {
    super(reasons.join("\n"));
    this.name = "CallFailure";
  }

  /** Returns an error of a lifecycle in this form. */
  static of(error: unknown): CallFailure {
    if (error instanceof CallFailure) return error;
    const texts = reasons(error).map(({ text }) => text);
    if (!(error instanceof PartialFailure)) return new CallFailure(texts);
    return new CallFailure(texts, { id: error.id, outputs: sealed(stored(error.outputs)) });
  }
}
