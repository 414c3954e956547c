import type { Posture, SharedRule, ZonePosture } from "../posture/posture";
import { owaspGrid, phaseBars, phasesOf, zoneAnchor, zoneMap } from "./coverage-pictures";
import { countFindings, findingList } from "./finding-list";
import { html, type Html } from "./html";
import { owaspDetails } from "./owasp-cells";
import { page, type Section } from "./page";
import { ruleTable } from "./rule-table";
import { code, names, shown, tile, tiles } from "./text";
import { tokenMatrix } from "./token-matrix";
import { counted, cutText } from "../../provider/words";

export function posturePage(posture: Posture): string {
  return page({
    title: `Posture of ${counted(posture.zones.length, "zone")}`,
    lead: html`What was live at ${timeHtml(posture.at)}. ${unreadText(posture)}`,
    head: postureTiles(posture),
    sections: postureSections(posture),
  });
}

export function postureTiles({ zones, tokens, findings, differences }: Posture): Html {
  const without = zones.filter(({ owasp }) => owasp === null || owasp.effect === "off").length;
  const logging = zones.filter(({ owasp }) => owasp?.effect === "logs").length;
  const hazards = zones.reduce((sum, zone) => sum + zone.hazards, 0);
  const risky = tokens.filter(({ risks }) => risks.includes("can make tokens")).length;
  const grave = countFindings(
    findings.filter(({ severity }) => severity === "critical" || severity === "high"),
  );
  return tiles([
    tile("zones", zones.length),
    tile("without OWASP", without, without > 0 ? "bad" : undefined),
    tile("OWASP only logs", logging, logging > 0 ? "warn" : undefined),
    tile("hazards in rules", hazards, hazards > 0 ? "warn" : undefined),
    tile("tokens", tokens.length),
    tile("tokens that create tokens", risky, risky > 0 ? "warn" : undefined),
    tile(`findings, ${grave} of them grave`, countFindings(findings), grave > 0 ? "bad" : undefined),
    tile("rules missing in a few zones", differences.length),
  ]);
}

export function postureSections(posture: Posture): Section[] {
  const { zones, accounts, tokens, columns, findings, differences } = posture;
  const phases = phasesOf(zones);
  return [
    {
      id: "coverage",
      title: "Coverage",
      note: "The weakest zones come first. Select a zone to see its rules in order.",
      body: html`<div class="figures">${phaseBars(zones, phases)}${owaspGrid(zones)}</div>
        ${zoneMap(zones, phases)}`,
    },
    { id: "findings", title: "Findings", body: findingList(findings) },
    {
      id: "differences",
      title: "Differences between zones",
      note: "Rules that most zones have, but not all. Rules are compared by what they do, with the name of the zone left out.",
      body: differenceList(differences, zones.length),
    },
    {
      id: "tokens",
      title: "Tokens",
      note: "The riskiest first. Values are never shown.",
      body: tokenMatrix(tokens, columns),
    },
    {
      id: "zones",
      title: "Rules in order",
      body: html`${zones.map(zoneDetails)}${accounts
        .filter(({ rulesets }) => rulesets.length > 0)
        .map(
          ({ id, name, rulesets }) =>
            html`<details class="printed">
              <summary>account ${shown(name ?? id)}</summary>
              <div>${rulesets.map((ruleset) => ruleTable(ruleset, `account ${name ?? id}`))}</div>
            </details>`,
        )}`,
    },
  ];
}

function zoneDetails(zone: ZonePosture, index: number): Html {
  const { name, id, plan, rulesets, owasp } = zone;
  const count = rulesets.reduce((sum, { rules }) => sum + rules.length, 0);
  return html`<details class="printed">
    <summary>
      <b>${shown(name)}</b>
      <span class="soft"
        >${counted(count, "rule")}${plan !== null && html`, ${shown(plan)}`}, ${shown(id)}</span
      >
    </summary>
    <div id="${zoneAnchor(index)}">
      ${owaspDetails(owasp)} ${rulesets.map((ruleset) => ruleTable(ruleset, cutText(name, 100)))}
    </div>
  </details>`;
}

function differenceList(differences: readonly SharedRule[], zones: number): Html {
  if (differences.length === 0)
    return html`<p><span class="chip good">✓ none</span> No rule is in most zones but not in all.</p>`;
  return html`<ul class="plain">
    ${differences.map(
      ({ phase, ref, description, expression, action, having, differing, missing }) =>
        html`<li>
          ${shareBar(having.length, zones)} <b>${having.length} of ${zones}</b> zones have
          <b>${shown(ref)}</b>
          <span class="soft">in ${phase}${description !== "" && html`: ${shown(description)}`}</span>
          ${code(`${action}: ${expression}`)}
          ${missing.length > 0 && html`<div><span class="bad">✕ missing:</span> ${names(missing)}</div>`}
          ${
            differing.length > 0 &&
            html`<div>
              ≠ differs:
              ${differing.map(({ zone, members }, index) => html`${index > 0 && ", "}${shown(zone)} <span class="soft">(${members.join(", ")})</span>`)}
            </div>`
          }
        </li>`,
    )}
  </ul>`;
}

function shareBar(count: number, of: number): Html {
  const width = Math.round((120 * count) / Math.max(of, 1));
  return html`<svg width="120" height="10" viewBox="0 0 120 10" aria-hidden="true">
    <rect class="f-bad" width="120" height="10" rx="2" />
    <rect class="f-act" width="${width}" height="10" rx="2" />
  </svg>`;
}

function unreadText({ unread }: Posture): Html {
  if (unread.length === 0) return html``;
  return html`<span class="bad">The credential may not read ${names(unread)}.</span>`;
}

function timeHtml(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time>`;
}
