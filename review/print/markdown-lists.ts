import { groupAcrossResources, sameIn } from "../changes/group-across-resources";
import { groupTokens, tokensNote } from "../changes/own-zone";
import type { AccessCell, PolicyFinding, Review, TokenReview } from "../changes/review";
import { otherRows, tokenRows } from "../rows/resource-rows";
import { markdownRows } from "./markdown-rows";
import { neededPermissions } from "./needed-permissions";
import { markdownCode, markdownText, MAX_SENTENCE, type Section } from "./markdown-text";
import { counted, firstWords } from "../../provider/words";
import { groupBy } from "../changes/group-by";

const MAX_ROWS = 60;
const MAX_COLUMNS = 8;
const MAX_USERS = 20;
const MAX_EARLIER = 10;
const SIGNS = { gained: "➕", lost: "➖", kept: "✓" } as const;

/**
 * Returns the section of tokens: one matrix of permission groups and resources for each. Tokens with equal changes, each in its own zone, are
 * one block.
 */
export function accessSection({ tokens }: Review): Section[] {
  return [{ title: "### Access", blocks: groupTokens(tokens).map(tokenBlock), noun: "token" }];
}

function tokenBlock([token, ...others]: readonly [TokenReview, ...TokenReview[]]): string {
  const { operation, label } = token;
  const body = tokenBody(token);
  if (others.length === 0) return `**${markdownText(label, 200)}**: ${operation}\n\n${body}`;
  const all = [token, ...others];
  const count = counted(all.length, "token");
  const note = tokensNote(token);
  const shown = all.slice(0, MAX_ROWS).map((one) => `- ${markdownText(one.label, 200)}`);
  const hidden = all.length - shown.length;
  return [
    `**${count}**: ${operation}`,
    "",
    ...(note === undefined ? [] : [markdownText(note, MAX_SENTENCE), ""]),
    body,
    `<details><summary>${count}</summary>`,
    "",
    ...shown,
    ...(hidden > 0 ? [`- … and ${counted(hidden, "more token")}`] : []),
    "",
    "</details>",
    "",
  ].join("\n");
}

function tokenBody(token: TokenReview): string {
  const { access, risks, ends } = token;
  const active = risks.filter(({ change }) => change !== "lost");
  return [
    ...matrixLines(access),
    ...active.map(({ risk, change }) => `- ⚠️ ${risk}${change === "gained" ? " (new)" : ""}`),
    ...ends.map(({ text }) => `- ⏳ ${markdownText(text, MAX_SENTENCE)}`),
    ...(ends.length > 0 ? usersLines(token) : []),
    ...markdownRows(tokenRows(token)),
    "",
  ].join("\n");
}

/** Returns the section of lists, filters and endpoints. Equal changes of several resources are one block. */
export function othersSection({ others }: Review): Section[] {
  const blocks = groupBy(
    others.map((other) => ({ ...other, body: markdownRows(otherRows(other)).join("\n") })),
    ({ operation, kind, body }) => [operation, kind, body],
  ).map(
    ([{ label, operation, body }, ...more]) =>
      `**${markdownText(label, 200)}**: ${operation}.${sameIn(more)}\n\n${body}\n`,
  );
  return [{ title: "### Other resources", blocks, noun: "resource" }];
}

/** Says what may use a token; without anything known, where the program declares the token. */
function usersLines({ mayUse, position }: TokenReview): string[] {
  if (mayUse.length === 0)
    return position ? [`- Declared at ${markdownCode(`${position.file}:${position.line}`, 200)}`] : [];
  const users = mayUse.map(({ by, path }) => `${markdownText(by, 100)} ${markdownCode(path, 100)}`);
  return [`- May be used by: ${firstWords(users, MAX_USERS, (rest) => `… and ${rest} more`).join(", ")}`];
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
  const changed = access.filter(({ change }) => change !== "kept");
  const shown = changed
    .slice(0, MAX_ROWS)
    .map(
      (cell) =>
        `- ${cellText(cell)} ${cell.effect === "deny" ? "deny " : ""}${markdownText(cell.group, 100)} on ${markdownCode(cell.on, 100)}`,
    );
  const hidden = changed.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`- … and ${counted(hidden, "more change")}`] : [])];
}

function cellText(cell: AccessCell | undefined): string {
  return cell ? `${SIGNS[cell.change]}${cell.risk === null || cell.change === "lost" ? "" : " ⚠️"}` : "";
}

