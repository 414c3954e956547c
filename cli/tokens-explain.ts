import { Id, type Phase } from "../provider/api";
import type { EdgeClient } from "../provider/client";
import { expandKey, explainAccess, parseResourceKey } from "../provider/tokens";
import { findZone, openClient, type ConnectionFlags } from "./connection";
import { clientWithValueOf, credentialToken, knownGroups, type OwnedToken } from "./credential-token";
import { UnansweredError, type QuestionAnswer } from "./question";
import { UsageError } from "./usage-error";

export interface ExplainFlags extends ConnectionFlags {
  readonly action: string;
  readonly owner?: string;
  readonly zone?: string;
  readonly account?: string;
  readonly user: boolean;
  readonly resource?: string;
  readonly phase?: Phase;
  readonly from?: string;
  readonly valueFromEnv?: string;
  readonly json: boolean;
}

/** One resource by its key; of a zone, with its account where that is known. */
interface Asked {
  readonly key: string;
  readonly accountId?: string;
}

export async function explainToken(id: string | undefined, flags: ExplainFlags): Promise<QuestionAnswer> {
  const client = openClient(flags);
  const asked = await resourceOf(client, flags);
  const { token, owner } = await tokenOf(client, id, flags);
  const { phase, from, action } = flags;
  const explanation = explainAccess(token, action, asked.key, {
    ...(asked.accountId !== undefined && { accountId: asked.accountId }),
    ...(phase !== undefined && { phase }),
    ...(from !== undefined && { from }),
    at: new Date(),
    vendor: client.settings.vendor,
    groups: await knownGroups(client, owner),
  });
  return {
    yes: explanation.allowed,
    lines: [
      `The token ${JSON.stringify(token.name)} (${token.id}), ${action} on ${asked.key}:`,
      `${explanation.reason}.`,
    ],
    json: { tokenId: token.id, name: token.name, action, resource: asked.key, ...explanation },
  };
}

async function tokenOf(client: EdgeClient, id: string | undefined, flags: ExplainFlags): Promise<OwnedToken> {
  const { owner: accountId, valueFromEnv } = flags;
  if (id !== undefined && valueFromEnv !== undefined)
    throw new UsageError("Name the token by its id or by --value-from-env, not both.");
  if (id === undefined) {
    const held = valueFromEnv === undefined ? client : clientWithValueOf(client, valueFromEnv);
    const owned = await credentialToken(client, held);
    if (owned) return owned;
    throw new UnansweredError(
      "The credential is an email and a key, which may do all that the user may: name a token.",
    );
  }
  if (!Id.safeParse(id).success)
    throw new UsageError("A token is named by its id, 32 lower-case hexadecimal digits; never by its value.");
  const owner = accountId === undefined ? ({ user: true } as const) : { accountId };
  return { token: await client.tokens.get(owner, id), owner };
}

async function resourceOf(
  client: EdgeClient,
  { zone, account, user, resource }: ExplainFlags,
): Promise<Asked> {
  if ([zone, account, user || undefined, resource].filter((one) => one !== undefined).length !== 1)
    throw new UsageError("Name what it is about: --zone, --account, --user or --resource; one of them.");
  if (account !== undefined) return { key: `account.${account}` };
  if (user) return { key: "user" };
  if (zone !== undefined) {
    const found = await findZone(client, zone);
    return { key: `zone.${found.id}`, accountId: found.account.id };
  }
  const { vendor } = client.settings;
  const key = expandKey(resource ?? "", vendor);
  const named = parseResourceKey(key, vendor);
  if (named?.type !== "zone" || !Id.safeParse(named.id).success) return { key };
  return { key, accountId: (await findZone(client, named.id)).account.id };
}
