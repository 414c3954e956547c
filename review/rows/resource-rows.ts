import type {
  MemberChange,
  Operation,
  OtherReview,
  OwaspReview,
  RuleChange,
  RuleLine,
  RulesetReview,
  Segment,
  Shown,
  TokenReview,
} from "../changes/review";

/** One line of a report about a changed resource. */
export type Row = SentenceRow | ValueRow | RuleRow;

interface SentenceRow {
  readonly kind: "sentence";
  readonly text: string;
  /** What the sentence is about, if reports mark it: a danger, or a value that the review does not know. */
  readonly mark?: "danger" | "unknown";
}

/** What a member or an argument was before the change, and what it is after it. */
export interface ValueRow {
  readonly kind: "value";
  readonly name: string;
  /** Empty if it was not set. Several are a list. */
  readonly before: readonly Shown[];
  readonly after: readonly Shown[];
  /** For an expression: its parts, of which some go and some come. */
  readonly segments: readonly Segment[] | null;
  /** The versions of the resource or rule that exist. */
  readonly side: "before" | "after" | "both";
}

/** What happens to a rule. */
export interface RuleRow {
  readonly kind: "rule";
  readonly ref: string;
  readonly kinds: RuleChange["kinds"];
  readonly text: string;
  /** The rule, if it is added or removed. */
  readonly whole: RuleLine | null;
  readonly members: readonly ValueRow[];
}

type Side = ValueRow["side"];

/** Returns what changes in a ruleset: its arguments, then its rules. */
export function rulesetRows({
  operation,
  takesOver,
  settings,
  changes,
  hasUnknownRules,
}: RulesetReview): Row[] {
  return [
    ...(takesOver ? [sentence("It takes over foreign rules.", "danger")] : []),
    ...settings.map((one) => valueRow(one, sideOf(operation))),
    ...changes.map(ruleRow),
    ...(hasUnknownRules
      ? [sentence("Some values of its rules are secret or not known yet.", "unknown")]
      : []),
  ];
}

/** Returns the settings of a deployment of OWASP before and after, also those that stay the same. */
export function owaspSettings({ before, after, settings, operation }: OwaspReview): ValueRow[] {
  // Another resource may take the deployment over.
  const side = before && after ? "both" : sideOf(operation);
  const row = (
    name: string,
    valuesOf: (settings: NonNullable<typeof before>) => readonly Shown[],
  ): ValueRow => ({
    kind: "value",
    name,
    segments: null,
    side,
    before: before ? valuesOf(before) : [],
    after: after ? valuesOf(after) : [],
  });
  return [
    row("paranoia level", ({ level }) => listed(level)),
    row("score threshold", ({ threshold }) => listed(threshold)),
    row("action", ({ action }) => listed(action)),
    row("expression", ({ expression }) => listed(expression)),
    row("enabled", ({ enabled }) => [{ text: enabled ? "yes" : "no" }]),
    row("overrides", ({ overrides }) => overrides.map((text) => ({ text }))),
    ...settings.map((one) => valueRow(one, side)),
  ];
}

/** Returns what changes in a deployment of OWASP besides its settings, which have rows of their own. */
export function owaspRows({ operation, texts, repaired }: OwaspReview): Row[] {
  const lines = repaired.map((line) => `Repaired: ${line}.`);
  return [...(operation === "delete" ? texts : []), ...lines].map((text) => sentence(text));
}

/** Returns what changes in a token besides its access and the ends of its values. */
export function tokenRows({ operation, settings, isPartlyUnknown }: TokenReview): Row[] {
  return [
    ...settings.map((one) => valueRow(one, sideOf(operation))),
    ...(isPartlyUnknown ? [sentence("Some permissions are not known yet.", "unknown")] : []),
  ];
}

/** Returns what changes in a list, a filter or an endpoint. */
export function otherRows({ operation, texts, settings }: OtherReview): Row[] {
  return [...texts.map((text) => sentence(text)), ...settings.map((one) => valueRow(one, sideOf(operation)))];
}

/** Whether the values of a row differ. */
export function isChanged({ before, after }: ValueRow): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function sideOf(operation: Operation): Side {
  return operation === "create" ? "after" : operation === "delete" ? "before" : "both";
}

function ruleRow({ ref, kinds, text, members, rule }: RuleChange): RuleRow {
  const side = kinds.includes("added") ? "after" : kinds.includes("removed") ? "before" : "both";
  return {
    kind: "rule",
    ref,
    kinds,
    text,
    whole: side === "both" ? null : rule,
    members: members.map((one) => valueRow(one, side)),
  };
}

function valueRow({ member, before, after, segments }: MemberChange, side: Side): ValueRow {
  return { kind: "value", name: member, before: listed(before), after: listed(after), segments, side };
}

function sentence(text: string, mark?: SentenceRow["mark"]): SentenceRow {
  return { kind: "sentence", text, ...(mark !== undefined && { mark }) };
}

function listed(value: Shown | null): readonly Shown[] {
  return value === null ? [] : [value];
}
