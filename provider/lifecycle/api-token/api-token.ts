import { isUnknown, type Token } from "../../api";
import { isNotFound, mayHaveHappened, type EdgeClient } from "../../client";
import { codeOf, type Mark } from "../../marks";
import {
  derivedTokenName,
  expiryWarning,
  generationInName,
  isDerivedName,
  markInTokenName,
  toReplacement,
  unmarkedTokenName,
} from "../../tokens";
import { redacted } from "../../redaction";
import { changedNames, connectionOf, pick, requiredText, text } from "../inputs";
import { LifecycleError, PartialFailure, type Context, type Lifecycle, type Properties } from "../lifecycle";
import { holdIds, holdMark, MARK, markInputs, markOf } from "../marks";
import { unlessNotFound } from "../unless-not-found";
import { isHeldByOther, noteHolder, obtainToken, ORPHANS, removeOrphans, REPLACED } from "./create";
import { generationOf, KEPT, withGeneration } from "./generation";
import { changedTokenFields, checkTokenInputs, ownerOf, tokenArgs } from "./inputs";
import { tell } from "../redaction";
import { changingTokens, findToken, laterGenerations, tokenBeforeRemoval } from "./lists";
import { ended, predecessorsOf, tidied } from "./predecessors";
import { succeed, withdraw } from "./rotation";
import { idOf, liveInputs, outputsOf, parseId, sentArgs } from "./state";
import { isDead } from "./status";
import { rollForValue, usedByOthers } from "./takeover";

/** Besides the token itself. What `adopt` names matters where a token is made. */
const COMPARED = [
  "rotation",
  "rotationTrigger",
  "warnBefore",
  ...KEPT,
  "allowTokenMaking",
  "connection",
  "secretInputs",
] as const;
const REPLACING: readonly string[] = ["accountId", "connection"];

