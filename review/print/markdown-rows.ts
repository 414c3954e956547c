import type { Shown } from "../changes/review";
import type { Row, RuleRow, ValueRow } from "../rows/resource-rows";
import {
  limitedItems,
  markdownCode,
  markdownSegments,
  markdownShown,
  markdownText,
  MAX_SENTENCE,
} from "./markdown-text";
import { counted } from "../../provider/words";

/** Longer lists are counted. */
const MAX_VALUES = 60;
const MAX_RULES = 40;
/** The characters that the rules of a resource, and its values, may take: a row that does not fit is left out. */
const ROOM = { rules: 30_000, values: 10_000 } as const;

/** Returns rows as items of a list: rules last. */
export function markdownRows(rows: readonly Row[]): string[] {
  const rules = rows.flatMap((row) => (row.kind === "rule" ? [ruleItem(row)] : []));
  const others = rows.flatMap((row) => {
    if (row.kind === "rule") return [];
    return [row.kind === "value" ? `- ${valueText(row)}` : `- ${markdownText(row.text, MAX_SENTENCE)}`];
  });
  return [
    ...limitedItems(others, MAX_VALUES, "value", { room: ROOM.values }),
    ...limitedItems(rules, MAX_RULES, "changed rule", { room: ROOM.rules }),
  ];
}

/** Returns values before and after a change as a table, also those that stay the same. */
export function markdownTable(title: string, rows: readonly ValueRow[]): string[] {
  const cell = (values: readonly Shown[]) => {
    const shown = values.slice(0, MAX_VALUES).map((value) => markdownShown(value, 200));
    const hidden = values.length - shown.length;
    return shown.length === 0
      ? markdownShown(null)
      : [...shown, ...(hidden > 0 ? [`… and ${counted(hidden, "more value")}`] : [])].join("<br>");
  };
  const lines = rows.map(
    ({ name, before, after }) => `| ${markdownText(name, 100)} | ${cell(before)} | ${cell(after)} |`,
  );
  return [`| ${title} | before | after |`, "| --- | --- | --- |", ...lines, ""];
}

function ruleItem({ text, whole, members }: RuleRow): string {
  return [
    `- ${markdownText(text, MAX_SENTENCE)}`,
    ...(whole
      ? [
          `  - ${markdownShown(whole.action)}${whole.enabled ? "" : " (disabled)"} if ${markdownShown(whole.expression)}`,
        ]
      : []),
    ...members.map((row) => `  - ${valueText(row)}`),
  ].join("\n");
}

function valueText({ name, before, after, segments, side }: ValueRow): string {
  const all = (values: readonly Shown[]) =>
    values.length === 0 ? markdownShown(null) : values.map((value) => markdownShown(value)).join(", ");
  const values = side === "both" ? `${all(before)} → ${all(after)}` : all(side === "after" ? after : before);
  return `${markdownCode(name, 200)}: ${segments === null ? values : markdownSegments(segments)}`;
}
