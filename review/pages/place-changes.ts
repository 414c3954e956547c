import { counted } from "../changes/counted";
import { grouped } from "../changes/grouped";
import type { PlaceReview } from "../changes/review";
import { html, type Html } from "./html";
import { owaspChanges } from "./owasp-changes";
import type { ResourceChanges } from "./resource-changes";
import { rulesetChanges } from "./ruleset-changes";
import { shownValue } from "./shown-value";
import { shown } from "./text";

interface PlaceChanges {
  readonly place: PlaceReview;
  readonly changes: readonly (ResourceChanges & { readonly label: string })[];
}

/** Shows what changes in zones and accounts. Those with equal changes are shown once. */
export function placeChanges(places: readonly PlaceReview[]): Html[] {
  const changed = places.map((place): PlaceChanges => ({
    place,
    changes: [
      ...place.owasp.map((review) => ({ ...owaspChanges(review), label: review.label })),
      ...place.rulesets.map((review) => ({ ...rulesetChanges(review), label: review.label })),
    ],
  }));
  const groups = grouped(changed, ({ place: { level }, changes }) => [
    level,
    ...changes.map((change) => changeHtml(change).toString()),
  ]);
  return groups.map(([first, ...others]) => {
    if (others.length > 0) return sharedChanges(first, [first.place, ...others.map(({ place }) => place)]);
    return html`<h3>${placeName(first.place)}</h3>
      ${first.changes.map((change) => changeHtml(change, change.label))}`;
  });
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
