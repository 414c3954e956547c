import { inOrder } from "../api/in-order";
import type { PreviewLine } from "../properties/preview-line";
import { joinFirst } from "../words";

/** A line of a preview, and the URN of its resource. An empty URN stands for the stack. */
export interface LineAt {
  readonly urn: string;
  readonly line: PreviewLine;
}

/** From so many resources on, an equal line is printed once. */
const MANY = 3;
/** How many zones or resources a joined line names. */
const NAMED = 2;
const WARNING = "warning: ";
/** Begins a request to a host of the zone. Elsewhere in a line, the name of the zone can make a difference. */
const EXAMPLE = ", for example ";

/**
 * Returns the lines of a preview in an order that depends only on the lines: single lines at their resources, then the joined ones under
 * the stack, both with the warnings first. Lines of many resources that are equal, or differ only by the zone, become one.
 */
export function joinLines(lines: readonly LineAt[]): { readonly urn: string; readonly text: string }[] {
  const groups = new Map<string, Map<string, LineAt>>();
  const sums = new Map<string, PreviewLine>();
  for (const one of lines) {
    const { line, urn } = one;
    const { sum } = line;
    if (sum === undefined) {
      const key = templateOf(line);
      groups.set(key, (groups.get(key) ?? new Map<string, LineAt>()).set(`${urn} ${line.text}`, one));
    } else if ((sums.get(sum.name)?.sum?.size ?? 0) < sum.size) sums.set(sum.name, line);
  }
  const single: { urn: string; text: string }[] = [];
  const joined = [...sums.values()].map(({ text }) => text);
  for (const group of groups.values()) {
    const all = [...group.values()];
    const names = inOrder([...new Set(all.map(nameOf))], (name) => [name]);
    // An example is a request to the zone that is named first.
    const first = all.find((one) => nameOf(one) === names[0]);
    if (first && names.length >= MANY) joined.push(joinedText(first.line, names));
    else single.push(...all.map(({ urn, line: { text } }) => ({ urn, text })));
  }
  return [
    // The sort is stable: the lines of one resource stay in their order, after its warnings.
    ...inOrder(single, ({ urn, text }) => [urn, rankOf(text)]),
    ...inOrder(joined, (text) => [rankOf(text), text]).map((text) => ({ urn: "", text })),
  ];
}

/** What lines have in common that differ only by the zone. */
function templateOf({ text, zone }: PreviewLine): string {
  if (zone === undefined) return JSON.stringify([text]);
  const [said = "", ...examples] = textAfter(text, zone).split(EXAMPLE);
  return JSON.stringify([...text.split(zone, 1), said, ...examples.map((one) => one.replaceAll(zone, ""))]);
}

function textAfter(text: string, zone: string): string {
  return text.slice(text.indexOf(zone) + zone.length);
}

function nameOf({ urn, line: { zone } }: LineAt): string {
  return zone ?? urn.split("::").at(-1) ?? "";
}

/** Returns the line for all: `39 zones (a.example, b.example and 37 more), http_request_firewall_custom: rules in order: …`. */
function joinedText({ text, zone }: PreviewLine, names: readonly string[]): string {
  const named = `(${joinFirst(names, NAMED)})`;
  if (zone !== undefined) {
    const [before = ""] = text.split(zone, 1);
    return `${before.replace(/zone $/, "")}${names.length} zones ${named}${textAfter(text, zone)}`;
  }
  const isWarning = text.startsWith(WARNING);
  const plain = isWarning ? text.slice(WARNING.length) : text;
  return `${isWarning ? WARNING : ""}${names.length} resources ${named}: ${plain}`;
}

/** Warnings come first: among many lines, nobody would see them. */
function rankOf(text: string): string {
  return text.startsWith(WARNING) ? "" : "~";
}
