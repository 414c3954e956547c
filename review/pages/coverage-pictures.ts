import type { PhaseEffect, RulesetPosture, ZonePosture } from "../posture/posture";
import { EFFECT_NAMES, effectChip, effectLegend } from "./rule-table";
import { html, type Html } from "./html";
import { OWASP_HEADINGS, owaspCells } from "./owasp-cells";
import { scrollable, shown, spoken } from "./text";
import { counted } from "../../provider/words";

const BAR = { left: 128, width: 260, height: 16, step: 24 } as const;
const EFFECTS: readonly PhaseEffect[] = ["acts", "logs", "off", "empty"];
const FILLS: Readonly<Record<PhaseEffect, string>> = {
  acts: "f-act",
  logs: "f-log",
  off: "f-off",
  empty: "f-none",
};
const LABELS: Readonly<Record<PhaseEffect, string>> = { acts: "on-act", logs: "on-log", off: "", empty: "" };

function effectIn({ rulesets }: ZonePosture, phase: string): PhaseEffect {
  return rulesets.find((ruleset) => ruleset.phase === phase)?.effect ?? "empty";
}

/** A bar for each phase: in how many zones it acts, only logs, is disabled or empty. */
export function phaseBars(zones: readonly ZonePosture[], phases: readonly string[]): Html {
  const rows = phases.map((phase) => ({
    phase,
    counts: EFFECTS.map((effect) => zones.filter((zone) => effectIn(zone, phase) === effect).length),
  }));
  const height = rows.length * BAR.step + 4;
  const words = rows.map(
    ({ phase, counts: [acts, logs, off] }) =>
      `${phaseName(phase)}: ${acts ?? 0} act, ${logs ?? 0} only log, ${off ?? 0} disabled`,
  );
  return html`<figure>
    <figcaption>
      Zones by what each phase does: acts (filled), only logs (outlined), disabled (dashed), no rules.
    </figcaption>
    <svg
      width="400"
      height="${height}"
      viewBox="0 0 400 ${height}"
      role="img"
      aria-label="Of ${counted(zones.length, "zone")}. ${words.join("; ")}."
    >
      ${rows.map(({ phase, counts }, row) => phaseBar(phaseName(phase), counts, row * BAR.step + 2, zones.length))}
    </svg>
  </figure>`;
}

function phaseBar(name: string, counts: readonly number[], y: number, total: number): Html {
  const widths = counts.map((count) => (total === 0 ? 0 : (BAR.width * count) / total));
  return html`<text class="label" x="${BAR.left - 8}" y="${y + 12}" text-anchor="end"
      >${name.slice(0, 19)}</text
    >${counts.map((count, index) => {
      const effect = EFFECTS[index] ?? "empty";
      const x = BAR.left + widths.slice(0, index).reduce((sum, width) => sum + width, 0);
      const width = widths[index] ?? 0;
      if (count === 0) return undefined;
      return html`<rect
          class="${FILLS[effect]}"
          x="${round(x + 0.5)}"
          y="${y}"
          width="${round(Math.max(width - 1, 1))}"
          height="${BAR.height}"
          rx="2"
        />${
          width > 22 &&
          html`<text class="${LABELS[effect]}" x="${round(x + width / 2)}" y="${y + 12}" text-anchor="middle"
            >${count}</text
          >`
        }`;
    })}`;
}

const GRID = { left: 70, top: 14, cell: 58 } as const;
const STRICTNESS = [
  { name: "≤ 25", label: "strict", has: (score: number) => score <= 25 },
  { name: "26–40", label: "medium", has: (score: number) => score > 25 && score <= 40 },
  { name: "> 40", label: "lenient", has: (score: number) => score > 40 },
] as const;
const LEVELS = [1, 2, 3, 4] as const;

