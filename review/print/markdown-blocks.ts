import type { AccessCell } from "../changes/review";
import type { BlockPrinters, TokenBlock } from "../rows/report";
import { markdownRows } from "./markdown-rows";
import {
  foldedLines,
  limitedItems,
  markdownCode,
  markdownText,
  MAX_SENTENCE,
  noteLines,
} from "./markdown-text";
import { trafficMarkdown } from "./markdown-traffic";
import { counted, firstWords } from "../../provider/words";

const MAX_ROWS = 60;
const MAX_COLUMNS = 8;
const MAX_USERS = 20;
const MAX_EARLIER = 10;
const SIGNS = { gained: "➕", lost: "➖", kept: "✓" } as const;

/** Prints the blocks of a report as Markdown. */
export const MARKDOWN_BLOCKS: BlockPrinters<string> = {
  why: ({ reason: { severity, text }, same }) =>
    `- **${severity}**: ${markdownText(text, MAX_SENTENCE)}${same}`,
  traffic: trafficMarkdown,
  access: tokenMarkdown,
  others: ({ label, operation, same, rows }) =>
    `**${markdownText(label, 200)}**: ${operation}.${same}\n\n${markdownRows(rows).join("\n")}\n`,
  policies: ({ finding, policies, same }) => {
    const { isUnjudged, severity, enforcementLevel, message, remediationSteps } = finding;
    const text = `${policies.map((policy) => markdownCode(policy)).join(", ")}: ${markdownText(message, MAX_SENTENCE)}${same}`;
    return isUnjudged
      ? `- **not judged yet** ${text}`
      : `- **${enforcementLevel}, ${severity}** ${text}<br>${markdownText(remediationSteps, MAX_SENTENCE)}`;
  },
  earlier: (findings) => {
    const [{ policy, severity, enforcementLevel }] = findings;
    const messages = findings.map(({ message }) => `- ${markdownText(message, MAX_SENTENCE)}`);
    return foldedLines(
      `${enforcementLevel}, ${severity} ${markdownCode(policy)}: ${counted(findings.length, "finding")}`,
      limitedItems(messages, MAX_EARLIER, "finding"),
    ).join("\n");
  },
  allowed: ({ policy, message, same, reason }) =>
    `- ${markdownCode(policy)}: ${markdownText(message, MAX_SENTENCE)}${same}<br>${markdownText(reason, MAX_SENTENCE)}`,
  hazards: ({ id, label, path, message, isNew, same }) =>
    `- ${isNew ? "**new** " : ""}${markdownCode(id)} ${markdownText(label, 200)} ${markdownCode(path, 200)}: ` +
    `${markdownText(message, MAX_SENTENCE)}.${same}`,
  permissions: ({ group, on, by }) =>
    `- ${markdownText(group, 100)} on ${on.map((one) => markdownText(one, 100)).join(", ")}, for ${markdownText(by, 200)}`,
  unknowns: ({ label, path }) => `- ${markdownText(label, 200)}: ${markdownCode(path, 200)}`,
};

/** Prints what tokens gain, lose and keep: a matrix of permission groups and resources. */
function tokenMarkdown({ token, labels, note, risks, users, declaredAt, rows }: TokenBlock): string {
  const { access, ends, operation } = token;
  const lines = [
    ...matrixLines(access),
    ...risks.map(({ text, isGone }) => `- ${isGone ? "" : "⚠️ "}${markdownText(text, MAX_SENTENCE)}`),
    ...ends.map(({ text }) => `- ⏳ ${markdownText(text, MAX_SENTENCE)}`),
    ...(users.length > 0 ? [usersLine(users)] : []),
    ...(declaredAt ? [`- Declared at ${markdownCode(`${declaredAt.file}:${declaredAt.line}`, 200)}`] : []),
    ...markdownRows(rows),
    "",
  ];
  if (labels.length === 1)
    return [`**${markdownText(token.label, 200)}**: ${operation}`, "", ...lines].join("\n");
  const count = counted(labels.length, "token");
  const tokens = labels.map((label) => `- ${markdownText(label, 200)}`);
  return [
    `**${count}**: ${operation}`,
    "",
    ...noteLines(note),
    ...lines,
    ...foldedLines(count, limitedItems(tokens, MAX_ROWS, "token")),
  ].join("\n");
}

function usersLine(users: TokenBlock["users"]): string {
  const texts = users.map(({ by, path }) => `${markdownText(by, 100)} ${markdownCode(path, 100)}`);
  return `- May be used by: ${firstWords(texts, MAX_USERS, (rest) => `… and ${rest} more`).join(", ")}`;
}

function matrixLines(access: readonly AccessCell[]): string[] {
  if (access.length === 0) return [];
  const columns = [...new Set(access.map(({ on }) => on))];
  const rows = [...new Set(access.map(({ group, effect }) => JSON.stringify([group, effect])))];
  if (columns.length > MAX_COLUMNS) return cellLines(access);
  const byCell = new Map(access.map((cell) => [JSON.stringify([cell.group, cell.effect, cell.on]), cell]));
  const shown = rows.slice(0, MAX_ROWS).map((row) => {
    // The text is the JSON of two texts, as above.
    const [group, effect] = JSON.parse(row) as [string, string];
    const cells = columns.map((on) => cellText(byCell.get(JSON.stringify([group, effect, on]))));
    return `| ${effect === "deny" ? "deny " : ""}${markdownText(group, 100)} | ${cells.join(" | ")} |`;
  });
  const hidden = rows.length - shown.length;
  return [
    `| permission | ${columns.map((on) => markdownCode(on, 100)).join(" | ")} |`,
    `| --- |${" --- |".repeat(columns.length)}`,
    ...shown,
    "",
    ...(hidden > 0 ? [`… and ${counted(hidden, "more permission")}`, ""] : []),
  ];
}

/** A table with many columns cannot be read, so the changed cells are listed. */
function cellLines(access: readonly AccessCell[]): string[] {
  const changed = access
    .filter(({ change }) => change !== "kept")
    .map(
      (cell) =>
        `- ${cellText(cell)} ${cell.effect === "deny" ? "deny " : ""}${markdownText(cell.group, 100)} on ${markdownCode(cell.on, 100)}`,
    );
  return limitedItems(changed, MAX_ROWS, "change");
}

function cellText(cell: AccessCell | undefined): string {
  return cell ? `${SIGNS[cell.change]}${cell.risk === null || cell.change === "lost" ? "" : " ⚠️"}` : "";
}
