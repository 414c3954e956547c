import {
  makesTokens,
  type Excess,
  type Grant,
  type PrivilegeComparison,
  type Use,
} from "../../provider/tokens";
import { connectionLabel } from "../connection";
import { alignColumns, wrapList } from "../text-layout";
import type { OwnedToken } from "../credential-token";
import { firstWords } from "../../provider/words";

/** How many resources and users of a permission are named. */
const SHOWN = 3;

export interface PreflightReport {
  readonly grants: readonly Grant[];
  readonly others: readonly string[];
  /** Whether these are the permissions of a preview. */
  readonly preview: boolean;
  /** Where the credential is set. */
  readonly source: string;
  /** Undefined for email and key, which have all permissions of their user. */
  readonly owned: OwnedToken | undefined;
  readonly found: (PrivilegeComparison & { readonly obstacles: readonly string[] }) | undefined;
}

/** Formats the report for the terminal, in lines of at most 100 columns if names allow it. */
export function preflightLines(report: PreflightReport): string[] {
  return [...needsLines(report), "", ...verdictLines(report)];
}

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

function needsLines({ grants, others, preview }: PreflightReport): string[] {
  const what = preview ? "A preview of the deployment" : "The deployment";
  const head = `${what} needs${grants.length === 0 ? " no permissions." : ":"}`;
  const names = distinct(grants.map(({ group }) => group.name));
  const groups = names.map((name) => {
    const all = grants.filter(({ group }) => group.name === name);
    const keys = distinct(all.map(({ key }) => key)).sort();
    const users = distinct(all.flatMap(({ uses }) => uses.map(({ by }) => by)));
    return { name, keys, users };
  });
  const rows = groups.map(({ name, keys }) => [
    name,
    keys.length > 1 ? `${keys.length} resources` : (keys[0] ?? ""),
  ]);
  const lines = alignColumns(rows);
  return [
    head,
    ...groups.flatMap(({ keys, users }, index) => [
      `  ${lines[index] ?? ""}`,
      ...(keys.length > 1 ? wrapList(shortened(keys), "    on ") : []),
      ...wrapList(shortened(users), "    for "),
    ]),
    ...(mixesTokenCreation(grants) ? [MIXED] : []),
    ...others.map(
      (name) =>
        `Resources of ${connectionLabel(name)} are not included. Run the command for that connection, too (--connection).`,
    ),
  ];
}

/** Returns at most the first three of many; `--json` has all. */
function shortened(names: readonly string[]): readonly string[] {
  return names.length > SHOWN + 1 ? firstWords(names, SHOWN, (rest) => `and ${rest} more`) : names;
}

/** A token that creates tokens can create one with all permissions of its user. */
const MIXED =
  "A token that creates tokens should have no other permissions: use a separate connection for ApiToken resources.";

function mixesTokenCreation(grants: readonly Grant[]): boolean {
  const creating = grants.filter(({ group }) => makesTokens(group)).length;
  return creating > 0 && creating < grants.length;
}

function verdictLines(report: PreflightReport): string[] {
  const { grants, source, owned, found } = report;
  if (!owned || !found) {
    return [
      `The credential is the email and key from ${source}, with all permissions of its user.`,
      "Excess permissions: a token with the permissions above is sufficient (--as code prints it).",
    ];
  }
  const { token } = owned;
  const missing = missingGrants(grants, found.missing);
  const excess = token.policies.flatMap((_, policy) => excessLines(policy, owned, found));
  return [
    `The credential is the token ${JSON.stringify(token.name)} (${token.id}) from ${source}.`,
    ...found.obstacles.map((obstacle) => `The token cannot be used: ${obstacle}.`),
    ...(missing.length === 0
      ? ["No missing permissions."]
      : [
          "Missing permissions:",
          ...missing.flatMap(({ group, key, uses }) => [
            `  ${group.name} on ${key}`,
            ...refusedLines(uses, found.missing),
          ]),
        ]),
    ...(excess.length === 0 ? ["No excess permissions."] : ["Excess permissions:", ...excess]),
  ];
}

function excessLines(policy: number, owned: OwnedToken, { excess, wide }: PrivilegeComparison): string[] {
  const names = excess.filter((one) => one.policy === policy).map((one) => nameOf(one, owned));
  const keys = wide.filter((one) => one.policy === policy).map(({ key }) => key);
  return [
    ...wrapList(names, `  policy ${policy + 1}: `),
    ...keys.map((key) => `  policy ${policy + 1} covers all of ${key}, more than the resources above`),
  ];
}

function refusedLines(uses: readonly Use[], missing: readonly Use[]): string[] {
  return wrapList(
    distinct(uses.filter((use) => missing.includes(use)).map(({ operation }) => operation)),
    "    needed for ",
  );
}

function missingGrants(grants: readonly Grant[], missing: readonly Use[]): Grant[] {
  return grants.filter(({ uses }) => uses.some((use) => missing.includes(use)));
}

function nameOf({ policy, groupId }: Excess, owned: OwnedToken | undefined): string {
  const groups = owned?.token.policies[policy]?.permission_groups ?? [];
  return groups.find(({ id }) => id === groupId)?.name ?? groupId;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
