import { owaspRows, owaspSettings, rulesetRows } from "../rows/resource-rows";
import { ownRequests, requestsNotes, requestsSummary, SHOWN_BEFORE } from "../changes/requests-texts";
import { ownZoneNote, withoutExamples, withoutZone } from "../changes/own-zone";
import type {
  OrderedRule,
  OwaspReview,
  PlaceReview,
  RequestsReview,
  Review,
  RulesetReview,
} from "../changes/review";
import { markdownRows, markdownTable } from "./markdown-rows";
import {
  firstThatFit,
  markdownCode,
  markdownShown,
  markdownText,
  MAX_SENTENCE,
  type Section,
} from "./markdown-text";
import { counted } from "../../provider/words";
import { groupBy } from "../changes/group-by";

/** Longer lists of rules are counted. */
const MAX_CHANGES = 40;
const MAX_RULES = 60;
const MAX_PLACES = 50;
/** The characters that each list of rules in order may take: a rule that does not fit is left out. */
const ORDER_ROOM = 10_000;
const SIGNS = { same: " ", added: "+", removed: "-", changed: "~", moved: "↕" } as const;

/** What changes in one place. Equal changes of several places are shown once. */
interface PlaceChange {
  readonly place: PlaceReview;
  readonly label: string;
  /** What changes, and how: `OWASP**: update`. */
  readonly title: string;
  /** Only the first of several equal changes is printed. */
  readonly body: () => string;
  /** What is equal if the same changes in another zone. */
  readonly key: string;
  /** The order of the rules, which says nothing about what changes. */
  readonly order: string;
  /** Says that the rules of other zones contain their own names. */
  readonly note: () => string | undefined;
}

/** Returns the section of the changes per zone and phase. Changes that are equal in several zones are one block. */
export function placesSection({ places }: Review): Section[] {
  const changes = places.flatMap((place) => [
    ...place.owasp.map((owasp) => owaspChange(place, owasp)),
    ...place.rulesets.map((ruleset) => rulesetChange(place, ruleset)),
  ]);
  const blocks = groupBy(changes, ({ place: { level }, title, key }) => [level, title, key]).map(
    ([first, ...others]) => (others.length === 0 ? singleBlock(first) : sharedBlock([first, ...others])),
  );
  return [{ title: "### Traffic", blocks, noun: "change" }];
}

function singleBlock({ place, label, title, body, order }: PlaceChange): string {
  return [`**${placeText(place)}, ${title} ${markdownText(label, 200)}`, "", body(), order].join("\n");
}

function sharedBlock(changes: readonly [PlaceChange, ...PlaceChange[]]): string {
  const [{ place, title, body, order, note: noteOf }] = changes;
  const note = noteOf();
  const shown = changes
    .slice(0, MAX_PLACES)
    .map((change) => `- ${placeText(change.place)}: ${markdownText(change.label, 100)}`);
  const hidden = changes.length - shown.length;
  const isSame = changes.every((change) => change.order === order);
  const count = counted(new Set(changes.map((change) => change.place)).size, place.level);
  return [
    `**In ${count}, ${title}`,
    "",
    ...(note === undefined ? [] : [markdownText(note, MAX_SENTENCE), ""]),
    body(),
    `<details><summary>${count}</summary>`,
    "",
    ...shown,
    ...(hidden > 0 ? [`- … and ${counted(hidden, "more resource")}`] : []),
    "",
    "</details>",
    "",
    ...(isSame ? [order] : ["The order of all rules differs between them; the JSON document has it.", ""]),
  ].join("\n");
}

function placeText({ level, id, name }: PlaceReview): string {
  if (name !== null) return `${level} ${markdownText(name, 100)}`;
  return id === null ? `the default ${level}` : `${level} ${markdownShown(id, 80)}`;
}

function rulesetChange(place: PlaceReview, ruleset: RulesetReview): PlaceChange {
  const { operation, label, phase } = ruleset;
  const title = `${markdownShown(phase, 80)}**: ${operation}`;
  const plain = withoutZone(ruleset, place.name);
  return {
    ...{ place, label, title, body: () => rulesetBody(ruleset) },
    // Printing rows is slow, so rows that print alike are compared as they are.
    key: JSON.stringify([rulesetRows(plain), requestsLines(ownRequests(plain))]),
    order: orderLines(ruleset).join("\n"),
    note: () => ownZoneNote(place.name, (zone) => rulesetBody(withoutZone(withoutExamples(ruleset), zone))),
  };
}

