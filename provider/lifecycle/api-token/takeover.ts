import type { Token } from "../../api";
import { fromWire, samePolicies, sameToken, type TokenState } from "../../tokens";
import { LifecycleError } from "../lifecycle";
import { getToken, replaceToken, type OwnerTokens } from "./requests";

/** This package verifies a fresh token, which the API records as a use. A use after this time is not its own. */
const OWN_USE_MS = 5 * 60_000;

export function addedSince(before: readonly Token[], now: readonly Token[]): Token[] {
  return now.filter((token) => !before.some(({ id }) => id === token.id));
}

/** After a lost answer: the only added token with those policies, or undefined if there are none or several. */
export function madeByThisRun(added: readonly Token[], args: TokenState): Token | undefined {
  const [only, ...more] = added.filter((token) => samePolicies(fromWire(token).policies, args.policies));
  return more.length === 0 ? only : undefined;
}

/** Throws if tokens of that name existed before this run: a name that the program gives does not prove who made them. */
export function refuseNamesakes(found: readonly Token[], args: TokenState): void {
  if (found.length === 0) return;
  const one = found.length === 1;
  throw new LifecycleError(
    `${one ? "A token" : `${found.length} tokens`} named ${JSON.stringify(args.name)} already exist${one ? "s" : ""}, ` +
      `and the name does not prove who made ${one ? "it" : "them"}:\n${describe(found)}\n` +
      "No token was made or changed. If an interrupted run of this program made one of them, set `adopt` to its id (this rolls its " +
      "value and cuts off whoever uses it now) or remove it. Otherwise choose another name, or leave `name` out.",
  );
}

/**
 * Finds the orphan of an interrupted rotation among tokens whose names prove their owner: the token that `adopt` names, or the
 * only one, provided that nobody uses it. A token in use was published, so the state is older than it.
 */
export function unpublished(found: readonly Token[], adopt: string | undefined): Token | undefined {
  const [only, ...more] = found;
  const named = found.find(({ id }) => id === adopt);
  if (named ?? !only) return named;
  if (more.length === 0 && !usedByOthers(only)) return only;
  throw new LifecycleError(
    `The successor of this token already exists, and ${more.length > 0 ? "there are several" : "it is in use"}:\n` +
      `${describe(found)}\n` +
      "The state may be older than that, for example restored from a backup. No token was made or changed. Set `adopt` to the id " +
      "of the token to take over (this rolls its value and cuts off whoever uses it now), or remove them.",
  );
}

export function usedByOthers({ last_used_on: used, modified_on, issued_on }: Token): boolean {
  if (!used) return false;
  const isOwnUse = Date.parse(used) - Date.parse(modified_on ?? issued_on ?? "") <= OWN_USE_MS;
  return !isOwnUse;
}

export async function adoptedToken(tokens: OwnerTokens, id: string): Promise<Token> {
  const token = await getToken(tokens, id);
  if (token) return token;
  throw new LifecycleError(
    `adopt names the token ${id}, and no token has that id: correct it, or leave adopt out.`,
  );
}

/** Throws for a token whose name has the mark of a resource that this stack's state does not have. */
export function refuseMarked({ id, name }: Token): never {
  throw new LifecycleError(
    `adopt names the token ${id}, ${JSON.stringify(name)}, whose name has the mark of a resource of another stack. No token was ` +
      "changed: two stacks cannot manage one token. Name another token, or remove the resource from the other stack and set " +
      `EDGE_TAKE_OVER=${id} for one \`pulumi up\`.`,
  );
}

/** Makes an existing token the one that `args` describe. Its value is rolled after that, as the last step of a takeover. */
export async function conform(tokens: OwnerTokens, token: Token, args: TokenState): Promise<Token> {
  const { accountId } = args;
  // The API does not repeat the account in its tokens.
  const live = { ...fromWire(token), ...(accountId !== undefined && { accountId }) };
  return sameToken(live, args) ? token : replaceToken(tokens, token.id, args);
}

function describe(found: readonly Token[]): string {
  return found
    .map(
      ({ id, issued_on, last_used_on }) =>
        `  ${id}  issued ${issued_on ?? "?"}, last used ${last_used_on ?? "never"}`,
    )
    .join("\n");
}
