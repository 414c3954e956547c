import { isUnknown, type Token, type TokenWithValue } from "../api";
import { isNotFound, mayHaveHappened, type EdgeClient, type TokenOwner } from "../client";
import { fromWire, sameToken, toReplacement, toWire, type TokenArgs } from "../tokens";
import { changedNames, connectionOf, pick, requiredText, text } from "./inputs";
import { LifecycleError, PartialFailure, type Context, type Lifecycle, type Properties } from "./lifecycle";
import { unlessNotFound } from "./not-found";
import {
  ARGUMENTS,
  changedTokenFields,
  checkTokenInputs,
  ownerOf,
  TOKEN_FIELDS,
  tokenArgs,
} from "./token-inputs";
import { changingTokens, findToken, namesakes } from "./token-lists";
import { adopted, conformed, leftOver, rollForValue } from "./token-takeover";

/** Besides the token itself. What `adopt` names matters at create alone. */
const COMPARED = ["rotationTrigger", "allowTokenMaking", "connection", "secretInputs"] as const;
const REPLACING: readonly string[] = ["accountId", "connection"];

/**
 * Names that this run's state holds a token for. What is found under them is a predecessor, alive until the engine deletes
 * it (`up --target-replace` creates first), and no left-over of a failed attempt.
 */
const held = new Set<string>();
/** Ids of the tokens that this run made or took over: each is some resource's, and no left-over either. */
const obtained = new Set<string>();

