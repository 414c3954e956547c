import { relative } from "node:path";
import type { Finding } from "../../provider/rulebook";
import { sarifLog, type SarifPosition, type SarifResult, type SarifTool } from "../../review/print/sarif-log";
import { indexInString, type JsonNode, jsonTree, nodeAt } from "../json-tree";

/** The findings about the rules of one file. */
export interface FileFindings {
  readonly file: string;
  readonly text: string;
  /** The path of the list of rules in the text. */
  readonly at: string;
  readonly findings: readonly Finding[];
}

/** Rules of the API have at most a tenth of this depth. */
export const MAX_DEPTH = 100;

/** Longer lines have no columns: counting the characters before each finding would take too long. */
const MAX_COLUMN = 100_000;

/** Returns the findings about files as a SARIF 2.1.0 log, each with its lines and columns. */
export function rulesSarif(files: readonly FileFindings[], tool: SarifTool): object {
  const results = files.flatMap(({ file, text, at, findings }) => {
    const name = file === "-" ? "stdin" : relative(".", file).replaceAll("\\", "/");
    const starts = lineStarts(text);
    const rules = nodeAt(jsonTree(text, MAX_DEPTH), at);
    return findings.map((finding): SarifResult => {
      const { source, id, severity, message, path } = finding;
      const ruleId = source === "hazard" ? `hazard-${id}` : id;
      return {
        ruleId,
        level: severity === "information" ? "note" : severity,
        text: `${path} ${message}`,
        name,
        path,
        position: file === "-" ? null : { file: name, ...regionOf(text, starts, rules, finding) },
        fingerprint: [ruleId, name, path].join(" "),
      };
    });
  });
  const log = { driver: "edge-platform rulesets check", fingerprints: "edgeRules/v1", whole: "all files" };
  return sarifLog(results, log, tool);
}

function regionOf(
  text: string,
  starts: readonly number[],
  rules: JsonNode,
  { path, span }: Finding,
): Omit<SarifPosition, "file"> {
  const node = nodeAt({ start: rules.start, end: rules.end, members: new Map([["rules", rules]]) }, path);
  const start = positionOf(text, starts, span ? indexInString(text, node, span.start) : node.start);
  // The end of a whole rule says nothing.
  if (node.members ?? node.items) return { line: start.line };
  const end = positionOf(text, starts, span ? indexInString(text, node, span.end) : node.end);
  if (start.column === undefined || end.column === undefined) return { line: start.line };
  return { line: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function positionOf(
  text: string,
  starts: readonly number[],
  at: number,
): { readonly line: number; readonly column?: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const start = starts[low] ?? 0;
  if (at - start > MAX_COLUMN) return { line: low + 1 };
  return { line: low + 1, column: Array.from(text.slice(start, at)).length + 1 };
}
