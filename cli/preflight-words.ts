import { makesTokens, type Excess, type Grant, type PrivilegeComparison, type Use } from "../provider/tokens";
import { distinct, table, wrapped } from "./columns";
import type { OwnedToken } from "./credential-token";

export interface PreflightReport {
  readonly grants: readonly Grant[];
  readonly others: readonly string[];
  /** Where the credential came from. */
  readonly source: string;
  /** Undefined for email and key, which may do all that their user may. */
  readonly owned: OwnedToken | undefined;
  readonly found: (PrivilegeComparison & { readonly obstacles: readonly string[] }) | undefined;
}

/** For people, in lines of at most 100 columns where names allow it. */
export function preflightWords(report: PreflightReport): string[] {
  return [...needsWords(report), "", ...verdictWords(report)];
}

/** The same facts by name. */
export function preflightJson({ grants, others, source, owned, found }: PreflightReport): object {
  return {
    needs: grants.map(({ group, key, uses }) => ({
      permissionGroup: group.name,
      resource: key,
      operations: distinct(uses.map(({ operation }) => operation)),
      by: distinct(uses.map(({ by }) => by)),
    })),
    credential: { source, tokenId: owned?.token.id ?? null, name: owned?.token.name ?? null },
    obstacles: found?.obstacles ?? [],
    missing: found
      ? missingGrants(grants, found.missing).map(({ group, key }) => ({
          permissionGroup: group.name,
          resource: key,
        }))
      : [],
    tooMuch:
      found?.excess.map((excess) => ({ policy: excess.policy, permissionGroup: nameOf(excess, owned) })) ??
      [],
    tooWide: found?.wide ?? [],
    otherConnections: others,
  };
}

function needsWords({ grants, others }: PreflightReport): string[] {
  const head = grants.length === 0 ? "The deployment needs no permission." : "The deployment needs:";
  return [
    head,
    ...table(grants.map(({ group, key }) => [group.name, key])).flatMap((line, index) => [
      `  ${line}`,
      ...wrapped(distinct(grants[index]?.uses.map(({ by }) => by) ?? []), "    for "),
    ]),
    ...(mixesMaking(grants) ? [MIXED] : []),
    ...others.map(
      (name) =>
        `Resources of the connection ${name} are not counted here: run it for that one, too (--connection).`,
    ),
  ];
}

/** Such a token could give away everything that its user has. */
const MIXED =
  "A token that makes tokens is to hold nothing else: let the ApiTokens call by a connection of their own.";

function mixesMaking(grants: readonly Grant[]): boolean {
  const making = grants.filter(({ group }) => makesTokens(group)).length;
  return making > 0 && making < grants.length;
}

function verdictWords(report: PreflightReport): string[] {
  const { grants, source, owned, found } = report;
  if (!owned || !found) {
    return [
      `The credential is the email and key from ${source}: it may do all that its user may.`,
      "Too much: a token with the permissions above is enough (--as code prints it).",
    ];
  }
  const { token } = owned;
  const missing = missingGrants(grants, found.missing);
  const excess = token.policies.flatMap((_, policy) => excessWords(policy, owned, found));
  return [
    `The credential is the token ${JSON.stringify(token.name)} (${token.id}) from ${source}.`,
    ...found.obstacles.map((obstacle) => `It cannot be used: ${obstacle}.`),
    ...(missing.length === 0
      ? ["Nothing is missing."]
      : [
          "Missing:",
          ...missing.flatMap(({ group, key, uses }) => [
            `  ${group.name} on ${key}`,
            ...refusedWords(uses, found.missing),
          ]),
        ]),
    ...(excess.length === 0 ? ["Nothing is too much."] : ["Too much:", ...excess]),
  ];
}

function excessWords(policy: number, owned: OwnedToken, { excess, wide }: PrivilegeComparison): string[] {
  const names = excess.filter((one) => one.policy === policy).map((one) => nameOf(one, owned));
  const keys = wide.filter((one) => one.policy === policy).map(({ key }) => key);
  return [
    ...wrapped(names, `  policy ${policy + 1}: `),
    ...keys.map((key) => `  policy ${policy + 1} is for all of ${key}: the ones above would do`),
  ];
}

function refusedWords(uses: readonly Use[], missing: readonly Use[]): string[] {
  return wrapped(
    distinct(uses.filter((use) => missing.includes(use)).map(({ operation }) => operation)),
    "    refused would be ",
  );
}

/** Those of the grants that calls are refused for want of. */
function missingGrants(grants: readonly Grant[], missing: readonly Use[]): Grant[] {
  return grants.filter(({ uses }) => uses.some((use) => missing.includes(use)));
}

function nameOf({ policy, groupId }: Excess, owned: OwnedToken | undefined): string {
  const groups = owned?.token.policies[policy]?.permission_groups ?? [];
  return groups.find(({ id }) => id === groupId)?.name ?? groupId;
}
