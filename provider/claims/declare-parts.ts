import { isMembers, pathTo, type Members, type Phase, isUnknown } from "../api";
import { managedIdOf, OWASP_NAME } from "../rulebook/managed-rulesets";
import type { Placement } from "../rulesets/entrypoint/placement";
import { DEFAULT_OWASP_REF } from "../rulesets/owasp/owasp-args";
import { itemKey } from "../lists";
import type {
  Claim,
  Declaration,
  Declared,
  DeclaredItems,
  DeclaredName,
  DeclaredPart,
} from "./claim-conflict";
import type { ResourceKind } from "../properties";
import { activeAllowances, languageOfRule } from "../rulebook/allowance";
import type { NamedRule } from "../rulebook/hazards/judged-rule";
import { wireOf } from "../rulebook/naming";

/** Every phase of managed rulesets: an `execute` there deploys one. */
const MANAGED_PHASES = /_firewall_managed$/;

/** The phase of the rule that deploys OWASP. */
export const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** The zone or account of a declared resource. Its values may be known later. Which rules are where in it is a `Place`. */
interface DeclaredPlace {
  readonly connection?: unknown;
  /** Its id. */
  readonly id: unknown;
  readonly noun: "zone" | "account";
}

/** Returns what a resource declares by its rules: their refs and position, and the managed rulesets that they deploy. */
function declareEntrypoint(
  name: string,
  place: DeclaredPlace,
  args: Members,
  // Another unknown member would make a whole rule unknown.
  refs: unknown,
): readonly [Declaration<DeclaredPart>, ...Declaration<DeclaredPart>[]] {
  const { phase, ownership, position, rules } = args;
  const own = declaration(place, [phase, ownership, position, refs], ([known, owned, placement, listed]) => ({
    kind: "rules",
    name,
    phase: String(known),
    ownership: owned === "exclusive" ? "exclusive" : "shared",
    refs: Array.isArray(listed) ? listed.filter((ref) => typeof ref === "string") : [],
    ...(isPlacement(placement) && { placement }),
  }));
  const deployments = Array.isArray(rules)
    ? rules.flatMap((rule: unknown) => declareDeployment(name, place, phase, rule))
    : [];
  return [own, ...deployments];
}

/** Returns what a resource that configures OWASP declares: that it deploys the managed ruleset of that name. */
function declareOwasp(name: string, place: DeclaredPlace, rulesetName: unknown): Declaration<DeclaredPart> {
  return declaration(place, [rulesetName], ([named]) => ({
    kind: "deployment",
    name,
    phase: OWASP_PHASE,
    ruleset: owaspIdOf(named),
    path: "zoneId",
    how: ", an OwaspConfig,",
  }));
}

/** Returns the id of the managed ruleset with a name, OWASP without a name; the name itself if its id is not public. */
function owaspIdOf(name: unknown): string {
  return managedIdOf(typeof name === "string" ? name : OWASP_NAME);
}

/** Returns the rule, in the names of a program, that deploys the managed ruleset with that id. */
export function owaspRule(
  {
    ref = DEFAULT_OWASP_REF,
    expression = "true",
    enabled = true,
  }: { readonly ref?: unknown; readonly expression?: unknown; readonly enabled?: unknown },
  id: unknown,
): Members {
  return { ref, action: "execute", expression, enabled, actionParameters: { id } };
}

export function refsOf(rules: unknown): unknown {
  return Array.isArray(rules) ? rules.map(refOf) : rules;
}

export function refOf(rule: unknown): unknown {
  return isMembers(rule) ? rule["ref"] : undefined;
}

function declareDeployment(
  name: string,
  place: DeclaredPlace,
  phase: unknown,
  rule: unknown,
): Declaration<DeclaredPart>[] {
  // An account may deploy a managed ruleset several times, for different zones.
  if (!isMembers(rule) || rule["action"] !== "execute" || place.noun === "account") return [];
  const { ref, actionParameters: parameters } = rule;
  // Only the id, since an unknown override would make all parameters unknown.
  const id = isMembers(parameters) ? parameters["id"] : undefined;
  const declared = declaration(place, [phase, id], ([known, what]) => {
    const deploys = MANAGED_PHASES.test(String(known)) && typeof what === "string";
    return {
      kind: "deployment",
      name,
      phase: String(known),
      ruleset: deploys ? what : undefined,
      path: pathTo(`rules[${JSON.stringify(ref)}]`, "actionParameters.id"),
      how: "",
    };
  });
  return [declared];
}

function declaration(
  { connection, id, noun }: DeclaredPlace,
  values: readonly unknown[],
  read: (known: readonly unknown[]) => Claim,
): Declaration<DeclaredPart> {
  return {
    values: [connection, id, ...values],
    read: ([through, at, ...known]) => ({
      kind: "part",
      subject: JSON.stringify(["place", through, at]),
      claim: read(known),
      place: `${noun} ${String(at)}`,
    }),
  };
}

