import type { Token } from "../../provider/api";
import { accessGroups, byRisk, type TokenRisk, tokenRisks } from "../../provider/tokens";
import {
  accessColumns,
  accessKind,
  type AccessKind,
  type AccessPlace,
  accessPlaces,
  groupsOnPlaces,
  networksOf,
  type PlaceColumn,
} from "../../review/posture/access-columns";
import { type ConnectionFlags, openClient } from "../connection";
import { knownGroups } from "../credential-token";
import type { QuestionAnswer } from "../question";
import { alignColumns, wrapList, wrapText } from "../text-layout";
import { truncate } from "../../provider/words";

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
  return { lines: matrixLines(places, rows), json: rows.map((row) => rowJson(row, places)) };
}

function rowJson({ token, risks, groups }: TokenRow, places: readonly AccessPlace[]): object {
  const { id, name, status, not_before: notBefore, expires_on: expiresOn, last_used_on: lastUsedOn } = token;
  return {
    id,
    name,
    status,
    notBefore: notBefore ?? null,
    expiresOn: expiresOn ?? null,
    lastUsedOn: lastUsedOn ?? null,
    from: networksOf(token) ?? { in: [], notIn: [] },
    risks,
    access: places.flatMap(({ resource, label }, index) => {
      const may = groups[index] ?? [];
      return may.length === 0 ? [] : [{ type: resource.type, id: resource.id, label, permissionGroups: may }];
    }),
  };
}

/** A token with the names of its permission groups for each place. */
interface TokenRow {
  readonly token: Token;
  readonly risks: readonly TokenRisk[];
  readonly groups: readonly (readonly string[])[];
}

/** Number of columns that fit beside the rest of a row. */
const COLUMNS = 10;
const SIGNS: Readonly<Record<AccessKind, string>> = {
  "makes tokens": "T",
  writes: "W",
  reads: "r",
  none: ".",
};
const LEGEND =
  "T creates tokens, W writes, r reads, . no access. Riskiest tokens first. Places with the same permissions share a letter.";

/** Formats a legend of places, the matrix, and the permissions of each token. */
function matrixLines(places: readonly AccessPlace[], rows: readonly TokenRow[]): string[] {
  if (rows.length === 0) return ["There are no tokens."];
  const columns = accessColumns(
    places,
    rows.map(({ groups }) => groups),
  );
  return [
    ...columns.flatMap(({ letter, places: [first, ...more] }) =>
      wrapList([first?.label ?? "", ...more.map(({ label }) => label)], `${letter}  `),
    ),
    "",
    ...chunks(columns, COLUMNS).flatMap((some) => [...matrix(some, rows), ""]),
    ...wrapText(LEGEND, ""),
    "",
    ...rows.flatMap((row, index) => details(row, index, columns)),
  ];
}

function matrix(columns: readonly PlaceColumn[], rows: readonly TokenRow[]): string[] {
  const head = [
    "",
    "TOKEN",
    "EXPIRES",
    "FROM",
    "USED",
    columns.map(({ letter }) => letter.padEnd(2)).join(" "),
  ];
  const body = rows.map(({ token, groups }, index) => [
    String(index + 1),
    truncate(token.name, 22),
    token.status === "active" ? (token.expires_on ?? "never").slice(0, 10) : truncate(token.status, 10),
    truncate(networksText(token), 15),
    (token.last_used_on ?? "never").slice(0, 10),
    columns.map((column) => cell(groups[column.index] ?? []).padEnd(2)).join(" "),
  ]);
  return alignColumns([head, ...body]);
}

function details(
  { token, risks, groups }: TokenRow,
  index: number,
  columns: readonly PlaceColumn[],
): string[] {
  return [
    `${index + 1} ${truncate(token.name, 56)} (${token.id})`,
    ...wrapList(risks, "    risks: "),
    ...columns.flatMap((column) => {
      const may = groups[column.index] ?? [];
      return may.length === 0 ? [] : wrapList(may, `    ${column.letter}  `);
    }),
  ];
}

function cell(groups: readonly string[]): string {
  return SIGNS[accessKind(groups)];
}

function networksText(token: Token): string {
  const networks = networksOf(token);
  if (!networks) return "anywhere";
  if (networks.in.length + networks.notIn.length === 0) return "nowhere";
  return [...networks.in, ...networks.notIn.map((network) => `not ${network}`)].join(" ");
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
