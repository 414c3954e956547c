import { containsUnknown, ID_PATTERN, isMembers, isUnknown, type Members, UNKNOWN } from "../../provider/api";
import { camelName, wireOf } from "../../provider/rulebook";
import { rulesFromMap, type Placement, type RuleMap } from "../../provider/rulesets";
import { othersFollow } from "../../provider/rulebook/hazards/hazard";
import { RULESET_KINDS } from "../../provider/rulesets/rules/ownership";
import { argumentsOf, isResourceKind, PROPERTIES, type ResourceKind } from "../../provider/properties";
import { presentMembers, textOf, tokenOf } from "./members";
import type { Identity, ReviewedPlace, Reviewed, ReviewedRule, ReviewedRuleset } from "./reviewed";
import { IMPORTED, SECRET_MEMBERS, UNMARKED } from "../../provider/properties/hidden";

/** The prefix of the type tokens of this package. */
export const EDGE_TYPE = "pulumi-nodejs:dynamic/edge:";
/** The prefix of the type tokens if the package is a native provider. */
const NATIVE_TYPE = "edge:index:";

/** A resource as the engine knows it, with `UNKNOWN` for each value that is unknown or hidden. */
export interface DeclaredResource {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  /** The inputs. */
  readonly properties: Members;
  /** The outputs in the state. Undefined if the document does not have them. */
  readonly outputs?: Members | undefined;
  readonly isProtected?: boolean;
  /** Whether the engine leaves the object alone when it deletes the resource. */
  readonly isRetained?: boolean;
  readonly position?: Identity["position"];
  /** The id in the state, if the resource exists. */
  readonly id?: string | undefined;
}

export function isEdge(type: string): boolean {
  return edgeKindOf(type) !== undefined;
}

/** Returns the resource for review, or undefined if it does not belong to this package. */
export function fromEdge(declared: DeclaredResource): Reviewed | undefined {
  const kind = edgeKindOf(declared.type);
  if (!isResourceKind(kind)) return undefined;
  const { properties } = declared;
  const identity = { ...identityOf(kind, declared), written: writtenOf(kind, properties) };
  switch (kind) {
    case "AccountEntrypointRuleset":
    case "Ruleset":
    case "ZoneCustomRuleset":
    case "ZoneEntrypointRuleset":
      return { ...rulesetOf(identity, RULESET_KINDS[kind], properties), ...liveIdOf(declared) };
    case "ApiToken":
      return {
        ...identity,
        ...tokenOf(properties, "in", "notIn"),
        kind: "token",
        place:
          properties["accountId"] === undefined ? { level: "user", id: undefined } : accountOf(properties),
        rotates: properties["rotation"] !== undefined,
        lifetime: { ...properties, ...stateOf(declared.outputs) },
        ...(typeof properties["allowTokenMaking"] === "string" && {
          tokenMakingReason: properties["allowTokenMaking"],
        }),
      };
    case "OwaspConfig":
      return { ...identity, kind: "owasp", place: zoneOf(properties), args: properties };
    case "ValidatedFilter":
      return {
        ...identity,
        kind: "filter",
        expression: properties["expression"],
        phase: textOf(properties["phase"]),
      };
    case "List":
      return {
        ...identity,
        kind: "list",
        place: accountOf(properties),
        listName: textOf(properties["name"]),
        ownership: properties["ownership"] === "exclusive" ? "exclusive" : "shared",
        takesOver: properties["takeOver"] !== undefined && properties["takeOver"] !== false,
        items: properties["items"],
      };
    case "GatewayEndpoint":
      return {
        ...identity,
        kind: "endpoint",
        network: textOf(properties["network"]),
        onRetired: textOf(properties["onRetired"]),
      };
  }
}

/** Returns the id of a live custom ruleset: the last part of the id in the state, which an entry point does not have. */
export function liveIdOf({ id }: Pick<DeclaredResource, "id">): Pick<ReviewedRuleset, "rulesetId"> {
  const last = id?.split("/").at(-1);
  return last !== undefined && ID_PATTERN.test(last) ? { rulesetId: last } : {};
}

/** Returns the class of a resource of this package, dynamic or native, by its type token; undefined for other resources. */
export function edgeKindOf(type: string): string | undefined {
  const prefix = [EDGE_TYPE, NATIVE_TYPE].find((one) => type.startsWith(one));
  return prefix === undefined ? undefined : type.slice(prefix.length);
}

/** Inputs that no row shows: the program does not write them, or the review shows them rule by rule. */
const NOT_WRITTEN = ["secretInputs", "rules"];

function writtenOf(kind: ResourceKind, properties: Members): Members {
  const leavesOut = kind === "OwaspConfig" ? ["secretInputs"] : NOT_WRITTEN;
  const names = argumentsOf(PROPERTIES[kind]).filter((name) => !leavesOut.includes(name));
  return Object.fromEntries(names.map((name) => [name, properties[name]]));
}

/** Returns what a state has of a token besides its inputs. Without a state, nothing shows that the value is missing. */
function stateOf(outputs: Members | undefined): Members {
  if (!outputs) return { value: UNKNOWN };
  const { tokenId, previous, value, [IMPORTED]: isImported } = outputs;
  return { tokenId, previous, [IMPORTED]: isImported, ...(value !== undefined && { value: UNKNOWN }) };
}

