import type { FaultyResult, Results } from "./results";

/** The results by class, as a table of Markdown. */
export function tableOf({ faulty, correct }: Results): string {
  const classes = [...new Set(faulty.map((one) => one.class))];
  const head = ["class", "programs", "stopped", "right property", "remedy", "all three", "writes"];
  const rows = classes.map((name) =>
    rowOf(
      name,
      faulty.filter((one) => one.class === name),
    ),
  );
  const all = rowOf("**all**", faulty);
  const raised = (level: string) =>
    correct.filter(({ alarms }) => alarms.some((text) => text.startsWith(level))).length || "none";
  const writes = correct.reduce((sum, one) => sum + one.writes.length, 0);
  const lines = [head, ...rows, all];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const table = [head, rule, ...rows, all]
    .map((cells) => cells.map((cell, column) => padded(cell, widths[column] ?? 0, column)))
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
  return `${table}\n\nOf ${correct.length} correct programs, ${raised("error")} got an error, ${raised("warning")} a warning, with ${writes || "no"} writes.`;
}

function rowOf(name: string, results: readonly FaultyResult[]): string[] {
  const share = (holds: (one: FaultyResult) => boolean) =>
    `${Math.floor((100 * results.filter(holds).length) / Math.max(1, results.length))} %`;
  const writes = results.reduce((sum, { verdict }) => sum + verdict.writes, 0);
  return [
    name,
    String(results.length),
    share(({ verdict }) => verdict.stopped),
    share(({ verdict }) => verdict.stopped && verdict.property),
    share(({ verdict }) => verdict.stopped && verdict.remedy),
    share(({ miss }) => miss === undefined),
    String(writes),
  ];
}

function padded(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
