import type { z } from "zod";
import type { Reviewed } from "../model/reviewed";
import type { Verdict } from "./verdicts";

export type { Verdict };

/** A policy on resources of this API, as data: the policy pack and the command `edge-platform review` run it. */
export interface EdgePolicy<C = unknown> {
  /** Verb and subject in kebab case: `limit-token-makers`. */
  readonly name: string;
  readonly displayName: string;
  /** What must be true, and the reason. */
  readonly description: string;
  readonly severity: "low" | "medium" | "high" | "critical";
  /** The level without a configuration. */
  readonly enforcementLevel: "mandatory" | "advisory" | "disabled";
  readonly tags: readonly string[];
  /** What to do about a verdict, step by step. */
  readonly remediationSteps: string;
  /** What `remediate` changes, and where it cannot help. */
  readonly remediation?: string;
  /** What the policy does with values that only the update will know. */
  readonly unknownValues: string;
  /** The configuration, each member with a default and a description. */
  readonly config: z.ZodObject<z.ZodRawShape> & z.ZodType<C>;
  /** The ids of what the policy reports, which an allowance can name, if it reports several things. */
  readonly ids?: readonly string[];
  /** Whether the policy judges each resource by itself or all resources of a stack together. */
  readonly scope: "resource" | "stack";
  /**
   * Returns the findings. With the scope `resource`, `resources` has one member. `now` is the time for policies that judge times;
   * it defaults to the current time.
   */
  readonly judge: (resources: readonly Reviewed[], config: C, now?: Date) => Verdict[];
  /**
   * Returns the findings about a change: what the stack is before, and what it is after the update. Only a review knows both; for a
   * policy that judges nothing else, `judge` returns no findings.
   */
  readonly judgeChange?: (
    before: readonly Reviewed[],
    after: readonly Reviewed[],
    config: C,
    now?: Date,
  ) => Verdict[];
  /**
   * Returns the arguments of the resource with the smallest change that satisfies the policy, or undefined if there is nothing to change.
   * Only for changes that are safe for every resource. Arguments have the author's shape and names.
   */
  readonly remediate?: (
    resource: Reviewed,
    args: Readonly<Record<string, unknown>>,
    config: C,
    now?: Date,
  ) => Readonly<Record<string, unknown>> | undefined;
}
