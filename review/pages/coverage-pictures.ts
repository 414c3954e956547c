import type { PhaseEffect, ZonePosture } from "../posture/posture";
import { html, type Html } from "./html";
import { phaseName } from "./phase-names";

const BAR = { left: 128, width: 260, height: 16, step: 24 } as const;
const EFFECTS: readonly PhaseEffect[] = ["acts", "logs", "off", "empty"];
const FILLS: Readonly<Record<PhaseEffect, string>> = {
  acts: "f-act",
  logs: "f-log",
  off: "f-off",
  empty: "f-none",
};
const LABELS: Readonly<Record<PhaseEffect, string>> = { acts: "on-act", logs: "on-log", off: "", empty: "" };

/** Returns the effect of a zone's entry point in a phase. */
export function effectIn({ rulesets }: ZonePosture, phase: string): PhaseEffect {
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
      aria-label="Of ${zones.length} zones. ${words.join("; ")}."
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
