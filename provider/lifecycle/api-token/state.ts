import { pathTo, type Token } from "../../api";
import type { TokenOwner } from "../../client";
import {
  fromWire,
  generationName,
  generationOf,
  sameToken,
  startSetBack,
  startWithMargin,
  type TokenState,
} from "../../tokens";
import { API_TOKEN, argumentsOf, describedOf, inputsOf } from "../../properties";
import { pick } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import type { Predecessor } from "./generation";
import { tokenArgs } from "./inputs";
import { MARK } from "../../properties/hidden";

const INPUTS = inputsOf(API_TOKEN);

/** Returns the resource's id, which names its first token and survives every rotation. */
export function idOf(owner: TokenOwner, tokenId: string): string {
  return "accountId" in owner ? `account/${owner.accountId}/${tokenId}` : `user/${tokenId}`;
}

export function parseId(id: string): { owner: TokenOwner; tokenId: string } {
  const [kind, first, second, ...more] = id.split("/");
  if (kind === "user" && first && second === undefined) return { owner: { user: true }, tokenId: first };
  if (kind === "account" && first && second && more.length === 0)
    return { owner: { accountId: first }, tokenId: second };
  throw new LifecycleError(
    `${JSON.stringify(id)} is not the id of a token: write user/<token id> or account/<account id>/<token id>.`,
  );
}

/** Returns the token as it is sent. Throws if a permission group has no id: a preview may show such a token. */
export function sentArgs(context: Context, id: string, inputs: Properties): TokenState {
  const args = foreseenArgs(context, id, inputs);
  requireGroups(args);
  return args;
}

/** Returns the token as far as a preview knows it: with the name of its generation, and a start that tolerates a slow clock. */
export function foreseenArgs(context: Context, id: string, inputs: Properties): TokenState {
  const args = tokenArgs(inputs);
  return {
    ...args,
    name: generationName(args.name, id, generationOf(inputs)),
    ...(args.notBefore !== undefined && { notBefore: startWithMargin(args.notBefore, context.now()) }),
  };
}

/** Refuses permission groups without an id: a credential that may not list the groups leaves those that are not published. */
function requireGroups({ policies }: TokenState): void {
  for (const [index, { permissionGroups }] of policies.entries()) {
    const place = permissionGroups.findIndex(({ id }) => id === undefined);
    if (place < 0) continue;
    throw new LifecycleError(
      `${pathTo(pathTo(pathTo("policies", index), "permissionGroups"), place)}: no permission group with name ` +
        `${JSON.stringify(permissionGroups[place]?.name)} is published, and the credential may not list those of the API: ` +
        'correct the name, give the id of the group, or use a credential with "API Tokens Read".',
    );
  }
}

/** Returns the outputs. `token` is undefined if it did not change. */
export function outputsOf(
  inputs: Properties,
  token: Token | undefined,
  value: string | undefined,
  previous: readonly Predecessor[],
): Properties {
  return {
    ...pick(inputs, [...INPUTS, MARK]),
    value,
    ...(token && { tokenId: token.id, issuedOn: token.issued_on, modifiedOn: token.modified_on }),
    ...(previous.length > 0 && { previous }),
  };
}

/** Returns the live inputs. A field with an equal meaning stays as the program wrote it, since the API reorders sets. */
export function liveInputs(id: string, outputs: Properties, token: Token, owner: TokenOwner): Properties {
  const live: Properties = { ...fromWire(token), ...("accountId" in owner ? owner : {}) };
  if (outputs["stateVersion"] === undefined) return pick(live, argumentsOf(API_TOKEN));
  const before = tokenArgs(outputs);
  const isAsWritten = (name: string) => {
    if (name === "name") return live[name] === generationName(before.name, id, generationOf(outputs));
    if (name === "notBefore" && before.notBefore && live[name] === startSetBack(before.notBefore))
      return true;
    return sameToken({ ...before, [name]: live[name] }, before);
  };
  const fields = describedOf(API_TOKEN).map((name) => {
    if (isAsWritten(name)) return [name, outputs[name]] as const;
    // On the wire an active token has no status.
    return [name, name === "status" ? (live[name] ?? "active") : live[name]] as const;
  });
  return pick({ ...outputs, ...Object.fromEntries(fields) }, [...INPUTS, MARK]);
}
