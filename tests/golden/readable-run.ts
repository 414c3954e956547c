/** A row of the engine: the sign, the type and the name of a resource, what happens to it, and which arguments differ. */
const ROW = /^ (\S+) +(\S+) (\S+) ([a-z]+)(?: \([\d.]+s\))?( \[diff: [^\]]*\])?/gm;

/**
 * Returns what a person reads of a run of the engine: how many resources of each type have which last row, the diagnostics of each
 * resource in the natural order of the names, and the rest. Rows while the engine works, ids, ports and times are left out.
 */
export function readableRun(output: string): string {
  const found = /^([^]*?)(?:^Diagnostics:\n([^]*?))?(^(?:Outputs|Resources):\n[^]*)$/m.exec(
    withoutChance(output),
  );
  if (!found) throw new Error(`not the text of a run:\n${output}`);
  const [, table = "", diagnostics = "", rest = ""] = found;
  const blocks = diagnostics.trimEnd().split(/\n{2,}/);
  return [
    countedRows(table).join("\n"),
    ...(diagnostics === "" ? [] : ["Diagnostics:", ...blocks.sort(byHeading)]),
    `${rest.trimEnd()}\n`,
  ].join("\n\n");
}

/** Replaces what differs from run to run: ids, the codes that prove who owns a token, ports and times. */
export function withoutChance(output: string): string {
  return output
    .replace(/\b[0-9a-f]{32}\b/g, "<id>")
    .replace(/-[0-9a-z]{36}\b/g, "-<code>")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>")
    .replace(/^Duration: .*$/gm, "Duration: <time>");
}

/** The last row of each resource, without its name, and how many have the same. */
function countedRows(table: string): string[] {
  const last = new Map<string, string>();
  for (const [, sign = "", type = "", name = "", operation = "", diff = ""] of table.matchAll(ROW))
    last.set(`${type} ${name}`, `${sign} ${type.split(":").at(-1) ?? type} ${operation}${diff}`);
  const counts = new Map<string, number>();
  for (const row of last.values()) counts.set(row, (counts.get(row) ?? 0) + 1);
  return [...counts].map(([row, count]) => `${count} × ${row}`).sort();
}

function byHeading(a: string, b: string): number {
  const name = (block: string) => /\((.*)\):/.exec(block)?.[1] ?? block;
  return name(a).localeCompare(name(b), "en", { numeric: true });
}
