import { tokensNote } from "../changes/own-zone";
import type { AccessCell, TokenReview } from "../changes/review";
import { tokenRows } from "../rows/resource-rows";
import { html, type Html } from "./html";
import { rowList } from "./row-list";
import { Room, scrollable, shown, shownValue, spoken } from "./text";
import { counted, cutText } from "../../provider/words";

const SIGNS: Readonly<Record<AccessCell["change"], string>> = { gained: "+", lost: "−", kept: "•" };
const LOOKS: Readonly<Record<AccessCell["change"], string>> = { gained: "good", lost: "logs", kept: "plain" };

const MAX_USERS = 20;
/** The bytes that the settings of a token may take. */
const SETTINGS_ROOM = 20_000;

/**
 * Says what a token gains and loses: a matrix of permission groups and resources, with risky cells marked. Tokens with equal changes are
 * shown once.
 */
export function tokenChanges([token, ...others]: readonly [TokenReview, ...TokenReview[]]): Html {
  const { name, label, operation, access, risks, ends, texts } = token;
  const title =
    others.length === 0
      ? html`<h3>${shownValue(name, "no name")} <span class="soft">${shown(label)}, ${operation}</span></h3>`
      : sharedTitle([token, ...others]);
  const chips = risks.map(
    ({ risk, change }) =>
      html`<span class="chip ${change === "lost" ? "good" : "bad"}">
        ${change !== "lost" && "▲ "}${shown(risk)}${change === "gained" && ", new"}${change === "lost" && ": no longer"}</span
      > `,
  );
  return html`${title}${chips}
  ${ends.map(({ text }) => html`<p><b>Ends:</b> ${shown(text, "description")}</p>`)}
  ${ends.length > 0 && users(token)} ${texts.map((text) => html`<p>${shown(text, "description")}</p>`)}
  ${rowList(tokenRows(token), new Room(SETTINGS_ROOM))} ${access.length > 0 && matrix(token)}`;
}

function sharedTitle(tokens: readonly [TokenReview, ...TokenReview[]]): Html {
  const [first] = tokens;
  const note = tokensNote(first);
  return html`<h3>
      ${counted(tokens.length, "token")} with the same changes <span class="soft">${first.operation}</span>
    </h3>
    ${note !== undefined && html`<p class="note">${shown(note, "description")}</p>`}
    <details>
      <summary>The tokens</summary>
      <ul class="plain">
        ${tokens.map(({ label }) => html`<li>${shown(label)}</li>`)}
      </ul>
    </details>`;
}

/** Says what may use a token; without anything known, where the program declares the token. */
function users({ mayUse, position }: TokenReview): Html {
  if (mayUse.length === 0)
    return position ? html`<p>Declared at ${shown(`${position.file}:${position.line}`)}</p>` : html``;
  const more = mayUse.length > MAX_USERS && `, … and ${mayUse.length - MAX_USERS} more`;
  const named = mayUse.slice(0, MAX_USERS);
  return html`<p>
    May be used by:
    ${named.map(({ by, path }, index) => html`${index > 0 && ", "}${shown(by)} ${shown(path)}`)}${more}
  </p>`;
}

function matrix({ access, label }: TokenReview): Html {
  const places = [...new Set(access.map(({ on }) => on))];
  const groups = [...new Set(access.map(({ group }) => group))];
  const cells = new Map<string, AccessCell[]>();
  for (const cell of access) {
    const key = JSON.stringify([cell.group, cell.on]);
    cells.set(key, [...(cells.get(key) ?? []), cell]);
  }
  const table = html`<table class="heat">
    <caption class="vh">
      Access of ${shown(label)} by permission group and resource
    </caption>
    <thead>
      <tr>
        <th scope="col">Permission group</th>
        ${places.map((place) => html`<th scope="col">${shown(place)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${groups.map(
        (group) =>
          html`<tr>
            <th scope="row">${shown(group)}</th>
            ${places.map(
              (place) => html`<td>${(cells.get(JSON.stringify([group, place])) ?? []).map(cellHtml)}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
  return scrollable(`Access of ${cutText(label, 200)}`, table);
}

function cellHtml({ change, effect, risk }: AccessCell): Html {
  const isRisky = risk !== null && change !== "lost";
  const look = isRisky ? "bad" : LOOKS[change];
  return html`<span class="chip ${look}"
      ><span aria-hidden="true">${isRisky && "▲ "}${SIGNS[change]}</span>${spoken(change)}${
        effect === "deny" && " deny"
      }</span
    >${risk !== null && html` <span class="bad">${shown(risk)}</span>`} `;
}
