import type { Problem } from "../api/problem";
import type { ClaimId } from "./claim-advice";
import type { Ownership } from "../rulesets/rules/ownership";
import type { Placement } from "../rulesets/entrypoint/placement";
import { isMembers } from "../api";
import type { NamedRule } from "../rulebook/hazards/judged-rule";
import type { ResourceRules } from "../rulesets/hazards/known-order";

/** The rules that one resource of a program declares in an entry point. */
interface RulesClaim {
  readonly kind: "rules";
  /** The name of the resource. */
  readonly name: string;
  readonly phase: string;
  readonly ownership: Ownership;
  /** The refs of its rules, in order. */
  readonly refs: readonly string[];
  readonly placement?: Placement | undefined;
}

/** A managed ruleset that one resource of a program deploys in an entry point. */
interface DeploymentClaim {
  readonly kind: "deployment";
  readonly name: string;
  readonly phase: string;
  /** The id of the managed ruleset, or its name if the id is not known. Undefined if the rule deploys a custom ruleset. */
  readonly ruleset: string | undefined;
  /** The argument that names the deployment. */
  readonly path: string;
  /** What deploys, after the name of the resource: `, an OwaspConfig`. */
  readonly how: string;
}

/** A part of a zone or account that one resource of a program declares. */
export type Claim = RulesClaim | DeploymentClaim;

/** What contradicts between resources, with its id in the registry. */
export interface ClaimConflict extends Problem {
  readonly id: ClaimId;
}

/** Returns why a claim contradicts the claims of other resources to the same zone or account. */
export function claimConflicts(own: Claim, others: readonly Claim[]): ClaimConflict[] {
  const near = others.filter(({ phase }) => phase === own.phase);
  if (own.kind === "rules") return rulesConflicts(own, near.filter(isRules));
  return deployedTwice(own, near.filter(isDeployment));
}

function rulesConflicts(own: RulesClaim, others: readonly RulesClaim[]): ClaimConflict[] {
  const rival = rivals(own, others);
  return rival ? [rival] : [...sharedRefs(own, others), ...sameEdge(own, others), ...cycle(own, others)];
}

function rivals(own: RulesClaim, others: readonly RulesClaim[]): ClaimConflict | undefined {
  const all = [own, ...others];
  const owner = all.find(({ ownership }) => ownership === "exclusive");
  const [other] = owner === own ? others : [own];
  if (!owner || !other) return undefined;
  return {
    id: "ownership-rivals",
    path: "ownership",
    message:
      `${quoted(owner.name)} has ownership: "exclusive" and would remove the rules of ${quoted(other.name)}, which declares rules ` +
      'of the same entry point: put all of them into one resource, or use ownership: "shared" for each',
  };
}

function sharedRefs(own: RulesClaim, others: readonly RulesClaim[]): ClaimConflict[] {
  return own.refs.flatMap((ref) => {
    const other = others.find(({ refs, name }) => refs.includes(ref) && name !== own.name);
    if (!other) return [];
    return [
      {
        id: "ref-shared",
        path: `rules[${quoted(ref)}].ref`,
        message: `${quoted(other.name)} and ${quoted(own.name)} both declare a rule with ref ${quoted(ref)}: give one of them another ref`,
      },
    ];
  });
}

/** Of two resources that both want the same edge, each update moves its rules past those of the other. */
function sameEdge(own: RulesClaim, others: readonly RulesClaim[]): ClaimConflict[] {
  const { placement } = own;
  if (typeof placement !== "string" || own.refs.length === 0) return [];
  const other = others.find(
    ({ placement: wanted, refs, name }) => wanted === placement && refs.length > 0 && name !== own.name,
  );
  if (!other) return [];
  const message =
    `is ${quoted(placement)} in both ${quoted(other.name)} and ${quoted(own.name)}, which declare rules of the same entry point: ` +
    "let one of them name a rule of the other ({ before } or { after }), or put all rules into one resource";
  return [{ id: "position-shared", path: "position", message }];
}

