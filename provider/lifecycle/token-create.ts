import type { Token, TokenWithValue } from "../api";
import type { EdgeClient, TokenOwner } from "../client";
import { text } from "./inputs";
import { PartialFailure, type Context, type Properties } from "./lifecycle";
import { namesakes } from "./token-lists";
import { idOf, outputsOf, sentArgs } from "./token-state";
import { adopted, conformed, leftOver, made, rollForValue } from "./token-takeover";

/**
 * Names that this run's state holds a token for. What is found under them is a predecessor, alive until the engine deletes
 * it (`up --target-replace` creates first), and no left-over of a failed attempt.
 */
const held = new Set<string>();
/** Ids of the tokens that this run made or took over: each is some resource's, and no left-over either. */
const obtained = new Set<string>();

/** To be called with the old inputs of every resource, before any is made. */
export function noteHeld(olds: Properties): void {
  const name = text(olds, "name");
  if (name !== undefined) held.add(name);
}

/** Looks before it makes: what an attempt left whose answer, or process, was lost is taken over, never made twice. */
export async function obtainToken(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  inputs: Properties,
): Promise<TokenWithValue> {
  const token = await foundOrMade(context, client, owner, inputs);
  obtained.add(token.id);
  return token;
}

async function foundOrMade(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  inputs: Properties,
): Promise<TokenWithValue> {
  // The first generation is named as the program names it, without an id.
  const args = sentArgs(context, "", inputs);
  const adopt = text(inputs, "adopt");
  const take = async (token: Token): Promise<TokenWithValue> => {
    const current = await conformed(client, owner, token, args);
    try {
      return { ...current, value: await rollForValue(client, owner, token.id) };
    } catch (error) {
      const what = "The token is there, but its value could not be had; the next update rolls it again";
      const outputs = outputsOf(inputs, current, undefined, []);
      throw new PartialFailure(idOf(owner, token.id), outputs, what, error);
    }
  };
  if (adopt !== undefined) return take(await adopted(client, owner, adopt));

  // The second look of one resource is at a new list.
  const look = async () =>
    (await namesakes(client, owner, args.name, context.now())).filter(({ id }) => !obtained.has(id));
  const before = await look();
  const found = held.has(args.name) ? undefined : leftOver(before, args);
  if (found) return take(found);
  const choose = (tokens: readonly Token[]) => leftOver(tokens, args);
  const token = await made(client, owner, args, { before, look, choose });
  return "whole" in token ? token.whole : take(token.found);
}
