import type { OwaspPosture } from "../posture/posture";
import { effectChip } from "./rule-table";
import { html, type Html } from "./html";
import { shown, spoken } from "./text";

const LEVELS = [1, 2, 3, 4] as const;
/** Names of score thresholds in the dashboard. */
const THRESHOLDS: Readonly<Record<number, string>> = { 25: "high", 40: "medium", 60: "low" };

export const OWASP_HEADINGS = ["OWASP", "level", "score", "rules on", "changed"] as const;

export function owaspCells(owasp: OwaspPosture | null): Html {
  if (!owasp)
    return html`<td><span class="bad">✕ none</span></td>
      <td></td>
      <td></td>
      <td></td>
      <td></td>`;
  const { effect, action, level, threshold, on, of, ageDays, from, defeats } = owasp;
  return html`<td class="nowrap">
      ${effectChip(effect, effect === "off" ? "off" : action.replace("managed_", ""))}${
        from === "account" && html` <span class="soft">by account</span>`
      }${
        defeats.length > 0 &&
        html` <span class="bad" aria-hidden="true">▲</span>${spoken("is defeated in part")}`
      }
    </td>
    <td class="nowrap">${levelBars(level)} <span aria-hidden="true">${level}</span></td>
    <td class="nowrap">≥ ${threshold} <span class="soft">${THRESHOLDS[threshold]}</span></td>
    <td class="nowrap">${share(on, of)} ${on}<span class="soft">/${of}</span></td>
    <td class="nowrap soft">${ageText(ageDays)}</td>`;
}

/** Says how a zone deploys OWASP, what is overridden, and what defeats it. */
export function owaspDetails(owasp: OwaspPosture | null): Html {
  if (!owasp)
    return html`<p><span class="bad">✕ OWASP is not deployed:</span> no managed rule inspects requests.</p>`;
  const { levels, overrides, defeats, expression, from, threshold, level, action } = owasp;
  return html`<p>
      OWASP ${from === "account" && "by the account, "}at level ${level}: ${shown(action)} from a score of
      ${threshold}${
        expression !== "true" &&
        html`, only for requests that match <code>${shown(expression, "description")}</code>`
      }.
      ${levels.map((one) => html`<span class="nowrap">Level ${one.level}: ${one.on} of ${one.of} on.</span> `)}
    </p>
    ${overrides.length > 0 && html`<p>Overrides: ${overrides.map((text, index) => html`${index > 0 && ", "}${shown(text)}`)}.</p>`}
    ${defeats.map((text) => html`<p class="hazard">${shown(text, "description")}</p>`)}`;
}

/** Four bars that grow, as many filled as the paranoia level. */
export function levelBars(level: number): Html {
  return html`<svg width="26" height="14" viewBox="0 0 26 14" role="img" aria-label="level ${level} of 4">
    ${LEVELS.map(
      (bar) =>
        html`<rect
          class="${bar <= level ? "f-act" : "f-none"}"
          x="${(bar - 1) * 7}"
          y="${11 - bar * 3}"
          width="5"
          height="${3 + bar * 3}"
          rx="1"
        />`,
    )}
  </svg>`;
}

function share(on: number, of: number): Html {
  const width = of === 0 ? 0 : Math.round((60 * on) / of);
  return html`<svg width="60" height="8" viewBox="0 0 60 8" aria-hidden="true">
    <rect class="f-none" width="60" height="8" rx="2" />
    <rect class="f-act" width="${width}" height="8" rx="2" />
  </svg>`;
}

function ageText(days: number | null): string {
  if (days === null) return "unknown";
  if (days === 0) return "today";
  return days < 60 ? `${days} d ago` : `${Math.round(days / 30.4)} months ago`;
}
