import { checkToken, fromWire, markInTokenName, tokenMakingProblems } from "../provider/tokens";
import type { Token } from "../provider/api";
import { quoted } from "./left-out";
import { slug } from "./names";
import type { AdoptedArgs, AdoptedResource } from "./program";

/** A live token with its owner: an account, or the calling user. */
export interface OwnedToken {
  readonly token: Token;
  readonly accountId: string | undefined;
}

/** Statuses of a token that nothing revives. */
const DEAD = /^(expired|revoked)/;

/** Adopts a token with the value that it has. Returns a text if no resource can: what is left out, and why. */
export function adoptToken(
  { token, accountId }: OwnedToken,
  at: { readonly vendor: string; readonly now: Date },
  nameOf: (wanted: string) => string,
): AdoptedResource | string {
  const subject = `the token ${quoted(token.name)} (id ${token.id})`;
  if (DEAD.test(token.status)) return `${subject}: it is ${token.status}`;
  if (markInTokenName(token.name)) return `${subject}: a resource of a stack owns it`;
  const state = fromWire(token);
  const [problem] = checkToken(accountId === undefined ? state : { ...state, accountId }, at);
  if (problem) return `${subject}: ${problem.path} ${problem.message}`;
  const { name, policies, ...others } = state;
  return {
    kind: "ApiToken",
    name: nameOf(slug(name, "token")),
    args: {
      ...(accountId !== undefined && { accountId }),
      name,
      adopt: token.id,
      keepValue: true,
      // Only the ids of groups are unambiguous; the names are in the notes.
      policies: policies.map(({ permissionGroups, ...policy }) => ({
        ...policy,
        permissionGroups: permissionGroups.map(({ id = "" }) => ({ id })),
      })),
      ...(others as AdoptedArgs),
      ...(tokenMakingProblems(state).length > 0 && {
        allowTokenMaking: "This token existed before the program that adopts it.",
      }),
    },
    notes: groupNotes(token),
    // A deleted token cuts off its users, and its value cannot be restored.
    isProtected: true,
    importId: accountId === undefined ? `user/${token.id}` : `account/${accountId}/${token.id}`,
  };
}

function groupNotes({ policies }: Token): string[] {
  const groups = policies.flatMap((policy) => policy.permission_groups);
  const names = new Map(groups.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
  return [...names].map(([id, name]) => `${id} is ${quoted(name)}.`);
}