/** Returns the sections of policy findings: those that the change brings, and, folded, those from before. */
export function findingsSections(review: Review): Section[] {
  const { findings } = review;
  const earlier = findings.filter(({ isNew }) => !isNew);
  const brought = findings.filter(({ isNew }) => isNew);
  const judged = brought.filter(({ isUnjudged }) => !isUnjudged);
  const groups = groupAcrossResources(review, judged, ({ policy, message }, withoutLabel) => [
    ...[policy, withoutLabel(message)],
  ]);
  const blocks = [
    ...groups.map(
      ([{ policy, severity, enforcementLevel, message, remediationSteps }, ...others]) =>
        `- **${enforcementLevel}, ${severity}** ${markdownCode(policy)}: ${markdownText(message, MAX_SENTENCE)}${sameIn(others)}` +
        `<br>${markdownText(remediationSteps, MAX_SENTENCE)}`,
    ),
    ...unjudgedBlocks(
      review,
      brought.filter(({ isUnjudged }) => isUnjudged),
    ),
  ];
  const policies = [...new Set(earlier.map(({ policy }) => policy))].map((policy) =>
    earlierBlock(earlier.filter((finding) => finding.policy === policy)),
  );
  return [
    { title: "### Policies", blocks, noun: "finding" },
    { title: "### Findings from before the change", blocks: policies, noun: "group" },
    { title: "### Allowed", blocks: allowedBlocks(review), noun: "finding" },
  ];
}

/** What several policies cannot judge is one block, and so is what differs only in the resource. */
function unjudgedBlocks(review: Review, findings: readonly PolicyFinding[]): string[] {
  const values = groupBy(findings, ({ urn, message }) => [urn, message]).map((alike) => ({
    ...{ urn: alike[0].urn, message: alike[0].message },
    policies: alike.map(({ policy }) => markdownCode(policy)).join(", "),
  }));
  return groupAcrossResources(review, values, ({ policies, message }, withoutLabel) => [
    ...[policies, withoutLabel(message)],
  ]).map(
    ([{ policies, message }, ...others]) =>
      `- **not judged yet** ${policies}: ${markdownText(message, MAX_SENTENCE)}${sameIn(others)}`,
  );
}

/** What is allowed in many resources with one reason is one block. */
function allowedBlocks(review: Review): string[] {
  return groupAcrossResources(
    review,
    review.allowed,
    ({ policy, message, reason, until, by }, withoutLabel) => [
      ...[policy, withoutLabel(message), reason, until ?? "", by],
    ],
  ).map(
    ([{ policy, message, reason, until, by }, ...others]) =>
      `- ${markdownCode(policy)}: ${markdownText(message, MAX_SENTENCE)}${sameIn(others)}<br>${by === "resource" ? "The resource allows it. " : ""}Reason: ` +
      `${markdownText(reason, MAX_SENTENCE)}${until === null ? "" : `, until ${until}`}`,
  );
}

function earlierBlock(findings: readonly PolicyFinding[]): string {
  const [first] = findings;
  if (!first) return "";
  const shown = findings
    .slice(0, MAX_EARLIER)
    .map(({ message }) => `- ${markdownText(message, MAX_SENTENCE)}`);
  const hidden = findings.length - shown.length;
  return [
    `<details><summary>${first.enforcementLevel}, ${first.severity} ${markdownCode(first.policy)}: ${counted(findings.length, "finding")}</summary>`,
    "",
    ...shown,
    ...(hidden > 0 ? [`- … and ${counted(hidden, "more finding")}`] : []),
    "",
    "</details>",
    "",
  ].join("\n");
}

/** Returns the section of hazards. Those that differ only in the resource are one block. */
export function hazardsSection({ hazards }: Review): Section[] {
  const groups = groupBy(hazards, ({ id, path, message, isNew }) => [id, path, message, String(isNew)]);
  const blocks = groups.map(
    ([{ id, label, path, message, isNew }, ...others]) =>
      `- ${isNew ? "**new** " : ""}${markdownCode(id)} ${markdownText(label, 200)} ${markdownCode(path, 200)}: ${markdownText(message, MAX_SENTENCE)}` +
      (others.length > 0 ? `.${sameIn(others)}` : ""),
  );
  return [{ title: "### Hazards", blocks, noun: "hazard" }];
}

/** Returns the section of permissions that the credential of the deployment needs: one line per permission group. */
export function permissionsSection(review: Review): Section[] {
  const blocks = neededPermissions(review).map(
    ({ group, on, by }) =>
      `- ${markdownText(group, 100)} on ${on.map((one) => markdownText(one, 100)).join(", ")}, for ${markdownText(by, 200)}`,
  );
  return [{ title: "### Permissions that the deployment needs", blocks, noun: "permission" }];
}

export function unknownsSection({ unknowns }: Review): Section[] {
  const blocks = unknowns.map(
    ({ label, path }) => `- ${markdownText(label, 200)}: ${markdownCode(path, 200)}`,
  );
  return [{ title: "### Not known yet, or secret", blocks, noun: "value" }];
}
