/** The parts of a resource's URN: `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
export interface UrnParts {
  readonly stack: string;
  readonly project: string;
  /** The resource type: `edge:index:ApiToken`. */
  readonly type: string;
  readonly name: string;
}

/** Splits a URN. The name is the last part, and may itself contain `::`. */
export function parseUrn(urn: string): UrnParts {
  const [stack = "", project = "", types = "", ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, project, type: types.split("$").at(-1) ?? "", name: name.join("::") };
}

/** Returns the class name of a resource type or lookup of this package: `ApiToken` of `edge:index:ApiToken`. */
export function kindOfType(type: string): string | undefined {
  return /^edge:index:(\w+)$/.exec(type)?.[1];
}