/** An API token: its value is had once, at create or roll, and kept from then on. */
export const apiToken: Lifecycle = {
  check(context, olds, news) {
    const name = text(olds, "name");
    if (name !== undefined) held.add(name);
    return checkTokenInputs(context, olds, news);
  },

  diff(_context, _id, olds, news) {
    const changed = [...changedTokenFields(olds, news), ...changedNames(olds, news, COMPARED)];
    const replaces = changed.filter((name) => REPLACING.includes(name) && !isUnknown(news[name]));
    // A value that was lost with the answer of a roll is had by another roll.
    const changes = changed.length > 0 || text(olds, "value") === undefined;
    // Deleted first: a token that outlives its replacement would be a live credential that no state knows.
    return Promise.resolve({ changes, replaces, deleteBeforeReplace: replaces.length > 0 });
  },

  async create(context, inputs) {
    const client = context.client(connectionOf(inputs));
    const owner = ownerOf(inputs);
    const token = await obtain(context, client, owner, inputs);
    obtained.add(token.id);
    const created = { id: idOf(owner, token.id), outputs: outputsOf(inputs, token, token.value) };
    if (tokenArgs(inputs).status !== "disabled" || token.status === "disabled") return created;
    try {
      // POST takes no status.
      await changingTokens(client, owner, () =>
        client.tokens.replace(owner, token.id, toReplacement(tokenArgs(inputs))),
      );
      return created;
    } catch (error) {
      const outputs = { ...created.outputs, status: undefined };
      throw new PartialFailure(created.id, outputs, "The token was made but is not disabled yet", error);
    }
  },

  async read(context, id, outputs) {
    const { owner, tokenId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const known = text(outputs, "tokenId");
    // Looked up by somebody who does not manage it, it is the only one that is asked for.
    const token =
      known === undefined
        ? await unlessNotFound(client.tokens.get(owner, tokenId))
        : await findToken(client, owner, known, context.now());
    if (!token) return undefined;
    const inputs = liveInputs(outputs, token, owner);
    return { outputs: outputsOf(inputs, token, text(outputs, "value")), inputs };
  },

  async update(context, id, olds, news) {
    const client = context.client(connectionOf(news));
    const owner = ownerOf(news);
    const tokenId = requiredText(olds, "tokenId");
    const value = text(olds, "value");
    const token =
      changedTokenFields(olds, news).length > 0
        ? await changingTokens(client, owner, () =>
            client.tokens.replace(owner, tokenId, toReplacement(tokenArgs(news))),
          ).catch(explainGone)
        : undefined;
    const outputs = {
      ...pick(olds, ["tokenId", "issuedOn", "modifiedOn"]),
      ...outputsOf(news, token, value),
    };
    if (value !== undefined && changedNames(olds, news, ["rotationTrigger"]).length === 0) return outputs;
    try {
      return { ...outputs, value: await rollForValue(client, owner, tokenId).catch(explainGone) };
    } catch (error) {
      // The old trigger stays, so that the next update rolls again; a value that may have ended is not kept.
      const ended = mayHaveHappened(error);
      const kept = { ...outputs, value: ended ? undefined : value, rotationTrigger: olds["rotationTrigger"] };
      throw new PartialFailure(id, kept, "The token's value could not be rolled", error);
    }
  },

  async remove(context, id, outputs) {
    const { owner, tokenId } = parseId(id);
    const client = context.client(connectionOf(outputs));
    const last = text(outputs, "tokenId") ?? tokenId;
    await changingTokens(client, owner, () => unlessNotFound(client.tokens.remove(owner, last)));
  },
};

/** Looks before it makes: what an attempt left whose answer, or process, was lost is taken over, never made twice. */
async function obtain(
  context: Context,
  client: EdgeClient,
  owner: TokenOwner,
  inputs: Properties,
): Promise<TokenWithValue> {
  const args = tokenArgs(inputs);
  const adopt = text(inputs, "adopt");
  const take = async (token: Token): Promise<TokenWithValue> => {
    const current = await conformed(client, owner, token, args);
    try {
      return { ...current, value: await rollForValue(client, owner, token.id) };
    } catch (error) {
      const what = "The token is there, but its value could not be had; the next update rolls it again";
      throw new PartialFailure(idOf(owner, token.id), outputsOf(inputs, current, undefined), what, error);
    }
  };
  if (adopt !== undefined) return take(await adopted(client, owner, adopt));

  const others = async () =>
    (await namesakes(client, owner, args.name, context.now())).filter(({ id }) => !obtained.has(id));
  const before = await others();
  const found = held.has(args.name) ? undefined : leftOver(before, args);
  if (found) return take(found);
  try {
    return await client.tokens.create(owner, toWire(args));
  } catch (error) {
    if (!mayHaveHappened(error)) throw error;
    // The second look of one resource is at a new list.
    const after = await others();
    const made = leftOver(
      after.filter((token) => !before.some(({ id }) => id === token.id)),
      args,
    );
    if (!made) throw error;
    return take(made);
  }
}

function outputsOf(inputs: Properties, token: Token | undefined, value: string | undefined): Properties {
  const arguments_ = pick(inputs, ARGUMENTS);
  if (!token) return { ...arguments_, value };
  return {
    ...arguments_,
    value,
    tokenId: token.id,
    issuedOn: token.issued_on,
    modifiedOn: token.modified_on,
  };
}

/** Each field as the program wrote it where the API means the same (it reorders sets); else what is there. */
function liveInputs(outputs: Properties, token: Token, owner: TokenOwner): Properties {
  const live: Properties = { ...fromWire(token), ...("accountId" in owner ? owner : {}) };
  if (outputs["stateVersion"] === undefined) return pick(live, ARGUMENTS);
  const before = tokenArgs(outputs);
  const asWritten = (name: keyof TokenArgs) => sameToken({ ...before, [name]: live[name] }, before);
  const fields = TOKEN_FIELDS.map((name) => {
    if (asWritten(name)) return [name, outputs[name]] as const;
    // An active token says nothing of it on the wire.
    return [name, name === "status" ? (live[name] ?? "active") : live[name]] as const;
  });
  return pick({ ...outputs, ...Object.fromEntries(fields) }, ARGUMENTS);
}

function explainGone(error: unknown): never {
  if (!isNotFound(error)) throw error;
  throw new LifecycleError(
    `${error.message} The token was removed outside of Pulumi: run \`pulumi refresh\`, and the next up makes a new one.`,
  );
}

function idOf(owner: TokenOwner, tokenId: string): string {
  return "accountId" in owner ? `account/${owner.accountId}/${tokenId}` : `user/${tokenId}`;
}

function parseId(id: string): { owner: TokenOwner; tokenId: string } {
  const [kind, first, second, ...more] = id.split("/");
  if (kind === "user" && first && second === undefined) return { owner: { user: true }, tokenId: first };
  if (kind === "account" && first && second && more.length === 0)
    return { owner: { accountId: first }, tokenId: second };
  throw new LifecycleError(
    `${JSON.stringify(id)} is no id of a token: write user/<token id> or account/<account id>/<token id>.`,
  );
}
