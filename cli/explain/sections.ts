import { isMembers } from "../../provider/api";
import type { Finding } from "../../provider/rulebook";
import {
  CUSTOM,
  type ExamplePlace,
  type RuleExample,
  type Sample,
} from "../../provider/rulebook/registry/example";
import { startOf, withCount } from "../../review/print/shorten";
import { visible } from "../../review/print/visible";
import type { ChangeExample, ExampleChange } from "../../review/registry/change-example";
import type { Entry } from "../../review/registry/entry";
import { judgeWritten } from "../rulesets/check-rules-file";
import { printChange } from "./print-change";
import { claimsOfExample, reviewExample } from "./review-example";

/** The characters of a line of an example that are shown. */
const MAX_LINE = 300;

/** A part of the explanation of an id: a sentence, or lines of code with a sentence before them. */
export interface Section {
  readonly title: string;
  readonly text?: string;
  readonly code?: string;
}

/** Explains an id. The command and the reference pages show the same sections. */
export function sectionsOf(entry: Entry): Section[] {
  const { meaning, todo, allow, source, rules, change } = entry;
  return [
    { title: "Meaning", text: meaning },
    ...(rules ? ruleSections(rules) : []),
    ...(change ? changeSections(entry, change) : []),
    { title: "What to do", text: todo },
    ...(allow === undefined ? [] : [{ title: "How to allow it", text: allow }]),
    { title: "Source", text: `${source}.` },
  ];
}

function ruleSections({ at = CUSTOM, goodAt = at, bad, good, previewId }: RuleExample): Section[] {
  const [finding] = findingsOf(bad, at);
  return [
    { title: "Bad", text: `${whatIs(bad, at)}:`, code: printSample(bad) },
    finding
      ? {
          title: "Reported",
          ...(previewId != null && { text: `A preview reports it as \`${previewId}\`.` }),
          code: `${finding.path} ${finding.message}`,
        }
      : { title: "Reported", text: "Only the API and the local platform report it, during the update." },
    { title: "Good", text: `${whatIs(good, goodAt)}:`, code: printSample(good) },
  ];
}

function changeSections({ id, kind }: Entry, { bad, good, config }: ChangeExample): Section[] {
  const settings = config && { text: `With the settings ${JSON.stringify(config)}:` };
  return [
    { title: "Bad", ...settings, code: shortened(printChange(bad)) },
    { title: "Reported", code: reportsOf({ id, kind }, bad, config)[0] ?? "" },
    { title: "Good", ...settings, code: shortened(printChange(good)) },
  ];
}

/** Judges the rules of an example as a preview does. */
export function findingsOf(sample: Sample, at: ExamplePlace): Finding[] {
  return judgeWritten(rulesOf(sample), { level: at.kind === "zone" ? "zone" : "account", ...at });
}

/** Returns what a claim, a reason or a policy reports about the change of an example. */
export function reportsOf(
  { id, kind }: Pick<Entry, "id" | "kind">,
  change: ExampleChange,
  config: ChangeExample["config"],
): string[] {
  switch (kind) {
    case "claim":
      return claimsOfExample(change)
        .filter((claim) => claim.id === id)
        .map(({ message }) => message);
    case "policy":
      return reviewExample(change, { [id]: { enforcementLevel: "mandatory", ...config } })
        .findings.filter(({ isUnjudged }) => !isUnjudged)
        .map(({ message }) => message);
    default:
      return reviewExample(change, config)
        .reasons.filter((reason) => reason.id === id)
        .map(({ severity, text }) => `${severity}: ${text}`);
  }
}

function rulesOf(sample: Sample): readonly unknown[] {
  if (typeof sample === "string") return [{ action: "block", expression: sample }];
  return isMembers(sample) ? [sample] : sample;
}

function whatIs(sample: Sample, at: ExamplePlace): string {
  if (typeof sample === "string") return `The expression of a rule that blocks, in ${placeOf(at)}`;
  return `${isMembers(sample) ? "A rule" : "The rules"} in ${placeOf(at)}`;
}

function placeOf({ phase, kind, plan }: ExamplePlace): string {
  const owner = {
    zone: "the entry point of a zone",
    root: "the entry point of an account",
    custom: "a custom ruleset of an account",
  }[kind];
  return `${owner} in ${phase}${plan === undefined ? "" : ` with the plan ${plan}`}`;
}

/** Prints an expression as it is, and rules as JSON, one on each line. */
function printSample(sample: Sample): string {
  return shortened(
    typeof sample === "string" ? [sample] : rulesOf(sample).map((rule) => JSON.stringify(rule)),
  );
}

function shortened(lines: readonly string[]): string {
  return lines.map((line) => withCount(startOf(visible(line), MAX_LINE))).join("\n");
}
