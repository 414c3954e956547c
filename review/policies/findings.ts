import { found } from "../../provider/api";
import type { Identity } from "../model/reviewed";
import type { Finding } from "./policy";

/** Returns a finding about a property. `path` is "" for the resource as a whole. */
export function finding({ urn, label }: Identity, path: string, what: string): Finding {
  const end = /[.?!]$/.test(what) ? "" : ".";
  return { urn, path, message: `${label}: ${path === "" ? "" : `${path}: `}${what}${end}` };
}

/** Returns the finding that a property cannot be judged, because the answer depends on an unknown or secret value. */
export function unjudged({ urn, label, isSecret }: Identity, path: string): Finding {
  const cause = isSecret(path) ? "is secret" : "is not known yet";
  const message = `${label}: ${path} cannot be judged before the update, because its value, or a part of it, ${cause}.`;
  return { urn, path, message, isUnjudged: true };
}

/** Describes the value at a path for a message, without its text if it is secret. */
export function shown({ isSecret }: Identity, path: string, value: unknown): string {
  return isSecret(path) ? "a secret value" : found(value);
}
