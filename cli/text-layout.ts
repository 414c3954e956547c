import { showControls } from "../provider/visible";

const WIDTH = 100;

/** Formats rows as lines with aligned columns. */
export function alignColumns(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(showControls));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Formats a comma-separated list after `lead`, and indents further lines. */
export function wrapList(items: readonly string[], lead: string): string[] {
  return wrap(
    items.map((item, index) => (index < items.length - 1 ? `${item},` : item)),
    lead,
  );
}

/** Formats a text after `lead`, and indents further lines. */
export function wrapText(text: string, lead: string): string[] {
  return wrap(text.split(" "), lead);
}

function wrap(words: readonly string[], lead: string): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(lead + word);
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(" ".repeat(lead.length) + word);
  }
  return lines;
}

/** Returns lines for people. Names that others chose can end no line, move no text and reverse none. */
export function linesForPeople(lines: readonly string[]): string {
  return lines.flatMap((line) => line.split("\n").map(showControls)).join("\n");
}

/** Quotes an argument for a shell, if necessary. */
export function shellQuoted(text: string): string {
  return /^[\w./~+@%=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
