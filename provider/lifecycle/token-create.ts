import type { Token, TokenWithValue } from "../api";
import type { EdgeClient, TokenOwner } from "../client";
import { text } from "./inputs";
import { PartialFailure, type Context, type Properties } from "./lifecycle";
import { namesakes } from "./token-lists";
import { idOf, outputsOf, sentArgs } from "./token-state";
import { adopted, conformed, foundOrMade, leftOver, rollForValue } from "./token-takeover";

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

/** The token that `adopt` names, what an earlier attempt left, or a new one. */
export async function obtainToken(
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
  const token =
    adopt === undefined
      ? await foundOrMade(client, owner, args, {
          // The second look of one resource is at a new list.
          look: async () =>
            (await namesakes(client, owner, args.name, context.now())).filter(({ id }) => !obtained.has(id)),
          choose: (found, attempt) =>
            attempt === "earlier" && held.has(args.name) ? undefined : leftOver(found, args),
          take,
        })
      : await take(await adopted(client, owner, adopt));
  obtained.add(token.id);
  return token;
}
