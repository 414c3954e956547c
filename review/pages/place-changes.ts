import { createHash } from "node:crypto";
import { owaspRows, owaspSettings, rulesetRows } from "../rows/resource-rows";
import { ownRequests, requestsNotes, requestsSummary, SHOWN_BEFORE } from "../changes/requests-texts";
import { ownZoneNote, withoutExamples, withoutZone } from "../changes/own-zone";
import type { OrderedRule, OwaspReview, PlaceReview, RequestsReview, RulesetReview } from "../changes/review";
import { type Child, html, type Html } from "./html";
import { markChip, rowList, valueTable } from "./row-list";
import { leftOut, type Room, folded, shown, shownCode, shownValue } from "./text";
import { counted } from "../../provider/words";
import { groupBy } from "../changes/group-by";

interface PlaceChanges {
  readonly place: PlaceReview;
  readonly changes: readonly (ResourceChanges & { readonly label: string })[];
}

/** The part of the room that the rules of a place may take together: the others are for what names it. */
const RULES_SHARE = 0.9;

/** Shows what changes in zones and accounts. Those with equal changes are shown once. Changes that do not fit are counted. */
export function placeChanges(places: readonly PlaceReview[], room: Room): Html {
  const whole = room.part(RULES_SHARE);
  // The key is a digest, so that the pages of all places are never in memory together.
  const groups = groupBy(places, (place) => [
    place.level,
    digestOf(changesOf(withoutZone(place, place.name), whole)),
  ]);
  const { made, left } = room.fill(groups, ([first, ...others]) => {
    const changed = changesOf(first, room.part(RULES_SHARE));
    if (others.length > 0) return sharedChanges(changed, [first, ...others], whole);
    return html`<h3>${placeName(first)}</h3>
      ${changed.changes.map((change) => changeHtml(change, change.label))}`;
  });
  const hidden = groups.slice(groups.length - left).flat();
  return html`${made}${leftOut(hidden.length, "place with changes", "places with changes")}`;
}

function changesOf(place: PlaceReview, room: Room): PlaceChanges {
  // Each resource of a place has an equal part.
  const own = room.part(1 / Math.max(1, place.rulesets.length + place.owasp.length));
  return {
    place,
    changes: [
      ...place.owasp.map((review) => ({ ...owaspChanges(review, own), label: review.label })),
      ...place.rulesets.map((review) => ({ ...rulesetChanges(review, own), label: review.label })),
    ],
  };
}

function digestOf({ changes }: PlaceChanges): string {
  const hash = createHash("sha256");
  for (const change of changes) hash.update(JSON.stringify(changeHtml(change).toString()));
  return hash.digest("base64");
}

function sharedChanges(
  { place: first, changes }: PlaceChanges,
  places: readonly PlaceReview[],
  room: Room,
): Html {
  const said = { ...first, rulesets: first.rulesets.map(withoutExamples) };
  const note = ownZoneNote(first.name, (zone) => digestOf(changesOf(withoutZone(said, zone), room)));
  return html`<h3>${counted(places.length, first.level)} with the same changes</h3>
    ${note !== undefined && html`<p class="note">${shown(note, "description")}</p>`}
    <details>
      <summary>The ${first.level}s and their resources</summary>
      <ul class="plain">
        ${places.map((place) => html`<li>${placeName(place)} <span class="soft">${labelsOf(place)}</span></li>`)}
      </ul>
    </details>
    ${changes.map((change) => changeHtml(change))}`;
}

function changeHtml({ title, facts, body }: ResourceChanges, label?: string): Html {
  return html`<h4>
      ${title} <span class="soft">${label !== undefined && html`${shown(label)}, `}${facts}</span>
    </h4>
    ${body}`;
}

function labelsOf({ owasp, rulesets }: PlaceReview): Html {
  return html`${[...owasp, ...rulesets].map(({ label }, index) => html`${index > 0 && ", "}${shown(label)}`)}`;
}

function placeName({ level, id, name }: PlaceReview): Html {
  if (name === null) return html`${level} ${shownValue(id, "of the credential")}`;
  return html`${level} ${shown(name)} <span class="soft">${shownValue(id, "")}</span>`;
}

/** The part of the room that the orders before and after may take. The changes take the others. */
const ORDERS_SHARE = 0.3;

