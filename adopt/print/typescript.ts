import { displayWidth } from "../../provider/filter/diagnostics/display-width";
import {
  Interpolation,
  isProtected,
  Reference,
  resourcesOf,
  type AdoptedProgram,
  type AdoptedResource,
  type AdoptedValue,
} from "../program";
import { escapedText, type HeaderNames, literalText, programText } from "./texts";
import { camelIdentifier, identifiersOf } from "../names";

/** The width and the layout are those of Prettier without options. */
const WIDTH = 80;
const INDENT = 2;
/** Prettier keeps a long text on the line of a key that is shorter than this. */
const SHORT_KEY = INDENT + 3;
/** Objects with more members are written over several lines. */
const INLINE_MEMBERS = 2;

const NAMES: HeaderNames = { refs: 'refs: "exact"', takeOver: "takeOver", keepValue: "keepValue" };

/** The package that a program imports: the dynamic classes, or those of the native provider. */
export type TypeScriptPackage = "pulumi-edge-platform" | "pulumi-edge-platform/native";

/** Prints a program in TypeScript, as Prettier formats it. Texts of others are literals that contain no special character. */
export function printTypeScript(program: AdoptedProgram, packageName: TypeScriptPackage): string {
  const resources = resourcesOf(program);
  const identifiers = identifiersOf(resources, camelIdentifier);
  const kinds = [...new Set(resources.map(({ kind }) => kind))].sort();
  const imports = [
    ...(resources.some(({ args }) => interpolates(args))
      ? ['import * as pulumi from "@pulumi/pulumi";']
      : []),
    ...(kinds.length > 0 ? [importStatement(kinds, packageName)] : []),
  ];
  return programText(program, "//", NAMES, imports, (resource) => statement(resource, identifiers));
}

function interpolates(value: AdoptedValue): boolean {
  if (typeof value !== "object" || value instanceof Reference) return false;
  if (value instanceof Interpolation) return true;
  return Object.values(value as Readonly<Record<string, AdoptedValue>>).some(interpolates);
}

function importStatement(kinds: readonly string[], packageName: string): string {
  const inline = `import { ${kinds.join(", ")} } from "${packageName}";`;
  if (inline.length <= WIDTH) return inline;
  return `import {\n${kinds.map((kind) => `  ${kind},\n`).join("")}} from "${packageName}";`;
}

function statement(resource: AdoptedResource, identifiers: ReadonlyMap<string, string>): string[] {
  const { kind, name, args } = resource;
  const identifier = identifiers.get(name);
  const head = `${identifier === undefined ? "" : `const ${identifier} = `}new ${kind}(`;
  const quotedName = literal(name);
  const printer = new Printer(identifiers);
  if (!isProtected(resource) && `${head}${quotedName}, {`.length <= WIDTH)
    return [`${head}${quotedName}, ${printer.members(args, 0)});`];
  return [
    head,
    `  ${quotedName},`,
    `  ${printer.members(args, INDENT)},`,
    ...(isProtected(resource) ? ["  { protect: true },"] : []),
    ");",
  ];
}

class Printer {
  constructor(readonly identifiers: ReadonlyMap<string, string>) {}

  /** Prints an object over several lines. `indent` is the indent of the line on which it begins. */
  members(members: Readonly<Record<string, AdoptedValue>>, indent: number): string {
    const inner = indent + INDENT;
    const lines = Object.entries(members).map(
      ([name, value]) => `${spaces(inner)}${this.#member(name, value, inner)},\n`,
    );
    return `{\n${lines.join("")}${spaces(indent)}}`;
  }

  #member(name: string, value: AdoptedValue, indent: number): string {
    const key = propertyKey(name);
    const begin = indent + key.length + 2;
    const printed = this.#value(value, indent, begin);
    if (typeof value !== "string" || key.length < SHORT_KEY || begin + displayWidth(printed) + 1 <= WIDTH)
      return `${key}: ${printed}`;
    return `${key}:\n${spaces(indent + INDENT)}${printed}`;
  }

  /** Prints a value that begins in column `begin` of a line with an indent. */
  #value(value: AdoptedValue, indent: number, begin: number): string {
    const flat = this.#flat(value);
    // The comma that follows must fit as well.
    if (flat !== undefined && (!isDivisible(value) || begin + displayWidth(flat) + 1 <= WIDTH)) return flat;
    if (Array.isArray(value)) return this.#list(value as readonly AdoptedValue[], indent);
    // Neither a text nor a list: an object.
    return this.members(value as Readonly<Record<string, AdoptedValue>>, indent);
  }

  #list(items: readonly AdoptedValue[], indent: number): string {
    const inner = indent + INDENT;
    const printed = items.map((item) => this.#value(item, inner, inner));
    const lines = items.every((item) => typeof item === "number")
      ? filled(printed, inner)
      : printed.map((item) => `${item},`);
    return `[\n${lines.map((line) => `${spaces(inner)}${line}\n`).join("")}${spaces(indent)}]`;
  }

  /** Prints a value on one line; undefined if it always takes several lines. */
  #flat(value: AdoptedValue): string | undefined {
    if (typeof value === "string") return literal(value);
    if (typeof value !== "object") return String(value);
    if (value instanceof Reference) return this.#reference(value);
    if (value instanceof Interpolation) {
      const parts = value.parts.map((part) =>
        typeof part === "string" ? templateText(part) : `\${${this.#reference(part)}}`,
      );
      return `pulumi.interpolate\`${parts.join("")}\``;
    }
    return Array.isArray(value)
      ? this.#flatList(value as readonly AdoptedValue[])
      : this.#flatMembers(value as Readonly<Record<string, AdoptedValue>>);
  }

  #reference({ resource, output }: Reference): string {
    return `${this.identifiers.get(resource) ?? ""}.${output}`;
  }

  #flatList(items: readonly AdoptedValue[]): string | undefined {
    // Prettier never joins a list of two or more objects, or of two or more lists, each with two or more members, into one line.
    const areLarge = items.length > 1 && items.every((item) => isLarge(item));
    const flat = items.map((item) => this.#flat(item));
    return areLarge || flat.includes(undefined) ? undefined : `[${flat.join(", ")}]`;
  }

  #flatMembers(members: Readonly<Record<string, AdoptedValue>>): string | undefined {
    const entries = Object.entries(members);
    if (entries.length === 0) return "{}";
    const flat = entries.map(([name, value]) => [propertyKey(name), this.#flat(value)] as const);
    if (entries.length > INLINE_MEMBERS || flat.some(([, value]) => value === undefined)) return undefined;
    return `{ ${flat.map(([name, value]) => `${name}: ${value ?? ""}`).join(", ")} }`;
  }
}

/** Whether a value can be divided among several lines: a list, or an object with members. */
function isDivisible(value: AdoptedValue): boolean {
  return typeof value === "object" && !(value instanceof Reference) && !(value instanceof Interpolation);
}

function isLarge(value: AdoptedValue): boolean {
  return isDivisible(value) && Object.keys(value).length > 1;
}

/** Fills lines with numbers. */
function filled(items: readonly string[], indent: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + item.length + 2 <= WIDTH)
      lines[lines.length - 1] = `${last} ${item},`;
    else lines.push(`${item},`);
  }
  return lines;
}

function literal(text: string): string {
  return literalText(text, "UTF-16 units");
}

/** Returns a text inside a template. */
function templateText(text: string): string {
  return escapedText(text, "`", "UTF-16 units").replaceAll("${", "\\${");
}

/** In an object literal, a key `__proto__` that is not computed sets the prototype. */
function propertyKey(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function spaces(count: number): string {
  return " ".repeat(count);
}
