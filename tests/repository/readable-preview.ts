/**
 * Returns the text of `pulumi preview` as it is at the end of the run: the last row of each resource without its message, the
 * diagnostics of each resource, and the rest. Rows, resources and the lines of each resource are in order. What the engine prints
 * while it works, ids and ports are left out.
 */
export function readablePreview(output: string): string {
  const { table, diagnostics, rest } = partsOf(
    output.replace(/\b[0-9a-f]{32}\b/g, "<id>").replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>"),
  );
  const rows = table.match(/^ \S+ +\S+ \S+ [a-z]+( \[diff: [^\]]*\])?/gm) ?? [];
  const blocks = diagnostics.trimEnd().split(/\n{2,}/);
  return [
    [...new Set(rows)].sort(byName).join("\n"),
    "Diagnostics:",
    ...blocks.map(sortedLines).sort(byName),
    `${rest.trimEnd()}\n`,
  ].join("\n\n");
}

/** Returns the lines of the diagnostics without those that name the resource: the two providers name it in different ways. */
export function diagnosticLines(output: string): string[] {
  return (partsOf(output).diagnostics.match(/^ {4}\S.*$/gm) ?? []).sort();
}

function partsOf(preview: string): { table: string; diagnostics: string; rest: string } {
  const found = /^([^]*?)(?:^Diagnostics:\n([^]*?))?(^(?:Outputs|Resources):\n[^]*)$/m.exec(preview);
  if (!found) throw new Error(`not the text of a preview:\n${preview}`);
  const [, table = "", diagnostics = "", rest = ""] = found;
  return { table, diagnostics, rest };
}

/** By the name of the resource, which follows its type, then by the type. */
function byName(a: string, b: string): number {
  const key = (text: string) => {
    const [, type = "", name = ""] = /(\S+) \(?([^\s)]+)/.exec(text.replace(/^ \S+ +/, "")) ?? [];
    return `${name} ${type}`;
  };
  return key(a) < key(b) ? -1 : 1;
}

function sortedLines(block: string): string {
  const [heading = "", ...lines] = block.split("\n");
  return [heading, ...lines.sort()].join("\n");
}