function cycle(own: RulesClaim, others: readonly RulesClaim[]): ClaimConflict[] {
  const claims = [own, ...others];
  const refs = claims.flatMap((claim) => claim.refs);
  const last = new Map(refs.map((ref, index) => [ref, index]));
  const repeated = new Set(refs.filter((ref, index) => last.get(ref) !== index));
  // Of a ref that two rules have, only that is a fault: either rule may be the one that a position means.
  const left = new Set(refs.filter((ref) => !repeated.has(ref)));
  const order = claims.flatMap(followers).filter((pair) => pair.every((ref) => left.has(ref)));
  // Topological sort: remove each ref that no remaining ref must precede. The refs that stay in the end form a cycle.
  for (let placed = true; placed;) {
    const free = [...left].filter(
      (ref) => !order.some(([before, after]) => after === ref && left.has(before)),
    );
    free.forEach((ref) => left.delete(ref));
    placed = free.length > 0;
  }
  if (!own.refs.some((ref) => left.has(ref))) return [];
  const names = claims
    .filter(({ refs }) => refs.some((ref) => left.has(ref)))
    .map(({ name }) => quoted(name));
  return [
    {
      id: "position-cycle",
      path: "position",
      message:
        `the positions form a cycle: each of the rules ${[...left].map(quoted).join(", ")} would have to precede itself; ` +
        `change the order of the rules, or the position, of ${[...new Set(names)].join(" or ")}`,
    },
  ];
}

/** Returns pairs of refs; the first of each pair must precede the second. */
function followers({ refs, placement }: RulesClaim): [before: string, after: string][] {
  const chain = refs.slice(1).map((ref, index): [string, string] => [refs[index] ?? "", ref]);
  const [first, last] = [refs[0], refs.at(-1)];
  if (typeof placement !== "object" || first === undefined || last === undefined) return chain;
  return [...chain, "before" in placement ? [last, placement.before] : [placement.after, first]];
}

function deployedTwice(own: DeploymentClaim, others: readonly DeploymentClaim[]): ClaimConflict[] {
  const isOther = ({ name, how }: DeploymentClaim) => name !== own.name || how !== own.how;
  const other = others.find((claim) => claim.ruleset === own.ruleset && isOther(claim));
  if (!other || own.ruleset === undefined) return [];
  return [
    {
      id: "deployed-twice",
      path: own.path,
      message:
        `${quoted(other.name)}${other.how} deploys the same managed ruleset in the same zone, and a zone deploys a managed ruleset ` +
        "only once: remove one of them (a ZoneBaseline includes both managed rulesets; managedRules: false and owasp: false remove them)",
    },
  ];
}

function isRules(claim: Claim): claim is RulesClaim {
  return claim.kind === "rules";
}

