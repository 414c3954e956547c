import { ACTIONS_BY_STRENGTH } from "../../provider/rulesets";
import { type DeletedZone, type PlannedChange, PREVIEW_COMMAND } from "../documents/planned-change";
import type { ReasonId } from "../registry/reasons";
import type { FollowedList } from "./list-requests";
import { about, present, reasonOf } from "./make-reason";
import {
  type HazardReview,
  type OwaspReview,
  type OwaspSettings,
  type PolicyFinding,
  type Reason,
  type Review,
  type RuleChange,
  type RulesetReview,
  SEVERITIES,
  type Severity,
  type Shown,
  type Subject,
} from "./review";
import { putBackReason, type PutBack } from "./put-back";
import { ownRequests } from "./requests-texts";
import { overridesWithout } from "./review-owasp";
import {
  type Import,
  importReason,
  type LeftLive,
  leftLiveReason,
  replacedText,
  type Replacement,
} from "./replacement-reasons";
import { tokenReasons } from "./token-reasons";
import { counted, firstWords } from "../../provider/words";
import { groupBy } from "./group-by";

/** A custom ruleset that a change deletes although rules that stay execute it. */
export interface ExecutedRemoval extends Subject {
  /** The rules: `ZoneEntrypointRuleset "site": rules["shared"]`. */
  readonly by: readonly string[];
}

/** A resource that has taken over what existed before, and that a change deletes with it. */
export interface TakenOverRemoval extends Subject {
  /** What shows it: `takeOver`. */
  readonly by: string;
}

/** What an interrupted update has replaced, and a change deletes. */
export interface LeftBehind extends Subject {
  readonly id: string;
}

interface ReviewParts extends Pick<
  Review,
  "failure" | "incomplete" | "tokens" | "others" | "findings" | "hazards"
> {
  /** The number of unchanged resources that the document leaves out. */
  readonly leftOut: number;
  readonly executedRemovals: readonly ExecutedRemoval[];
  readonly takenOverRemovals: readonly TakenOverRemoval[];
  readonly leftBehind: readonly LeftBehind[];
  readonly leftLive: readonly LeftLive[];
  /** By the URN of the resource. */
  readonly replacements: ReadonlyMap<string, Replacement>;
  readonly imports: readonly Import[];
  readonly putBack: readonly PutBack[];
  /** What rules on a network do otherwise in other zones. */
  readonly opposed: readonly Reason[];
  /** Whether the document lacks steps that it counts. */
  readonly isMissing: boolean;
  readonly replacementSteps: PlannedChange["replacementSteps"];
  /** The outputs of the stack that show the value of a token. */
  readonly exportedTokens: readonly string[];
  readonly deletedZones: readonly DeletedZone[];
  readonly rulesets: readonly RulesetReview[];
  readonly owasp: readonly OwaspReview[];
  /** What changed lists mean for rules that stay the same. */
  readonly followed: readonly FollowedList[];
}

/** More removed rules than this in one change are probably a mistake, such as an empty list. */
const MASS_REMOVAL = 10;

/** The policies that a reason names. The findings name all. */
const MAX_POLICIES = 3;
/** Rules that a reason names at most, if an update writes them and none of them changes. */
const MAX_RULES = 10;

/** Hazards that lock visitors out or leave a zone open. All others do nothing, or less than the author expects. */
const DANGEROUS_HAZARDS: readonly string[] = [
  "blocks-everything",
  "challenges-everything",
  "overrides-disable-all",
  "owasp-scoring-disabled",
  "redirects-everything",
  "skips-everything",
];

