import {
  Reference,
  resourcesOf,
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedValue,
} from "../program";
import { commentLines, headerLines, resourceNotes, sectionNotes, type HeaderNames } from "./comments";
import { escapedText } from "./escaped-text";
import { camelIdentifier, identifiersOf } from "./identifiers";

const NAMES: HeaderNames = { refs: "refs: exact", takeOver: "takeOver", keepValue: "keepValue" };
const TYPE = "edge:index:";

/** Prints a project in Pulumi YAML for the native provider. Texts of others are literals in quotes, in which nothing is interpolated. */
export function printYaml(program: AdoptedProgram): string {
  const resources = resourcesOf(program);
  const identifiers = identifiersOf(resources, camelIdentifier, () => true);
  const sections = program.sections.flatMap((section) => [
    ...commentLines(sectionNotes(section), "  #"),
    ...section.resources.flatMap((resource) => resourceLines(resource, identifiers)),
  ]);
  const body = sections.length > 0 ? ["resources:", ...sections] : ["resources: {}"];
  return `${[...commentLines(headerLines(resources, NAMES), "#"), "name: adopted", "runtime: yaml", ...body].join("\n")}\n`;
}

function resourceLines(resource: AdoptedResource, identifiers: ReadonlyMap<string, string>): string[] {
  const { kind, name, args, isProtected } = resource;
  const printer = (value: AdoptedValue, indent: number) => block(value, indent, identifiers);
  return [
    ...commentLines(resourceNotes(resource), "  #"),
    `  ${identifiers.get(name) ?? ""}:`,
    `    type: ${TYPE}${kind}`,
    `    name: ${literal(name)}`,
    `    properties:${printer(args, 6)}`,
    ...(isProtected ? ["    options:", "      protect: true"] : []),
  ];
}

/** Prints what follows a colon or a hyphen: a scalar after a space, or lines with that indent. */
function block(value: AdoptedValue, indent: number, identifiers: ReadonlyMap<string, string>): string {
  if (typeof value === "string") return ` ${literal(value)}`;
  if (typeof value !== "object") return ` ${String(value)}`;
  if (value instanceof Reference) return ` \${${identifiers.get(value.resource) ?? ""}.${value.output}}`;
  const margin = `\n${" ".repeat(indent)}`;
  if (Array.isArray(value)) {
    const items = value as readonly AdoptedValue[];
    if (items.length === 0) return " []";
    return items.map((item) => `${margin}-${block(item, indent + 2, identifiers)}`).join("");
  }
  const members = Object.entries(value);
  if (members.length === 0) return " {}";
  return members
    .map(
      ([name, member]) =>
        `${margin}${/^[A-Za-z]\w*$/.test(name) ? name : literal(name)}:${block(member, indent + 2, identifiers)}`,
    )
    .join("");
}

/** Pulumi interpolates after a dollar sign, of which two mean one. */
function literal(text: string): string {
  return `"${escapedText(text.replaceAll("$", "$$$$"), '"', "code points")}"`;
}
