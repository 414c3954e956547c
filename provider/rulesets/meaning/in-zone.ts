import {
  type Expression,
  fieldsOf,
  type Literal,
  parseFilter,
  requestMatches,
  type SetItem,
  type Value,
  type Witness,
} from "../../filter";
import { remembered } from "../../filter/remembered";
import type { JudgedRule } from "../../rulebook/hazards/judged-rule";
import { type Change, difference, type DifferenceOptions } from "./difference";
import type { Outcomes } from "./outcome";
import type { PhaseRules } from "./run-phase";
import { isSameOutcome, outcomesOfWitness } from "./show-without";

const ZONE_NAME = "cf.zone.name";
const HOST = "http.host";
/** The fields that have the host of a request in them. */
const WITH_HOST = ["http.request.full_uri", "raw.http.request.full_uri"] as const;
const OF_HOST: ReadonlySet<string> = new Set([ZONE_NAME, HOST, ...WITH_HOST]);
/** The domain of the hosts that witnesses usually have. */
const USUAL_DOMAIN = /(^|\.)example\.com$/;

/** Both versions of a phase in a zone whose name is known. */
export interface VersionsInZone {
  readonly before: PhaseRules;
  readonly now: PhaseRules;
  readonly zone: string;
}

/** Returns the condition that a request goes to a host of a zone: its name, or a name below it. */
export function onHostOf(zone: string): string {
  const below = `r"^(?:[a-z0-9_-]+\\.)+${zone.replaceAll(".", "\\.")}$"`;
  return `(${HOST} eq ${JSON.stringify(zone)} or ${HOST} matches ${below})`;
}

/** Returns the condition that a request goes to a zone, as far as fields say it. */
export function inZoneOf(zone: string): string {
  return `${onHostOf(zone)} and ${ZONE_NAME} eq ${JSON.stringify(zone)}`;
}

/**
 * Returns a change with a request to a host of the zone in which it happens, if there is one that shows the same. The change stays as it is
 * otherwise: which requests a zone gets is not known for certain, since it can serve custom hostnames of other domains.
 *
 * @param ask with it, a question is asked if the usual hosts of the zone do not show the change
 */
export function changeInZone(change: Change, versions: VersionsInZone, ask?: DifferenceOptions): Change {
  const { before, now, zone } = versions;
  const { witness } = change;
  const reads = new Set([...fieldsReadOf(before), ...fieldsReadOf(now)]);
  const zoneName = reads.has(ZONE_NAME) ? zone : undefined;
  const candidates = hostsLike(textOf(witness, HOST), zone).map((host) => movedTo(witness, host, zoneName));
  const [first] = candidates;
  // No rule tells these requests apart.
  if (![...OF_HOST].some((name) => reads.has(name)) && first) return { ...change, witness: first };
  const shown = candidates.find((candidate) =>
    [before, now].every((phase) => isSameFor(phase, witness, candidate)),
  );
  if (shown !== undefined) return { ...change, witness: shown };
  if (deciding(change).some((rule) => !canMatchIn(zone, rule))) return change;
  const within = ask && conditionOf(zoneName === undefined ? onHostOf(zone) : inZoneOf(zone));
  if (within === undefined) return change;
  const there = difference(before, now, { ...ask, within, directions: [change.direction] });
  return there.changes.find((one) => isSameChange(one, change)) ?? change;
}

/** Returns the rules that decide what the witness of a change gets: those of the same change, too. */
function deciding({ before, now }: Change): readonly JudgedRule[] {
  return [before, now].flatMap(({ rule, skippedBy }) => [rule ?? [], skippedBy ?? []].flat());
}

/** Whether a rule can match requests to hosts of a zone, as far as the hosts that it names tell. It costs less than a question. */
function canMatchIn(zone: string, { condition }: JudgedRule): boolean {
  const hosts = condition === undefined ? undefined : hostsNeededBy(condition);
  return hosts?.some((host) => isHostOf(zone, host)) ?? true;
}