function rulesetBody(ruleset: RulesetReview): string {
  return [...markdownRows(rulesetRows(ruleset)), "", ...requestsLines(ownRequests(ruleset))].join("\n");
}

const REQUESTS_TITLE = "**What changes for requests**";

/** Says what a change means for requests: the worst first, then what is proved, and what is not. */
function requestsLines(requests: RequestsReview | null | undefined): string[] {
  if (requests === null) return [];
  if (requests === undefined) return [`${REQUESTS_TITLE}: ${SHOWN_BEFORE}`, ""];
  const { rows } = requests;
  return [
    `${REQUESTS_TITLE}: ${requestsSummary(requests)}`,
    "",
    ...(rows.length === 0 ? [] : ["| before | now | for example |", "| --- | --- | --- |"]),
    ...rows.map(({ before, now, example, solved }) => {
      const visitor = solved === null ? "" : `, by a visitor who has solved a ${solved}`;
      return `| ${markdownText(before, MAX_SENTENCE)} | ${markdownText(now, MAX_SENTENCE)} | ${markdownCode(example, 400)}${visitor} |`;
    }),
    ...(rows.length === 0 ? [] : [""]),
    ...requestsNotes(requests).flatMap((note) => [markdownText(note, MAX_SENTENCE), ""]),
  ];
}

function orderLines({ before, after, isOrdered, hasUnknownRules }: RulesetReview): string[] {
  if (before.length + after.length === 0) return [];
  const later = hasUnknownRules && after.length === 0 ? "not known" : String(after.length);
  const title = isOrdered ? "Rules in order" : "Rules (their order is not known)";
  return [
    `<details><summary>${title}: ${before.length} before, ${later} after</summary>`,
    "",
    ...listLines("Before", before),
    ...listLines("After", after),
    "</details>",
    "",
  ];
}

function listLines(title: string, rules: readonly OrderedRule[]): string[] {
  if (rules.length === 0) return [];
  const printed = rules
    .slice(0, MAX_RULES)
    .map(
      ({ mark, ref, action, expression, isForeign }, index) =>
        `${index + 1}. ${markdownCode(`${SIGNS[mark]} ${ref}`, 120)} ${markdownShown(action, 60)}${
          isForeign ? ` if ${markdownShown(expression, 200)} (foreign)` : ""
        }`,
    );
  const shown = firstThatFit(printed, ORDER_ROOM);
  const hidden = rules.length - shown.length;
  return [
    `${title}:`,
    "",
    ...shown,
    ...(hidden > 0 ? ["", `… and ${counted(hidden, "more rule")}`] : []),
    "",
  ];
}

function owaspChange(place: PlaceReview, review: OwaspReview): PlaceChange {
  const { operation, label } = review;
  const key = owaspBody(withoutZone(review, place.name));
  return {
    ...{ place, label, title: `OWASP**: ${operation}`, body: () => owaspBody(review), key, order: "" },
    note: () => ownZoneNote(place.name, (zone) => owaspBody(withoutZone(review, zone))),
  };
}

function owaspBody(review: OwaspReview): string {
  return [
    ...markdownTable("OWASP", owaspSettings(review)),
    ...markdownRows(owaspRows(review)),
    ...(review.effect ? effectLines(review.effect) : []),
    "",
  ].join("\n");
}

function effectLines({ turnedOn, turnedOff, acting, on, of }: NonNullable<OwaspReview["effect"]>): string[] {
  const rules = [
    ...turnedOff.map(({ id, description }) => `  - off: ${markdownText(description || id, 120)}`),
    ...turnedOn.map(({ id, description }) => `  - on: ${markdownText(description || id, 120)}`),
    ...acting.map(({ id, description }) => `  - other action: ${markdownText(description || id, 120)}`),
  ];
  const hidden = rules.length - MAX_CHANGES;
  return [
    `- Managed rules: ${turnedOn.length} turn on, ${turnedOff.length} turn off, ${acting.length} act differently; then ${on} of ${of} are on.`,
    ...rules.slice(0, MAX_CHANGES),
    ...(hidden > 0 ? [`  - … and ${counted(hidden, "more managed rule")}`] : []),
  ];
}
