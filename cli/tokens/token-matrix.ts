import type { Token } from "../../provider/api";
import { makesTokens, type AccessResource, type TokenRisk } from "../../provider/tokens";
import { alignColumns, truncate, wrapList, wrapText } from "../text-layout";

/** A user, account or zone with a readable label. */
export interface MatrixPlace {
  readonly resource: AccessResource;
  readonly label: string;
}

/** A token with the names of its permission groups for each place. */
export interface TokenRow {
  readonly token: Token;
  readonly risks: readonly TokenRisk[];
  readonly groups: readonly (readonly string[])[];
}

/** Places in which each token has the same permissions. */
interface Column {
  readonly letter: string;
  readonly places: readonly MatrixPlace[];
  /** Index of the first of these places among all places. */
  readonly index: number;
}

/** Number of columns that fit beside the rest of a row. */
const COLUMNS = 10;
const LEGEND =
  "T creates tokens, W writes, r reads, . no access. Riskiest tokens first. Places with the same permissions share a letter.";

/** Formats a legend of places, the matrix, and the permissions of each token. */
export function matrixLines(places: readonly MatrixPlace[], rows: readonly TokenRow[]): string[] {
  if (rows.length === 0) return ["There are no tokens."];
  const columns = columnsOf(places, rows);
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

function matrix(columns: readonly Column[], rows: readonly TokenRow[]): string[] {
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
    truncate(networksOf(token), 15),
    (token.last_used_on ?? "never").slice(0, 10),
    columns.map((column) => cell(groups[column.index] ?? []).padEnd(2)).join(" "),
  ]);
  return alignColumns([head, ...body]);
}

function details({ token, risks, groups }: TokenRow, index: number, columns: readonly Column[]): string[] {
  return [
    `${index + 1} ${truncate(token.name, 56)} (${token.id})`,
    ...wrapList(risks, "    risks: "),
    ...columns.flatMap((column) => {
      const may = groups[column.index] ?? [];
      return may.length === 0 ? [] : wrapList(may, `    ${column.letter}  `);
    }),
  ];
}

function columnsOf(places: readonly MatrixPlace[], rows: readonly TokenRow[]): Column[] {
  const alike = new Map<string, { places: MatrixPlace[]; index: number }>();
  places.forEach((place, index) => {
    const key = JSON.stringify([place.resource.type, rows.map(({ groups }) => groups[index])]);
    const known = alike.get(key);
    if (known) known.places.push(place);
    else alike.set(key, { places: [place], index });
  });
  return [...alike.values()].map((column, position) => ({ ...column, letter: letterOf(position) }));
}

/** Returns A to Z, then AA, AB, … */
function letterOf(position: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (position % 26));
  return position < 26 ? last : letterOf(Math.floor(position / 26) - 1) + last;
}

function cell(groups: readonly string[]): string {
  if (groups.length === 0) return ".";
  if (groups.some((name) => makesTokens({ name }))) return "T";
  return groups.every((name) => / Read$/.test(name)) ? "r" : "W";
}

function networksOf({ condition }: Token): string {
  if (!condition) return "anywhere";
  const networks = condition["request.ip"] ?? condition.request_ip;
  const [inside, outside] = [networks?.in ?? [], networks?.not_in ?? []];
  if (inside.length + outside.length === 0) return "nowhere";
  return [...inside, ...outside.map((network) => `not ${network}`)].join(" ");
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
