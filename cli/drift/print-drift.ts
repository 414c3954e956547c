import { markdownCode, markdownShown, markdownText } from "../../review/print/markdown-text";
import { showControls } from "../../provider/visible";
import type { MemberChange, Shown } from "../../review/changes/review";
import { isDrifted, type DriftedRule, type DriftReport, type ResourceDrift } from "./drift-report";
import { counted, joinFirst, truncate } from "../../provider/words";

const WIDTH = 120;
const TEXT_WIDTH = 500;
/** The number of resources that a line names. */
const NAMED = 3;

/** How each form of output writes names and values. */
interface Style {
  readonly name: (text: string) => string;
  /** Writes a whole sentence. */
  readonly text: (text: string) => string;
  readonly value: (value: Shown | null) => string;
  readonly item: string;
  /** Whether the changed members of a rule are on lines below it. */
  readonly isNested: boolean;
}

const TEXT: Style = {
  name: (text) => showControls(truncate(text, WIDTH)),
  text: (text) => showControls(truncate(text, TEXT_WIDTH)),
  value: (value) => (value === null ? "not set" : showControls(truncate(shownText(value), WIDTH))),
  item: "  ",
  isNested: true,
};
const MARKDOWN: Style = {
  name: (text) => markdownText(text),
  text: (text) => markdownText(text),
  value: (value) => (value === null ? "not set" : markdownShown(value)),
  item: "  - ",
  isNested: false,
};

/** Formats a report for people, one line for each change. */
export function driftLines(report: DriftReport): string[] {
  return [
    ...report.resources.flatMap((resource) => {
      const lines = linesOf(resource, TEXT);
      return lines.length > 0
        ? [`${TEXT.name(resource.label)}${headOf(resource)}`, ...lines.map((line) => TEXT.item + line)]
        : [];
    }),
    ...unknownLines(report, TEXT),
    summaryOf(report, TEXT),
  ];
}

export function driftMarkdown(report: DriftReport): string {
  const items = report.resources.flatMap((resource) => {
    const lines = linesOf(resource, MARKDOWN);
    return lines.length > 0
      ? [
          `- **${markdownText(resource.label)}**${headOf(resource)}`,
          ...lines.map((line) => MARKDOWN.item + line),
        ]
      : [];
  });
  return [
    `## Drift of ${markdownCode(report.stack)}`,
    "",
    ...items,
    ...(items.length > 0 ? [""] : []),
    ...unknownLines(report, MARKDOWN),
    summaryOf(report, MARKDOWN),
    "",
  ].join("\n");
}

function headOf({ versions }: ResourceDrift): string {
  if (!versions || versions.state === versions.live) return "";
  return versions.state === null
    ? ` (now version ${versions.live})`
    : ` (version ${versions.state} in the state, ${versions.live} now)`;
}

function linesOf(resource: ResourceDrift, style: Style): string[] {
  const { status, why, rules, settings, texts, foreign } = resource;
  if (why !== null) return [`Not compared: ${style.name(why)}`];
  return [
    ...(status === "gone" ? ["It does not exist any more."] : []),
    ...rules.flatMap((rule) => ruleLines(rule, style)),
    ...settings.map((change) => memberLine(change, style)),
    ...texts.map((text) => style.text(text)),
    ...(foreign.length > 0
      ? [
          `Not drift: ${foreign.map(({ ref, owner, action }) => `${style.name(action)} rule ${style.name(JSON.stringify(ref))}, ${style.name(owner)}`).join("; ")}.`,
        ]
      : []),
  ];
}

/** Says once for all resources what is not known. */
function unknownLines({ resources }: DriftReport, style: Style): string[] {
  const texts = new Set(resources.flatMap(({ unknown }) => unknown));
  return [...texts].map((text) => {
    const labels = resources.filter(({ unknown }) => unknown.includes(text)).map(({ label }) => label);
    return `Not known: ${style.text(text)} (${joinFirst(labels.map(style.name), NAMED)}).`;
  });
}

function ruleLines({ text, members, foreign, since }: DriftedRule, style: Style): string[] {
  const owner = foreign === null ? "" : ` It is foreign: ${style.name(foreign)}.`;
  const when =
    since === null
      ? ""
      : ` Since version ${style.name(since.version)}${since.at === null ? "" : `, ${style.name(since.at)}`}.`;
  const changes = members.map((change) => memberLine(change, style));
  const head = style.name(text) + owner + when;
  if (style.isNested) return [head, ...changes.map((change) => `  ${change}`)];
  return [[head, changes.join("; ")].filter((part) => part !== "").join(" ")];
}

function memberLine({ member, before, after }: MemberChange, style: Style): string {
  return `${style.name(member)}: ${style.value(before)} => ${style.value(after)}`;
}

function shownText(value: Shown): string {
  return "text" in value ? value.text : value.hidden;
}

function summaryOf({ resources, stack }: DriftReport, style: Style): string {
  const drifted = resources.filter(isDrifted).length;
  const uncompared = resources.filter(({ why }) => why !== null).length;
  const rest = uncompared > 0 ? `; ${counted(uncompared, "resource")} not compared` : "";
  return `${style.name(stack)}: ${drifted} of ${counted(resources.length, "resource")} drifted${rest}.`;
}
