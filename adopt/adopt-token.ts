import {
  checkToken,
  fromWire,
  markInTokenName,
  resolvePermissionGroups,
  tokenMakingProblems,
  type TokenState,
} from "../provider/tokens";
import type { PermissionGroup, Token } from "../provider/api";
import { line, quoted, slug } from "./names";
import { argsFrom, type AdoptedResource, type LeftOut } from "./program";
import type { Selected } from "./selection";

/** A live token with its owner: an account, or the calling user. */
export interface OwnedToken {
  readonly token: Token;
  readonly accountId: string | undefined;
  /** All permission groups that the owner can give to a token. */
  readonly groups: readonly PermissionGroup[];
  readonly tokens: readonly Token[];
  /** The id of the token that authenticates this command. */
  readonly ofRun?: string | undefined;
}

/** Statuses of a token that nothing revives. */
const DEAD = /^(expired|revoked)/;

/** Why a program does not declare the token of the runs. */
export const OF_RUN = "this run authenticates with it, and a destroy would delete it before the rest";

/** Why an import does not take a token: it sets neither `allowTokenMaking` nor `adopt`. */
const NEEDS_REASON =
  "the token can create tokens, which needs allowTokenMaking, and an import does not set that";
const NEEDS_ADOPT =
  "another token has the same name, only adopt tells the two apart, and an import does not set that";

/** Adopts a token with the value that it has. Returns what is left out, and why, if no resource can. */
export function adoptToken(
  { token, accountId, groups, tokens, ofRun }: OwnedToken,
  at: { readonly vendor: string; readonly now: Date },
  { nameOf, terraform }: Selected,
): AdoptedResource | LeftOut {
  const subject = `the token ${quoted(token.name)} (id ${token.id})`;
  if (DEAD.test(token.status)) return { subject, why: `it is ${token.status}` };
  if (token.id === ofRun) return { subject, why: OF_RUN };
  if (markInTokenName(token.name)) return { subject, why: "a resource of a stack owns it" };
  const { name, ...others } = stateOf(token);
  const state = { name, ...(accountId !== undefined && { accountId }), ...others };
  const [problem] = [...checkToken(state, at), ...resolvePermissionGroups(state, groups, at.vendor).problems];
  if (problem) return { subject, why: line(`${problem.path} ${problem.message}`) };
  const described = argsFrom(others);
  if (!described) return { subject, why: "it has members that no program of this package can declare" };
  const makesTokens = tokenMakingProblems(state).length > 0;
  const namesakes = tokens.filter((one) => one.name === name && !DEAD.test(one.status));
  const notImported = makesTokens ? NEEDS_REASON : namesakes.length > 1 ? NEEDS_ADOPT : undefined;
  return {
    kind: "ApiToken",
    name: nameOf(slug(name, "token")),
    args: {
      name,
      ...(accountId !== undefined && { accountId }),
      adopt: token.id,
      keepValue: true,
      ...described,
      ...(makesTokens && { allowTokenMaking: "This token existed before the program that adopts it." }),
    },
    notes: groupNotes(token),
    left: [],
    importId: accountId === undefined ? `user/${token.id}` : `account/${accountId}/${token.id}`,
    ...(notImported !== undefined && { notImported }),
    ...(terraform !== undefined && { terraform }),
  };
}

/** Names each group by its id alone, which is never ambiguous. The notes have the names. */
function stateOf(token: Token): TokenState {
  const { policies, ...others } = fromWire(token);
  const byId = policies.map(({ permissionGroups, ...policy }) => ({
    ...policy,
    permissionGroups: permissionGroups.map(({ id = "" }) => ({ id })),
  }));
  return { ...others, policies: byId };
}

function groupNotes({ policies }: Token): string[] {
  const groups = policies.flatMap((policy) => policy.permission_groups);
  const names = new Map(groups.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
  return [...names].map(([id, name]) => `${id} is ${quoted(name)}.`);
}
