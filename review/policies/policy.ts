import { z } from "zod";
import { found } from "../../provider/api";
import type { Identity, Reviewed, Verdict } from "../model/reviewed";

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
  /**
   * Whether the policy reports what previews report, so that what a resource allows in a preview is allowed here, too. What a resource
   * allows never changes the findings of other policies, which are requirements of an organisation. Default: false.
   */
  readonly repeatsPreviews?: boolean;
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

/** A policy as it is written: without settings and on single resources, unless it says otherwise. */
type WrittenPolicy<C> = Omit<EdgePolicy<C>, "config" | "scope"> &
  Partial<Pick<EdgePolicy<C>, "config" | "scope">>;

export function definePolicy<C = Record<string, never>>({
  config,
  scope = "resource",
  ...policy
}: WrittenPolicy<C>): EdgePolicy<C> {
  // Without settings, nothing reads the configuration.
  return { ...policy, scope, config: config ?? (z.object({}) as unknown as EdgePolicy<C>["config"]) };
}

/** Returns a verdict on a property. `path` is "" for the resource as a whole. */
export function verdict({ urn, label }: Identity, path: string, what: string): Verdict {
  const end = /[.?!]$/.test(what) ? "" : ".";
  return { urn, path, message: `${label}: ${path === "" ? "" : `${path}: `}${what}${end}` };
}

/** Returns the verdict that a property cannot be judged, because the answer depends on an unknown or secret value. */
export function unjudged({ urn, label, isSecret }: Identity, path: string): Verdict {
  const cause = isSecret(path) ? "is secret" : "is not known yet";
  const message = `${label}: ${path} cannot be judged before the update, because its value, or a part of it, ${cause}.`;
  return { urn, path, message, isUnjudged: true };
}

/** Describes the value at a path for a message, without its text if it is secret. */
export function shown({ isSecret }: Identity, path: string, value: unknown): string {
  return isSecret(path) ? "a secret value" : found(value);
}
