import type { Token } from "../../api";
import { isNotFound, mayHaveHappened } from "../../client";
import type { Mark } from "../../marks";
import {
  derivedTokenName,
  earlierEnd,
  expiryWarning,
  generationInName,
  isDerivedName,
  lacksValue,
  markInTokenName,
  unmarkedTokenName,
  valueChange,
} from "../../tokens";
import { API_TOKEN, comparedOf, describedOf } from "../../properties";
import { redacted } from "../../redaction";
import { foreseeToken, foreseeTokenOwner, withRefusal } from "../foresight/foresee-token";
import { changedNames, isImport, isPreview, pick, replacingNames, requiredText, text } from "../inputs";
import { LifecycleError, PartialFailure, type Lifecycle, type Properties } from "../lifecycle";
import { holdIds, holdMark, markInputs, mayHaveOrphans, isMarkedByOther, markOf } from "../evidence";
import { tell } from "../redaction";
import {
  isHeldByOther,
  noteHolder,
  obtainToken,
  removeOrphans,
  tellAttempts,
  unheldAttempts,
} from "./create";
import { removeAsPlanned } from "../unless-not-found";
import { expire, predecessorsOf, removeExpired, withGeneration } from "./generation";
import { changedTokenFields, checkTokenInputs, ownerOf, tokenArgs } from "./inputs";
import {
  findToken,
  getToken,
  isDead,
  laterGenerations,
  ownerTokens,
  removeToken,
  replaceToken,
  rollToken,
  sameResourceBeforeRemoval,
  tokenBeforeRemoval,
  tokensOfSameResource,
  type OwnerTokens,
} from "./requests";
import { foreseeUnknown, succeed, withdraw } from "./rotation";
import { idOf, liveInputs, outputsOf, parseId, sentArgs } from "./state";
import { importedText, tellEnds, warnOfDoubts } from "./tell";
import { BASE, IMPORTED, MARK, ORPHANS } from "../../properties/hidden";

const FIELDS = describedOf(API_TOKEN);
/** The inputs that `changedTokenFields` does not compare by meaning. */
const COMPARED = comparedOf(API_TOKEN).filter((name) => !FIELDS.includes(name));

