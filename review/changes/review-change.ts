import { isMembers, isUnknown, type Members, type Ruleset } from "../../provider/api";
import type { PlannedChange, PlannedStep } from "../documents/planned-change";
import type { MaybeUnknown, ReviewedPlace, Reviewed, ReviewedRuleset } from "../model/reviewed";
import { countRequests, neededPermissions } from "./update-needs";
import { findPolicyFindings, markNewFindings, type PolicySetting } from "./find-policy-findings";
import {
  findReasons,
  severityOf,
  type ExecutedRemoval,
  type LeftBehind,
  type TakenOverRemoval,
} from "./find-reasons";
import type {
  Counts,
  Operation,
  OtherReview,
  PlaceReview,
  Review,
  RulesetReview,
  HazardReview,
} from "./review";
import type { Import, LeftLive, Replacement } from "./replacement-reasons";
import { handedOverTo, owaspHandovers, owaspOf, reviewOwasp } from "./review-owasp";
import { type ChangedLists, changedLists, type FollowedList, followedTexts } from "./list-requests";
import { withZoneNames } from "./name-zones";
import { listSettings, listTexts } from "./list-texts";
import type { LiveRules } from "./live-orders";
import { opposedNetworks } from "./opposed-networks";
import { findPutBack } from "./put-back";
import { RequestsOfChange } from "./review-requests";
import { phaseLimits } from "./phase-limits";
import { placedRules } from "./placed-rules";
import { ruleLists } from "./rule-lists";
import { type StackRuleset, StackRulesets } from "./stack-rulesets";
import { reviewRuleset } from "./review-ruleset";
import { reviewToken } from "./review-token";
import { argumentSettings, authorPath, settingChanges, shownOrNull, subjectOf, unknownPaths } from "./shown";
import type { Finding } from "../../provider/rulebook";
import { findingsOf } from "../policies/findings-of";
import { customRulesets } from "../policies/phase-rules";
import { laterPaths, withLaterPaths } from "./match-rules";
import { countedSteps } from "./counted-steps";

export interface ReviewContext {
  readonly policies: readonly PolicySetting[];
  /** The time at which policies and ends of tokens are judged. Default: the current time. */
  readonly now?: Date;
  /** Names of zones by their ids, beside those that the document says. */
  readonly zoneNames?: ReadonlyMap<string, string>;
  /** Returns the managed OWASP ruleset of a zone, if it was read. */
  readonly managedOf?: (zoneId: string) => Ruleset | undefined;
  /** Returns the live entry point of a ruleset, if it was read; one without rules if it does not exist. */
  readonly entrypointOf?: (ruleset: ReviewedRuleset) => LiveRules | undefined;
}

type ChangingStep = PlannedStep & { readonly operation: Operation };

/** Says what a planned change means for traffic and for access. */
export function reviewChange(change: PlannedChange, context: ReviewContext): Review {
  const zoneNames = new Map([...(change.zoneNames ?? []), ...(context.zoneNames ?? [])]);
  return withZoneNames(reviewOf(change, { ...context, zoneNames }), zoneNames);
}

