import { isMembers } from "../provider/api";
import type { ResourceKind } from "../provider/properties";

/** A kind of resource that an adoption can declare. Nothing is live of a gateway's endpoint. */
export type AdoptedKind = Exclude<ResourceKind, "GatewayEndpoint">;

/** An output of another resource of the program, as the value of an argument. */
export class Reference {
  constructor(
    readonly resource: string,
    readonly output: "expression" | "name" | "rulesetId",
  ) {}
}

/** A text with outputs of other resources in it, as the value of an argument. */
export class Interpolation {
  /**
   * @param text the text as it is live
   * @param parts the same, with outputs in place of what they are
   */
  constructor(
    readonly text: string,
    readonly parts: readonly (string | Reference)[],
  ) {}
}

/** The value of an argument. Every text in it is data of others, and may contain anything. */
export type AdoptedValue =
  | string
  | number
  | boolean
  | Reference
  | Interpolation
  | readonly AdoptedValue[]
  | { readonly [name: string]: AdoptedValue };

/** Arguments in camelCase, in the order in which a person would write them. */
export type AdoptedArgs = Readonly<Record<string, AdoptedValue>>;

/** Something that a program does not declare, and why. Both texts are one line, which shows every character. */
export interface LeftOut {
  readonly subject: string;
  readonly why: string;
}

/** A resource that declares one live object as it is. */
export interface AdoptedResource {
  readonly kind: AdoptedKind;
  /** The name in the stack, unique in the program: `example.com-ratelimit`. */
  readonly name: string;
  readonly args: AdoptedArgs;
  /** What a reader must know, one line each. The texts may contain names that others chose. */
  readonly notes: readonly string[];
  /** The rules of the live object that the resource leaves alone. */
  readonly left: readonly LeftOut[];
  /** The id that `pulumi import` and `.get` take; undefined if nothing is live under an id. */
  readonly importId: string | undefined;
  /** Why `pulumi import` cannot take the object as the program declares it. Undefined if it can, or if nothing is live under an id. */
  readonly notImported?: string;
  /** The address of the resource that manages the object in Terraform. */
  readonly terraform?: string;
  /** The addresses of the resources that manage parts of the object in Terraform: the items of a list. */
  readonly terraformItems?: readonly string[];
}

/** The resources of one zone, one account or the user. */
export interface AdoptedSection {
  /** `zone example.com`. */
  readonly title: string;
  readonly left: readonly LeftOut[];
  readonly resources: readonly AdoptedResource[];
}

/** A program that declares what is live. A resource is declared before those that refer to it. */
export interface AdoptedProgram {
  readonly sections: readonly AdoptedSection[];
}

/**
 * Whether the engine must refuse to delete the resource. It manages what existed before the stack, so the end of the stack must not be
 * its end.
 */
export function isProtected({ importId }: AdoptedResource): boolean {
  return importId !== undefined;
}

export function resourcesOf({ sections }: AdoptedProgram): AdoptedResource[] {
  return sections.flatMap(({ resources }) => resources);
}

/** Returns members as arguments, without those that are undefined; undefined if one of them has a value that no program can write, such as null. */
export function argsFrom(members: object): AdoptedArgs | undefined {
  const args: [string, AdoptedValue][] = [];
  const entries: [string, unknown][] = Object.entries(members);
  for (const [name, member] of entries) {
    if (member === undefined) continue;
    const value = valueFrom(member);
    if (value === undefined) return undefined;
    args.push([name, value]);
  }
  return Object.fromEntries(args);
}

function valueFrom(value: unknown): AdoptedValue | undefined {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const items = value.map(valueFrom).filter((item) => item !== undefined);
    return items.length === value.length ? items : undefined;
  }
  return isMembers(value) ? argsFrom(value) : undefined;
}
