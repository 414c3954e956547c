import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isMembers, UNKNOWN } from "../provider/api";
import { camelName, expressionsOf, type RuleExpression, wireOf } from "../provider/rulebook";
import type { Place } from "../provider/filter";
import { type WrittenText, writtenText } from "./written-text";

/** An expression of a program, and its place. */
export interface PlacedText {
  readonly text: WrittenText;
  readonly place: Place;
}

const KINDS: Readonly<Record<string, NonNullable<Place["kind"]>>> = {
  ZoneEntrypointRuleset: "zone",
  AccountEntrypointRuleset: "root",
  Ruleset: "custom",
};
const PACKAGE = /^pulumi-edge-platform(?:\/native)?$/;

/** Returns the expressions that the arguments of a resource of this package write as literals. Foreign classes have none. */
export function expressionsOfNew(node: TSESTree.NewExpression, code: TSESLint.SourceCode): PlacedText[] {
  const [, args] = node.arguments;
  const className = importedName(node.callee, code);
  if (className === undefined || args?.type !== "ObjectExpression") return [];
  const source = code.text;
  const phase = textOf(memberOf(args, "phase"), source);
  const kind = Object.hasOwn(KINDS, className) ? KINDS[className] : undefined;
  if (kind !== undefined)
    return rulesIn(memberOf(args, "rules")).flatMap((rule) => inRule(rule, { phase, kind }, source));
  if (className === "ValidatedFilter") return inMember(args, "expression", { phase }, source);
  if (className === "OwaspConfig")
    return inMember(args, "expression", { phase: "http_request_firewall_managed", kind: "zone" }, source);
  if (className !== "ZoneBaseline") return [];
  const parts = { customRules: "http_request_firewall_custom", rateLimits: "http_ratelimit" };
  return Object.entries(parts).flatMap(([member, ofPart]) =>
    rulesIn(memberOf(args, member)).flatMap((rule) => inRule(rule, { phase: ofPart, kind: "zone" }, source)),
  );
}

function inMember(args: TSESTree.ObjectExpression, name: string, place: Place, source: string): PlacedText[] {
  const node = memberOf(args, name);
  const text = node && writtenText(node, source);
  return text ? [{ text, place }] : [];
}

/** Returns the rules of a list, of a function that returns one, and of a call such as `hosts.map((host) => …)`. */
function rulesIn(node: TSESTree.Node | null | undefined): TSESTree.ObjectExpression[] {
  switch (node?.type) {
    case "ObjectExpression":
      return [node];
    case "ArrayExpression":
      return node.elements.flatMap(rulesIn);
    case "SpreadElement":
      return rulesIn(node.argument);
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap(rulesIn);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return rulesIn(node.expression);
    case "ArrowFunctionExpression":
      return rulesIn(node.body);
    case "CallExpression": {
      const { callee } = node;
      const isMap =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        /^(?:map|flatMap)$/.test(callee.property.name);
      return isMap ? rulesIn(node.arguments[0]) : [];
    }
    default:
      return [];
  }
}

function inRule(rule: TSESTree.ObjectExpression, place: Place, source: string): PlacedText[] {
  return expressionsOf(wireOf(valueOf(rule, source))).flatMap(({ path, purpose }: RuleExpression) => {
    const node = path.reduce<TSESTree.Node | undefined>(
      (at, step) =>
        at?.type === "ObjectExpression" ? (memberOf(at, camelName(step)) ?? memberOf(at, step)) : undefined,
      rule,
    );
    const text = node && writtenText(node, source);
    return text && (purpose === "filter" || text.text !== "") ? [{ text, place: { ...place, purpose } }] : [];
  });
}

/** Returns an object with its texts. Everything else is unknown. */
function valueOf(node: TSESTree.Node, source: string): unknown {
  if (node.type !== "ObjectExpression") return textOf(node, source) ?? UNKNOWN;
  const members = node.properties.flatMap((property) => {
    const name = nameOf(property);
    return name === undefined || property.type !== "Property"
      ? []
      : [[name, valueOf(property.value, source)] as const];
  });
  const value: unknown = Object.fromEntries(members);
  return isMembers(value) ? value : {};
}

function textOf(node: TSESTree.Node | undefined, source: string): string | undefined {
  return node && writtenText(node, source)?.text;
}

function memberOf(node: TSESTree.ObjectExpression, name: string): TSESTree.Node | undefined {
  const property = node.properties.findLast((one) => nameOf(one) === name);
  return property?.type === "Property" ? property.value : undefined;
}

function nameOf(property: TSESTree.ObjectLiteralElement): string | undefined {
  if (property.type !== "Property" || property.computed) return undefined;
  const { key } = property;
  return key.type === "Identifier" ? key.name : String(key.value);
}

/** Returns the name that a class has in this package, or undefined if it is not imported from there. */
function importedName(callee: TSESTree.Node, code: TSESLint.SourceCode): string | undefined {
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier")
    return importOf(callee.object, code) === "*" ? callee.property.name : undefined;
  const name = importOf(callee, code);
  return name === "*" ? undefined : name;
}

/** Returns the imported name of an identifier, `*` for the whole package. */
function importOf(node: TSESTree.Node, code: TSESLint.SourceCode): string | undefined {
  if (node.type !== "Identifier") return undefined;
  for (let scope: TSESLint.Scope.Scope | null = code.getScope(node); scope; scope = scope.upper) {
    const variable = scope.set.get(node.name);
    if (!variable) continue;
    const found = variable.defs[0]?.node;
    const parent = found?.parent;
    if (parent?.type !== "ImportDeclaration" || !PACKAGE.test(parent.source.value)) return undefined;
    if (found?.type !== "ImportSpecifier") return "*";
    return found.imported.type === "Identifier" ? found.imported.name : found.imported.value;
  }
  return undefined;
}
