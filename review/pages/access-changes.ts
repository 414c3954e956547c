import type { AccessCell, TokenReview } from "../changes/review";
import type { TokenBlock } from "../rows/report";
import { html, type Html } from "./html";
import { rowList } from "./row-list";
import { Room, scrollable, shown, shownValue, spoken } from "./text";
import { noteHtml } from "./traffic";
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
export function tokenHtml({ token, labels, note, risks, users, declaredAt, rows }: TokenBlock): Html {
  const { name, label, operation, access, ends } = token;
  const title =
    labels.length === 1
      ? html`<h3>${shownValue(name, "no name")} <span class="soft">${shown(label)}, ${operation}</span></h3>`
      : html`<h3>
            ${counted(labels.length, "token")} with the same changes <span class="soft">${operation}</span>
          </h3>
          ${noteHtml(note)}
          <details>
            <summary>The tokens</summary>
            <ul class="plain">
              ${labels.map((one) => html`<li>${shown(one)}</li>`)}
            </ul>
          </details>`;
  return html`${title}${risks.map(
    ({ text, isGone }) =>
      html`<span class="chip ${isGone ? "good" : "bad"}"
        >${!isGone && "▲ "}${shown(text, "description")}</span
      > `,
  )}
  ${ends.map(({ text }) => html`<p><b>Ends:</b> ${shown(text, "description")}</p>`)}
  ${users.length > 0 && usersHtml(users)}
  ${declaredAt !== null && html`<p>Declared at ${shown(`${declaredAt.file}:${declaredAt.line}`)}</p>`}
  ${rowList(rows, new Room(SETTINGS_ROOM))} ${access.length > 0 && matrix(token)}`;
}

function usersHtml(users: TokenBlock["users"]): Html {
  const more = users.length > MAX_USERS && `, … and ${users.length - MAX_USERS} more`;
  const named = users.slice(0, MAX_USERS);
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