/** Returns why people should look at a change, the worst reasons first. */
export function findReasons(parts: ReviewParts): Reason[] {
  const handedOver = new Set(parts.rulesets.filter(isHandedOver).map(({ urn }) => urn));
  const removals = parts.takenOverRemovals.filter(({ urn }) => !handedOver.has(urn));
  const reasons = [
    ...changeReasons(parts),
    ...parts.deletedZones.map(({ domain, ...zone }) =>
      about(zone)(
        "zone-deleted",
        `the zone${domain === undefined ? "" : ` ${domain}`} is deleted with everything in it, also what others have made there: DNS records, rules, settings.`,
      ),
    ),
    ...parts.rulesets.flatMap((ruleset) => rulesetReasons(ruleset, parts.replacements.get(ruleset.urn))),
    ...parts.owasp.flatMap((owasp) => owaspReasons(owasp, parts.replacements.get(owasp.urn))),
    ...parts.tokens.flatMap((token) => tokenReasons(token, parts.replacements.get(token.urn))),
    ...parts.executedRemovals.map((removal) =>
      about(removal)(
        "executed-ruleset-removed",
        `The ruleset is deleted, and ${removal.by.join(" and ")} of this stack still ${removal.by.length > 1 ? "execute" : "executes"} ` +
          "it: the API refuses the deletion. Remove the rule, or keep the ruleset.",
      ),
    ),
    ...removals.map((removal) =>
      about(removal)(
        "taken-over-deleted",
        `what is deleted was taken over, not made by the stack (${removal.by}). To keep it live, set protect or retainOnDelete, and run ` +
          "`pulumi up` before.",
      ),
    ),
    ...parts.leftBehind.map((left) =>
      about(left)(
        "left-behind-deleted",
        `an interrupted update has replaced it and left ${JSON.stringify(left.id)} to be deleted: this update deletes it.`,
      ),
    ),
    ...parts.leftLive.map(leftLiveReason),
    ...parts.imports.map(importReason),
    ...parts.putBack.map(putBackReason),
    ...parts.opposed,
    ...hazardReasons(parts),
    ...parts.findings.filter(({ isNew, isUnjudged }) => isNew && !isUnjudged).map(findingReason),
    ...unjudgedReasons(parts),
    ...parts.followed.flatMap(({ by, requests }) => {
      const reason = requestsReason({ urn: by.urn, requests: requests ?? null }, about(by));
      return reason === false ? [] : [reason];
    }),
    ...parts.others.map((other) => {
      const [reason, text] = [about(other), other.texts.join(" ")];
      return other.kind === "list" ? reason("list-changed", text, "items") : reason("other-changed", text);
    }),
  ];
  // Without a replacement, nothing in the preview shows whether it was written with the flag. If something changes, the command says it.
  if (reasons.length === 0 && parts.replacementSteps === "unproved") return [replacementStepsReason(true)];
  return reasons.sort((a, b) => rankOf(b.severity) - rankOf(a.severity));
}

/** Returns the severity of a change: that of its worst reason. */
export function severityOf(reasons: readonly Reason[]): Severity {
  const worst = reasons.reduce((rank, { severity }) => Math.max(rank, rankOf(severity)), 0);
  return SEVERITIES[worst] ?? "none";
}

export function reaches(severity: Severity, limit: Severity): boolean {
  return rankOf(severity) >= rankOf(limit);
}

function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Returns the reasons that are about no resource. */
function changeReasons({
  failure,
  incomplete,
  isMissing,
  leftOut,
  replacementSteps,
  exportedTokens,
  rulesets,
}: ReviewParts): Reason[] {
  const reason = (id: ReasonId, text: string) => reasonOf(id, { text, urn: null, path: "" });
  const removed = rulesets.flatMap(({ changes }) => changes.filter(({ kinds }) => kinds.includes("removed")));
  return present([
    failure !== null &&
      reason("preview-failed", "The preview failed, so this review contains only a part of the change."),
    incomplete !== null &&
      reason(
        isMissing ? "steps-missing" : "steps-uncounted",
        `${incomplete} So this review ${isMissing ? "contains only a part of the change" : "may be about another change"}: write the ` +
          "document again.",
      ),
    leftOut > 0 &&
      reason(
        "resources-left-out",
        `The preview leaves out ${counted(leftOut, "unchanged resource")}, so policies on the whole stack were not judged: ` +
          `use \`${PREVIEW_COMMAND}\`.`,
      ),
    replacementSteps === "left out" && replacementStepsReason(false),
    ...exportedTokens.map((path) =>
      reason(
        "token-value-exported",
        `The stack output ${JSON.stringify(path)} shows the value of a token to everybody who can read the stack: ` +
          "export it without pulumi.unsecret, or not at all, and replace the token.",
      ),
    ),
    removed.length > MASS_REMOVAL &&
      reason(
        "rules-removed-in-mass",
        `${removed.length} rules are removed in one change, more than ${MASS_REMOVAL}.`,
      ),
  ]);
}

function replacementStepsReason(isUnproved: boolean): Reason {
  const text = isUnproved
    ? "What an interrupted update has left to be deleted is shown only if the preview was written with `--show-replacement-steps`, and nothing in it shows that."
    : "The preview leaves out the steps of replacements, and with them what an interrupted update has left to be deleted: use " +
      `\`${PREVIEW_COMMAND}\`.`;
  return reasonOf("replacement-steps-left-out", { text, urn: null, path: "" }, isUnproved);
}

/** A hazard that a policy reports, too, is one reason: that of the policy. */
function hazardReasons({ hazards, findings }: ReviewParts): Reason[] {
  const isReported = ({ urn, message }: HazardReview) =>
    findings.some((finding) => finding.isNew && finding.urn === urn && finding.message.includes(message));
  return hazards.filter((hazard) => hazard.isNew && !isReported(hazard)).map(hazardReason);
}

