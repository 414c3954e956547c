import { isMembers, isUnknown } from "../../provider/api";
import { remembered } from "../../provider/filter/remembered";
import { type Finding, judgeWritten } from "../../provider/rulebook";
import {
  CUSTOM,
  type ExamplePlace,
  type RuleExample,
  type Sample,
} from "../../provider/rulebook/registry/example";
import { startOf, withCount } from "../print/shorten";
import { showControls } from "../../provider/visible";
import type { ChangeExample, ExampleChange, ExampleStep, Entry } from "../registry/entry";
import { type ExampleResource, ZONE } from "../../provider/claims/example-resource";
import { type ClaimConflict, conflictsOf } from "../../provider/claims/claim-conflict";
import { declareResource } from "../../provider/claims/declare-parts";
import { isResourceKind } from "../../provider/properties";
import { policySettings } from "../changes/find-policy-findings";
import type { Review } from "../changes/review";
import { reviewChange } from "../changes/review-change";
import type { PlannedStep } from "../documents/planned-change";
import { reviewedOf } from "../documents/engine-steps";
import { EDGE_TYPE } from "../model/from-edge";
import { EDGE_POLICIES } from "../policies";
import { countedSteps } from "../changes/counted-steps";

/** The characters of a line of an example that are shown. */
const MAX_LINE = 300;

/** A part of the explanation of an id: a sentence, or lines of code with a sentence before them. */
export interface Section {
  readonly title: string;
  readonly text?: string;
  readonly code?: string;
}

/** Explains an id, once: its examples are judged for it. `edge-platform explain`, the page of the id and SARIF show the same sections. */
export const sectionsOf = remembered((entry: Entry): readonly Section[] => {
  const { meaning, todo, allow, source, rules, change } = entry;
  return [
    { title: "Meaning", text: meaning },
    ...(rules ? ruleSections(rules) : []),
    ...(change ? changeSections(entry, change) : []),
    { title: "What to do", text: todo },
    ...(allow === undefined ? [] : [{ title: "How to allow it", text: allow }]),
    { title: "Source", text: `${source}.` },
  ];
});

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
  return lines.map((line) => withCount(startOf(showControls(line), MAX_LINE))).join("\n");
}

/** Prints the change of an example as lines of a program: each resource before and after the change. */
function printChange({
  steps,
  failure,
  leftOut,
  missing,
  uncounted,
  replacementSteps,
  exportedTokens = [],
  putBack = [],
}: ExampleChange): string[] {
  return [
    ...steps.flatMap(printStep),
    ...exportedTokens.map((name) => `export const ${name} = pulumi.unsecret(token.value);`),
    ...(failure === undefined ? [] : [`// the preview ends with: ${failure}`]),
    ...(missing === undefined
      ? []
      : [`// the preview counts ${countedSteps(missing)} more than it contains`]),
    ...(uncounted === undefined
      ? []
      : [`// the preview contains ${countedSteps(uncounted)} more than it counts`]),
    ...(replacementSteps === "left out" ? ["// the preview leaves out the steps of replacements"] : []),
    ...putBack.map(({ text }) => `// the preview says: ${text}`),
    ...(leftOut === undefined ? [] : [`// the preview leaves out ${leftOut} unchanged resources`]),
  ];
}

function printStep({ before, after, isReplaced = false, isImported, ...step }: ExampleStep): string[] {
  const { first, kept, leftBehind } = step;
  if (!before) return after ? [printResource(after)] : [];
  if (isImported === true && after) return ["// imported, and stays as it is:", printResource(after)];
  const how = first === "delete" ? ", which deletes the old one first" : "";
  const replaced = `// after, as a replacement${how}:`;
  const then = after ? [isReplaced ? replaced : "// after:", printResource(after)] : [];
  return [
    "// before:",
    printResource(before),
    ...then,
    ...(after
      ? []
      : [
          leftBehind === undefined
            ? `// after: deleted${kept === undefined ? "" : `, but for the live object (${kept.by})`}`
            : `// replaced by an interrupted update; ${leftBehind} is deleted`,
        ]),
  ];
}

function printResource({ id, type, name, args, protect }: ExampleResource): string {
  const options = protect === undefined ? "" : `, { protect: ${String(protect)} }`;
  return `new ${type}(${JSON.stringify(name)}, ${literal(args)}${options});${id === undefined ? "" : ` // id ${id}`}`;
}

/** Prints a value as TypeScript. The id of the zone of the examples is an output, and so is what is not known yet. */
function literal(value: unknown): string {
  if (value === ZONE) return "zone.id";
  if (isUnknown(value)) return "later.value";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([name, member]) => `${keyOf(name)}: ${literal(member)}`);
  return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
}

function keyOf(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}

/** The time at which policies judge examples. */
const NOW = new Date("2030-06-15T12:00:00Z");

/** Reviews the change of an example with the policies that a configuration turns on. */
export function reviewExample({ steps, ...change }: ExampleChange, config: object = {}): Review {
  const policies = policySettings(EDGE_POLICIES, { all: "disabled", ...config });
  return reviewChange(
    { source: "pulumi-preview", stack: "shop/prod", others: 0, ...change, steps: steps.map(stepOf) },
    { policies, now: NOW },
  );
}

/** Returns what contradicts between the resources that an example declares. */
export function claimsOfExample({ steps }: ExampleChange): ClaimConflict[] {
  const declared = steps.map(({ after }) => (after ? declarationsOf(after) : []));
  return declared.flatMap((claims, index) => {
    const all = declared.filter((_, other) => other !== index).flat();
    return conflictsOf(
      claims.map((own) => ({ own, others: all.filter(({ subject }) => subject === own.subject) })),
    );
  });
}

function declarationsOf({ type, name, args }: ExampleResource) {
  const declarations = isResourceKind(type) ? declareResource(type, name, args) : [];
  return declarations.map(({ read, values }) => read(values));
}

function stepOf({
  before,
  after,
  isReplaced = false,
  isImported = false,
  ...step
}: ExampleStep): PlannedStep {
  const { first, kept, leftBehind } = step;
  const changed = isImported ? "same" : isReplaced ? "replace" : "update";
  const from = before && reviewed(before);
  const to = after && reviewed(after);
  return {
    operation: from && to ? changed : to ? "create" : "delete",
    ...(from && { before: from }),
    ...(to && { after: to }),
    ...(isImported && { isImported }),
    ...(first !== undefined && { first }),
    ...(kept !== undefined && { kept }),
    ...(leftBehind !== undefined && { leftBehind }),
  };
}

function reviewed({ id, type, name, args, protect }: ExampleResource) {
  const full = `${EDGE_TYPE}${type}`;
  return reviewedOf({
    id,
    type: full,
    name,
    urn: `urn:pulumi:prod::shop::${full}::${name}`,
    properties: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)),
    ...(protect !== undefined && { isProtected: protect }),
  });
}
