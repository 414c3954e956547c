/** A resource class of this package that an adoption can declare. */
export type AdoptedKind =
  | "AccountEntrypointRuleset"
  | "ApiToken"
  | "OwaspConfig"
  | "Ruleset"
  | "ValidatedFilter"
  | "ZoneEntrypointRuleset";

/** An output of another resource of the program, as the value of an argument. */
export class Reference {
  constructor(
    /** The name of the resource. */
    readonly resource: string,
    readonly output: "expression" | "rulesetId",
  ) {}
}

/** The value of an argument. Every text in it is data of others, and may contain anything. */
export type AdoptedValue =
  string | number | boolean | Reference | readonly AdoptedValue[] | { readonly [name: string]: AdoptedValue };

/** Arguments in camelCase, in the order in which a person would write them. */
export type AdoptedArgs = Readonly<Record<string, AdoptedValue>>;

/** A resource that declares one live object as it is. */
export interface AdoptedResource {
  readonly kind: AdoptedKind;
  /** The name in the stack, unique in the program: `example.com-ratelimit`. */
  readonly name: string;
  readonly args: AdoptedArgs;
  /** What a reader must know, and what is left out, one line each. The texts may contain names that others chose. */
  readonly notes: readonly string[];
  /** Whether the engine refuses to delete the resource. */
  readonly isProtected: boolean;
  /** The id that `pulumi import` and `.get` take; undefined if nothing is live under an id. */
  readonly importId: string | undefined;
}

/** The resources of one zone, one account or the user. */
export interface AdoptedSection {
  /** `zone example.com`. */
  readonly title: string;
  /** What is left out, one line each. */
  readonly notes: readonly string[];
  readonly resources: readonly AdoptedResource[];
}

/** A program that declares what is live. A resource is declared before those that refer to it. */
export interface AdoptedProgram {
  readonly sections: readonly AdoptedSection[];
}

/** Returns all resources of a program, in order. */
export function resourcesOf({ sections }: AdoptedProgram): AdoptedResource[] {
  return sections.flatMap(({ resources }) => resources);
}
