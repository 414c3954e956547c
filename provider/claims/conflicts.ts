import { isMembers } from "../api";
import type { NamedRule } from "../rulebook/hazards/judged-rule";
import type { ResourceRules } from "../rulesets/hazards/known-order";
import { claimConflicts, type Claim, type ClaimConflict } from "./claim-conflict";
import type { Declared, DeclaredName, DeclaredPart, SharedClaim } from "./declaration";

/** Returns why what a resource declares contradicts what other resources declare. */
export function conflictsOf(claims: readonly SharedClaim[]): ClaimConflict[] {
  return claims.flatMap(({ own, others }) =>
    own.kind === "part"
      ? partConflicts(own, others.filter(isPart))
      : nameConflicts(own, others.filter(isName)),
  );
}

/** Returns the refs that other resources declare in the entry point of the resource. */
export function refsElsewhere(claims: readonly SharedClaim[]): string[] {
  return claims.flatMap(({ own, others }) => {
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
