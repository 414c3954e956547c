/** What fits a terminal, and a mail. */
const WIDTH = 100;

export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Rows as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A list with commas behind `lead`, over as many lines as it takes. */
export function wrapped(items: readonly string[], lead: string): string[] {
  return folded(
    items.map((item, index) => (index < items.length - 1 ? `${item},` : item)),
    lead,
  );
}

/** Words behind `lead`, over as many lines as it takes. */
export function paragraph(text: string, lead: string): string[] {
  return folded(text.split(" "), lead);
}

function folded(pieces: readonly string[], lead: string): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(lead + piece);
    else if (last.length + 1 + piece.length <= WIDTH) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(" ".repeat(lead.length) + piece);
  }
  return lines;
}

/** Cut so that it fits, with a mark that something is left out. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
