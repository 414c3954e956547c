import { createHash } from "node:crypto";
import { counted } from "../changes/counted";
import { grouped } from "../changes/grouped";
import type { PlaceReview } from "../changes/review";
import { html, type Html } from "./html";
import { owaspChanges } from "./owasp-changes";
import type { ResourceChanges } from "./resource-changes";
import { leftOut, type Room } from "./room";
import { rulesetChanges } from "./ruleset-changes";
import { shownValue } from "./shown-value";
import { shown } from "./text";

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
  const groups = grouped(places, (place) => [place.level, digestOf(changesOf(place, whole))]);
  const { made, left } = room.fill(groups, ([first, ...others]) => {
    const changed = changesOf(first, room.part(RULES_SHARE));
    if (others.length > 0) return sharedChanges(changed, [first, ...others]);
    return html`<h3>${placeName(first)}</h3>
      ${changed.changes.map((change) => changeHtml(change, change.label))}`;
  });
  const hidden = groups.slice(groups.length - left).flat();
  return html`${made}${leftOut(hidden.length, "place with changes")}`;
}

function changesOf(place: PlaceReview, room: Room): PlaceChanges {
  // Each resource of a place has an equal part.
  const own = room.part(1 / Math.max(1, place.rulesets.length));
  return {
    place,
    changes: [
      ...place.owasp.map((review) => ({ ...owaspChanges(review), label: review.label })),
      ...place.rulesets.map((review) => ({ ...rulesetChanges(review, own), label: review.label })),
    ],
  };
}

function digestOf({ changes }: PlaceChanges): string {
  const hash = createHash("sha256");
  for (const change of changes) hash.update(JSON.stringify(changeHtml(change).toString()));
  return hash.digest("base64");
}

function sharedChanges({ place: first, changes }: PlaceChanges, places: readonly PlaceReview[]): Html {
  return html`<h3>${counted(places.length, first.level)} with the same changes</h3>
    <details>
      <summary>The ${first.level}s and their resources</summary>
      <ul class="plain">
        ${places.map((place) => html`<li>${placeName(place)} <span class="soft">${labelsOf(place)}</span></li>`)}
      </ul>
    </details>
    ${changes.map((change) => changeHtml(change))}`;
}

function changeHtml({ title, facts, chips, body }: ResourceChanges, label?: string): Html {
  return html`<h4>
      ${title} <span class="soft">${label !== undefined && html`${shown(label)}, `}${facts}</span> ${chips}
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
