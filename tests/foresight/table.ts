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

/** Returns the figures of a table in a sentence, for the README. */
export function summaryOf(table: string): string {
  const all = /^\| \*\*all\*\* +\| +(\d+) \| +(\d+) % \|/m.exec(table);
  const correct = /^Of (\d+) correct programs, (\S+) got an error, (\S+) a warning/m.exec(table);
  if (!all || correct?.[2] !== "none")
    throw new Error("the table has no figures, or errors in correct programs");
  return (
    `Of ${all[1]} programs with one known fault, previews stop ${all[2]} % and warn about ${correct[3]} of ${correct[1]} correct ` +
    "ones ([foresight](docs/foresight.md))."
  );
}

const SUMMARY = /Of \d+ programs with one\s+known\s+fault,[^]*?\(\[foresight\]\(docs\/foresight\.md\)\)\./;

/** Returns the README with this summary. The lines are as long as its others. */
export function withSummary(readme: string, summary: string): string {
  if (!SUMMARY.test(readme)) throw new Error("README.md has no sentence about foresight");
  return readme.replace(SUMMARY, summary.replace(" known fault", "\n  known fault"));
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
