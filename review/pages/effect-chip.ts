import type { PhaseEffect } from "../posture/posture";
import { html, type Child, type Html } from "./html";
import { spoken } from "./text";

/** What each effect is called. */
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
