import { Secret, type ResourceValidationPolicy } from "@pulumi/policy";
import { isMembers, pathTo } from "../provider/api";
import { isCloudflare } from "../review/model/from-cloudflare";
import { HIDE_SECRETS } from "../review/policies/pack-policies";

/** How `@pulumi/policy` returns the object behind a proxy. Its types do not declare the name. */
const TARGET = "__getSpecialProxyTarget";

/** By URN, the paths of the inputs that are secret. */
const noted = new Map<string, readonly string[]>();

/**
 * Notes which inputs are secret. The engine tells only remediations, which run before the validations of the same resource; to
 * validations, secrets are plain text. Resources of this package list their secret inputs themselves.
 */
export const hideSecrets: ResourceValidationPolicy = {
  ...HIDE_SECRETS,
  tags: [...HIDE_SECRETS.tags],
  remediateResource: ({ type, urn, props }) => {
    if (!isCloudflare(type)) return;
    const target = withoutProxies(props);
    // Without the object behind the proxies, all inputs are treated as secret.
    if (target !== undefined) noted.set(urn, secretPaths(target, ""));
  },
};

/** Whether the text at a path is secret, or not known to be public. */
export function isSecretInput(urn: string, path: string): boolean {
  const paths = noted.get(urn);
  return paths === undefined || paths.some((secret) => contains(secret, path) || contains(path, secret));
}

function contains(outer: string, inner: string): boolean {
  return inner === outer || (inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length)));
}

/** Two proxies guard the inputs: one for unknown values, one for secrets. */
function withoutProxies(props: object): object | undefined {
  const inner: unknown = Reflect.get(props, TARGET);
  const target: unknown =
    typeof inner === "object" && inner !== null ? Reflect.get(inner, TARGET) : undefined;
  return typeof target === "object" && target !== null ? target : undefined;
}

function secretPaths(value: unknown, path: string): string[] {
  if (value instanceof Secret) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => secretPaths(item, pathTo(path, index)));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => secretPaths(member, pathTo(path, name)));
}
