import { z } from "zod";
import { isUnknown } from "../../api";
import { dueGeneration, type Generation, isUsable, rotationOf, type TokenState } from "../../tokens";
import { changedNames } from "../inputs";
import type { Checked, Properties } from "../lifecycle";
import { unlessNotFound } from "../unless-not-found";
import { getToken, isDead, type OwnerTokens, removeToken, replaceToken } from "./requests";

const ADDED = ["generation", "generationSince"] as const;

/** Runs `check` and adds the generation that is due to the inputs. */
export async function withGeneration(
  olds: Properties,
  news: Properties,
  now: Date,
  check: (written: Properties) => Promise<Checked>,
): Promise<Checked> {
  // With `ignoreChanges` the engine hands over the old inputs, which hold what was added here.
  const handedBack = ADDED.filter((name) => news[name] !== undefined && news[name] === olds[name]);
  const written = Object.entries(news).filter(([name]) => !handedBack.some((one) => one === name));
  const { inputs, problems } = await check(Object.fromEntries(written));
  const isIgnored = handedBack.includes("generation");
  return { inputs: { ...inputs, ...(isIgnored ? knownGeneration(olds) : due(olds, inputs, now)) }, problems };
}

/** Returns the generation that is due. It stays the same without `rotation`, and for a token that nobody can use now. */
function due(olds: Properties, inputs: Properties, now: Date): Partial<Generation> {
  const old = knownGeneration(olds);
  const rotation = rotationOf(inputs);
  if (!rotation) {
    const { generation } = old;
    return inputs["rotation"] !== undefined ? old : generation === undefined ? {} : { generation };
  }
  const isChanged = changedNames(olds, inputs, ["rotationTrigger"]).length > 0;
  const triggered = isChanged && old.generation !== undefined && !isUnknown(inputs["rotationTrigger"]);
  const next = dueGeneration(old, { every: rotation.every, triggered, now });
  // The successor of a token that nobody can use would be the same.
  return isUsable(inputs, now) ? next : { ...next, ...old };
}

function knownGeneration({ generation, generationSince }: Properties): Partial<Generation> {
  return {
    ...(typeof generation === "number" && { generation }),
    ...(typeof generationSince === "string" && { generationSince }),
  };
}

/** A token of an earlier generation, which expires at the end of the overlap. */
const Predecessor = z.object({ tokenId: z.string(), generation: z.number(), expiresOn: z.string() });
export type Predecessor = z.infer<typeof Predecessor>;

/** Returns the predecessors in the state, the oldest first. */
export function predecessorsOf(outputs: Properties): Predecessor[] {
  return z.array(Predecessor).catch([]).parse(outputs["previous"]);
}

/**
 * Makes a predecessor the token that `args` describe, but with its own end. A dead token is left alone: a write could revive a
 * credential that somebody has ended.
 */
export async function expire(
  tokens: OwnerTokens,
  { tokenId, expiresOn }: Predecessor,
  args: TokenState,
): Promise<void> {
  const token = await getToken(tokens, tokenId);
  if (!token || isDead(token)) return;
  await unlessNotFound(replaceToken(tokens, tokenId, { ...args, expiresOn }));
}

/** Removes predecessors that have expired and returns the others. One that cannot be removed is dead already, and waits. */
export async function removeExpired(
  tokens: OwnerTokens,
  previous: readonly Predecessor[],
): Promise<Predecessor[]> {
  const now = tokens.context.now().getTime();
  const left: Predecessor[] = [];
  for (const one of previous) {
    const isGone = Date.parse(one.expiresOn) <= now && (await tryToRemove(tokens, one.tokenId));
    if (!isGone) left.push(one);
  }
  return left;
}

async function tryToRemove(tokens: OwnerTokens, tokenId: string): Promise<boolean> {
  try {
    await removeToken(tokens, tokenId);
    return true;
  } catch {
    return false;
  }
}
