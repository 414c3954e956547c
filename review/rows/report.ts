import {
  groupAcrossResources,
  groupReasons,
  sameIn,
  type SharedReason,
} from "../changes/group-across-resources";
import { groupBy } from "../changes/group-by";
import { groupTokens, tokensNote } from "../changes/own-zone";
import type {
  AllowedFinding,
  HazardReview,
  OtherReview,
  PolicyFinding,
  Review,
  TokenReview,
} from "../changes/review";
import { remembered } from "../../provider/filter/remembered";
import { counted } from "../../provider/words";
import { neededPermissions, type NeededPermission } from "./needed-permissions";
import { otherRows, type Row, tokenRows } from "./resource-rows";
import { type TrafficBlock, trafficBlocks } from "./traffic-blocks";

/** What each section of a report consists of. */
export interface Blocks {
  readonly why: SharedReason;
  readonly traffic: TrafficBlock;
  readonly access: TokenBlock;
  readonly others: OtherBlock;
  readonly policies: FindingBlock;
  readonly earlier: readonly [PolicyFinding, ...PolicyFinding[]];
  readonly allowed: AllowedBlock;
  readonly hazards: HazardBlock;
  readonly permissions: NeededPermission;
  readonly unknowns: Review["unknowns"][number];
}

/** Tokens with equal changes, each in its own zone. */
export interface TokenBlock {
  readonly token: TokenReview;
  /** All tokens. The first one is shown. */
  readonly labels: readonly string[];
  /** Says whose zone is shown, if there are several tokens. */
  readonly note: string | undefined;
  readonly risks: readonly { readonly text: string; readonly isGone: boolean }[];
  /** What may use the token, if one of its values ends. */
  readonly users: TokenReview["mayUse"];
  /** Where the program declares it, if a value ends and nothing is known to use it. */
  readonly declaredAt: TokenReview["position"];
  readonly rows: readonly Row[];
}

export interface OtherBlock extends Pick<OtherReview, "label" | "operation" | "position"> {
  readonly rows: readonly Row[];
  readonly same: string;
}

/** What one policy reports, or what several cannot judge yet, in all resources of which they say the same. */
export interface FindingBlock {
  readonly finding: PolicyFinding;
  readonly policies: readonly string[];
  readonly same: string;
}

export interface AllowedBlock extends Pick<AllowedFinding, "policy" | "message"> {
  readonly reason: string;
  readonly same: string;
}

export interface HazardBlock extends HazardReview {
  readonly same: string;
}

type SectionId = keyof Blocks;
/** The blocks of a review by their sections. */
export type Report = { readonly [Id in SectionId]: readonly Blocks[Id][] };
/** How a form of a report prints the blocks of each section. */
export type BlockPrinters<Printed> = { readonly [Id in SectionId]: (block: Blocks[Id]) => Printed };

/** The sections of a report in their order, and what their blocks are. */
const SECTIONS: Readonly<Record<SectionId, { readonly title: string; readonly noun: string }>> = {
  why: { title: "Why", noun: "reason" },
  traffic: { title: "Traffic", noun: "change" },
  access: { title: "Access", noun: "token" },
  others: { title: "Other resources", noun: "resource" },
  policies: { title: "Policies", noun: "finding" },
  earlier: { title: "Findings from before the change", noun: "group" },
  allowed: { title: "Allowed", noun: "finding" },
  hazards: { title: "Hazards", noun: "hazard" },
  permissions: { title: "Permissions that the deployment needs", noun: "permission" },
  unknowns: { title: "Not known yet, or secret", noun: "value" },
};

/** Returns what every form of a report shows of a review: equal changes, findings and reasons once. */
export const reportOf = remembered((review: Review): Report => ({
  why: groupReasons(review),
  traffic: trafficBlocks(review),
  access: groupTokens(review.tokens).map(tokenBlock),
  others: otherBlocks(review),
  policies: findingBlocks(review),
  earlier: groupBy(
    review.findings.filter(({ isNew }) => !isNew),
    ({ policy }) => [policy],
  ),
  allowed: allowedBlocks(review),
  hazards: hazardBlocks(review),
  permissions: neededPermissions(review),
  unknowns: review.unknowns,
}));

/** Reasons that a text lists at the top. All others are in the sections. */
const MAX_REASONS = 12;