function isDeployment(claim: Claim): claim is DeploymentClaim {
  return claim.kind === "deployment";
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Returns why what a resource declares contradicts what other resources declare. */
export function conflictsOf(claims: readonly SharedClaim[]): ClaimConflict[] {
  return claims.flatMap(({ own, others }) => {
    switch (own.kind) {
      case "part":
        return partConflicts(own, others.filter(isPart));
      case "name":
        return nameConflicts(own, others.filter(isName));
      case "items":
        return itemConflicts(
          own,
          others.filter((other) => other.kind === "items"),
        );
    }
  });
}

function itemConflicts(own: DeclaredItems, others: readonly DeclaredItems[]): ClaimConflict[] {
  const owner = [own, ...others].find(({ ownership }) => ownership === "exclusive");
  const [other] = owner === own ? others : [own];
  if (!owner || !other) return [];
  return [
    {
      id: "ownership-rivals",
      path: "ownership",
      message:
        `${quoted(owner.resource)} has ownership: "exclusive" and would remove the items of ${quoted(other.resource)}, which declares ` +
        `items of the same list ${quoted(own.list)}: put all of them into one resource, or use ownership: "shared" for each`,
    },
  ];
}

/** Returns what other resources declare where the resource does: refs of rules in its entry point, or keys of items in its list. */
export function declaredElsewhere(claims: readonly SharedClaim[]): string[] {
  return claims.flatMap(({ own, others }) => {
    if (own.kind === "items") return others.flatMap((other) => (other.kind === "items" ? other.keys : []));
    if (!isPart(own) || own.claim.kind !== "rules") return [];
    const { phase } = own.claim;
    return others.flatMap((other) =>
      isPart(other) && other.claim.kind === "rules" && other.claim.phase === phase ? other.claim.refs : [],
    );
  });
}

/** Returns the rules of a claim in the form in which skip rules of other resources are judged. `rules` are in wire names. */
export function resourceRules(claim: Claim, rules: readonly NamedRule[]): ResourceRules {
  const { name, phase } = claim;
  const how = claim.kind === "deployment" ? claim.how : "";
  const placement = claim.kind === "rules" ? claim.placement : undefined;
  return { name, how, phase, placement, rules };
}

function partConflicts(
  { claim: own, place }: DeclaredPart,
  others: readonly DeclaredPart[],
): ClaimConflict[] {
  const claims = others.map(({ claim }) => claim);
  return claimConflicts(own, claims).map(({ id, path, message }) => ({
    id,
    path,
    message: `in the entry point of ${own.phase} in ${place}, ${message}`,
  }));
}

function nameConflicts({ of, path, adopts }: DeclaredName, others: readonly DeclaredName[]): ClaimConflict[] {
  const other = others.find((one) => path === "adopt" || !adopts || !one.adopts);
  if (!other) return [];
  const owner = `${JSON.stringify(other.resource)}, another ${of} of this program,`;
  const message =
    path === "name"
      ? `${owner} has the same name, which cannot tell the two apart after an interrupted run: give each its own name, or leave ` +
        `name out${of === "ApiToken" ? "; two tokens that exist already may both keep theirs with adopt" : ""}`
      : `${owner} adopts the same token: only one of the two can own it`;
  return [{ id: path === "name" ? "name-shared" : "adopted-twice", path, message }];
}

export function isPart(declared: Declared): declared is DeclaredPart {
  return declared.kind === "part";
}

/** Whether a resource has a skip rule. Otherwise nothing has to be compared. */
export function hasSkipRule({ rules }: ResourceRules): boolean {
  return rules.some(({ rule }) => isMembers(rule) && rule["action"] === "skip");
}

function isName(declared: Declared): declared is DeclaredName {
  return declared.kind === "name";
}

/** A part of a zone or account that a resource declares. */
export interface DeclaredPart {
  readonly kind: "part";
  /** What the declaration is about. Only declarations about one subject can contradict each other. */
  readonly subject: string;
  readonly claim: Claim;
  /** How messages name the zone or account. */
  readonly place: string;
}

/** What only one resource may have: the name of a token or ruleset, or a token that it adopts. */
export interface DeclaredName {
  readonly kind: "name";
  readonly subject: string;
  /** The name of the resource. */
  readonly resource: string;
  readonly of: "ApiToken" | "Ruleset" | "ZoneCustomRuleset";
  /** The argument that declares it. */
  readonly path: "name" | "adopt";
  /** Whether the resource adopts a token, which an id identifies and no name. */
  readonly adopts: boolean;
}

/** The items that a resource declares in a list of an account. Several resources may declare the same item: it stays as long as one does. */
export interface DeclaredItems {
  readonly kind: "items";
  readonly subject: string;
  /** The name of the resource. */
  readonly resource: string;
  /** The name of the list, for messages. */
  readonly list: string;
  readonly ownership: Ownership;
  /** The keys of the items. */
  readonly keys: readonly string[];
}

/** What a resource of a program declares about a subject that several resources share. */
export type Declared = DeclaredPart | DeclaredName | DeclaredItems;

/** What a resource declares, and what the other resources of the program declare about the same subject. */
export interface SharedClaim {
  readonly own: Declared;
  readonly others: readonly Declared[];
}

/** A declaration that depends on values of which some may be known later. */
export interface Declaration<D extends Declared> {
  readonly values: readonly unknown[];
  /** Returns what is declared, by the values once all of them are known. */
  readonly read: (known: readonly unknown[]) => D;
}