/** An API token. The API answers its value only to create and roll, so the state keeps it from then on. */
export const apiToken: Lifecycle = {
  async check(context, olds, news) {
    const mark = markInputs(context, olds, news);
    const name = nameOf(olds, news, markOf(mark));
    const named = name === undefined ? news : { ...news, name };
    const foresee = (given: Properties) =>
      isPreview(news) ? foreseeTokenOwner(context, given) : Promise.resolve([]);
    const { inputs, problems } = await withGeneration(olds, named, context.now(), (written) =>
      withRefusal(context, written, () => checkTokenInputs(context, olds, written, foresee)),
    );
    const marked = { ...inputs, ...mark, ...markedWithChange(olds, news, inputs, markOf(mark)) };
    const isForeseen = isPreview(news) && problems.length === 0;
    if (isForeseen) context.run.previewed.add(marked[MARK]);
    if (isForeseen) warnOfDoubts(context, olds, marked);
    // The engine asks for no difference of a new resource.
    if (isForeseen && olds["name"] === undefined) tellEnds(context, undefined, marked);
    return { inputs: marked, problems: isForeseen ? await foreseeToken(context, olds, marked) : problems };
  },

  async diff(context, id, olds, news) {
    holdMark(context, olds);
    holdIds(context, olds["tokenId"]);
    noteHolder(context, olds["tokenId"], olds[MARK]);
    const changed = [...changedTokenFields(olds, news), ...changedNames(olds, news, COMPARED)];
    // If the answer to a roll was lost, the state has no value: the update rolls again.
    const changes = changed.length > 0 || lacksValue(olds, news);
    const replaces = replacingNames(API_TOKEN, changed);
    if (changes) tellEnds(context, olds, news, replaces.length > 0);
    const isRotated = replaces.length === 0 && valueChange(olds, news, context.now()) === "succeeded";
    if (isRotated && context.run.previewed.has(news[MARK])) await foreseeUnknown(context, id, olds, news);
    // Create before delete: the old token stays valid until its successor exists.
    return { changes, replaces };
  },

  async hasOrphans(context, id, olds) {
    return (await tellOthers(ownerTokens(context, olds, parseId(id).owner), olds)).length > 0;
  },

  async create(context, inputs) {
    const tokens = ownerTokens(context, inputs, ownerOf(inputs));
    const token = await obtainToken(tokens, inputs);
    const id = idOf(tokens.owner, token.id);
    const outputs = outputsOf(inputs, token, token.value, []);
    if (tokenArgs(inputs).status !== "disabled" || token.status === "disabled") return { id, outputs };
    try {
      // POST takes no status.
      await replaceToken(tokens, token.id, sentArgs(context, id, inputs));
      return { id, outputs };
    } catch (error) {
      const what = "The token was made but is not disabled yet";
      throw new PartialFailure(id, { ...outputs, status: undefined }, what, error);
    }
  },

  async read(context, id, outputs) {
    const { owner } = parseId(id);
    const token = await liveToken(ownerTokens(context, outputs, owner), id, outputs);
    if (!token) return undefined;
    const state = text(outputs, "tokenId") === token.id ? outputs : succeededState(id, outputs, token);
    const inputs = liveInputs(id, state, token, owner);
    const warning = expiryWarning(inputs, context.now());
    if (warning !== undefined)
      context.log(redacted(`warning: ApiToken ${JSON.stringify(inputs["name"])}: ${warning}`));
    const live = outputsOf(inputs, token, text(state, "value"), predecessorsOf(outputs));
    if (isImport(outputs)) context.log(redacted(importedText(String(inputs["name"]))));
    const imported = { ...(isImport(outputs) && { [IMPORTED]: true }), ...pick(outputs, [IMPORTED]) };
    await tellOthers(ownerTokens(context, outputs, owner), outputs);
    return { outputs: { ...live, ...imported }, inputs };
  },

  async update(context, id, olds, news) {
    const tokens = ownerTokens(context, news, ownerOf(news));
    const attempts = mayHaveOrphans(context, olds) ? await unheldAttempts(tokens, news) : [];
    const orphans = [...orphansOf(olds), ...tellAttempts(tokens, news, attempts)];
    await removeOrphans(tokens, orphans, (left, error) => {
      const what = "An orphan of an interrupted run is not removed yet";
      throw new PartialFailure(id, { ...olds, [ORPHANS]: left }, what, error);
    });
    const left = await removeExpired(tokens, predecessorsOf(olds));
    const programEnd = text(news, "expiresOn");
    const previous = left.map((one) => ({ ...one, expiresOn: earlierEnd(one.expiresOn, programEnd) }));
    const isChanged = changedTokenFields(olds, news).length > 0;
    // The arguments describe every token of the resource; only the name and the end differ by generation.
    for (const one of isChanged ? previous : [])
      await expire(tokens, one, sentArgs(context, id, { ...news, generation: one.generation }));
    const change = valueChange(olds, news, context.now());
    if (change === "succeeded") {
      const { successor, predecessors } = await succeed(tokens, id, olds, news);
      return outputsOf(news, successor, successor.value, [...previous, ...predecessors]);
    }
    if (olds["generation"] !== undefined) await withdraw(tokens, id, olds, news);
    const tokenId = requiredText(olds, "tokenId");
    const value = text(olds, "value");
    const token = isChanged
      ? await replaceToken(tokens, tokenId, sentArgs(context, id, news)).catch(explainGone)
      : undefined;
    const outputs = {
      ...pick(olds, ["tokenId", "issuedOn", "modifiedOn"]),
      ...outputsOf(news, token, value, previous),
    };
    if (change === "kept") return { ...outputs, ...pick(olds, [IMPORTED]) };
    try {
      return { ...outputs, value: await rollToken(tokens, tokenId).catch(explainGone) };
    } catch (error) {
      // The state keeps the old trigger, so that the next update rolls again, and drops a value that may no longer work.
      const isLost = mayHaveHappened(error);
      const kept = {
        ...outputs,
        value: isLost ? undefined : value,
        rotationTrigger: olds["rotationTrigger"],
      };
      throw new PartialFailure(id, kept, "The token's value could not be rolled", error);
    }
  },

  async remove(context, id, outputs) {
    const { owner, tokenId } = parseId(id);
    const tokens = ownerTokens(context, outputs, owner);
    // The state does not know the orphans of an interrupted rotation.
    const later = outputs["generation"] === undefined ? [] : await laterGenerations(tokens, id);
    const orphans = orphansOf(outputs);
    const ids = [
      ...predecessorsOf(outputs).map((one) => one.tokenId),
      ...later.map((token) => token.id),
      ...orphans,
      text(outputs, "tokenId") ?? tokenId,
    ];
    await tellOthers(tokens, outputs, sameResourceBeforeRemoval);
    const remove = async (one: string, isFirst: boolean) => {
      const token = await (isFirst ? tokenBeforeRemoval(tokens, one) : getToken(tokens, one));
      if (!token) return;
      // The name of an orphan carries the mark of the attempt that made it.
      const isForeign = !orphans.includes(one) && isOthers(token, id, outputs);
      if (isHeldByOther(context, one, outputs[MARK]) || isForeign) {
        context.log(
          redacted(
            `ApiToken ${JSON.stringify(token.name)} (${one}) now belongs to another resource and is not removed.`,
          ),
        );
        return;
      }
      await removeToken(tokens, one, token);
    };
    for (const one of new Set(ids)) await removeAsPlanned((isFirst) => remove(one, isFirst));
  },
};