/** Returns the sections that have blocks, in their order. */
export function sectionTitles(report: Report): { id: SectionId; title: string; noun: string }[] {
  // The cast holds: these are the keys of the table.
  const ids = Object.keys(SECTIONS) as SectionId[];
  return ids.filter((id) => report[id].length > 0).map((id) => ({ id, ...SECTIONS[id] }));
}

/** Prints the sections that have blocks, in their order. `more` prints the number of the reasons that are left out. */
export function printSections<Printed>(
  report: Report,
  print: BlockPrinters<Printed>,
  more: (text: string) => Printed,
): { id: SectionId; title: string; noun: string; blocks: Printed[] }[] {
  const shown = { ...report, why: report.why.slice(0, MAX_REASONS) };
  const hidden = report.why.length - shown.why.length;
  return sectionTitles(report).map((section) => ({
    ...section,
    blocks: [
      ...printBlocks(section.id, shown, print),
      ...(section.id === "why" && hidden > 0 ? [more(`… and ${counted(hidden, "more reason")}`)] : []),
    ],
  }));
}

function printBlocks<Id extends SectionId, Printed>(
  id: Id,
  { [id]: blocks }: Pick<Report, Id>,
  { [id]: print }: Pick<BlockPrinters<Printed>, Id>,
): Printed[] {
  return blocks.map((block) => print(block));
}

function tokenBlock([token, ...others]: readonly [TokenReview, ...TokenReview[]]): TokenBlock {
  const { risks, ends, mayUse, position } = token;
  const isEnding = ends.length > 0;
  return {
    token,
    labels: [token, ...others].map(({ label }) => label),
    note: others.length > 0 ? tokensNote(token) : undefined,
    risks: risks.map(({ risk, change }) => ({
      text: `${risk}${{ gained: " (new)", kept: "", lost: " (no longer)" }[change]}`,
      isGone: change === "lost",
    })),
    users: isEnding ? mayUse : [],
    declaredAt: isEnding && mayUse.length === 0 ? position : null,
    rows: tokenRows(token),
  };
}

function otherBlocks({ others }: Review): OtherBlock[] {
  return groupBy(
    others.map((other) => ({ ...other, rows: otherRows(other) })),
    ({ operation, kind, rows }) => [operation, kind, JSON.stringify(rows)],
  ).map(([{ label, operation, position, rows }, ...more]) => ({
    label,
    operation,
    position,
    rows,
    same: sameIn(more),
  }));
}

/** What the change brings: what policies report, then what they cannot judge yet. */
function findingBlocks(review: Review): FindingBlock[] {
  const brought = review.findings.filter(({ isNew }) => isNew);
  const judged = groupAcrossResources(
    review,
    brought.filter(({ isUnjudged }) => !isUnjudged),
    ({ policy, message }, withoutLabel) => [policy, withoutLabel(message)],
  ).map(([finding, ...others]) => ({ finding, policies: [finding.policy], same: sameIn(others) }));
  const values = groupBy(
    brought.filter(({ isUnjudged }) => isUnjudged),
    ({ urn, message }) => [urn, message],
  ).map(([finding, ...others]) => ({
    finding,
    urn: finding.urn,
    policies: [finding, ...others].map(({ policy }) => policy),
  }));
  const unjudged = groupAcrossResources(review, values, ({ policies, finding }, withoutLabel) => [
    JSON.stringify(policies),
    withoutLabel(finding.message),
  ]).map(([{ finding, policies }, ...others]) => ({ finding, policies, same: sameIn(others) }));
  return [...judged, ...unjudged];
}

/** What is allowed in many resources with one reason is one block. */
function allowedBlocks(review: Review): AllowedBlock[] {
  return groupAcrossResources(
    review,
    review.allowed,
    ({ policy, message, reason, until, by }, withoutLabel) => [
      policy,
      withoutLabel(message),
      reason,
      until ?? "",
      by,
    ],
  ).map(([{ policy, message, reason, until, by }, ...others]) => ({
    policy,
    message,
    same: sameIn(others),
    reason: `${by === "resource" ? "The resource allows it. " : ""}Reason: ${reason}${until === null ? "" : `, until ${until}`}`,
  }));
}

function hazardBlocks({ hazards }: Review): HazardBlock[] {
  return groupBy(hazards, ({ id, path, message, isNew }) => [id, path, message, String(isNew)]).map(
    ([hazard, ...others]) => ({ ...hazard, same: sameIn(others) }),
  );
}
