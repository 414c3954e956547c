import path from "node:path";
import { isMembers } from "../../provider/api";
import { UsageError } from "../usage-error";
import { parseYaml } from "./yaml-text";

/** A name, and where it is written: `zones.csv:4`. */
export interface NamedZone {
  readonly name: string;
  readonly place: string;
}

/**
 * Reads the names of zones from a file that another system writes. JSON and YAML: a list of names, or of objects with a `name`.
 * CSV: the column `name`. Any other extension: one name in each line; lines that begin with `#` are comments. @throws UsageError
 */
export function parseZoneList(file: string, text: string): NamedZone[] {
  switch (path.extname(file).toLowerCase()) {
    case ".json":
    case ".yaml":
    case ".yml":
      return fromYaml(file, text);
    case ".csv":
      return fromCsv(file, text);
    default:
      return fromLines(file, text);
  }
}

function fromYaml(file: string, text: string): NamedZone[] {
  const { value, placeOf } = parseYaml(file, text);
  if (!Array.isArray(value))
    throw new UsageError(`${placeOf([])}: expected a list of names, or of objects with a member \`name\``);
  return value.map((item: unknown, index) => {
    const name = isMembers(item) ? item["name"] : item;
    if (typeof name === "string") return { name, place: placeOf([index]) };
    throw new UsageError(
      `${placeOf([index])}: expected the name of a zone, or an object with a member \`name\``,
    );
  });
}

function fromLines(file: string, text: string): NamedZone[] {
  return text.split("\n").flatMap((line, index) => {
    const name = line.trim();
    return name === "" || name.startsWith("#") ? [] : [{ name, place: `${file}:${index + 1}` }];
  });
}

function fromCsv(file: string, text: string): NamedZone[] {
  const [head, ...rows] = csvRows(text);
  const column = head?.cells.findIndex((cell) => cell.toLowerCase() === "name") ?? -1;
  if (column < 0)
    throw new UsageError(`${file}:1: expected a line of column names, one of which is \`name\``);
  return rows.map(({ cells, line }) => ({ name: cells[column] ?? "", place: `${file}:${line}` }));
}

interface CsvRow {
  /** Of the first cell. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A cell and what ends it. In quotes, a quote is written twice. A cell that is quoted wrongly is taken as it is. */
const CELL = /(?:"((?:[^"]|"")*)"\r?|([^,\n]*))(,|\n|$)/y;

/** Returns the rows of a CSV text (RFC 4180) that are not empty. */
function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const row = { line, cells: [] as string[] };
    let end: string | undefined;
    do {
      CELL.lastIndex = at;
      const [all = "", quoted, plain = "", separator] = CELL.exec(text) ?? [];
      row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
      at += all.length;
      line += all.split("\n").length - 1;
      end = separator;
    } while (end === ",");
    if (row.cells.some((cell) => cell !== "")) rows.push(row);
  }
  return rows;
}
