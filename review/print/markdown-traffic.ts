import type { PlaceReview } from "../changes/review";
import type {
  EffectContent,
  RequestsContent,
  RuleInOrder,
  RuleOrder,
  TrafficBlock,
  TrafficContent,
} from "../rows/traffic-blocks";
import { markdownRows, markdownTable } from "./markdown-rows";
import {
  firstThatFit,
  foldedLines,
  limitedItems,
  markdownCode,
  markdownShown,
  markdownText,
  MAX_SENTENCE,
  noteLines,
} from "./markdown-text";
import { counted } from "../../provider/words";

/** Longer lists of rules are counted. */
const MAX_CHANGES = 40;
const MAX_RULES = 60;
const MAX_PLACES = 50;
/** The characters that each list of rules in order may take: a rule that does not fit is left out. */
const ORDER_ROOM = 10_000;
const SIGNS = { same: " ", added: "+", removed: "-", changed: "~", moved: "↕" } as const;

/** Prints what changes in a ruleset or a deployment of OWASP, in one place or in several. */
export function trafficMarkdown(block: TrafficBlock): string {
  const { phase, operation, where, count, note, content, order } = block;
  const [{ place, label }, ...others] = where;
  const title = `${phase === undefined ? "OWASP" : markdownShown(phase, 80)}**: ${operation}`;
  const ordered = order ? orderLines(order) : [];
  if (others.length === 0)
    return [
      `**${placeText(place)}, ${title} ${markdownText(label, 200)}`,
      "",
      ...contentLines(content),
      ...ordered,
    ].join("\n");
  const places = where.map((one) => `- ${placeText(one.place)}: ${markdownText(one.label, 100)}`);
  return [
    `**In ${count}, ${title}`,
    "",
    ...noteLines(note),
    ...contentLines(content),
    ...foldedLines(count, limitedItems(places, MAX_PLACES, "resource")),
    ...(order === undefined
      ? ["The order of all rules differs between them; the JSON document has it.", ""]
      : ordered),
  ].join("\n");
}

function placeText({ level, id, name }: PlaceReview): string {
  if (name !== null) return `${level} ${markdownText(name, 100)}`;
  return id === null ? `the default ${level}` : `${level} ${markdownShown(id, 80)}`;
}

function contentLines({ settings, rows, requests, effect }: TrafficContent): string[] {
  return [
    ...(settings.length > 0 ? markdownTable("OWASP", settings) : []),
    ...markdownRows(rows),
    ...(effect ? effectLines(effect) : []),
    "",
    ...(requests ? requestsLines(requests) : []),
  ];
}

function requestsLines({ summary, rows, notes }: RequestsContent): string[] {
  return [
    `**What changes for requests**: ${summary}`,
    "",
    ...(rows.length === 0 ? [] : ["| before | now | for example |", "| --- | --- | --- |"]),
    ...rows.map(
      ({ before, now, example, visitor }) =>
        `| ${markdownText(before, MAX_SENTENCE)} | ${markdownText(now, MAX_SENTENCE)} | ${markdownCode(example, 400)}${visitor} |`,
    ),
    ...(rows.length === 0 ? [] : [""]),
    ...notes.flatMap((note) => [markdownText(note, MAX_SENTENCE), ""]),
  ];
}

function orderLines({ before, after, isOrdered, isUnknown }: RuleOrder): string[] {
  const title = isOrdered ? "Rules in order" : "Rules (their order is not known)";
  const later = isUnknown ? "not known" : String(after.length);
  return foldedLines(`${title}: ${before.length} before, ${later} after`, [
    ...listLines("Before", before),
    ...(before.length > 0 && after.length > 0 ? [""] : []),
    ...listLines("After", after),
  ]);
}

function listLines(title: string, rules: readonly RuleInOrder[]): string[] {
  if (rules.length === 0) return [];
  const printed = rules
    .slice(0, MAX_RULES)
    .map(
      ({ mark, ref, action, foreign }, index) =>
        `${index + 1}. ${markdownCode(`${SIGNS[mark]} ${ref}`, 120)} ${markdownShown(action, 60)}${
          foreign === undefined ? "" : ` if ${markdownShown(foreign, 200)} (foreign)`
        }`,
    );
  const shown = firstThatFit(printed, ORDER_ROOM);
  const hidden = rules.length - shown.length;
  return [`${title}:`, "", ...shown, ...(hidden > 0 ? ["", `… and ${counted(hidden, "more rule")}`] : [])];
}

function effectLines({ summary, rules }: EffectContent): string[] {
  const named = rules.map(({ what, name }) => `  - ${what}: ${markdownText(name, 120)}`);
  return [`- ${summary}`, ...limitedItems(named, MAX_CHANGES, "managed rule", { indent: "  " })];
}