function reviewOf(change: PlannedChange, context: ReviewContext): Review {
  const steps = splitMoves(change.steps);
  const changing = steps.filter(isChanging);
  const resources = change.steps.flatMap(({ after }) => (after ? [after] : []));
  const earlier = change.steps.flatMap(({ before }) => (before ? [before] : []));
  const lists = changedLists(
    changing.map(({ before, after }) => ({ before: as(before, "list"), after: as(after, "list") })),
  );
  const requests = new RequestsOfChange(
    { before: customRulesets(earlier), after: customRulesets(resources) },
    lists,
  );
  const stack = new StackRulesets(steps.flatMap((step) => stackRuleset(step) ?? []));
  const places = placesOf(steps, stack, requests, context);
  const followed = followLists(steps, { places, stack, requests, lists }, context);
  const { policies, now } = context;
  const tokens = changing.flatMap(({ operation, before, after, kept }) => {
    const shown = after ?? before;
    if (shown?.kind !== "token") return [];
    const mayUse = change.tokenUsers?.get(shown.urn) ?? [];
    return [
      reviewToken(operation, as(before, "token"), as(after, "token"), {
        now: now ?? new Date(),
        mayUse,
        isOldKept: kept !== undefined,
      }),
    ];
  });
  const texts = followedTexts(followed);
  const others = changing.flatMap((step) => otherReview(step, texts));
  const incomplete = incompleteText(change);
  const isWhole = change.failure === undefined && change.leftOut === undefined && incomplete === null;
  const judged = findPolicyFindings(policies, { before: earlier, after: resources, isWhole, now });
  const findings = markNewFindings(judged.findings, policies, steps, { isWhole, now });
  const hazards = hazardsAfter(steps);
  const rulesets = places.flatMap((place) => place.rulesets);
  const owasp = places.flatMap((place) => place.owasp);
  const failure = change.failure ?? null;
  const { leftOut = 0 } = change;
  const { exportedTokens = [] } = change;
  const executedRemovals = findExecutedRemovals(changing, resources);
  const reasons = findReasons({
    executedRemovals,
    takenOverRemovals: findTakenOverRemovals(change),
    leftBehind: findLeftBehind(change),
    leftLive: findLeftLive(change),
    replacements: replacementsOf(change),
    imports: findImports(change),
    putBack: findPutBack(change, context.entrypointOf),
    opposed: opposedNetworks(steps),
    replacementSteps: change.replacementSteps,
    failure,
    incomplete,
    isMissing: change.missing !== undefined,
    leftOut,
    exportedTokens,
    deletedZones: change.deletedZones ?? [],
    rulesets,
    owasp,
    tokens,
    others,
    followed,
    findings,
    hazards,
  });
  return {
    format: "edge-platform-review",
    version: 1,
    source: change.source,
    stack: change.stack,
    failure,
    incomplete,
    severity: severityOf(reasons),
    reasons,
    counts: countsOf(change, rulesets),
    places,
    tokens,
    others,
    permissions: neededPermissions(steps.flatMap(({ before, after }) => after ?? before ?? [])),
    findings,
    allowed: judged.allowed,
    hazards,
    requests: countRequests(steps),
    unknowns: resources.flatMap(unknownsOf),
  };
}

/** Returns the custom rulesets that a change deletes although rules that stay execute them. The API refuses such a deletion. */
function findExecutedRemovals(
  steps: readonly ChangingStep[],
  resources: readonly Reviewed[],
): ExecutedRemoval[] {
  const executions = resources.flatMap((resource) =>
    resource.kind === "ruleset"
      ? resource.rules.map(({ path, wire }) => ({
          executed: executedBy(wire),
          by: `${resource.label}: ${path}`,
        }))
      : [],
  );
  return steps.flatMap(({ operation, before }) => {
    if (operation !== "delete" || before?.kind !== "ruleset" || before.rulesetId === undefined) return [];
    const by = executions.flatMap((one) => (one.executed === before.rulesetId ? [one.by] : []));
    return by.length > 0 ? [{ ...subjectOf(before), by }] : [];
  });
}

/** Returns the resources that a change deletes together with what existed before them. */
function findTakenOverRemovals({ steps }: PlannedChange): TakenOverRemoval[] {
  return steps.flatMap(({ operation, before, kept }) =>
    operation === "delete" && !kept && before?.takenOverBy !== undefined
      ? [{ ...subjectOf(before), by: before.takenOverBy }]
      : [],
  );
}

function findLeftBehind({ steps }: PlannedChange): LeftBehind[] {
  return steps.flatMap(({ before, leftBehind, kept }) =>
    before && leftBehind !== undefined && !kept ? [{ ...subjectOf(before), id: leftBehind }] : [],
  );
}

/** Returns the objects that stay live although their resource, or what it was, leaves the state. */
function findLeftLive({ steps }: PlannedChange): LeftLive[] {
  return steps.flatMap(({ operation, before, kept }) =>
    before && kept
      ? [{ ...subjectOf(before), kept, kind: before.kind, isReplaced: operation === "replace" }]
      : [],
  );
}

function findImports({ steps }: PlannedChange): Import[] {
  return steps.flatMap(({ operation, after, isImported }) =>
    after && isImported === true ? [{ ...subjectOf(after), isChanged: operation !== "same" }] : [],
  );
}