function hazardReason({ id, urn, path, label, message }: HazardReview): Reason {
  const severity = DANGEROUS_HAZARDS.includes(id) ? "dangerous" : "review";
  return { id: `hazard-${id}`, severity, text: `${label}: ${path}: ${message}.`, urn, path };
}

function findingReason({ policy, severity, enforcementLevel, urn, path, message }: PolicyFinding): Reason {
  const isSevere = severity === "high" || severity === "critical";
  return reasonOf(`policy-${enforcementLevel}`, { text: `${policy}: ${message}`, urn, path }, !isSevere);
}

/** What several policies cannot judge is one reason. */
function unjudgedReasons({ findings }: ReviewParts): Reason[] {
  const unjudged = findings.filter(({ isNew, isUnjudged }) => isNew && isUnjudged);
  return groupBy(unjudged, ({ urn, message }) => [urn, message]).map((alike) => {
    const [{ urn, path, message }] = alike;
    const policies = alike.map(({ policy }) => policy);
    const names = firstWords(policies, MAX_POLICIES);
    return reasonOf("policy-unjudged", { text: `${names.join(", ")}: ${message}`, urn, path });
  });
}

/** Members of a rule that decide which requests it acts on, and how. */
const DECISIVE = /^(action|expression|enabled|ratelimit|exposed|action_?parameters)/i;

/** Whether other resources of the entry point do what the rules of a removed one did, for each request. */
function isHandedOver({ operation, requests }: RulesetReview): boolean {
  return (
    operation === "delete" &&
    requests?.direction === "equal" &&
    requests.isWhole &&
    requests.resources.length > 1
  );
}

function rulesetReasons(ruleset: RulesetReview, replacement: Replacement | undefined): Reason[] {
  const { operation, takesOver, level, before, after, hasUnknownRules } = ruleset;
  const reason = about(ruleset);
  if (operation === "delete") {
    const what = level === "custom" ? "the custom ruleset" : "the entry point";
    if (isHandedOver(ruleset)) {
      const text =
        "the resource is removed, and no request changes (proved): other resources of the program have its rules in the same entry point.";
      return [reason("ruleset-deleted", text, "", true)];
    }
    const [its, them] =
      before.length === 1 ? ["its rule", "it"] : [`its ${counted(before.length, "rule")}`, "them"];
    const text =
      before.length === 0
        ? `${what} is deleted. It has no rules.`
        : `${what} is deleted with ${its}: requests pass without ${them}.`;
    return [reason("ruleset-deleted", text)];
  }
  // All settings of a new ruleset are new.
  const settings = operation === "create" ? [] : ruleset.settings;
  const setting = (name: RegExp) => settings.find(({ member }) => name.test(member));
  const ownership = setting(/^ownership$/)?.after;
  const isTaking = takesOver && (operation === "create" || setting(/^take_?over$/i) !== undefined);
  return present([
    operation === "replace" &&
      reason(
        "ruleset-replaced",
        replacedText("the ruleset", "its rules do not exist", replacement) + writtenAgain(after),
        "",
        replacement?.first === "create",
      ),
    isTaking &&
      reason("takes-over", "rules of other owners are taken over or removed (takeOver).", "takeOver"),
    plain(ownership) === "exclusive" &&
      reason("becomes-exclusive", "the resource removes foreign rules from now on.", "ownership"),
    hasUnknownRules &&
      reason(
        "unknown-rules",
        "some values of its rules are secret or known only during the update.",
        "rules",
      ),
    before.length > 0 &&
      after.length === 0 &&
      !hasUnknownRules &&
      reason("all-rules-removed", `all rules are removed (${before.length}).`, "rules"),
    ...settingReasons(ruleset, settings, reason),
    ...ruleset.changes.map((change) => {
      const path = `rules[${JSON.stringify(change.ref)}]`;
      // Proved: the change only writes the rules otherwise.
      const isWrittenOtherwise = ruleset.requests?.direction === "equal" && ruleset.requests.isWhole;
      return reason(idOfChange(change), change.text, path, isAlwaysOff(change) || isWrittenOtherwise);
    }),
    requestsReason(ruleset, reason),
  ]);
}

/** Whether a rule is off before and after its change. One that is switched off weighs as its removal. */
function isAlwaysOff({ rule, members }: RuleChange): boolean {
  return !rule.enabled && !members.some(({ member }) => member === "enabled");
}

