import type { AccessColumn, TokenPosture } from "../posture/posture";
import { accessKind, type AccessKind } from "../posture/access-columns";
import { html, type Html } from "./html";
import { date, names, scrollable, shown, spoken } from "./text";

/** The risks that are marked in a token's row. */
const MARKED: readonly string[] = ["can make tokens", "reaches all accounts or zones"];

/** A row for each token, the riskiest first: its risks, its limits, and what it may do where. */
export function tokenMatrix(tokens: readonly TokenPosture[], columns: readonly AccessColumn[]): Html {
  if (tokens.length === 0)
    return html`<p class="note">There are no tokens, or the credential may not read them.</p>`;
  const table = html`<table class="heat tokens">
    <caption class="vh">
      Tokens, the riskiest first, with their limits and their access to each group of places
    </caption>
    <thead>
      <tr>
        <th scope="col">Token</th>
        <th scope="col">Risks</th>
        <th scope="col">Ends</th>
        <th scope="col">From</th>
        <th scope="col">Last used</th>
        ${columns.map(({ letter }) => html`<th scope="col">${letter}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${tokens.map(tokenRow)}
    </tbody>
  </table>`;
  return html`${accessLegend()}${scrollable("Tokens and their access", table)}
    <h3>Places</h3>
    <p class="note">Places in which every token has the same permissions share a letter.</p>
    <ul class="plain">
      ${columns.map(({ letter, places }) => html`<li><b>${letter}</b> ${names(places)}</li>`)}
    </ul>
    <h3>Permissions</h3>
    ${tokens.map((token) => tokenDetails(token, columns))}`;
}

function tokenRow(token: TokenPosture): Html {
  const { name, status, expiresOn, lastUsedOn, networks, risks, access } = token;
  return html`<tr>
    <th scope="row">
      ${shown(name)}${status !== "active" && html` <span class="chip off">${shown(status)}</span>`}
    </th>
    <td>${riskDots(risks)}</td>
    <td class="nowrap">
      ${expiresOn === null ? html`<span class="bad">never</span>` : shown(date(expiresOn))}
    </td>
    <td>${networksText(networks)}</td>
    <td class="nowrap">${lastUsedOn === null ? "never" : shown(date(lastUsedOn))}</td>
    ${access.map((groups) => html`<td>${accessSign(accessKind(groups), groups.length)}</td>`)}
  </tr>`;
}

/** One dot for each risk: filled for those that give away access. */
function riskDots(risks: TokenPosture["risks"]): Html {
  if (risks.length === 0) return html`<span class="chip good">none</span>`;
  return html`${risks.map((risk, index) =>
    MARKED.includes(risk)
      ? html`<span class="chip bad">▲ ${risk}</span> `
      : html`<span class="soft"
          >${index > 0 && !MARKED.includes(risks[index - 1] ?? "") && "· "}${risk}
        </span>`,
  )}`;
}

function networksText(networks: TokenPosture["networks"]): Html {
  if (!networks) return html`<span class="bad">anywhere</span>`;
  const texts = [...networks.in, ...networks.notIn.map((network) => `not ${network}`)];
  return texts.length === 0 ? html`nowhere` : names(texts, 3);
}

/** Shows access by a shape, with the number of permission groups. */
export function accessSign(kind: AccessKind, count: number): Html {
  if (kind === "none")
    return html`<span class="empty"><span aria-hidden="true">·</span>${spoken("no access")}</span>`;
  return html`<span class="nowrap"
    >${accessShape(kind)} <span class="soft">${count}</span>${spoken(html` permission groups, ${kind}`)}</span
  >`;
}

const SHAPES: Readonly<Record<AccessKind, Html>> = {
  "makes tokens": html`<path class="f-bad" d="M9 1 17.5 16H.5Z" />
    <text class="on-bad" x="9" y="14" text-anchor="middle">T</text>`,
  writes: html`<rect class="f-act" x="2" y="2" width="14" height="14" rx="2" />`,
  reads: html`<circle class="s-soft" cx="9" cy="9" r="5.5" stroke-width="2" />`,
  none: html``,
};

/** A triangle makes tokens, a square writes, a ring reads. */
function accessShape(kind: AccessKind): Html {
  return html`<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">${SHAPES[kind]}</svg>`;
}

function accessLegend(): Html {
  const sign = (kind: AccessKind, words: string) =>
    html`<li aria-hidden="true">${accessShape(kind)} ${words}</li>`;
  return html`<ul class="legend">
    ${sign("makes tokens", "creates tokens")}${sign("writes", "writes")}${sign("reads", "only reads; with the number of permission groups")}
  </ul>`;
}

function tokenDetails({ id, name, accountId, access }: TokenPosture, columns: readonly AccessColumn[]): Html {
  return html`<details>
    <summary>
      ${shown(name)}
      <span class="soft"
        >${shown(id)}${accountId !== null && html`, owned by account ${shown(accountId)}`}</span
      >
    </summary>
    <div>
      ${columns.map(({ letter }, index) => {
        const groups = access[index] ?? [];
        return groups.length > 0 && html`<p><b>${letter}</b> ${names(groups, 400)}</p>`;
      })}
    </div>
  </details>`;
}
