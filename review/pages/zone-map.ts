import type { RulesetPosture, ZonePosture } from "../posture/posture";
import { EFFECT_NAMES, effectChip, effectLegend } from "./effect-chip";
import { html, type Html } from "./html";
import { OWASP_HEADINGS, owaspCells } from "./owasp-cells";
import { phaseName, shownPhases } from "./phase-names";
import { scrollable, shown, spoken } from "./text";

/** Returns the id of a zone's details on the page. Ids of the API are not used: they could be anything. */
export function zoneAnchor(index: number): string {
  return `zone-${index + 1}`;
}

/** Returns the phases to show of these zones. */
export function phasesOf(zones: readonly ZonePosture[]): string[] {
  return shownPhases(zones.flatMap(({ rulesets }) => rulesets.map(({ phase }) => phase)));
}

/** A row for each zone: its OWASP deployment, and the number of rules in each phase. */
export function zoneMap(zones: readonly ZonePosture[], phases: readonly string[]): Html {
  const table = html`<table class="heat">
    <caption class="vh">
      Zones, the weakest first, with their OWASP deployment and the number of rules in each phase
    </caption>
    <thead>
      <tr>
        <th scope="col">Zone</th>
        ${OWASP_HEADINGS.map((heading) => html`<th scope="col">${heading}</th>`)}
        ${phases.map((phase) => html`<th scope="col">${phaseName(phase)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${zones.map((zone, index) => zoneRow(zone, index, phases))}
    </tbody>
  </table>`;
  return html`${effectLegend()}${scrollable("Zones and phases", table)}`;
}

function zoneRow(zone: ZonePosture, index: number, phases: readonly string[]): Html {
  return html`<tr>
    <th scope="row">
      <a href="#${zoneAnchor(index)}">${shown(zone.name)}</a>${
        zone.paused && html` <span class="chip logs">paused</span>`
      }
    </th>
    ${owaspCells(zone.owasp)}${phases.map((phase) =>
      phaseCell(zone.rulesets.find((ruleset) => ruleset.phase === phase)),
    )}
  </tr>`;
}

function phaseCell(ruleset: RulesetPosture | undefined): Html {
  if (!ruleset || ruleset.rules.length === 0)
    return html`<td>
      <span class="empty"><span aria-hidden="true">·</span>${spoken("no rules")}</span>
    </td>`;
  const { rules, effect } = ruleset;
  const hazards = rules.flatMap((rule) => rule.hazards).length;
  const words = html`${rules.length === 1 ? "rule" : "rules"}, ${EFFECT_NAMES[effect]}`;
  return html`<td class="nowrap">
    ${effectChip(effect, rules.length, words)}${
      hazards > 0 && html` <span class="bad" aria-hidden="true">▲</span>${spoken(html`${hazards} hazards`)}`
    }
  </td>`;
}
