/** The types of arguments in the schema of the native plugin, from which the SDKs of other languages are generated. */
import schema from "../../plugin/schema.json";
import type { AdoptedArgs, AdoptedKind, AdoptedValue } from "../program";

/** A type in Pulumi's package schema, with the members that are used. */
export interface Spec {
  readonly type?: string;
  /** The path of a named type: `#/types/edge:index:Rule`. */
  readonly $ref?: string;
  readonly items?: Spec;
  readonly additionalProperties?: Spec;
  readonly oneOf?: readonly Spec[];
}

interface NamedType {
  readonly type: string;
  readonly properties?: Readonly<Record<string, Spec>>;
  readonly enum?: readonly { readonly value: string }[];
}

const TYPES: ReadonlyMap<string, NamedType> = new Map(Object.entries<NamedType>(schema.types));
const RESOURCES: ReadonlyMap<string, { readonly inputProperties: Readonly<Record<string, Spec>> }> = new Map(
  Object.entries(schema.resources),
);
const PACKAGE = "edge:index:";

export function inputsOf(kind: AdoptedKind): ReadonlyMap<string, Spec> {
  return new Map(Object.entries(RESOURCES.get(PACKAGE + kind)?.inputProperties ?? {}));
}

/** Returns which type of several a value has. */
export function specFor(spec: Spec | undefined, value: AdoptedValue): Spec | undefined {
  if (!spec?.oneOf) return spec;
  const type = Array.isArray(value) ? "array" : typeof value;
  return spec.oneOf.find((one) => one.type === type);
}

/** Returns the enum that contains a text of that type. */
export function enumMember(
  spec: Spec | undefined,
  value: string,
): { readonly name: string; readonly value: string } | undefined {
  const name = nameIn(spec);
  const isMember = TYPES.get(PACKAGE + name)?.enum?.some((one) => one.value === value) ?? false;
  return isMember ? { name, value } : undefined;
}

/** The members of an object under the names of its type. */
export interface TypedMembers {
  readonly name: string;
  readonly members: AdoptedArgs;
  readonly specs: ReadonlyMap<string, Spec>;
}

/** Returns the members of an object under the names of its type; undefined if it has no named type, or another member. */
export function membersOf(spec: Spec | undefined, value: AdoptedArgs): TypedMembers | undefined {
  const name = nameIn(spec);
  const { properties } = TYPES.get(PACKAGE + name) ?? {};
  if (!properties) return undefined;
  const specs = new Map(Object.entries(properties));
  const members = Object.entries(value).map(([member, inner]) => [typeName(member), inner] as const);
  return members.every(([member]) => specs.has(member))
    ? { name, members: Object.fromEntries(members), specs }
    : undefined;
}

function nameIn(spec: Spec | undefined): string {
  return spec?.$ref?.split(":").at(-1) ?? "";
}

/** Names with hyphens, of directives, are in camelCase in the schema: `maxAge` for `max-age`. */
function typeName(member: string): string {
  return member.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
