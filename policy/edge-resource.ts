import { found, type Members } from "../provider/api";
import { typeToken } from "../provider/resources/edge-resource";
import { plainProperties } from "./known-values";

const TYPE_PREFIX = typeToken("");

/** A resource of this package as a policy sees it. */
export interface EdgeResource {
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
export function parseEdgeResource({ type, name, urn, props }: PolicyResource): EdgeResource | undefined {
  if (!type.startsWith(TYPE_PREFIX)) return undefined;
  return { kind: type.slice(TYPE_PREFIX.length), name, urn, properties: plainProperties(props) };
}

/** `OwaspConfig "owasp"`: how messages name a resource. */
export function label({ kind, name }: EdgeResource): string {
  return `${kind} ${JSON.stringify(name)}`;
}

/** Policies see secrets in plain; the resource itself lists which of its arguments are secret. */
export function isSecret({ properties }: EdgeResource, argument: string): boolean {
  const { secretInputs } = properties;
  return Array.isArray(secretInputs) && secretInputs.includes(argument);
}

/** An argument's value for a message, without its text where it is secret. */
export function shown(resource: EdgeResource, argument: string): string {
  return isSecret(resource, argument) ? "a secret value" : found(resource.properties[argument]);
}
