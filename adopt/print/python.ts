import { displayWidth } from "../../provider/filter/diagnostics/display-width";
import { snakeName } from "../../provider/rulebook";
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
import { type HeaderNames, literalText, programText } from "./texts";
import { identifiersOf } from "../names";
import { enumMember, inputsOf, membersOf, specFor, type Spec } from "./schema-types";

/** The width and the layout are those of Black without options. */
const WIDTH = 88;
const INDENT = 4;

const NAMES: HeaderNames = {
  refs: "refs=edge.RulesetRefs.EXACT",
  takeOver: "take_over",
  keepValue: "keep_value",
};

/** Words of Python that are no names. The SDK has members with these names and an underscore. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from global if import in is lambda " +
    "nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** An expression: text that stays on one line, or a call, list or dictionary, whose items may be on lines of their own. */
type Expression = string | { readonly open: string; readonly items: readonly Item[]; readonly close: string };

interface Item {
  /** What comes before the value: `zone_id=`. */
  readonly lead: string;
  readonly value: Expression;
}

/** Prints a program in Python for the native provider, as Black formats it. Texts of others are literals that contain no special character. */
export function printPython(program: AdoptedProgram): string {
  const resources = resourcesOf(program);
  const identifiers = identifiersOf(resources, (words) => words.join("_"));
  const printer = new Expressions(identifiers);
  const imports = [
    ...(resources.some(isProtected) ? ["import pulumi"] : []),
    ...(resources.length > 0 ? ["import pulumi_edge_platform as edge"] : []),
  ];
  return programText(program, "#", NAMES, imports, (resource) => [
    statement(printer.resource(resource), identifiers.get(resource.name)),
  ]);
}

function statement(expression: Expression, identifier: string | undefined): string {
  const lead = identifier === undefined ? "" : `${identifier} = `;
  return lead + laidOut(expression, 0, displayWidth(lead));
}

/** Prints an expression that begins in column `begin` of a line with that indent. `after` columns follow it. */
function laidOut(expression: Expression, indent: number, begin: number, after = 0): string {
  const flat = onOneLine(expression);
  if (typeof expression === "string" || expression.items.length === 0) return flat;
  if (begin + displayWidth(flat) + after <= WIDTH) return flat;
  const inner = indent + INDENT;
  const lines = expression.items.map(
    ({ lead, value }) =>
      `${" ".repeat(inner)}${lead}${laidOut(value, inner, inner + displayWidth(lead), 1)},\n`,
  );
  return `${expression.open}\n${lines.join("")}${" ".repeat(indent)}${expression.close}`;
}

function onOneLine(expression: Expression): string {
  if (typeof expression === "string") return expression;
  const items = expression.items.map(({ lead, value }) => lead + onOneLine(value));
  return `${expression.open}${items.join(", ")}${expression.close}`;
}

/** Converts resources and their arguments to expressions, with the names that the generated SDK has. */
class Expressions {
  constructor(readonly identifiers: ReadonlyMap<string, string>) {}

  resource(resource: AdoptedResource): Expression {
    const { kind, name, args } = resource;
    const options: Item = { lead: "opts=", value: "pulumi.ResourceOptions(protect=True)" };
    return {
      open: `edge.${kind}(`,
      items: [
        { lead: "", value: literal(name) },
        ...this.#keywords(args, inputsOf(kind)),
        ...(isProtected(resource) ? [options] : []),
      ],
      close: ")",
    };
  }

  #keywords(members: AdoptedArgs, specs: ReadonlyMap<string, Spec>): Item[] {
    return Object.entries(members).map(([name, value]) => ({
      lead: `${pythonName(name)}=`,
      value: this.#value(value, specs.get(name)),
    }));
  }

  #value(value: AdoptedValue, among: Spec | undefined): Expression {
    const spec = specFor(among, value);
    if (typeof value === "string") {
      const member = enumMember(spec, value);
      return member === undefined ? literal(value) : `edge.${member.name}.${enumName(member.value)}`;
    }
    if (typeof value === "number") return String(value);
    if (typeof value === "boolean") return value ? "True" : "False";
    if (value instanceof Reference) return this.#reference(value);
    if (value instanceof Interpolation) {
      const items = value.parts.map((part) => ({
        lead: "",
        value: typeof part === "string" ? literal(part) : this.#reference(part),
      }));
      return { open: "pulumi.Output.concat(", items, close: ")" };
    }
    if (Array.isArray(value)) {
      const items = value as readonly AdoptedValue[];
      return {
        open: "[",
        items: items.map((item) => ({ lead: "", value: this.#value(item, spec?.items) })),
        close: "]",
      };
    }
    // Neither a text nor a list: an object.
    return this.#object(value as AdoptedArgs, spec);
  }

  #reference({ resource, output }: Reference): string {
    return `${this.identifiers.get(resource) ?? ""}.${pythonName(output)}`;
  }

  /** An object of a type becomes a call of its class. The keys of any other object are data. */
  #object(members: AdoptedArgs, spec: Spec | undefined): Expression {
    const type = membersOf(spec, members);
    if (type)
      return { open: `edge.${type.name}Args(`, items: this.#keywords(type.members, type.specs), close: ")" };
    const items = Object.entries(members).map(([name, value]) => ({
      lead: `${literal(name)}: `,
      value: this.#value(value, spec?.additionalProperties),
    }));
    return { open: "{", items, close: "}" };
  }
}

function pythonName(name: string): string {
  const snake = snakeName(name);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

function enumName(value: string): string {
  return snakeName(value)
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

function literal(text: string): string {
  return literalText(text, "code points");
}
