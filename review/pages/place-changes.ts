import { counted } from "../changes/counted";
import { grouped } from "../changes/grouped";
import type { PlaceReview } from "../changes/review";
import { html, type Html } from "./html";
import { owaspChanges } from "./owasp-changes";
import { rulesetChanges } from "./ruleset-changes";
import { shownValue } from "./shown-value";
import { shown } from "./text";

/** Shows what changes in zones and accounts. Those with equal changes are shown once. */
export function placeChanges(places: readonly PlaceReview[]): Html[] {
  const changes = places.map((place) => ({ place, text: changesOf(place, false).toString() }));
  return grouped(changes, ({ place: { level }, text }) => [level, text]).map(([{ place }, ...others]) =>
    others.length === 0
      ? html`<h3>${placeName(place)}</h3>
          ${changesOf(place, true)}`
      : sharedChanges([place, ...others.map((other) => other.place)]),
  );
}

function sharedChanges(places: readonly [PlaceReview, ...PlaceReview[]]): Html {
  const [first] = places;
  return html`<h3>${counted(places.length, first.level)} with the same changes</h3>
    <details>
      <summary>The ${first.level}s and their resources</summary>
      <ul class="plain">
        ${places.map((place) => html`<li>${placeName(place)} <span class="soft">${labelsOf(place)}</span></li>`)}
      </ul>
    </details>
    ${changesOf(first, false)}`;
}

/** Shows the changes of a place, with the names of their resources or without. */
function changesOf({ owasp, rulesets }: PlaceReview, hasLabels: boolean): Html {
  return html`${owasp.map((one) => owaspChanges(one, hasLabels))}${rulesets.map((one) => rulesetChanges(one, hasLabels))}`;
}

function labelsOf({ owasp, rulesets }: PlaceReview): Html {
  return html`${[...owasp, ...rulesets].map(({ label }, index) => html`${index > 0 && ", "}${shown(label)}`)}`;
}

function placeName({ level, id, name }: PlaceReview): Html {
  if (name === null) return html`${level} ${shownValue(id, "of the credential")}`;
  return html`${level} ${shown(name)} <span class="soft">${shownValue(id, "")}</span>`;
}