/** Returns the derived name, or undefined if the program gives a name. A state keeps the derived name that it has. */
function nameOf(olds: Properties, news: Properties, mark: Mark | undefined): string | undefined {
  const base = text(news, BASE);
  if (news["name"] !== undefined || base === undefined || mark === undefined) return undefined;
  const before = text(olds, "name");
  const isKept =
    before !== undefined && (isDerivedName(before, markOf(olds)) || before === unmarkedTokenName(base, mark));
  return isKept ? before : derivedTokenName(base, mark);
}

/** A derived name of a release without marks gets its mark with the next change of the token. */
function markedWithChange(
  olds: Properties,
  news: Properties,
  inputs: Properties,
  mark: Mark | undefined,
): Properties {
  const base = text(news, BASE);
  if (news["name"] !== undefined || base === undefined || mark === undefined) return {};
  const isUnmarked = inputs["name"] === unmarkedTokenName(base, mark);
  return isUnmarked && changedTokenFields(olds, inputs).length > 0
    ? { name: derivedTokenName(base, mark) }
    : {};
}

/**
 * Whether the name of a token shows that another resource has taken it over. A name that the state has was chosen by a person or derived
 * for this resource, and is never read as the mark of another.
 */
function isOthers(token: Token, id: string, outputs: Properties): boolean {
  if (token.name === outputs["name"] || generationInName(token.name, id) !== undefined) return false;
  const mark = markInTokenName(token.name);
  return isMarkedByOther(mark ? [mark] : [], outputs);
}

/** Names the live tokens of other attempts of a resource with a derived name. Returns the ids of those that are proved to be orphans. */
async function tellOthers(
  tokens: OwnerTokens,
  outputs: Properties,
  list = tokensOfSameResource,
): Promise<readonly string[]> {
  if (!isDerivedName(text(outputs, "name") ?? "", markOf(outputs))) return [];
  return tellAttempts(tokens, outputs, await unheldAttempts(tokens, outputs, list));
}

function orphansOf(outputs: Properties): string[] {
  return Array.isArray(outputs[ORPHANS]) ? outputs[ORPHANS].map(String) : [];
}

/** Returns the token in the state. If that token is gone, returns a successor that was not published yet. */
async function liveToken(tokens: OwnerTokens, id: string, outputs: Properties): Promise<Token | undefined> {
  const known = text(outputs, "tokenId");
  // `.get` reads a single token, so the shared list saves nothing.
  const token = await (known === undefined
    ? getToken(tokens, parseId(id).tokenId)
    : findToken(tokens, known));
  if (token && !isDead(token) && (known === undefined || !isOthers(token, id, outputs))) return token;
  const previous = predecessorsOf(outputs).map((one) => one.tokenId);
  const later = (await laterGenerations(tokens, id))
    .filter((one) => !previous.includes(one.id))
    .map((one) => ({ one, generation: generationInName(one.name, id) ?? 0 }));
  return later.sort((a, b) => b.generation - a.generation)[0]?.one;
}

/** Returns the state with a successor of its token. The successor's value is not known, so the next update makes another successor. */
function succeededState(id: string, outputs: Properties, token: Token): Properties {
  const generation = generationInName(token.name, id);
  return { ...outputs, value: undefined, generation, generationSince: token.issued_on };
}

function explainGone(error: unknown): never {
  if (!isNotFound(error)) throw error;
  throw new LifecycleError(
    `${tell(error)} The token was removed outside of Pulumi: run \`pulumi refresh\`, and the next \`pulumi up\` makes a new one.`,
  );
}
