import type { Token } from "../../api";
import type { TokenOwner } from "../../client";
import {
  fromWire,
  generationName,
  sameToken,
  startSetBack,
  startWithMargin,
  type TokenState,
} from "../../tokens";
import { pick } from "../inputs";
import { LifecycleError, type Context, type Properties } from "../lifecycle";
import { MARK } from "../marks";
import { generationOf, KEPT } from "./generation";
import { ARGUMENTS, TOKEN_FIELDS, tokenArgs } from "./inputs";
import type { Predecessor } from "./predecessors";

const INPUTS = [...ARGUMENTS, ...KEPT];

/** The resource's id names its first token for ever. */
export function idOf(owner: TokenOwner, tokenId: string): string {
  return "accountId" in owner ? `account/${owner.accountId}/${tokenId}` : `user/${tokenId}`;
}

export function parseId(id: string): { owner: TokenOwner; tokenId: string } {
  const [kind, first, second, ...more] = id.split("/");
  if (kind === "user" && first && second === undefined) return { owner: { user: true }, tokenId: first };
  if (kind === "account" && first && second && more.length === 0)
    return { owner: { accountId: first }, tokenId: second };
  throw new LifecycleError(
    `${JSON.stringify(id)} is no id of a token: write user/<token id> or account/<account id>/<token id>.`,
  );
}

/** The token as it is sent: under the name of its generation, and with a start that no clock can be behind. */
export function sentArgs(context: Context, id: string, inputs: Properties): TokenState {
  const args = tokenArgs(inputs);
  return {
    ...args,
    name: generationName(args.name, id, generationOf(inputs)),
    ...(args.notBefore !== undefined && { notBefore: startWithMargin(args.notBefore, context.now()) }),
  };
}

/** `token` is left out where it did not change. */
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

/** Each field as the program wrote it where the API means the same (it reorders sets); else what is there. */
export function liveInputs(id: string, outputs: Properties, token: Token, owner: TokenOwner): Properties {
  const live: Properties = { ...fromWire(token), ...("accountId" in owner ? owner : {}) };
  if (outputs["stateVersion"] === undefined) return pick(live, ARGUMENTS);
  const before = tokenArgs(outputs);
  const asWritten = (name: keyof TokenState) => {
    if (name === "name") return live[name] === generationName(before.name, id, generationOf(outputs));
    if (name === "notBefore" && before.notBefore && live[name] === startSetBack(before.notBefore))
      return true;
    return sameToken({ ...before, [name]: live[name] }, before);
  };
  const fields = TOKEN_FIELDS.map((name) => {
    if (asWritten(name)) return [name, outputs[name]] as const;
    // An active token says nothing of it on the wire.
    return [name, name === "status" ? (live[name] ?? "active") : live[name]] as const;
  });
  return pick({ ...outputs, ...Object.fromEntries(fields) }, [...INPUTS, MARK]);
}
