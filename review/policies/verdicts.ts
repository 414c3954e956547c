import { found } from "../../provider/api";
import type { Identity } from "../model/reviewed";

/** What a policy reports about a resource. */
export interface Verdict {
  readonly urn: string;
  /** The id of what is reported, if the policy reports several things: a hazard, a constraint, a warning. */
  readonly id?: string;
  /** The path of the property, such as `rules["admin"].expression`; "" for the resource as a whole. */
  readonly path: string;
  /** What is wrong and what to do, without a secret. Starts with the resource's label. */
  readonly message: string;
  /** Whether the value is not known yet, so that the policy can only judge during the update. */
  readonly isUnjudged?: boolean;
  /** Why the configuration allows it. */
  readonly allowance?: { readonly reason: string; readonly until?: string | undefined };
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
