import type { Token } from "../../provider/api";
import type { EdgeClient } from "../../provider/client";
import {
  accessGroups,
  byRisk,
  effectiveGroups,
  parseResourceKey,
  tokenRisks,
  type AccessResource,
} from "../../provider/tokens";
import { openClient, type ConnectionFlags } from "../connection";
import { knownGroups } from "../credential-token";
import type { QuestionAnswer } from "../question";
import { matrixLines, type MatrixPlace, type TokenRow } from "./token-matrix";

export interface ListFlags extends ConnectionFlags {
  readonly owner?: string;
  readonly json: boolean;
}

export async function listTokens(flags: ListFlags): Promise<QuestionAnswer> {
  const client = openClient(flags);
  const owner = flags.owner === undefined ? ({ user: true } as const) : { accountId: flags.owner };
  const tokens = await client.tokens.list(owner, { include_expired: "true" });
  const { vendor } = client.settings;
  const groups = accessGroups(await knownGroups(client, owner), vendor);
  const places = await placesOf(client, tokens);
  const rows = [...tokens].sort(byRisk).map((token): TokenRow => {
    const may = ({ resource }: MatrixPlace) =>
      effectiveGroups(token.policies, resource, groups, vendor).map(({ name }) => name);
    return { token, risks: tokenRisks(token), groups: places.map(may) };
  });
  return { yes: true, lines: matrixLines(places, rows), json: rows.map((row) => rowJson(row, places)) };
}

/** Returns the places that the credential can see, and those that only the tokens name. */
async function placesOf(client: EdgeClient, tokens: readonly Token[]): Promise<MatrixPlace[]> {
  const zones = await client.zones.list();
  const accounts = new Map(zones.map(({ account }) => [account.id, account.name]));
  for (const { id, name } of await client.accounts.list()) accounts.set(id, name);
  const named = namedResources(tokens, client.settings.vendor);
  for (const { type, id } of named) if (type === "account" && !accounts.has(id)) accounts.set(id, undefined);
  const hidden = named.filter(({ type, id }) => type === "zone" && !zones.some((zone) => zone.id === id));
  return [
    ...named
      .filter(({ type }) => type === "user")
      .map((resource) => ({ resource, label: `user ${resource.id}` })),
    ...[...accounts].map(([id, name]) => ({
      resource: { type: "account", id } as const,
      label: `account ${name === undefined ? id : `${name} (${id})`}`,
    })),
    ...zones.map(({ id, name, account }) => ({
      resource: { type: "zone", id, accountId: account.id } as const,
      label: `zone ${name}`,
    })),
    ...hidden.map((resource) => ({ resource, label: `zone ${resource.id} (not visible)` })),
  ];
}

function namedResources(tokens: readonly Token[], vendor: string): AccessResource[] {
  const keys = tokens.flatMap(({ policies }) =>
    policies.flatMap(({ resources }) =>
      Object.entries(resources).flatMap(([key, value]) =>
        value === "*" ? [key] : [key, ...Object.keys(value)],
      ),
    ),
  );
  return [...new Set(keys)].flatMap((key): AccessResource[] => {
    const parsed = parseResourceKey(key, vendor);
    if (!parsed || parsed.id === "*") return [];
    const { type, id } = parsed;
    return [type === "zone" ? { type, id, accountId: "" } : { type, id }];
  });
}

function rowJson({ token, risks, groups }: TokenRow, places: readonly MatrixPlace[]): object {
  const { id, name, status, not_before: notBefore, expires_on: expiresOn, last_used_on: lastUsedOn } = token;
  const networks = token.condition?.["request.ip"] ?? token.condition?.request_ip;
  return {
    ...{
      id,
      name,
      status,
      notBefore: notBefore ?? null,
      expiresOn: expiresOn ?? null,
      lastUsedOn: lastUsedOn ?? null,
    },
    from: { in: networks?.in ?? [], notIn: networks?.not_in ?? [] },
    risks,
    access: places.flatMap(({ resource, label }, index) => {
      const may = groups[index] ?? [];
      return may.length === 0 ? [] : [{ type: resource.type, id: resource.id, label, permissionGroups: may }];
    }),
  };
}