/** Zones by paranoia level and score threshold: the strict ones are at the top right. */
export function owaspGrid(zones: readonly ZonePosture[]): Html {
  const deployed = zones.flatMap(({ owasp }) => (owasp && owasp.effect !== "off" ? [owasp] : []));
  const without = zones.length - deployed.length;
  const cells = STRICTNESS.flatMap(({ has, label }, row) =>
    LEVELS.map((level, column) => {
      const here = deployed.filter((owasp) => owasp.level === level && has(owasp.threshold));
      const logging = here.filter(({ effect }) => effect === "logs").length;
      return { row, column, count: here.length, logging, words: `level ${level}, ${label}: ${here.length}` };
    }),
  ).filter(({ count }) => count > 0);
  const words = cells.map((cell) => cell.words).join("; ");
  return html`<figure>
    <figcaption>
      Zones by OWASP level and score threshold. Strictest at the top right; outlined if all only log.
    </figcaption>
    <svg
      width="320"
      height="236"
      viewBox="0 0 320 236"
      role="img"
      aria-label="${words}; without OWASP: ${without}."
    >
      ${STRICTNESS.map(
        ({ name }, row) =>
          html`<text
            class="label"
            x="${GRID.left - 10}"
            y="${GRID.top + row * GRID.cell + 33}"
            text-anchor="end"
            >${name}</text
          >`,
      )}
      ${LEVELS.map(
        (level, column) =>
          html`<text class="label" x="${GRID.left + column * GRID.cell + 29}" y="204" text-anchor="middle"
            >${level}</text
          >`,
      )}
      ${[0, 1, 2, 3].map((line) => html`<path class="s-line" d="M${GRID.left} ${GRID.top + line * GRID.cell}h232" />`)}
      ${[0, 1, 2, 3, 4].map((line) => html`<path class="s-line" d="M${GRID.left + line * GRID.cell} ${GRID.top}v174" />`)}
      <text class="label" x="186" y="224" text-anchor="middle">paranoia level</text>
      <text class="label" x="4" y="10">score</text>
      ${cells.map(({ row, column, count, logging }) => {
        const [x, y] = [GRID.left + column * GRID.cell + 29, GRID.top + row * GRID.cell + 29];
        const radius = 9 + 17 * Math.sqrt(count / Math.max(zones.length, 1));
        const onlyLogs = logging === count;
        return html`<circle
            class="${onlyLogs ? "f-log" : "f-act"}"
            cx="${x}"
            cy="${y}"
            r="${round(radius)}"
          /><text class="${onlyLogs ? "on-log" : "on-act"}" x="${x}" y="${y + 4}" text-anchor="middle"
            >${count}</text
          >`;
      })}
    </svg>
  </figure>`;
}

function round(value: number): string {
  return value.toFixed(1);
}

/** Returns the id of a zone's details on the page. Ids of the API are not used: they could be anything. */
export function zoneAnchor(index: number): string {
  return `zone-${index + 1}`;
}

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

/** The phases in the order in which requests pass them. Others follow. */
const ORDER: readonly string[] = [
  "ddos_l4",
  "ddos_l7",
  "http_request_sanitize",
  "http_request_dynamic_redirect",
  "http_request_transform",
  "http_config_settings",
  "http_request_origin",
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_request_firewall_managed",
  "http_request_sbfm",
  "http_request_redirect",
  "http_request_late_transform",
  "http_request_cache_settings",
];

/** Phases that protect a zone: shown even if no zone uses them. */
const PROTECTING: readonly string[] = [
  "http_request_firewall_custom",
  "http_ratelimit",
  "http_request_firewall_managed",
];

/** Returns the phases in use and those that protect, in the order in which requests pass them. */
function shownPhases(used: readonly string[]): string[] {
  const rank = (phase: string) => (ORDER.includes(phase) ? ORDER.indexOf(phase) : ORDER.length);
  return [...new Set([...used, ...PROTECTING])].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Returns a short name of a phase: `firewall custom` for `http_request_firewall_custom`. */
function phaseName(phase: string): string {
  return phase.replace(/^http_(request_)?/, "").replaceAll("_", " ");
}
