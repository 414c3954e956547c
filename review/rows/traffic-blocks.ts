import { groupBy } from "../changes/group-by";
import { ownZoneNote, withoutExamples, withoutZone } from "../changes/own-zone";
import { ownRequests, requestsNotes, requestsSummary, SHOWN_BEFORE } from "../changes/requests-texts";
import type {
  Operation,
  OrderedRule,
  OwaspReview,
  PlaceReview,
  Review,
  RulesetReview,
} from "../changes/review";
import { counted } from "../../provider/words";
import { owaspRows, owaspSettings, type Row, rulesetRows, type ValueRow } from "./resource-rows";

/** A change of a ruleset or of a deployment of OWASP, in all zones or accounts in which the same changes. */
export interface TrafficBlock {
  /** The phase of the ruleset. Undefined for OWASP. */
  readonly phase: RulesetReview["phase"] | undefined;
  readonly operation: Operation;
  readonly where: readonly [ChangedPlace, ...ChangedPlace[]];
  /** How many zones or accounts these are, in words. */
  readonly count: string;
  /** Says whose name is shown, if each zone has its own. */
  readonly note: string | undefined;
  readonly content: TrafficContent;
  /** Undefined if it differs between the places. Null if no rules are known. */
  readonly order: RuleOrder | null | undefined;
}

/** A resource that changes, and where. */
interface ChangedPlace {
  readonly place: PlaceReview;
  readonly label: string;
}

/** What changes in a ruleset or a deployment. */
export interface TrafficContent {
  /** All settings of a deployment. Empty for a ruleset. */
  readonly settings: readonly ValueRow[];
  readonly rows: readonly Row[];
  /** What the change means for requests. Null if nothing is known. */
  readonly requests: RequestsContent | null;
  /** What happens to the managed rules of a deployment, if they are known. */
  readonly effect: EffectContent | null;
}

export interface RequestsContent {
  readonly summary: string;
  /** The worst first. */
  readonly rows: readonly RequestsRow[];
  readonly notes: readonly string[];
}

interface RequestsRow {
  readonly before: string;
  readonly now: string;
  readonly example: string;
  /** Says which visitor sends the example; empty for any. */
  readonly visitor: string;
}

export interface EffectContent {
  readonly summary: string;
  /** By name: those that turn off, those that turn on, those with another action. */
  readonly rules: readonly { readonly what: "off" | "on" | "other action"; readonly name: string }[];
}

/** The rules of a ruleset in their order, before and after the change. */
export interface RuleOrder {
  readonly before: readonly RuleInOrder[];
  readonly after: readonly RuleInOrder[];
  readonly isOrdered: boolean;
  /** Whether only the update will know the rules after it. */
  readonly isUnknown: boolean;
  /** Whether a rule moves. */
  readonly isMoved: boolean;
}

export interface RuleInOrder extends Pick<OrderedRule, "ref" | "mark" | "action" | "enabled"> {
  /** The expression of a rule that the resource does not own: its own ones are among the changes. */
  readonly foreign: OrderedRule["expression"] | undefined;
}

interface Change extends ChangedPlace {
  readonly phase: TrafficBlock["phase"];
  readonly operation: Operation;
  /** The change as it is in all zones in which the same changes, with up to so many rows of requests. */
  readonly contentIn: (zone: string | null | undefined, rows?: number) => TrafficContent;
  /** What is compared to say whose name is shown: examples are requests to the hosts of each zone anyway. */
  readonly comparedIn: (zone: string | null) => TrafficContent;
  readonly order: RuleOrder | null;
}

/** Above this number of blocks, each shows only the first rows of requests: nobody reads all of them, and a page has room for 3 MB. */
const MANY = { blocks: 100, rows: 2 } as const;