function replacementsOf({ steps }: PlannedChange): ReadonlyMap<string, Replacement> {
  return new Map(
    steps.flatMap(({ operation, before, after, first, kept }) =>
      operation === "replace" && before && after
        ? [[after.urn, { first, isKept: kept !== undefined }] as const]
        : [],
    ),
  );
}

function incompleteText({ missing, uncounted }: PlannedChange): string | null {
  const texts = [
    ...(missing ? [`The document counts ${countedSteps(missing)} more than it contains.`] : []),
    ...(uncounted ? [`The document contains ${countedSteps(uncounted)} more than it counts.`] : []),
  ];
  return texts.length > 0 ? texts.join(" ") : null;
}

function executedBy({ action, action_parameters: parameters }: Members): unknown {
  return action === "execute" && isMembers(parameters) ? parameters["id"] : undefined;
}

/** What a deletion leaves live changes for nobody: a reason says that nobody manages it. */
function isChanging(step: PlannedStep): step is ChangingStep {
  return step.operation !== "same" && !isLeftLive(step);
}

function isLeftLive({ operation, kept }: PlannedStep): boolean {
  return operation === "delete" && kept !== undefined;
}

function as<Kind extends Reviewed["kind"]>(
  resource: Reviewed | undefined,
  kind: Kind,
): Extract<Reviewed, { kind: Kind }> | undefined {
  // The kind identifies the member of the union.
  return resource?.kind === kind ? (resource as Extract<Reviewed, { kind: Kind }>) : undefined;
}

/** Returns what changed lists mean for the rules of resources whose sections do not say it. */
function followLists(
  steps: readonly PlannedStep[],
  known: {
    readonly places: readonly PlaceReview[];
    readonly stack: StackRulesets;
    readonly requests: RequestsOfChange;
    readonly lists: ChangedLists;
  },
  context: ReviewContext,
): FollowedList[] {
  const { entrypointOf } = context;
  const { places, stack, requests, lists } = known;
  if (lists.byName.size === 0) return [];
  const said = new Set(
    places.flatMap(({ rulesets }) => rulesets.flatMap((one) => one.requests?.resources ?? [])),
  );
  const executed = new Set(
    steps.flatMap(({ after }) =>
      after?.kind === "ruleset" ? after.rules.map(({ wire }) => executedBy(wire)) : [],
    ),
  );
  return steps.flatMap((step) => {
    const own = stackRuleset(step);
    const after = own?.after;
    if (own === undefined || after === undefined || said.has(after.urn)) return [];
    // The entry point that executes a custom ruleset says it.
    if (after.rulesetId !== undefined && executed.has(after.rulesetId)) return [];
    const besides = stack.inEntrypoint(after).map((one) => ({ ...one, isChanging: true }));
    const found = ruleLists({ ...own, isChanging: true }, { stack: besides, live: entrypointOf?.(after) });
    const [placed] = placedRules([own]);
    const names = requests.changedListsIn(placed?.after ?? []);
    const zone = zoneNameOf(after.place, context);
    if (names.length === 0) return [];
    const isKnown = names.every((name) => lists.after.has(name));
    const decided =
      isKnown && found
        ? requests.of(found, phaseLimits(after.phase, found, stack.inPlace(after)), zone)
        : undefined;
    for (const urn of decided?.resources ?? []) said.add(urn);
    return names.flatMap((name) => {
      const list = lists.byName.get(name);
      return list ? [{ list: list.urn, by: subjectOf(after), requests: decided, zone }] : [];
    });
  });
}

