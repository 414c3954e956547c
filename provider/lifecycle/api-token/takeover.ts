import type { Token } from "../../api";
import { fromWire, generationInName, samePolicies, sameToken, type TokenState } from "../../tokens";
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

/** The tokens of later generations that the state does not know. */
export interface UnknownGenerations {
  /** The successor that the rotation takes over, by rolling its value. */
  readonly orphan: Token | undefined;
  /** Those whose values somebody may use: the state may be older than they are. */
  readonly published: readonly Token[];
}

/**
 * Divides the tokens of later generations that the state does not know. An interrupted rotation leaves a successor whose value nobody got.
 * The rotation takes over one of these, or the token that `adopt` names.
 *
 * @param current the live token of the state
 * @param expiresOn the end that the program gives the token of the state
 */
export function divideGenerations(
  { unknown, current }: { readonly unknown: readonly Token[]; readonly current: Token | undefined },
  { id, generation, expiresOn, adopt, isInterrupted }: RotationFacts,
): UnknownGenerations {
  const isUnpublished = (token: Token) =>
    !usedByOthers(token) &&
    (isInterrupted(token.id) ||
      (generationInName(token.name, id) === generation + 1 &&
        isUntouchedSince(current, token.issued_on, expiresOn)));
  const orphan = unknown.find((token) => token.id === adopt) ?? unknown.find(isUnpublished);
  return { orphan, published: unknown.filter((token) => token !== orphan) };
}

export interface RotationFacts {
  /** The id of the resource. */
  readonly id: string;
  /** The generation of the token in the state. */
  readonly generation: number;
  readonly expiresOn: string | undefined;
  readonly adopt: string | undefined;
  /** Whether this machine has recorded that the rotation to the token with that id did not end. */
  readonly isInterrupted: (tokenId: string) => boolean;
}

/**
 * Whether nobody has changed a token since its successor was issued. A rotation publishes the successor's value only after it has given
 * the predecessor an end. A predecessor that is gone or dead proves nothing.
 */
function isUntouchedSince(
  predecessor: Token | undefined,
  issuedOn: string | null | undefined,
  expiresOn: string | undefined,
): boolean {
  if (!predecessor) return false;
  const { modified_on: modifiedOn, expires_on: end } = predecessor;
  const [modified, issued] = [modifiedOn, issuedOn].map((time) => Date.parse(time ?? ""));
  if (modified === undefined || issued === undefined) return false;
  // Times have whole seconds: an end may have been set in the second in which the successor was issued.
  if (end == null) return expiresOn === undefined && modified <= issued;
  return Date.parse(end) === Date.parse(expiresOn ?? "") && modified < issued;
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
