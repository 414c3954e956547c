import {
  type HazardReview,
  type OtherReview,
  type OwaspReview,
  type PolicyFinding,
  type Reason,
  type RulesetReview,
  SEVERITIES,
  type Severity,
  type TokenReview,
} from "./review";
import type { ReasonId } from "../registry/reasons";
import { counted } from "./counted";
import { grouped } from "./group-across-resources";
import { owaspReasons, rulesetReasons, tokenReasons } from "./reasons-by-kind";

/** What the reasons are found in. */
export interface ReviewParts {
  readonly failure: string | null;
  /** The number of unchanged resources that the document leaves out. */
  readonly leftOut: number;
  /** The outputs of the stack that show the value of a token. */
  readonly exportedTokens: readonly string[];
  readonly rulesets: readonly RulesetReview[];
  readonly owasp: readonly OwaspReview[];
  readonly tokens: readonly TokenReview[];
  readonly others: readonly OtherReview[];
  readonly findings: readonly PolicyFinding[];
  readonly hazards: readonly HazardReview[];
}

/** A reason whose id the registry has. */
type KnownReason = Reason & { readonly id: ReasonId | `hazard-${string}` };

/** More removed rules than this in one change are probably a mistake, such as an empty list. */
export const MASS_REMOVAL = 10;

/** The policies that a reason names. The findings name all. */
const MAX_POLICIES = 3;

/** Hazards that lock visitors out or leave a zone open. All others do nothing, or less than the author expects. */
const DANGEROUS_HAZARDS: readonly string[] = [
  "blocks-everything",
  "challenges-everything",
  "overrides-disable-all",
  "owasp-scoring-disabled",
  "redirects-everything",
  "skips-everything",
];

/** Returns why people should look at a change, the worst reasons first. docs/review.md has a table of all reasons. */
export function findReasons(parts: ReviewParts): Reason[] {
  const reasons = [
    ...failureReasons(parts),
    ...leftOutReasons(parts),
    ...parts.exportedTokens.map(exportedToken),
    ...massRemoval(parts),
    ...parts.rulesets.flatMap(rulesetReasons),
    ...parts.owasp.flatMap(owaspReasons),
    ...parts.tokens.flatMap(tokenReasons),
    ...hazardReasons(parts),
    ...parts.findings.filter(({ isNew, isUnjudged }) => isNew && !isUnjudged).map(findingReason),
    ...unjudgedReasons(parts),
    ...parts.others.map(({ urn, label, kind, texts }): KnownReason => {
      const text = `${label}: ${texts.join(" ")}`;
      // What a list matches decides whom the rules that name it block, or let through.
      return kind === "list"
        ? { id: "list-changed", severity: "review", text, urn, path: "items" }
        : { id: "other-changed", severity: "low", text, urn, path: "" };
    }),
  ];
  return reasons.sort((a, b) => rankOf(b.severity) - rankOf(a.severity));
}

/** Returns the severity of a change: that of its worst reason. */
export function severityOf(reasons: readonly Reason[]): Severity {
  const worst = reasons.reduce((rank, { severity }) => Math.max(rank, rankOf(severity)), 0);
  return SEVERITIES[worst] ?? "none";
}

/** Whether a severity is at least another one. */
export function reaches(severity: Severity, limit: Severity): boolean {
  return rankOf(severity) >= rankOf(limit);
}

function rankOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

function leftOutReasons({ leftOut }: ReviewParts): KnownReason[] {
  if (leftOut === 0) return [];
  const text =
    `The preview leaves out ${counted(leftOut, "unchanged resource")}, so policies on the whole stack were not judged: ` +
    "use `pulumi preview --json --show-sames`.";
  return [{ id: "resources-left-out", severity: "low", text, urn: null, path: "" }];
}

function failureReasons({ failure }: ReviewParts): KnownReason[] {
  if (failure === null) return [];
  const text = "The preview failed, so this review contains only a part of the change.";
  return [{ id: "preview-failed", severity: "review", text, urn: null, path: "" }];
}

function exportedToken(path: string): KnownReason {
  const text =
    `The stack output ${JSON.stringify(path)} shows the value of a token to everybody who can read the stack: ` +
    "export it without pulumi.unsecret, or not at all, and replace the token.";
  return { id: "token-value-exported", severity: "dangerous", text, urn: null, path: "" };
}

function massRemoval({ rulesets }: ReviewParts): KnownReason[] {
  const removed = rulesets.flatMap(({ changes }) => changes.filter(({ kinds }) => kinds.includes("removed")));
  if (removed.length <= MASS_REMOVAL) return [];
  const text = `${removed.length} rules are removed in one change, more than ${MASS_REMOVAL}.`;
  return [{ id: "rules-removed-in-mass", severity: "dangerous", text, urn: null, path: "" }];
}

/** A hazard that a policy reports, too, is one reason: that of the policy. */
function hazardReasons({ hazards, findings }: ReviewParts): KnownReason[] {
  const isReported = ({ urn, message }: HazardReview) =>
    findings.some((finding) => finding.isNew && finding.urn === urn && finding.message.includes(message));
  return hazards.filter((hazard) => hazard.isNew && !isReported(hazard)).map(hazardReason);
}

function hazardReason({ id, urn, path, label, message }: HazardReview): KnownReason {
  const severity = DANGEROUS_HAZARDS.includes(id) ? "dangerous" : "review";
  return { id: `hazard-${id}`, severity, text: `${label}: ${path}: ${message}.`, urn, path };
}

function findingReason(finding: PolicyFinding): KnownReason {
  const { policy, severity, enforcementLevel, urn, path, message } = finding;
  const isSevere = severity === "high" || severity === "critical";
  const worst: Severity = isSevere ? "dangerous" : "review";
  const advised: Severity = isSevere ? "review" : "low";
  return {
    id: `policy-${enforcementLevel}`,
    severity: enforcementLevel === "mandatory" ? worst : advised,
    text: `${policy}: ${message}`,
    urn,
    path,
  };
}

/** What several policies cannot judge is one reason. */
function unjudgedReasons({ findings }: ReviewParts): KnownReason[] {
  const unjudged = findings.filter(({ isNew, isUnjudged }) => isNew && isUnjudged);
  return grouped(unjudged, ({ urn, message }) => [urn, message]).map(([first, ...others]): KnownReason => {
    const policies = [first, ...others].map(({ policy }) => policy);
    const more = policies.length - MAX_POLICIES;
    const names = [...policies.slice(0, MAX_POLICIES), ...(more > 0 ? [`${more} more`] : [])];
    const text = `${names.join(", ")}: ${first.message}`;
    return { id: "policy-unjudged", severity: "review", text, urn: first.urn, path: first.path };
  });
}