/** An API token: its value is had once, at create or roll, and kept from then on. */
export const apiToken: Lifecycle = {
  async check(context, olds, news) {
    const mark = markInputs(context, olds, news);
    holdIds(news["__known"]);
    const name = nameOf(olds, news, markOf(mark));
    const named = name === undefined ? news : { ...news, name };
    const { inputs, problems } = await withGeneration(olds, named, context.now(), (written) =>
      checkTokenInputs(context, olds, written),
    );
    return {
      inputs: { ...inputs, ...mark, ...markedWithChange(olds, news, inputs, markOf(mark)) },
      problems,
    };
  },

  diff(_context, _id, olds, news) {
    holdMark(olds);
    holdIds(olds["tokenId"]);
    noteHolder(olds["tokenId"], olds[MARK]);
    const changed = [...changedTokenFields(olds, news), ...changedNames(olds, news, COMPARED)];
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    // A value that was lost with the answer of a roll is had by another roll.
    const changes = changed.length > 0 || text(olds, "value") === undefined;
    // The successor is there before the old token ends: until then the engine keeps both.
    return Promise.resolve({ changes, replaces });
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const owner = ownerOf(inputs);
    const { token, predecessors } = await obtainToken(context, client, owner, inputs);
    const outputs = outputsOf(inputs, token, token.value, []);
    const replaced = predecessors.length > 0 && { [REPLACED]: predecessors };
    const created = { id: idOf(owner, token.id), outputs: { ...outputs, ...replaced } };
    if (tokenArgs(inputs).status !== "disabled" || token.status === "disabled") return created;
    try {
      // POST takes no status.
      const body = toReplacement(sentArgs(context, created.id, inputs));
      await changingTokens(client, owner, () => client.tokens.replace(owner, token.id, body));
      return created;
    } catch (error) {
      const outputs = { ...created.outputs, status: undefined };
      throw new PartialFailure(created.id, outputs, "The token was made but is not disabled yet", error);
    }
  },

  async read(context, id, outputs) {
    const { owner } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const token = await current(context, client, id, outputs);
    if (!token) return undefined;
    const state = text(outputs, "tokenId") === token.id ? outputs : succeeded(id, outputs, token);
    const inputs = liveInputs(id, state, token, owner);
    const warning = expiryWarning(inputs, context.now());
    if (warning !== undefined)
      context.log(redacted(`warning: ApiToken ${JSON.stringify(inputs["name"])}: ${warning}`));
    const live = outputsOf(inputs, token, text(state, "value"), predecessorsOf(outputs));
    return { outputs: { ...live, ...pick(outputs, [REPLACED]) }, inputs };
  },

  async update(context, id, olds, news) {
    const client = context.client(connectionOf(news));
    const owner = ownerOf(news);
    const orphans = Array.isArray(olds[ORPHANS]) ? olds[ORPHANS].map(String) : [];
    await removeOrphans(client, owner, orphans, (left, error) => {
      const what = "A token that an interrupted run left is not removed yet";
      throw new PartialFailure(id, { ...olds, [ORPHANS]: left }, what, error);
    });
    const previous = await tidied(client, owner, predecessorsOf(olds), context.now());
    const changed = changedTokenFields(olds, news).length > 0;
    // What the program says holds for every token of the resource; each has a name and an end of its own.
    for (const one of changed ? previous : [])
      await ended(client, owner, one, sentArgs(context, id, { ...news, generation: one.generation }));
    if (generationOf(news) > generationOf(olds)) {
      const { successor, predecessor } = await succeed(context, client, owner, id, olds, news);
      return outputsOf(news, successor, successor.value, [...previous, predecessor]);
    }
    if (olds["generation"] !== undefined) await withdraw(context, client, owner, id, olds);
    const tokenId = requiredText(olds, "tokenId");
    const value = text(olds, "value");
    const token = changed
      ? await changingTokens(client, owner, () =>
          client.tokens.replace(owner, tokenId, toReplacement(sentArgs(context, id, news))),
        ).catch(explainGone)
      : undefined;
    const outputs = {
      ...pick(olds, ["tokenId", "issuedOn", "modifiedOn"]),
      ...outputsOf(news, token, value, previous),
    };
    if (value !== undefined && changedNames(olds, news, ["rotationTrigger"]).length === 0) return outputs;
    try {
      return { ...outputs, value: await rollForValue(client, owner, tokenId).catch(explainGone) };
    } catch (error) {
      // The old trigger stays, so that the next update rolls again; a value that may have ended is not kept.
      const lost = mayHaveHappened(error);
      const kept = { ...outputs, value: lost ? undefined : value, rotationTrigger: olds["rotationTrigger"] };
      throw new PartialFailure(id, kept, "The token's value could not be rolled", error);
    }
  },

  async remove(context, id, outputs) {
    const { owner, tokenId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    // An interrupted rotation may have left one that no state knows.
    const rotated = outputs["generation"] !== undefined;
    const later = rotated ? await laterGenerations(client, owner, id, context.now()) : [];
    const orphans = Array.isArray(outputs[ORPHANS]) ? outputs[ORPHANS].map(String) : [];
    const ids = [
      ...predecessorsOf(outputs).map((one) => one.tokenId),
      ...later.map((token) => token.id),
      ...orphans,
      text(outputs, "tokenId") ?? tokenId,
    ];
    for (const one of new Set(ids)) {
      const token = await tokenBeforeRemoval(client, owner, one, context.now());
      if (!token) continue;
      // The name of an orphan carries the mark of the attempt that made it.
      const isForeign = !orphans.includes(one) && isOthers(token, outputs);
      if (isHeldByOther(one, outputs[MARK]) || isForeign) {
        context.log(
          redacted(`ApiToken ${JSON.stringify(token.name)} (${one}) is another resource's now, and stays.`),
        );
        continue;
      }
      await changingTokens(client, owner, () => unlessNotFound(client.tokens.remove(owner, one)));
    }
  },
};

/** The name that the program leaves to us; undefined where it gives one. A state keeps the one it has. */
function nameOf(olds: Properties, news: Properties, mark: Mark | undefined): string | undefined {
  const base = text(news, "__base");
  if (news["name"] !== undefined || base === undefined || mark === undefined) return undefined;
  const before = text(olds, "name");
  const isKept =
    before !== undefined && (isDerivedName(before, markOf(olds)) || before === unmarkedTokenName(base, mark));
  return isKept ? before : derivedTokenName(base, mark);
}

/** A name that a release without marks made gets its mark with the next change of the token. */
function markedWithChange(
  olds: Properties,
  news: Properties,
  inputs: Properties,
  mark: Mark | undefined,
): Properties {
  const base = text(news, "__base");
  if (news["name"] !== undefined || base === undefined || mark === undefined) return {};
  const isUnmarked = inputs["name"] === unmarkedTokenName(base, mark);
  return isUnmarked && changedTokenFields(olds, inputs).length > 0
    ? { name: derivedTokenName(base, mark) }
    : {};
}

/** Whether the name of a token says that it belongs to another resource, or to another attempt of this one. */
function isOthers(token: Token, outputs: Properties): boolean {
  const mark = markInTokenName(token.name);
  const own = markOf(outputs);
  if (!mark) return false;
  // Of a release without marks, or with a name that the program gave: nobody but a resource that took it over has marked it.
  return !own || codeOf(mark) !== codeOf(own);
}

/** The token that the state knows; where that is gone, one that took its place and was not published yet. */
async function current(
  context: Context,
  client: EdgeClient,
  id: string,
  outputs: Properties,
): Promise<Token | undefined> {
  const { owner, tokenId } = parseId(id);
  const known = text(outputs, "tokenId");
  // Looked up by somebody who does not manage it, it is the only one that is asked for.
  const token =
    known === undefined
      ? await unlessNotFound(client.tokens.get(owner, tokenId))
      : await findToken(client, owner, known, context.now());
  if (token && !isDead(token) && (known === undefined || !isOthers(token, outputs))) return token;
  const previous = predecessorsOf(outputs).map((one) => one.tokenId);
  const later = (await laterGenerations(client, owner, id, context.now()))
    .filter((one) => !previous.includes(one.id) && (known === undefined || !usedByOthers(one)))
    .map((one) => ({ one, generation: generationInName(one.name, id) ?? 0 }));
  return later.sort((a, b) => b.generation - a.generation)[0]?.one;
}

/** The state with a token of another generation, whose period began with it. Its value is not known: the next update rolls it. */
function succeeded(id: string, outputs: Properties, token: Token): Properties {
  const generation = generationInName(token.name, id);
  return { ...outputs, value: undefined, generation, generationSince: token.issued_on };
}

function explainGone(error: unknown): never {
  if (!isNotFound(error)) throw error;
  throw new LifecycleError(
    `${tell(error)} The token was removed outside of Pulumi: run \`pulumi refresh\`, and the next up makes a new one.`,
  );
}
