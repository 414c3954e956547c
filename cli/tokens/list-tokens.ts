import { accessGroups, byRisk, tokenRisks } from "../../provider/tokens";
import {
  accessPlaces,
  groupsOnPlaces,
  networksOf,
  type AccessPlace,
} from "../../review/posture/access-columns";
import { openClient, type ConnectionFlags } from "../connection";
import { knownGroups } from "../credential-token";
import type { QuestionAnswer } from "../question";
import { matrixLines, type TokenRow } from "./token-matrix";

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
  const places = accessPlaces(tokens, await client.zones.list(), await client.accounts.list(), vendor);
  const rows = [...tokens].sort(byRisk).map((token): TokenRow => ({
    token,
    risks: tokenRisks(token),
    groups: groupsOnPlaces(token, places, groups, vendor),
  }));
  return { yes: true, lines: matrixLines(places, rows), json: rows.map((row) => rowJson(row, places)) };
}

function rowJson({ token, risks, groups }: TokenRow, places: readonly AccessPlace[]): object {
  const { id, name, status, not_before: notBefore, expires_on: expiresOn, last_used_on: lastUsedOn } = token;
  return {
    ...{
      id,
      name,
      status,
      notBefore: notBefore ?? null,
      expiresOn: expiresOn ?? null,
      lastUsedOn: lastUsedOn ?? null,
    },
    from: networksOf(token) ?? { in: [], notIn: [] },
    risks,
    access: places.flatMap(({ resource, label }, index) => {
      const may = groups[index] ?? [];
      return may.length === 0 ? [] : [{ type: resource.type, id: resource.id, label, permissionGroups: may }];
    }),
  };
}
