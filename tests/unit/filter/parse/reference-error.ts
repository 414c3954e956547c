import { parseFilter, printEngine } from "../../../../provider/filter";

/** Returns position, carets and cause of the reference implementation's text: `1:14 ^^ unknown identifier`. Empty if it is valid. */
export function referenceError(expression: string, phase?: string): string {
  const parsed = parseFilter(expression, { phase });
  if (parsed.valid) return "";
  const text = printEngine(expression, parsed.diagnostics[0]).trimEnd();
  const [, position = ""] = /^Filter parsing error \((\d+:\d+)\):\n/.exec(text) ?? [];
  return `${position} ${text.split("\n").at(-1)?.trim() ?? ""}`;
}