/** Returns what changes per zone and phase. Changes that are equal in several zones are one block. */
export function trafficBlocks({ places }: Pick<Review, "places">): TrafficBlock[] {
  const changes = places.flatMap((place) => [
    ...place.owasp.map((review) => owaspChange(place, review)),
    ...place.rulesets.map((review) => rulesetChange(place, review)),
  ]);
  const groups = groupBy(changes, ({ place, phase, operation, contentIn }) => [
    JSON.stringify([place.level, phase ?? null, phase === undefined, operation]),
    JSON.stringify(contentIn(place.name)),
  ]);
  const rows = groups.length > MANY.blocks ? MANY.rows : Infinity;
  return groups.map((group) => blockOf(group, rows));
}

function blockOf(changes: readonly [Change, ...Change[]], rows: number): TrafficBlock {
  const [{ place, phase, operation, contentIn, comparedIn, order }, ...others] = changes;
  const text = JSON.stringify(order);
  const note =
    others.length > 0 ? ownZoneNote(place.name, (zone) => JSON.stringify(comparedIn(zone))) : undefined;
  return {
    phase,
    operation,
    where: changes,
    note,
    count: counted(new Set(changes.map((change) => change.place)).size, place.level),
    content: contentIn(undefined, rows),
    order: others.every((other) => JSON.stringify(other.order) === text) ? order : undefined,
  };
}

function rulesetChange(place: PlaceReview, review: RulesetReview): Change {
  const { label, phase, operation } = review;
  const contentOf = (ruleset: RulesetReview, most = Infinity): TrafficContent => ({
    settings: [],
    rows: rulesetRows(ruleset),
    effect: null,
    requests: requestsContent(ruleset, most),
  });
  return {
    place,
    label,
    phase,
    operation,
    order: orderOf(review),
    contentIn: (zone, rows) => contentOf(withoutZone(review, zone), rows),
    comparedIn: (zone) => contentOf(withoutZone(withoutExamples(review), zone)),
  };
}

function owaspChange(place: PlaceReview, review: OwaspReview): Change {
  const { label, operation } = review;
  const contentIn = (zone: string | null | undefined): TrafficContent => {
    const one = withoutZone(review, zone);
    const effect = one.effect && effectContent(one.effect);
    return { settings: owaspSettings(one), rows: owaspRows(one), requests: null, effect };
  };
  return { place, label, phase: undefined, operation, contentIn, comparedIn: contentIn, order: null };
}

function requestsContent(ruleset: RulesetReview, most: number): RequestsContent | null {
  const all = ownRequests(ruleset);
  if (all === null) return null;
  if (all === undefined) return { summary: SHOWN_BEFORE, rows: [], notes: [] };
  const rows = all.rows.slice(0, most);
  const requests = { ...all, rows, moreRows: all.moreRows + all.rows.length - rows.length };
  return {
    summary: requestsSummary(requests),
    rows: requests.rows.map(({ before, now, example, solved }) => ({
      before,
      now,
      example,
      visitor: solved === null ? "" : `, by a visitor who has solved a ${solved}`,
    })),
    notes: requestsNotes(requests),
  };
}

function effectContent(effect: NonNullable<OwaspReview["effect"]>): EffectContent {
  const { turnedOn, turnedOff, acting, on, of } = effect;
  const named = (what: EffectContent["rules"][number]["what"], rules: typeof turnedOn) =>
    rules.map(({ id, description }) => ({ what, name: description || id }));
  return {
    summary: `Managed rules: ${turnedOn.length} turn on, ${turnedOff.length} turn off, ${acting.length} act differently; then ${on} of ${of} are on.`,
    rules: [...named("off", turnedOff), ...named("on", turnedOn), ...named("other action", acting)],
  };
}

function orderOf({ before, after, changes, isOrdered, hasUnknownRules }: RulesetReview): RuleOrder | null {
  if (before.length + after.length === 0) return null;
  return {
    before: before.map(ruleInOrder),
    after: after.map(ruleInOrder),
    isOrdered,
    isUnknown: hasUnknownRules && after.length === 0,
    isMoved: changes.some(({ kinds }) => kinds.includes("moved")),
  };
}

function ruleInOrder({ ref, mark, action, enabled, expression, isForeign }: OrderedRule): RuleInOrder {
  return { ref, mark, action, enabled, foreign: isForeign ? expression : undefined };
}
