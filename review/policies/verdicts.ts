import { found } from "../../provider/api";
import type { Identity } from "../model/reviewed";
import type { Verdict } from "./policy";

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
