import { UNKNOWN, found, isMembers, type Members } from "../provider/api";
import { typeToken } from "../provider/resources/edge-resource";

const TYPE_PREFIX = typeToken("");

/** A resource of this package as a policy sees it. */
export interface CheckedResource {
  /** `OwaspConfig`, `ApiToken`, … */
  readonly kind: string;
  readonly name: string;
  readonly urn: string;
  /** Without its provider; `UNKNOWN` in the place of what only an update will know. */
  readonly properties: Members;
}

/** What `@pulumi/policy` hands over, of a stack's resource as of a single one. */
interface PolicyResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly props: Members;
}

/** The resource, or undefined for one of another package. */
export function parseResource({ type, name, urn, props }: PolicyResource): CheckedResource | undefined {
  if (!type.startsWith(TYPE_PREFIX)) return undefined;
  return { kind: type.slice(TYPE_PREFIX.length), name, urn, properties: plainProperties(props) };
}

/** `OwaspConfig "owasp"`: how messages name a resource. */
export function label({ kind, name }: CheckedResource): string {
  return `${kind} ${JSON.stringify(name)}`;
}

/** Policies see secrets in plain; the resource itself lists which of its arguments are secret. */
export function isSecret({ properties }: CheckedResource, argument: string): boolean {
  const { secretInputs } = properties;
  return Array.isArray(secretInputs) && secretInputs.includes(argument);
}

/** An argument's value for a message, without its text where it is secret. */
export function shown(resource: CheckedResource, argument: string): string {
  return isSecret(resource, argument) ? "a secret value" : found(resource.properties[argument]);
}

/**
 * Plain copy of the properties that a policy is handed, with `UNKNOWN` for each value that only an update will know.
 * In a preview the original throws when such a value is read, and what a policy throws lets the resource pass.
 */
function plainProperties(properties: Members): Members {
  return Object.fromEntries(Object.keys(properties).map((name) => [name, plainMember(properties, name)]));
}

function plainMember(parent: object, name: string | number): unknown {
  try {
    return plain(Reflect.get(parent, name));
  } catch {
    // The values came by wire, so no getter of anybody's can throw here: only the guard around unknown ones.
    return UNKNOWN;
  }
}

function plain(value: unknown): unknown {
  if (Array.isArray(value))
    return Array.from({ length: value.length }, (_, index) => plainMember(value, index));
  return isMembers(value) ? plainProperties(value) : value;
}
