import type { PhaseEffect, RulePosture, RulesetPosture } from "../posture/posture";
import { type Child, html, type Html } from "./html";
import { code, date, scrollable, shown, spoken } from "./text";

/** The rules of a ruleset in the order of evaluation. `place` names the zone or account for screen readers. */
export function ruleTable(ruleset: RulesetPosture, place: string): Html {
  const { phase, name, kind, version, lastUpdated, rules } = ruleset;
  const title = kind === "custom" ? html`Ruleset ${shown(name)}, ${phase}` : html`${phase}`;
  const head = html`<h3 class="minor">
    ${title}
    <span class="soft"
      >version ${shown(version)}${lastUpdated !== null && html`, ${shown(date(lastUpdated))}`}</span
    >
  </h3>`;
  if (rules.length === 0)
    return html`${head}
      <p class="note">No rules.</p>`;
  const table = html`<table class="rules">
    <caption class="vh">
      Rules of ${phase} in ${shown(place)}, in the order of evaluation
    </caption>
    <thead>
      <tr>
        <th scope="col" class="n">#</th>
        <th scope="col">Rule</th>
        <th scope="col">Action</th>
        <th scope="col">Requests that match</th>
      </tr>
    </thead>
    <tbody>
      ${rules.map(ruleRow)}
    </tbody>
  </table>`;
  return html`${head}${scrollable(`Rules of ${phase} in ${place}`, table)}`;
}

function ruleRow(rule: RulePosture, index: number): Html {
  const { ref, owner, action, expression, description, effect, executes, overrides, hazards } = rule;
  return html`<tr>
    <td class="n">${index + 1}</td>
    <th scope="row">
      ${shown(ref)}${owner !== null && html` <span class="soft">${shown(owner)}</span>`}
      ${description !== "" && html`<div class="soft">${shown(description, "description")}</div>`}
    </th>
    <td>
      ${effectChip(effect, shown(action), html`, ${EFFECT_NAMES[effect]}`)}
      ${executes !== null && html`<div>${shown(executes)}</div>`}
      ${overrides > 0 && html`<div class="soft">${overrides} overrides</div>`}
    </td>
    <td>
      ${code(expression)}${hazards.map(
        ({ id, message }) => html`<p class="hazard">${id}: ${shown(message, "description")}</p>`,
      )}
    </td>
  </tr>`;
}

export const EFFECT_NAMES: Readonly<Record<PhaseEffect, string>> = {
  acts: "acts",
  logs: "only logs",
  off: "disabled",
  empty: "none",
};

/** Shows an effect as a chip with a text: filled if rules act, outlined if they only log, dashed if all are disabled. */
export function effectChip(effect: PhaseEffect, text: Child, words: Child = EFFECT_NAMES[effect]): Html {
  return html`<span class="chip ${effect}">${text}${spoken(html` ${words}`)}</span>`;
}

export function effectLegend(): Html {
  return html`<ul class="legend">
    <li><span class="chip acts" aria-hidden="true">3</span>3 rules, at least one acts</li>
    <li><span class="chip logs" aria-hidden="true">3</span>only logs</li>
    <li><span class="chip off" aria-hidden="true">3</span>disabled</li>
    <li><span class="bad" aria-hidden="true">▲ </span>a hazard</li>
  </ul>`;
}
