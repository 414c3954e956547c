import type { Token, TokenWithValue } from "../api";
import type { EdgeClient, TokenOwner } from "../client";
import { codeOf, relationOf } from "../marks";
import { isRecent } from "../rulesets";
import { isDerivedName, markInTokenName, type TokenArgs } from "../tokens";
import { text } from "./inputs";
import { PartialFailure, type Context, type Properties } from "./lifecycle";
import { isHeld, MARK, markOf } from "./marks";
import { unlessNotFound } from "./not-found";
import { changingTokens, namesakes, sameResource } from "./token-lists";
import { idOf, outputsOf, sentArgs } from "./token-state";
import {
  adopted,
  candidatesRefused,
  conformed,
  foundOrMade,
  madeNow,
  rollForValue,
  type Search,
} from "./token-takeover";

/** Ids of tokens that this run's state holds: what has one of them is a predecessor, which the engine deletes, and no orphan. */
const heldTokens = new Set<string>();
/** The tokens that this run made or took over, by id, each with the mark of its resource: they are no orphans either. */
const obtained = new Map<string, unknown>();

/** To be called with the ids of tokens that the state is known to hold. */
export function holdToken(id: unknown): void {
  if (typeof id === "string") heldTokens.add(id);
}

/** Whether another resource of this run than the one with that mark has made the token its own. */
export function isObtainedByOther(id: string, mark: unknown): boolean {
  return obtained.has(id) && obtained.get(id) !== mark;
}

/** The token that `adopt` names, the orphan of an interrupted attempt, or a new one. */
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
    // From here on no other resource of this run may end it, whatever fails.
    obtained.set(token.id, inputs[MARK]);
    try {
      return { ...current, value: await rollForValue(client, owner, token.id) };
    } catch (error) {
      const what = "The token is there, but its value could not be had; the next update rolls it again";
      const outputs = outputsOf(inputs, current, undefined, []);
      throw new PartialFailure(idOf(owner, token.id), outputs, what, error);
    }
  };
  const search = isDerivedName(args.name, markOf(inputs)) ? byMark : byName;
  const token =
    adopt === undefined
      ? await foundOrMade(client, owner, args, search(context, client, owner, inputs, args, take))
      : await take(await adopted(client, owner, adopt));
  obtained.set(token.id, inputs[MARK]);
  return token;
}

type SearchOf = (
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  inputs: Properties,
  args: TokenArgs,
  take: Search["take"],
) => Search;

/** A derived name proves whose a token is: one of an attempt that no state holds, young and never used, is taken over. */
const byMark: SearchOf = (context, client, owner, inputs, args, take) => ({
  look: async () => {
    const own = markOf(inputs);
    return (await sameResource(client, owner, args.name, context.now())).filter((token) => {
      const mark = markInTokenName(token.name);
      if (!own || !mark || obtained.has(token.id)) return false;
      return (
        ["own", "attempt"].includes(relationOf(mark, own)) && (codeOf(mark) === codeOf(own) || !isHeld(mark))
      );
    });
  },
  choose: (found, attempt) => {
    if (attempt === "this") return found.find(({ name }) => name === args.name);
    const young = found.filter((token) => isRecent(token.issued_on, context.now().getTime()));
    return young.filter((token) => !token.last_used_on).at(-1);
  },
  take: async (token) => {
    const taken = await take(token);
    // Several interrupted runs leave several; nobody has the value of any.
    for (const other of await byMark(context, client, owner, inputs, args, take).look()) {
      if (other.last_used_on || other.id === token.id) continue;
      if (!isRecent(other.issued_on, context.now().getTime())) continue;
      await changingTokens(client, owner, () => unlessNotFound(client.tokens.remove(owner, other.id)));
    }
    return taken;
  },
});

/** A name that the program gives proves nothing: what had it before this run is left alone, and named. */
const byName: SearchOf = (context, client, owner, _inputs, args, take) => ({
  // The second look of one resource is at a new list.
  look: async () =>
    (await namesakes(client, owner, args.name, context.now())).filter(
      ({ id }) => !obtained.has(id) && !heldTokens.has(id),
    ),
  choose: (found, attempt) => (attempt === "this" ? madeNow(found, args) : candidatesRefused(found, args)),
  take,
});
