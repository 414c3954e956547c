import { UNKNOWN, isMembers, type Members } from "../provider/api";
import { fromCloudflare, isCloudflare } from "../review/model/from-cloudflare";
import { fromEdge, isEdge } from "../review/model/from-edge";
import type { Reviewed } from "../review/model/reviewed";
import { isSecretInput } from "./hide-secrets";
import { languageOfStack } from "./language-of-stack";

export interface PolicyResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly props: Members;
  readonly opts: { readonly protect: boolean; readonly aliases: readonly string[] };
}

export function parseResource({ type, name, urn, props, opts }: PolicyResource): Reviewed | undefined {
  if (!isEdge(type) && !isCloudflare(type)) return undefined;
  const declared = { type, name, urn, properties: plainProperties(props), isProtected: opts.protect };
  const parsed = fromEdge(declared) ?? fromCloudflare(declared, (path) => isSecretInput(urn, path));
  return parsed && { ...parsed, language: languageOfStack() };
}

/**
 * Copies properties, with `UNKNOWN` for each value that only the update will know. In a preview, reading such a value from the
 * original throws, and a policy that throws reports no violation.
 */
export function plainProperties(properties: Members): Members {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, plainMember(properties, name)]));
}

function plainMember(parent: object, name: string | number): unknown {
  try {
    return plain(Reflect.get(parent, name));
  } catch {
    // The values were deserialized, so only the guard of unknown values can throw here.
    return UNKNOWN;
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value))
    return Array.from({ length: value.length }, (_, index) => plainMember(value, index));
  return isMembers(value) ? plainProperties(value) : value;
}