/** Says what changes in a ruleset, rule by rule, and shows the order before and after. Rules that do not fit into `room` are counted. */
function rulesetChanges(review: RulesetReview, room: Room): ResourceChanges {
  const { operation, phase, ownership, before, after } = review;
  const listed = before.length + after.length > 0 && orders(review, room.part(ORDERS_SHARE));
  const rows = rowList(rulesetRows(review), room.part(1 - ORDERS_SHARE));
  return {
    title: shownValue(phase, "no phase"),
    facts: `${operation}, ${ownership}`,
    body: html`${rows}${requestsHtml(ownRequests(review))}${listed}`,
  };
}

/** The rows of requests that the page of a ruleset shows. */
const SHOWN_ROWS = 2;

/** Says what a change means for requests, in few bytes: a page may have hundreds of zones. */
function requestsHtml(review: RequestsReview | null | undefined): Html | false {
  if (review === null) return false;
  if (review === undefined) return html`<p><b>What changes for requests:</b> ${SHOWN_BEFORE}</p>`;
  const { rows: all, moreRows, ...others } = review;
  const requests = {
    ...others,
    rows: all.slice(0, SHOWN_ROWS),
    moreRows: moreRows + Math.max(0, all.length - SHOWN_ROWS),
  };
  const rows = requests.rows.map(
    ({ before, now, example, solved }) =>
      html`<li>
        ${shown(before, "description")} → ${shown(now, "description")}, for example
        <code>${shown(example, "description")}</code>${solved !== null && ` (${solved} solved)`}
      </li>`,
  );
  return html`<p><b>What changes for requests:</b> ${requestsSummary(requests)}</p>
    ${
      rows.length > 0 &&
      html`<ul class="plain">
        ${rows}
      </ul>`
    }
    <p class="soft">${shown(requestsNotes(requests).join(" "), "description")}</p>`;
}

function orders({ before, after, isOrdered, hasUnknownRules }: RulesetReview, room: Room): Html {
  const isUnknown = hasUnknownRules && after.length === 0;
  const note = isOrdered ? "" : ", in no known order";
  return html`<details class="printed">
    <summary>
      Rules before (${before.length}) and after (${isUnknown ? "not known" : after.length})${note}
    </summary>
    <div class="sides">
      ${[
        orderList("Before", before, room.part(1 / 2)),
        orderList("After", after, room.part(1 / 2), isUnknown ? "not known" : "no rules"),
      ]}
    </div>
  </details>`;
}

function orderList(title: string, rules: readonly OrderedRule[], room: Room, none = "no rules"): Html {
  if (rules.length === 0) return html`<div><b>${title}</b> <span class="soft">${none}</span></div>`;
  const { made, left } = room.fill(rules, orderedRule);
  return html`<div>
    <b>${title}</b> <span class="soft">${counted(rules.length, "rule")}</span>
    <ol>
      ${made}
    </ol>
    ${leftOut(left, "rule")}
  </div>`;
}

function orderedRule({ ref, action, expression, mark, enabled, isForeign }: OrderedRule): Html {
  return html`<li>
    ${mark !== "same" && markChip(mark)} ${shown(ref)}
    ${isForeign && html`<span class="chip plain">foreign</span> ${shownCode(expression)}`}
    <span class="soft">${shownValue(action)}${!enabled && ", disabled"}</span>
  </li>`;
}

/** The managed rules that are listed before the others are folded. */
const LISTED = 8;

/** Says how a deployment of OWASP changes: its settings before and after, and the managed rules that turn on or off. */
function owaspChanges(review: OwaspReview, room: Room): ResourceChanges {
  const { operation, effect } = review;
  const body = html`${rowList(owaspRows(review), room)}
  ${valueTable(owaspSettings(review), "Settings of OWASP before and after", "not deployed")}
  ${effect !== null && effectHtml(effect)}`;
  return { title: "OWASP", facts: operation, body };
}

function effectHtml({ turnedOn, turnedOff, acting, on, of }: NonNullable<OwaspReview["effect"]>): Html {
  const list = (title: string, rules: typeof turnedOn) =>
    rules.length > 0 &&
    html`<p><b>${title} (${rules.length})</b></p>
      ${folded(
        rules.map(({ id, description }) => html`<div>${shown(description || id, "description")}</div>`),
        LISTED,
        "managed rule",
      )}`;
  return html`<p>After the update, ${on} of ${of} managed rules are on.</p>
    ${list("Turned on", turnedOn)}${list("Turned off", turnedOff)}${list("With another action", acting)}`;
}

/** What changes in one resource of a place. Nothing in it names the resource. */
interface ResourceChanges {
  readonly title: Child;
  /** What is said beside the name of the resource. */
  readonly facts: string;
  readonly body: Html;
}
