import {
  Interpolation,
  isProtected,
  Reference,
  resourcesOf,
  type AdoptedArgs,
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedValue,
} from "../program";
import {
  commentLines,
  escapedText,
  headerLines,
  type HeaderNames,
  resourceNotes,
  sectionNotes,
} from "./texts";
import { camelIdentifier, identifiersOf } from "../names";
import { inputsOf, membersOf, specFor, type Spec } from "./schema-types";

const NAMES: HeaderNames = { refs: "refs: exact", takeOver: "takeOver", keepValue: "keepValue" };
const TYPE = "edge:index:";

/**
 * Prints a project in Pulumi YAML for the native provider. `plugins` is its section about plugins. Texts of others are literals in
 * quotes, in which nothing is interpolated.
 */
export function printYaml(program: AdoptedProgram, plugins: string): string {
  const resources = resourcesOf(program);
  const identifiers = identifiersOf(resources, camelIdentifier, () => true);
  const sections = program.sections.flatMap((section) => [
    ...commentLines(sectionNotes(section), "  #"),
    ...section.resources.flatMap((resource) => resourceLines(resource, identifiers)),
  ]);
  const body = sections.length > 0 ? ["resources:", ...sections] : ["resources: {}"];
  return `${[...commentLines(headerLines(resources, NAMES), "#"), "name: adopted", "runtime: yaml"].join("\n")}\n${plugins}${body.join("\n")}\n`;
}

function resourceLines(resource: AdoptedResource, identifiers: ReadonlyMap<string, string>): string[] {
  const { kind, name, args } = resource;
  return [
    ...commentLines(resourceNotes(resource), "  #"),
    `  ${identifiers.get(name) ?? ""}:`,
    `    type: ${TYPE}${kind}`,
    `    name: ${literal(name)}`,
    `    properties:${new Blocks(identifiers).members(args, 6, inputsOf(kind))}`,
    ...(isProtected(resource) ? ["    options:", "      protect: true"] : []),
  ];
}

/** Prints what follows a colon or a hyphen: a scalar after a space, or lines with an indent. */
class Blocks {
  constructor(readonly identifiers: ReadonlyMap<string, string>) {}

  members(members: AdoptedArgs, indent: number, specs: ReadonlyMap<string, Spec>): string {
    const entries = Object.entries(members);
    if (entries.length === 0) return " {}";
    const margin = marginOf(indent);
    return entries
      .map(([name, value]) => `${margin}${key(name)}:${this.#value(value, indent + 2, specs.get(name))}`)
      .join("");
  }

  #value(value: AdoptedValue, indent: number, among: Spec | undefined): string {
    if (typeof value === "string") return ` ${literal(value)}`;
    if (typeof value !== "object") return ` ${String(value)}`;
    if (value instanceof Reference) return ` ${this.#reference(value)}`;
    if (value instanceof Interpolation) {
      const parts = value.parts.map((part) =>
        typeof part === "string" ? literalPart(part) : this.#reference(part),
      );
      return ` "${parts.join("")}"`;
    }
    const spec = specFor(among, value);
    if (Array.isArray(value)) {
      const items = value as readonly AdoptedValue[];
      if (items.length === 0) return " []";
      return items
        .map((item) => `${marginOf(indent)}-${this.#value(item, indent + 2, spec?.items)}`)
        .join("");
    }
    // Neither a text nor a list: an object. The keys of one without a type are data.
    const members = value as AdoptedArgs;
    const type = membersOf(spec, members);
    if (type) return this.members(type.members, indent, type.specs);
    const { additionalProperties: each } = spec ?? {};
    const specs = new Map(each ? Object.keys(members).map((name) => [name, each] as const) : []);
    return this.members(members, indent, specs);
  }

  #reference({ resource, output }: Reference): string {
    return `\${${this.identifiers.get(resource) ?? ""}.${output}}`;
  }
}

function marginOf(indent: number): string {
  return `\n${" ".repeat(indent)}`;
}

function key(name: string): string {
  return /^[A-Za-z]\w*$/.test(name) ? name : literal(name);
}

function literal(text: string): string {
  return `"${literalPart(text)}"`;
}

/** Pulumi interpolates after a dollar sign, of which two mean one. */
function literalPart(text: string): string {
  return escapedText(text.replaceAll("$", "$$$$"), '"', "code points");
}
