import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isMembers, UNKNOWN } from "../provider/api";
import {
  activeAllowances,
  allowanceOf,
  camelName,
  expressionsOf,
  type RuleExpression,
  wireOf,
} from "../provider/rulebook";
import type { Place } from "../provider/filter";
import { importedName, leavesOf, memberOf, nameOf, resolved } from "./resolve";
import { type WrittenText, writtenText } from "./written-text";

/** An expression of a program in one of its places. */
export interface ExpressionUse {
  readonly text: WrittenText;
  readonly place: Place;
  /** Whether the resource allows what has this id, or may allow it. */
  readonly isAllowed: (id: string) => boolean;
}

/** Where the expressions of an object are. `isAllowed` takes the ref of a rule, undefined if it is not known. */
interface Around {
  readonly code: TSESLint.SourceCode;
  readonly place: Place;
  readonly isAllowed: (id: string, ref?: string) => boolean;
}

/** Where the rules of each class are. `phase` is that of a class which has only one. */
const PLACES: Readonly<Record<string, Place>> = {
  ZoneEntrypointRuleset: { kind: "zone" },
  AccountEntrypointRuleset: { kind: "root" },
  Ruleset: { kind: "custom" },
  ZoneCustomRuleset: { kind: "custom", level: "zone", phase: "http_request_firewall_custom" },
};
const PACKAGE = /^pulumi-edge-platform(?:\/native)?$/;
const RATE_LIMITS = { phase: "http_ratelimit", kind: "zone" } as const;
const CUSTOM_RULES = { phase: "http_request_firewall_custom", kind: "zone" } as const;
const MANAGED = { phase: "http_request_firewall_managed", kind: "zone" } as const;

/** Returns the expressions that the arguments of a resource of this package write as literals. Foreign classes have none. */
export function usesInNew(node: TSESTree.NewExpression, code: TSESLint.SourceCode): ExpressionUse[] {
  const className = importedName(node.callee, code, PACKAGE);
  return className === undefined ? [] : inArguments(className, node.arguments[1], code);
}

/** Returns the expressions of a value whose type is one of this package, such as `RuleArgs[]`, or the arguments of a resource. */
export function usesInTyped(type: TSESTree.TSTypeReference, code: TSESLint.SourceCode): ExpressionUse[] {
  const name = importedName(type.typeName, code, PACKAGE);
  const value = name === undefined ? undefined : valueOfType(type);
  if (name === undefined || !value) return [];
  const around = { code, place: {}, isAllowed: () => false };
  if (name === "BaselineRateLimitArgs") return inRules(value, { ...around, place: RATE_LIMITS });
  if (name.endsWith("RuleArgs")) return inRules(value, around);
  return leavesOf(value, code).flatMap((leaf) => inArguments(name.replace(/Args$/, ""), leaf, code));
}