function isPlacement(value: unknown): value is Placement {
  if (value === "first" || value === "last") return true;
  return isMembers(value) && Object.values(value).every((ref) => typeof ref === "string");
}

/** Names rules as errors do: by their refs, or by their place if the ref is not known. */
export function namedRules(rules: unknown): NamedRule[] {
  return (Array.isArray(rules) ? rules : []).map((rule: unknown, index) => {
    const ref = isMembers(rule) ? textOf(rule["ref"]) : undefined;
    return { path: `rules[${ref === undefined ? index : JSON.stringify(ref)}]`, rule };
  });
}

/**
 * Returns the rules, in wire names, by which skip rules of the same zone or account are judged.
 *
 * @param args the arguments with an unknown value in place of each that is not known, or secret
 * @param language what the settings say about the language of filters
 */
export function rulesInPhase(
  kind: ResourceKind,
  args: Members,
  language?: NamedRule["language"],
): NamedRule[] {
  const allowances = activeAllowances(args["allowances"]);
  return namedRules(rulesOf(kind, args)).map(({ path, rule }) => {
    const wire = wireOf(rule);
    return { path, rule: wire, language: languageOfRule(language, allowances, refOf(wire)) };
  });
}

function rulesOf(kind: ResourceKind, args: Members): unknown {
  if (kind !== "OwaspConfig") return args["rules"];
  const { rulesetName } = args;
  return [owaspRule(args, isUnknown(rulesetName) ? rulesetName : owaspIdOf(rulesetName))];
}

/** Returns a text that is known. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

/**
 * Returns what a resource declares. If its rules are judged together with those of other resources, the first declaration is about them.
 *
 * @param args the arguments; each, and what is in it, may be known later
 * @param refs returns the refs of rules: the declaration of a rule needs only its ref
 */
export function declareResource(
  kind: ResourceKind,
  name: string,
  args: Members,
  refs: (rules: unknown) => unknown = refsOf,
): readonly Declaration<Declared>[] {
  const { connection, zoneId, accountId, rules, rulesetName } = args;
  const zone = { connection, id: zoneId, noun: "zone" } as const;
  switch (kind) {
    case "AccountEntrypointRuleset":
      return declareEntrypoint(name, { connection, id: accountId, noun: "account" }, args, refs(rules));
    case "ZoneEntrypointRuleset":
      return declareEntrypoint(name, zone, args, refs(rules));
    case "OwaspConfig":
      return [declareOwasp(name, zone, rulesetName)];
    case "ApiToken":
      return declareNames(name, kind, { ...args, phase: undefined });
    case "Ruleset":
      return declareNames(name, kind, { ...args, adopt: undefined });
    case "ZoneCustomRuleset":
      // The phase is always the same, and a program may leave it out.
      return declareNames(name, kind, { ...args, accountId: zoneId, phase: undefined, adopt: undefined });
    case "List":
      return [declareItems(name, args)];
    case "GatewayEndpoint":
    case "ValidatedFilter":
      return [];
  }
}

function declareItems(
  resource: string,
  { connection, accountId, name, ownership, items }: Members,
): Declaration<DeclaredItems> {
  return {
    values: [connection, accountId, name, ownership, items],
    read: ([through, account, named, owned, listed]) => ({
      kind: "items",
      subject: JSON.stringify(["list", through, account, named]),
      resource,
      list: String(named),
      ownership: owned === "exclusive" ? "exclusive" : "shared",
      keys: Array.isArray(listed) ? listed.flatMap((item: unknown) => keyOf(item) ?? []) : [],
    }),
  };
}

/** Returns the key of an item that the check of the resource will accept. */
function keyOf(item: unknown): string | undefined {
  if (!isMembers(item)) return undefined;
  const { ip, asn, hostname, redirect } = item;
  const isItem =
    typeof ip === "string" ||
    typeof asn === "number" ||
    (isMembers(hostname) && typeof hostname["urlHostname"] === "string") ||
    (isMembers(redirect) && typeof redirect["sourceUrl"] === "string");
  return isItem ? itemKey(item) : undefined;
}

/**
 * Returns what a resource declares about the name of its token or ruleset, and about the token that it adopts. A derived name is never
 * declared: it is unique.
 */
function declareNames(
  resource: string,
  of: DeclaredName["of"],
  { connection, accountId, phase, name, adopt }: Members,
): readonly Declaration<DeclaredName>[] {
  const adopts = adopt !== undefined && adopt !== null;
  return (["name", "adopt"] as const).flatMap((path) => {
    const value = path === "name" ? name : adopt;
    if (value === undefined || value === null) return [];
    return [
      {
        values: [connection, accountId, phase, value],
        read: (known) => ({
          kind: "name" as const,
          subject: JSON.stringify([path, of, ...known]),
          resource,
          of,
          path,
          adopts,
        }),
      },
    ];
  });
}