/** The rule changes are reasons, too; this one says what they do. */
function requestsReason(
  ruleset: Pick<RulesetReview, "requests" | "urn">,
  reason: ReturnType<typeof about>,
): Reason | false {
  const [row] = ownRequests(ruleset)?.rows ?? [];
  if (row === undefined || row.direction === "blocks more") return false;
  const text = `requests change from "${row.before}" to "${row.now}", for example ${row.example}.`;
  return row.direction === "other"
    ? reason("requests-otherwise", text, "rules")
    : reason("requests-open", text, "rules", row.direction === "challenges less");
}

/** The settings of a ruleset that have a reason of their own, or of which a replacement is one. */
const REPORTED = /^(ownership|take_?over|phase|(zone|account)_?id)$/i;

/** A position decides what the rules of others do before and after; all else is neither read nor changed by a request. */
function settingReasons(
  { after }: Pick<RulesetReview, "after">,
  settings: RulesetReview["settings"],
  reason: ReturnType<typeof about>,
): Reason[] {
  const changed = settings.filter(
    ({ member, after }) => !REPORTED.test(member) || (member === "ownership" && plain(after) === "shared"),
  );
  if (changed.length === 0) return [];
  const names = changed.map(({ member }) => member);
  const isPlaced = names.includes("position");
  const text = `${names.join(", ")} changes.${names.includes("refs") ? writtenAgain(after) : ""}`;
  return [reason("ruleset-settings", text, isPlaced ? "position" : "", !isPlaced)];
}

/** Names the rules of a resource that an update writes although none of them changes. */
function writtenAgain(after: RulesetReview["after"]): string {
  const own = after.filter(({ isForeign, mark }) => !isForeign && mark !== "removed").map(({ ref }) => ref);
  const names = firstWords(own, MAX_RULES);
  return own.length > 0 ? ` It writes ${counted(own.length, "rule")} again: ${names.join(", ")}.` : "";
}

function idOfChange({ kinds, members }: RuleChange): ReasonId {
  if (kinds.includes("removed")) return "rule-removed";
  if (kinds.includes("added")) return "rule-added";
  if (members.some(({ member }) => DECISIVE.test(member))) return "rule-changed";
  return kinds.includes("moved") ? "rule-moved" : "rule-described";
}

function owaspReasons(review: OwaspReview, replacement: Replacement | undefined): Reason[] {
  const reason = about(review);
  if (review.operation !== "replace") return changedOwaspReasons(review);
  const text = replacedText("the deployment of OWASP", "OWASP does not inspect requests", replacement);
  return [
    reason("owasp-replaced", text, "", replacement?.first === "create"),
    ...changedOwaspReasons(review),
  ];
}

function changedOwaspReasons(review: OwaspReview): Reason[] {
  const { before, after, texts, effect } = review;
  const reason = about(review);
  const all = texts.join(" ");
  if (!after) return [reason("owasp-off", all)];
  if (review.operation === "delete") return [reason("owasp-changed", all, "", true)];
  if (!before) return [reason("owasp-deployed", all, "", !after.enabled)];
  if (before.enabled && !after.enabled) return [reason("owasp-off", "OWASP is turned off.")];
  if (texts.length === 0) return [];
  const weaker = weakenings(before, after);
  if (weaker.length > 0) return [reason("owasp-weaker", weaker.join(" "))];
  const isOff =
    (effect?.turnedOff.length ?? 0) > 0 || overridesWithout(after, before).some((text) => / off/.test(text));
  return [reason(isOff ? "owasp-rules-off" : "owasp-changed", all)];
}

function weakenings(before: OwaspSettings, after: OwaspSettings): string[] {
  const [level, threshold] = [
    compare(before.level, after.level, Number),
    compare(before.threshold, after.threshold, Number),
  ];
  const action = compare(before.action, after.action, (text) => ACTIONS_BY_STRENGTH.indexOf(text));
  return [
    ...(level < 0 ? [`The paranoia level falls from ${plain(before.level)} to ${plain(after.level)}.`] : []),
    ...(threshold > 0
      ? [
          `The score threshold rises from ${plain(before.threshold)} to ${plain(after.threshold)}: fewer requests reach it.`,
        ]
      : []),
    ...(action < 0 ? [`The action weakens from ${plain(before.action)} to ${plain(after.action)}.`] : []),
  ];
}

/** Compares two values: negative if the later one is less. 0 if one of them is unknown. */
function compare(before: Shown | null, after: Shown | null, rank: (text: string) => number): number {
  if (!before || !after || !("text" in before) || !("text" in after)) return 0;
  const difference = rank(after.text) - rank(before.text);
  return Number.isNaN(difference) ? 0 : difference;
}

function plain(value: Shown | null | undefined): string {
  return value && "text" in value ? value.text : "";
}
