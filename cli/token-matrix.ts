import type { Token } from "../provider/api";
import { makesTokens, type AccessResource, type TokenRisk } from "../provider/tokens";
import { cut, paragraph, table, wrapped } from "./columns";

/** A user, an account or a zone, as people know it. */
export interface Place {
  readonly resource: AccessResource;
  readonly label: string;
}

/** What a token may do, place by place: names of permission groups, none where it may do nothing. */
export interface TokenRow {
  readonly token: Token;
  readonly risks: readonly TokenRisk[];
  readonly groups: readonly (readonly string[])[];
}

/** Places in which every token may do the same. */
interface Column {
  readonly letter: string;
  readonly places: readonly Place[];
  /** Position of the first of them among all places. */
  readonly index: number;
}

/** So many columns fit beside the rest of a row. */
const COLUMNS = 10;
const LEGEND =
  "T makes tokens, W writes, r reads, . nothing. The risky ones come first; places that all tokens treat alike share a letter.";

/** A legend of places, the matrix, and what each token may do where. */
export function matrixWords(places: readonly Place[], rows: readonly TokenRow[]): string[] {
  if (rows.length === 0) return ["There is no token."];
  const columns = columnsOf(places, rows);
  return [
    ...columns.flatMap(({ letter, places: [first, ...more] }) =>
      wrapped([first?.label ?? "", ...more.map(({ label }) => label)], `${letter}  `),
    ),
    "",
    ...chunks(columns, COLUMNS).flatMap((some) => [...matrix(some, rows), ""]),
    ...paragraph(LEGEND, ""),
    "",
    ...rows.flatMap((row, index) => details(row, index, columns)),
  ];
}

function matrix(columns: readonly Column[], rows: readonly TokenRow[]): string[] {
  const head = ["", "TOKEN", "ENDS", "FROM", "USED", columns.map(({ letter }) => letter.padEnd(2)).join(" ")];
  const body = rows.map(({ token, groups }, index) => [
    String(index + 1),
    cut(token.name, 22),
    token.status === "active" ? (token.expires_on ?? "never").slice(0, 10) : cut(token.status, 10),
    cut(fromWords(token), 15),
    (token.last_used_on ?? "never").slice(0, 10),
    columns.map((column) => cell(groups[column.index] ?? []).padEnd(2)).join(" "),
  ]);
  return table([head, ...body]);
}

function details({ token, risks, groups }: TokenRow, index: number, columns: readonly Column[]): string[] {
  return [
    `${index + 1} ${cut(token.name, 56)} (${token.id})`,
    ...wrapped(risks, "    risks: "),
    ...columns.flatMap((column) => {
      const may = groups[column.index] ?? [];
      return may.length === 0 ? [] : wrapped(may, `    ${column.letter}  `);
    }),
  ];
}

function columnsOf(places: readonly Place[], rows: readonly TokenRow[]): Column[] {
  const alike = new Map<string, { places: Place[]; index: number }>();
  places.forEach((place, index) => {
    const key = JSON.stringify([place.resource.type, rows.map(({ groups }) => groups[index])]);
    const known = alike.get(key);
    if (known) known.places.push(place);
    else alike.set(key, { places: [place], index });
  });
  return [...alike.values()].map((column, position) => ({ ...column, letter: letterOf(position) }));
}

/** A to Z, then AA, AB, … */
function letterOf(position: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (position % 26));
  return position < 26 ? last : letterOf(Math.floor(position / 26) - 1) + last;
}

function cell(groups: readonly string[]): string {
  if (groups.length === 0) return ".";
  if (groups.some((name) => makesTokens({ name }))) return "T";
  return groups.every((name) => / Read$/.test(name)) ? "r" : "W";
}

function fromWords({ condition }: Token): string {
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