/** Returns the only hosts whose requests can fulfil a condition, if it names them. */
const hostsNeededBy = remembered((condition: Expression): readonly string[] | undefined => {
  if (condition.kind === "group") return hostsNeededBy(condition.expression);
  if (condition.kind === "combination") {
    const needed = condition.items.map(hostsNeededBy);
    const known = needed.filter((hosts) => hosts !== undefined);
    if (condition.operator === "and") return known[0];
    return condition.operator === "or" && known.length === needed.length ? known.flat() : undefined;
  }
  if (condition.kind !== "comparison" || !isHost(condition.left)) return undefined;
  const { test } = condition;
  if (test.kind === "ordering" && test.operator === "eq") return textsOf([test.literal]);
  return test.kind === "oneOf" ? textsOf(test.items) : undefined;
});

function isHost({ source, indexes }: Value): boolean {
  return source.kind === "field" && source.name === HOST && indexes.length === 0;
}

function textsOf(literals: readonly (Literal | SetItem)[]): string[] {
  return literals.flatMap((literal) =>
    literal.kind === "bytes" ? Buffer.from(literal.bytes).toString("latin1") : [],
  );
}

function isHostOf(zone: string, host: string): boolean {
  return host === zone || host.endsWith(`.${zone}`);
}

function isSameFor(phase: PhaseRules, one: Witness, other: Witness): boolean {
  // Most hosts match the same rules, and then nothing else needs to be played.
  if (matchesIn(phase)(one).every(([condition, known]) => requestMatches(condition, other) === known))
    return true;
  const expected = outcomesIn(phase, one);
  const found = outcomesOfWitness(phase, other);
  return expected?.every((outcome, place) => isSameOutcome(outcome, found?.[place])) === true;
}

const matchesIn = remembered((phase: PhaseRules) =>
  remembered((witness: Witness) =>
    conditionsIn(phase).map((condition) => [condition, requestMatches(condition, witness)] as const),
  ),
);

const outcomesByPhase = remembered((phase: PhaseRules) =>
  remembered((witness: Witness) => outcomesOfWitness(phase, witness)),
);

/** The outcomes of one witness are compared with those of many hosts. */
function outcomesIn(phase: PhaseRules, witness: Witness): Outcomes | undefined {
  return outcomesByPhase(phase)(witness);
}

function isSameChange(one: Change, other: Change): boolean {
  return (
    one.solved === other.solved &&
    isSameOutcome(one.before, other.before) &&
    isSameOutcome(one.now, other.now)
  );
}

const fieldsReadOf = remembered((phase: PhaseRules) => new Set(conditionsIn(phase).flatMap(fieldsOf)));

function conditionsIn({ rules, rulesets }: PhaseRules): readonly Expression[] {
  const all = [...rules, ...[...rulesets.values()].flat()];
  return [...new Set(all.flatMap(({ condition }) => condition ?? []))];
}

/** Returns hosts of a zone, the likeliest first. A host of the zone is the only one. */
function hostsLike(host: string, zone: string): readonly string[] {
  if (isHostOf(zone, host)) return [host];
  const alike = host.replace(USUAL_DOMAIN, `$1${zone}`);
  const [label = ""] = host.split(".", 1);
  const below = [label, "www", "api"].map((first) => `${first}.${zone}`);
  return [...new Set([...(alike === host ? [] : [alike]), `www.${zone}`, zone, ...below])];
}

function movedTo({ fields, lists }: Witness, host: string, zone: string | undefined): Witness {
  const moved = new Map(fields).set(HOST, Buffer.from(host));
  for (const name of WITH_HOST) {
    const url = textOf({ fields, lists }, name);
    if (url !== "") moved.set(name, Buffer.from(url.replace(/(?<=^https?:\/\/)[^/]*/, host), "latin1"));
  }
  if (zone !== undefined) moved.set(ZONE_NAME, Buffer.from(zone));
  return { fields: moved, lists };
}

function textOf({ fields }: Witness, name: string): string {
  const value = fields.get(name);
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : "";
}

function conditionOf(text: string): Expression | undefined {
  const parsed = parseFilter(text);
  return parsed.valid ? parsed.ast : undefined;
}
