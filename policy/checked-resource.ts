import { UNKNOWN, found, isMembers, type Members } from "../provider/api";
import { typeToken } from "../provider/resources/edge-resource";

const TYPE_PREFIX = typeToken("");

/** A resource of this package, as policies check it. */
export interface CheckedResource {
  /** The name of the class, such as `OwaspConfig`. */
  readonly kind: string;
  readonly name: string;
  readonly urn: string;
  /** The properties; a value that only the update will know is `UNKNOWN`. */
  readonly properties: Members;
}

/** A resource as `@pulumi/policy` passes it to resource policies and stack policies. */
interface PolicyResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly props: Members;
}

/** Returns the resource, or undefined if it belongs to another package. */
export function parseResource({ type, name, urn, props }: PolicyResource): CheckedResource | undefined {
  if (!type.startsWith(TYPE_PREFIX)) return undefined;
  return { kind: type.slice(TYPE_PREFIX.length), name, urn, properties: plainProperties(props) };
}

/** Returns how messages name a resource: `OwaspConfig "owasp"`. */
export function label({ kind, name }: CheckedResource): string {
  return `${kind} ${JSON.stringify(name)}`;
}

/** Whether an argument is secret. Policies receive secrets as plain text; the resource lists its secret arguments. */
export function isSecret({ properties }: CheckedResource, argument: string): boolean {
  const { secretInputs } = properties;
  return Array.isArray(secretInputs) && secretInputs.includes(argument);
}

/** Describes the value of an argument for a message, without its text if it is secret. */
export function shown(resource: CheckedResource, argument: string): string {
  return isSecret(resource, argument) ? "a secret value" : found(resource.properties[argument]);
}

/**
 * Copies properties, with `UNKNOWN` for each value that only the update will know. In a preview, reading such a value from the
 * original throws, and a policy that throws reports no violation.
 */
function plainProperties(properties: Members): Members {
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
