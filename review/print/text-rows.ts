import { isChanged, type Row, type RuleRow, type ValueRow } from "../rows/resource-rows";
import { limitedLines, plainSegments, plainShown, plainText, type TextLine } from "./text-lines";
import { firstWords } from "../../provider/words";

/** Longer lists are counted. */
const MAX_VALUES = 60;
const MAX_RULES = 40;

/** Returns rows as lines below the title of a resource: rules last. */
export function textRows(rows: readonly Row[]): TextLine[] {
  const rules = rows.flatMap((row) => (row.kind === "rule" ? [ruleLines(row)] : []));
  const others = rows.flatMap((row): TextLine[][] => {
    if (row.kind === "rule") return [];
    if (row.kind === "value") return [[{ text: `  - ${valueText(row)}` }]];
    return [[{ text: `  - ${plainText(row.text)}`, ...(row.mark === "danger" && { look: "dangerous" }) }]];
  });
  return [
    ...limitedLines(others, MAX_VALUES, "value", "  "),
    ...limitedLines(rules, MAX_RULES, "changed rule", "  "),
  ];
}

/** Returns values of which some stay the same: those with their only value. */
export function textSettings(rows: readonly ValueRow[]): TextLine[] {
  return rows.map((row) =>
    row.side === "both" && !isChanged(row)
      ? { text: `  - ${plainText(row.name)}: ${allOf(row.after)}`, look: "soft" }
      : { text: `  - ${valueText(row)}` },
  );
}

function ruleLines({ text, whole, members }: RuleRow): TextLine[] {
  return [
    { text: `  - ${plainText(text)}` },
    ...(whole
      ? [
          {
            text: `    - ${plainShown(whole.action)}${whole.enabled ? "" : " (disabled)"} if ${plainShown(whole.expression)}`,
          },
        ]
      : []),
    ...members.map((row) => ({ text: `    - ${valueText(row)}` })),
  ];
}

function valueText({ name, before, after, segments, side }: ValueRow): string {
  const values =
    segments !== null
      ? plainSegments(segments)
      : side === "both"
        ? `${allOf(before)} → ${allOf(after)}`
        : allOf(side === "after" ? after : before);
  return `${plainText(name)}: ${values}`;
}

function allOf(values: ValueRow["before"]): string {
  if (values.length === 0) return plainShown(null);
  const texts = values.map((value) => plainShown(value));
  return firstWords(texts, MAX_VALUES, (rest) => `… and ${rest} more`).join(", ");
}