function placesOf(
  steps: readonly PlannedStep[],
  stack: StackRulesets,
  requests: RequestsOfChange,
  context: ReviewContext,
): PlaceReview[] {
  const places = new Map<string, PlaceReview>();
  const changing = steps.filter(isChanging);
  const handedOver = owaspHandovers(changing);
  for (const step of changing) {
    const { operation, before, after } = step;
    const shown = after ?? before;
    if (shown?.kind !== "ruleset" && shown?.kind !== "owasp") continue;
    const place = placeReview(places, shown.place, context);
    const managed = managedOf(shown.place, context);
    if (shown.kind === "owasp") {
      const other = handedOver.get(step);
      const [from, to] = [as(before ?? other?.before, "owasp"), as(after ?? other?.after, "owasp")];
      const review = reviewOwasp(operation, from, to, managed);
      place.owasp.push(operation === "delete" && to ? handedOverTo(to, shown, review) : review);
      continue;
    }
    const [from, to] = [as(before, "ruleset"), as(after, "ruleset")];
    const [live, besides] = [context.entrypointOf?.(shown), stack.inEntrypoint(shown)];
    const review = reviewRuleset(operation, from, to, live && { live, stack: besides });
    const own = { before: from, after: to, isChanging: true };
    const changes = review.changes.length + review.settings.length > 0;
    const lists = changes ? ruleLists(own, { stack: besides, live }) : undefined;
    const zone = zoneNameOf(shown.place, context);
    const found = lists && requests.of(lists, phaseLimits(shown.phase, lists, stack.inPlace(shown)), zone);
    place.rulesets.push({ ...review, requests: found ?? null });
    const [owaspBefore, owaspAfter] = [owaspOf(from), owaspOf(to)];
    if (!owaspBefore && !owaspAfter) continue;
    const deployed = owaspBefore && owaspAfter ? "update" : owaspAfter ? "create" : "delete";
    const owasp = reviewOwasp(deployed, owaspBefore, owaspAfter, managed);
    if (owasp.texts.length > 0) place.owasp.push(owasp);
  }
  return [...places.values()];
}

function stackRuleset(step: PlannedStep): StackRuleset | undefined {
  const [from, to] = [as(step.before, "ruleset"), as(step.after, "ruleset")];
  if (!from && !to) return undefined;
  // Of what stays the same, a document may have one version.
  return step.operation === "same" || isLeftLive(step)
    ? { before: from ?? to, after: to ?? from, isChanging: false }
    : { before: from, after: to, isChanging: true };
}

function placeReview(
  places: Map<string, PlaceReview>,
  { level, id }: ReviewedPlace,
  { zoneNames }: ReviewContext,
): PlaceReview {
  const key = `${level} ${id ?? ""}`;
  const known = places.get(key);
  if (known) return known;
  const name = zoneNameOf({ level, id }, { zoneNames });
  const created: PlaceReview = { level, id: shownOrNull(id), name: name ?? null, rulesets: [], owasp: [] };
  places.set(key, created);
  return created;
}

function zoneNameOf(
  { id }: ReviewedPlace,
  { zoneNames }: { readonly zoneNames?: ReviewContext["zoneNames"] | undefined },
): string | undefined {
  return id === undefined ? undefined : zoneNames?.get(id);
}

function managedOf({ level, id }: ReviewedPlace, { managedOf: find }: ReviewContext): Ruleset | undefined {
  return level === "zone" && id !== undefined && !isUnknown(id) ? find?.(id) : undefined;
}

function otherReview(
  { operation, before, after }: ChangingStep,
  followed: ReadonlyMap<string, readonly string[]>,
): OtherReview[] {
  const shown = after ?? before;
  if (shown?.kind === "list") {
    const [from, to] = [as(before, "list"), as(after, "list")];
    const texts = [...listTexts(operation, from, to), ...(followed.get(shown.urn) ?? [])];
    return [{ ...subjectOf(shown), operation, kind: "list", texts, settings: listSettings(from, to) }];
  }
  if (shown?.kind !== "filter" && shown?.kind !== "endpoint") return [];
  const verb = { create: "added", update: "changed", replace: "replaced", delete: "removed" }[operation];
  const what = shown.kind === "filter" ? "A validated filter expression" : "An endpoint of the chain gateway";
  const settings = settingChanges(
    before && argumentSettings(before),
    after && argumentSettings(after),
    shown,
  );
  return [{ ...subjectOf(shown), operation, kind: shown.kind, settings, texts: [`${what} is ${verb}.`] }];
}

function countsOf({ steps, others }: PlannedChange, rulesets: readonly RulesetReview[]): Counts {
  const of = (operation: PlannedStep["operation"]) =>
    steps.filter((step) => step.operation === operation).length;
  const rules = (kind: RulesetReview["changes"][number]["kinds"][number]) =>
    rulesets.flatMap(({ changes }) => changes).filter(({ kinds }) => kinds.includes(kind)).length;
  return {
    create: of("create"),
    update: of("update"),
    replace: of("replace"),
    delete: of("delete"),
    same: of("same"),
    others,
    rulesAdded: rules("added"),
    rulesRemoved: rules("removed"),
    rulesChanged: rules("changed"),
    rulesMoved: rules("moved"),
  };
}

