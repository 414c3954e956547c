import { FAULTS } from "./front";

/** The result of one cell, as a worker sends it. */
export interface CellResult {
  readonly cell: string;
  readonly problems: readonly string[];
  readonly story: readonly string[];
}

/** Returns a Markdown table of cells by kind of resource and fault. */
export function reportOf(results: readonly CellResult[]): { readonly table: string } {
  const kinds = [...new Set(results.map(({ cell }) => kindOf(cell)))];
  const columns = ["none", ...FAULTS];
  const head = ["", "operations", ...columns, "all"];
  const rows = kinds.map((kind) => {
    const own = results.filter(({ cell }) => kindOf(cell) === kind);
    const operations = new Set(own.map(({ cell }) => cell.split("/")[1]));
    return [
      kind,
      String(operations.size),
      ...columns.map((fault) => count(own.filter(({ cell }) => faultOf(cell) === fault))),
      count(own),
    ];
  });
  const last = [
    "all",
    "",
    ...columns.map((fault) => count(results.filter(({ cell }) => faultOf(cell) === fault))),
    count(results),
  ];
  const lines = [head, head.map(() => "---"), ...rows, last].map((cells) => `| ${cells.join(" | ")} |`);
  return { table: lines.join("\n") };
}

function count(results: readonly CellResult[]): string {
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return failed === 0 ? String(results.length) : `${results.length - failed} of ${results.length}`;
}

function kindOf(cell: string): string {
  return cell.split("/")[0] ?? "";
}

function faultOf(cell: string): string {
  return (cell.split("/")[3] ?? "").replace(/\*\d+$/, "");
}