/** Returns what has a type or a list of it: what a variable is, what a function returns, or what is asserted to satisfy it. */
function valueOfType(type: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = type;
  switch (parent?.type) {
    case "TSArrayType":
    case "TSTypeOperator":
      return valueOfType(parent);
    case "TSTypeParameterInstantiation": {
      const list = parent.parent;
      const isList =
        list.type === "TSTypeReference" &&
        list.typeName.type === "Identifier" &&
        /^(?:Readonly)?Array$/.test(list.typeName.name);
      return isList ? valueOfType(list) : undefined;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return parent.expression;
    case "TSTypeAnnotation": {
      const { parent: typed } = parent;
      if (typed.type === "Identifier" && typed.parent.type === "VariableDeclarator")
        return typed.parent.init ?? undefined;
      return "returnType" in typed && typed.returnType === parent ? typed : undefined;
    }
    default:
      return undefined;
  }
}

function inArguments(
  className: string,
  node: TSESTree.Node | undefined,
  code: TSESLint.SourceCode,
): ExpressionUse[] {
  const args = objectOf(node, code);
  if (!args) return [];
  const phase = textOf(memberOf(args, "phase", code, true), code);
  const around = { code, place: { phase }, isAllowed: allowedBy(args, code) };
  if (Object.hasOwn(PLACES, className))
    return inRules(memberOf(args, "rules", code), { ...around, place: { phase, ...PLACES[className] } });
  if (className === "ValidatedFilter") return inMember(args, around);
  if (className === "OwaspConfig") return inMember(args, { ...around, place: MANAGED });
  return className === "ZoneBaseline" ? inBaseline(args, around) : [];
}

function inBaseline(args: TSESTree.ObjectExpression, around: Around): ExpressionUse[] {
  const { code } = around;
  const objectIn = (name: string) => objectOf(memberOf(args, name, code), code);
  const parts = { customRules: CUSTOM_RULES, rateLimits: RATE_LIMITS };
  const owasp = objectIn("owasp");
  const managedRules = objectIn("managedRules");
  return [
    ...(objectIn("filters")?.properties ?? []).flatMap((one) =>
      one.type === "Property" ? inValue(one.value, { ...around, place: {} }) : [],
    ),
    ...Object.entries(parts).flatMap(([member, place]) =>
      inRules(memberOf(args, member, code), { ...around, place }),
    ),
    ...(managedRules ? inMember(managedRules, { ...around, place: MANAGED }) : []),
    ...(owasp ? inMember(owasp, { ...around, place: MANAGED, isAllowed: allowedBy(owasp, code) }) : []),
  ];
}

function inMember(args: TSESTree.ObjectExpression, around: Around): ExpressionUse[] {
  return inValue(memberOf(args, "expression", around.code), around);
}

function inValue(node: TSESTree.Node | undefined, around: Around, ref?: string): ExpressionUse[] {
  const { code, place } = around;
  return leavesOf(node, code).flatMap((leaf) => {
    const text = writtenText(leaf, code);
    return text ? [{ text, place, isAllowed: (id: string) => around.isAllowed(id, ref) }] : [];
  });
}

function inRules(node: TSESTree.Node | undefined, around: Around): ExpressionUse[] {
  return leavesOf(node, around.code).flatMap((leaf) =>
    leaf.type === "ObjectExpression" ? inRule(leaf, around) : [],
  );
}

function inRule(rule: TSESTree.ObjectExpression, around: Around): ExpressionUse[] {
  const { code, place } = around;
  const wire = wireOf(valueOf(rule, code));
  const ref = textOf(memberOf(rule, "ref", code, true), code);
  return expressionsOf(wire).flatMap(({ path, purpose }: RuleExpression) => {
    const node = path.reduce<TSESTree.Node | undefined>((at, step) => {
      const object = objectOf(at, code);
      return object && (memberOf(object, camelName(step), code) ?? memberOf(object, step, code));
    }, rule);
    const uses = inValue(node, { ...around, place: { ...place, purpose } }, ref);
    return purpose === "filter" ? uses : uses.filter(({ text }) => text.parts.join("") !== "");
  });
}

/** The nodes of one rule that are read, since a constant may contain itself. A rule of the API has fewer. */
const MAX_NODES = 300;

/** Returns an object with its texts. Everything else is unknown. */
function valueOf(node: TSESTree.Node, code: TSESLint.SourceCode, fuel = { left: MAX_NODES }): unknown {
  fuel.left -= 1;
  if (fuel.left < 0) return UNKNOWN;
  const at = resolved(node, code);
  if (at.type !== "ObjectExpression") return textOf(at, code) ?? UNKNOWN;
  const members = at.properties.flatMap((property): (readonly [string, unknown])[] => {
    if (property.type === "Property") {
      const name = nameOf(property);
      return name === undefined ? [] : [[name, valueOf(property.value, code, fuel)]];
    }
    const spread = valueOf(property.argument, code, fuel);
    return isMembers(spread) ? Object.entries(spread) : [];
  });
  return Object.fromEntries(members);
}

/** Returns whether the `allowances` of a resource allow an id. What is unknown of them may allow it. */
function allowedBy(args: TSESTree.ObjectExpression, code: TSESLint.SourceCode): Around["isAllowed"] {
  const given = memberOf(args, "allowances", code);
  if (!given) return () => false;
  const list = resolved(given, code);
  const items = list.type === "ArrayExpression" ? list.elements : [undefined];
  const allowances = items.map((item) => allowanceIn(objectOf(item, code), code));
  const active = activeAllowances(allowances);
  return (id, ref) =>
    allowances.includes(undefined) ||
    allowanceOf(active, id, ref) !== undefined ||
    (ref === undefined && active.some((one) => one.id === id));
}

/** Returns an allowance without members that are unknown. Undefined if nothing of it is known. */
function allowanceIn(item: TSESTree.ObjectExpression | undefined, code: TSESLint.SourceCode) {
  if (!item) return undefined;
  const textIn = (name: string) => textOf(memberOf(item, name, code), code);
  const id = textIn("id");
  if (id === undefined) return undefined;
  const reason = memberOf(item, "reason", code) ? "given" : undefined;
  return { id, reason, rule: textIn("rule"), until: textIn("until") };
}

function objectOf(
  node: TSESTree.Node | null | undefined,
  code: TSESLint.SourceCode,
): TSESTree.ObjectExpression | undefined {
  const at = node && resolved(node, code);
  return at?.type === "ObjectExpression" ? at : undefined;
}

/** Returns a text without placeholders. */
function textOf(node: TSESTree.Node | undefined, code: TSESLint.SourceCode): string | undefined {
  const parts = node && writtenText(resolved(node, code), code)?.parts;
  return parts?.length === 1 ? parts[0] : undefined;
}
