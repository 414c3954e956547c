import type { Problem } from "../api/problem";
import { PartialFailure, reasons, type Properties } from "../lifecycle";
import { stored } from "./state";

/** An error of a call of the engine. Its texts contain no secrets. */
export class ProviderFailure extends Error {
  constructor(
    readonly reasons: readonly string[],
    /** What the state keeps of a resource whose object exists, or may exist. */
    readonly partial?: { readonly id: string; readonly outputs: Properties },
    /** The problems of the arguments of a component, whose values the engine prints. */
    readonly problems: readonly Problem[] = [],
  ) {
    super(reasons.join("\n"));
    this.name = "ProviderFailure";
  }

  /** Returns an error of a lifecycle in this form. Within a call, whose secrets are redacted. */
  static of(error: unknown): ProviderFailure {
    if (error instanceof ProviderFailure) return error;
    const texts = reasons(error).map(({ text }) => text);
    if (!(error instanceof PartialFailure)) return new ProviderFailure(texts);
    return new ProviderFailure(texts, { id: error.id, outputs: stored(error.outputs) });
  }
}