/** Returns the unknown and secret values of a resource, which nothing in the review is based on. */
function unknownsOf(resource: Reviewed): Review["unknowns"] {
  const { urn, label } = resource;
  return [...new Set(pathsOf(resource))].map((path) => ({ urn, label, path }));
}

function pathsOf(resource: Reviewed): string[] {
  switch (resource.kind) {
    case "ruleset": {
      const inRules = resource.rules.flatMap(({ path, wire }) => unknownPaths(wire, path));
      const isWhole = resource.hasUnknownRules && inRules.length === 0;
      return [
        ...placePath(resource.place),
        ...unknownPaths(resource.phase, "phase"),
        ...inRules,
        ...(isWhole ? ["rules"] : []),
      ];
    }
    case "token": {
      const { policies, condition, expiresOn, notBefore, name } = resource.token;
      const inside = unknownPaths({ name, policies, condition, expiresOn, notBefore }, "");
      const paths = resource.isPartlyUnknown && inside.length === 0 ? ["policies"] : inside;
      return paths.map((path) => path.replace(/[a-z]\w*/gi, (member) => authorPath(member, resource)));
    }
    case "owasp":
      return unknownPaths(resource.args, "");
    case "filter":
      return unknownPaths(resource.expression, "expression");
    case "list":
      return unknownPaths(resource.items, "items");
    case "endpoint":
      return unknownPaths(resource.network, "network");
  }
}

function placePath({ level, id }: ReviewedPlace): string[] {
  return unknownPaths(id, `${level}Id`);
}

/**
 * Returns steps in which a replacement by a resource in another zone, account or phase is a deletion and a creation: what the resource
 * did in the old place ends for good.
 */
function splitMoves(steps: readonly PlannedStep[]): PlannedStep[] {
  return steps.flatMap((step): PlannedStep[] => {
    const { operation, before, after, kept } = step;
    if (operation !== "replace" || !before || !after || !movesAway(before, after)) return [step];
    return [
      { operation: "delete", before, ...(kept && { kept }) },
      { operation: "create", after },
    ];
  });
}

function movesAway(before: Reviewed, after: Reviewed): boolean {
  if (before.kind === "ruleset" && after.kind === "ruleset")
    return differs(before.place.id, after.place.id) || differs(before.phase, after.phase);
  return before.kind === "owasp" && after.kind === "owasp" && differs(before.place.id, after.place.id);
}

/** A place that only the update will know may be the same one. */
function differs(before: MaybeUnknown<string> | undefined, after: MaybeUnknown<string> | undefined): boolean {
  return before !== after && !isUnknown(before) && !isUnknown(after);
}

/** Returns the hazards of the rulesets of a stack after a change. Hazards that the change brings in come first. */
export function hazardsAfter(steps: readonly PlannedStep[]): HazardReview[] {
  const found = steps.flatMap(({ operation, before, after }): HazardReview[] => {
    if (after?.kind !== "ruleset") return [];
    // The message of a hazard quotes what it is about.
    const hazards = findingsOf(after, ["hazard"]).filter(({ path }) => !after.isSecret(path));
    if (hazards.length === 0) return [];
    const isChanged = operation !== "same";
    const known = new Set(isChanged && before?.kind === "ruleset" ? keysBefore(before, after) : []);
    return hazards.map((hazard) => ({
      ...subjectOf(after),
      id: hazard.id,
      path: hazard.path,
      message: hazard.message,
      isNew: isChanged && !known.has(keyOf(hazard)),
    }));
  });
  return [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)];
}

function keysBefore(before: ReviewedRuleset, after: ReviewedRuleset): string[] {
  const paths = laterPaths(before.rules, after.rules);
  return findingsOf(before, ["hazard"]).map(({ id, path }) =>
    keyOf({ id, path: withLaterPaths(path, paths) }),
  );
}

function keyOf({ id, path }: Pick<Finding, "id" | "path">): string {
  return `${id} ${path}`;
}
