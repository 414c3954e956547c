import type { Entry } from "../registry/entry";
import { sectionsOf } from "./sections";

/** Returns the page of an id in Markdown. */
export function entryPage(entry: Entry): string {
  const { id, kind, level, severity } = entry;
  const [first, ...others] = sectionsOf(entry);
  const parts = others.flatMap(({ title, text, code }) => [
    `## ${title}`,
    ...(text === undefined ? [] : [text]),
    ...(code === undefined ? [] : [fenced(code)]),
  ]);
  const grade = `A ${kind} of the level ${level}${severity ? ` and the severity ${severity}` : ""}.`;
  return `${[`# ${id}`, `${grade} ${first?.text ?? ""}`, ...parts].join("\n\n")}\n`;
}

const INDENT = "  ";

/** Returns the lines of the explanation of an id in plain text. `wrap` divides sentences that are too long for a line. */
export function entryLines(entry: Entry, wrap: (text: string) => string[] = (text) => [text]): string[] {
  const { id, kind, level, severity } = entry;
  return [
    `${id} (${[kind, level, ...(severity ? [`severity ${severity}`] : [])].join(", ")})`,
    ...sectionsOf(entry).flatMap(({ title, text, code = "" }) => [
      "",
      ...wrap(text === undefined ? `${title}:` : `${title}: ${text}`),
      ...(code === "" ? [] : code.split("\n").map((line) => INDENT + line)),
    ]),
  ];
}

function fenced(code: string): string {
  const language = code.startsWith("{") ? "json" : /^(?:new |\/\/ )/.test(code) ? "ts" : "text";
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
