import type { Token, TokenWithValue } from "../api";
import { isNotFound, type EdgeClient, type TokenOwner } from "../client";
import { fromWire, samePolicies, sameToken, toWire } from "../tokens";
import { mayHaveHappened, messageOf } from "./failures";
import { changedNames, connectionOf, pick, requiredText, text } from "./inputs";
import { LifecycleError, PartialFailure, type Lifecycle, type Properties } from "./lifecycle";
import { ARGUMENTS, checkTokenInputs, ownerOf, TOKEN_FIELDS, tokenArgs } from "./token-inputs";
import { adopted, leftOver, namesakes, rollForValue, takeOver, toReplacement } from "./token-takeover";

/** What `adopt` names matters at create alone. */
const COMPARED = ARGUMENTS.filter((name) => name !== "adopt" && name !== "secretInputs");

/**
 * Names that this run's state holds a token for. What is found under them is a predecessor, alive until the engine deletes
 * it (`up --target-replace` creates first), and no left-over of a failed attempt.
 */
const held = new Set<string>();

/** An API token: its value is had once, at create or roll, and kept from then on. */
export const apiToken: Lifecycle = {
  check(context, olds, news) {
    const name = text(olds, "name");
    if (name !== undefined) held.add(name);
    return checkTokenInputs(context, olds, news);
  },

  diff(_context, _id, olds, news) {
    const changed = changedNames(olds, news, COMPARED);
    const replaces = changed.filter((name) => name === "accountId" || name === "connection");
    // Deleted first: a token that outlives its replacement would be a live credential that no state knows.
    return Promise.resolve({ changes: changed.length > 0, replaces, deleteBeforeReplace: replaces.length > 0 });
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const owner = ownerOf(inputs);
    const token = await obtain(client, owner, inputs);
    const created = { id: idOf(owner, token.id), outputs: outputsOf(inputs, token, token.value) };
    if (tokenArgs(inputs).status !== "disabled" || token.status === "disabled") return created;
    try {
      // POST takes no status.
      await client.tokens.replace(owner, token.id, toReplacement(tokenArgs(inputs), token.status));
      return created;
    } catch (error) {
      const outputs = { ...created.outputs, status: undefined };
      throw new PartialFailure(created.id, outputs, [`The token was made but is not disabled yet: ${messageOf(error)}`]);
    }
  },

  async read(context, id, outputs) {
    const { owner, tokenId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    try {
      const token = await client.tokens.get(owner, text(outputs, "tokenId") ?? tokenId);
      const inputs = liveInputs(outputs, token, owner);
      return { outputs: outputsOf(inputs, token, text(outputs, "value")), inputs };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },

  async update(context, id, olds, news) {
    const client = context.client(connectionOf(news));
    const owner = ownerOf(news);
    const tokenId = requiredText(olds, "tokenId");
    const value = text(olds, "value");
    const changes = changedNames(olds, news, TOKEN_FIELDS).length > 0;
    const token = changes
      ? await client.tokens.replace(owner, tokenId, toReplacement(tokenArgs(news), text(olds, "status")))
      : undefined;
    const outputs = { ...pick(olds, ["tokenId", "issuedOn", "modifiedOn"]), ...outputsOf(news, token, value) };
    if (value !== undefined && changedNames(olds, news, ["rotationTrigger"]).length === 0) return outputs;
    try {
      return { ...outputs, value: await rollForValue(client, owner, tokenId) };
    } catch (error) {
      // The old trigger stays, so that the next update rolls again; a value that may have ended is not kept.
      const ended = mayHaveHappened(error);
      const kept = { ...outputs, value: ended ? undefined : value, rotationTrigger: olds["rotationTrigger"] };
      throw new PartialFailure(id, kept, [`The token's value could not be rolled: ${messageOf(error)}`]);
    }
  },

  async remove(context, id, outputs) {
    const { owner, tokenId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    await client.tokens.remove(owner, text(outputs, "tokenId") ?? tokenId).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  },
};

/** Looks before it makes: what an attempt left whose answer, or process, was lost is taken over, never made twice. */
async function obtain(client: EdgeClient, owner: TokenOwner, inputs: Properties): Promise<TokenWithValue> {
  const args = tokenArgs(inputs);
  const adopt = text(inputs, "adopt");
  if (adopt !== undefined) return takeOver(client, owner, await adopted(client, owner, adopt), args);

  const before = await namesakes(client, owner, args.name);
  const found = held.has(args.name) ? undefined : leftOver(before, args);
  if (found) return takeOver(client, owner, found, args);
  try {
    return await client.tokens.create(owner, toWire(args));
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    const after = await namesakes(client, owner, args.name);
    const made = leftOver(after.filter((token) => !before.some(({ id }) => id === token.id)), args);
    if (!made) throw error;
    return takeOver(client, owner, made, args);
  }
}

function outputsOf(inputs: Properties, token: Token | undefined, value: string | undefined): Properties {
  const arguments_ = pick(inputs, ARGUMENTS);
  if (!token) return { ...arguments_, value };
  return { ...arguments_, value, tokenId: token.id, issuedOn: token.issued_on, modifiedOn: token.modified_on };
}

/** As the program wrote it where the API means the same (it reorders policies and groups); else what is there. */
function liveInputs(outputs: Properties, token: Token, owner: TokenOwner): Properties {
  const written = pick(outputs, ARGUMENTS);
  const live = { ...fromWire(token), ...("accountId" in owner ? owner : {}) };
  if (outputs["stateVersion"] === undefined) return pick({ ...live }, ARGUMENTS);
  const before = tokenArgs(written);
  const { status, ...rest } = live;
  if (sameToken(live, { ...before, status: before.status ?? "active" })) return written;
  const shown = status === "disabled" || before.status !== undefined ? { status } : {};
  const policies = samePolicies(before.policies, live.policies) ? before.policies : live.policies;
  const others = pick(written, ARGUMENTS.filter((name) => !(TOKEN_FIELDS as readonly string[]).includes(name)));
  return pick({ ...others, ...rest, ...shown, policies }, ARGUMENTS);
}

function idOf(owner: TokenOwner, tokenId: string): string {
  return "accountId" in owner ? `account/${owner.accountId}/${tokenId}` : `user/${tokenId}`;
}

function parseId(id: string): { owner: TokenOwner; tokenId: string } {
  const [kind, first, second, ...more] = id.split("/");
  if (kind === "user" && first && second === undefined) return { owner: { user: true }, tokenId: first };
  if (kind === "account" && first && second && more.length === 0) return { owner: { accountId: first }, tokenId: second };
  throw new LifecycleError(`${JSON.stringify(id)} is no id of a token: write user/<token id> or account/<account id>/<token id>.`);
}