function identityOf(kind: string, declared: DeclaredResource): Identity {
  const { name, urn, properties, isProtected, position } = declared;
  const { secretInputs, allowances, [SECRET_MEMBERS]: members } = properties;
  const takenOverBy = isProtected === true ? undefined : signOfTakeOver(declared);
  const secrets = Array.isArray(secretInputs) ? secretInputs : [];
  return {
    origin: "edge",
    urn,
    name,
    label: `${kind} ${JSON.stringify(name)}`,
    nameOf: camelName,
    isSecret: (path) => {
      const [argument = ""] = /^\w+/.exec(path) ?? [];
      if (!secrets.includes(argument)) return false;
      return argument !== "rules" || !isMembers(members) || isSecretMember(members, path);
    },
    ...(isProtected !== undefined && { isProtected }),
    ...(takenOverBy !== undefined && { takenOverBy }),
    ...(position !== undefined && { position }),
    ...(allowances !== undefined && { allowances }),
  };
}

/**
 * Returns what shows that a resource has taken over what existed before. An argument that has done its work may be gone: then rules
 * without a mark, or the import of a token, still show it.
 */
function signOfTakeOver({ properties, outputs = {}, isRetained }: DeclaredResource): string | undefined {
  if (isRetained === true) return undefined;
  const { takeOver, adopt, refs } = properties;
  if (takeOver === true) return "takeOver";
  if (typeof adopt === "string" || adopt === true) return "adopt";
  if (outputs[IMPORTED] === true) return "an import";
  // Whoever writes exact refs marks no rule.
  if (refs === "exact") return 'refs: "exact"';
  const unmarked = outputs[UNMARKED];
  return Array.isArray(unmarked) && unmarked.length > 0 ? "rules without a mark" : undefined;
}

/** The members of a rule that are not listed can be shown. */
function isSecretMember(members: Members, path: string): boolean {
  return Object.entries(members).some(([ref, names]) => {
    const rule = `rules[${JSON.stringify(ref)}]`;
    return (
      Array.isArray(names) &&
      names.some((name) => path === rule || path.startsWith(`${rule}.${String(name)}`))
    );
  });
}

function rulesetOf(
  identity: Identity,
  { kind: level, level: owner }: (typeof RULESET_KINDS)[keyof typeof RULESET_KINDS],
  { ownership, takeOver, position, phase, rules, ...properties }: Members,
): ReviewedRuleset {
  // An entry point is shared by default; a custom ruleset has one owner.
  const byDefault = level === "custom" ? "exclusive" : "shared";
  const { named, isOrdered } = namedRules(rules);
  return {
    ...identity,
    kind: "ruleset",
    place: owner === "zone" ? zoneOf(properties) : accountOf(properties),
    level,
    phase: textOf(phase),
    ownership:
      ownership === "shared" || ownership === "exclusive" || isUnknown(ownership) ? ownership : byDefault,
    takesOver: takeOver !== undefined && takeOver !== false,
    ...placementOf(position),
    othersFollow: othersFollow(position),
    rules: named,
    isOrdered,
    // Nothing is known of what is neither a list nor a map. The check of the resource refuses it.
    hasUnknownRules: containsUnknown(rules) || (rules != null && typeof rules !== "object"),
  };
}

function placementOf(position: unknown): { placement?: Placement } {
  if (position === "first" || position === "last") return { placement: position };
  if (!isMembers(position)) return {};
  const { before, after } = position;
  if (typeof before === "string") return { placement: { before } };
  return typeof after === "string" ? { placement: { after } } : {};
}

/** Names rules: a map by ref, in which each rule names the one before it, or the program's list if a preview does not know all refs. */
function namedRules(rules: unknown): { named: ReviewedRule[]; isOrdered: boolean } {
  if (Array.isArray(rules)) {
    const named = rules.map((rule: unknown, index) => namedRule(rule, `rules[${index}]`));
    return { named, isOrdered: true };
  }
  if (!isMembers(rules)) return { named: [], isOrdered: true };
  const ordered = inOrder(rules);
  const members = ordered?.map((rule) => [rule.ref, rule] as const) ?? Object.entries(rules);
  const named = members.map(([ref, rule]) =>
    namedRule(isMembers(rule) ? { ...rule, ref } : rule, `rules[${JSON.stringify(ref)}]`),
  );
  return { named, isOrdered: ordered !== undefined };
}

function inOrder(rules: Members): readonly { readonly ref: string }[] | undefined {
  if (!Object.values(rules).every(isMembers)) return undefined;
  try {
    // Only `after` of each rule is read.
    return rulesFromMap(rules as RuleMap);
  } catch {
    return undefined;
  }
}

function namedRule(rule: unknown, path: string): ReviewedRule {
  const wire = presentMembers({ ...wireOf(rule), after: undefined });
  return { path, ref: textOf(wire["ref"]), wire };
}

function zoneOf({ zoneId }: Members): ReviewedPlace {
  return { level: "zone", id: textOf(zoneId) };
}

function accountOf({ accountId }: Members): ReviewedPlace {
  return { level: "account", id: textOf(accountId) };
}
