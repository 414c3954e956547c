import type { PlaceReview } from "../changes/review";
import type {
  EffectContent,
  RequestsContent,
  RuleInOrder,
  RuleOrder,
  TrafficBlock,
  TrafficContent,
} from "../rows/traffic-blocks";
import { html, type Html } from "./html";
import { markChip, rowList, valueTable } from "./row-list";
import { folded, leftOut, type Room, shown, shownCode, shownValue } from "./text";
import { counted } from "../../provider/words";

/** The part of the room of a block that its rows may take, and that the orders before and after may take. */
const SHARES = { rows: 0.7, orders: 0.3 } as const;
/** The managed rules that are listed before the others are folded. */
const LISTED = 8;

/** Shows what changes in a ruleset or a deployment of OWASP, in one place or in several. Rules that do not fit into `room` are counted. */
export function trafficHtml(
  { where, note, count, content, order, ...block }: TrafficBlock,
  room: Room,
): Html {
  const [{ place, label }, ...others] = where;
  const title = html`${block.phase === undefined ? "OWASP" : shownValue(block.phase, "no phase")}`;
  const body = html`${contentHtml(content, room.part(SHARES.rows))}${order != null && orderHtml(order, room.part(SHARES.orders))}`;
  if (others.length === 0)
    return html`<h3>
        ${placeName(place)}: ${title} <span class="soft">${shown(label)}, ${block.operation}</span>
      </h3>
      ${body}`;
  return html`<h3>${count} with the same changes: ${title} <span class="soft">${block.operation}</span></h3>
    ${noteHtml(note)}
    <details>
      <summary>The ${place.level}s and their resources</summary>
      <ul class="plain">
        ${where.map((one) => html`<li>${placeName(one.place)} <span class="soft">${shown(one.label)}</span></li>`)}
      </ul>
    </details>
    ${body}${
      order === undefined &&
      html`<p class="soft">The order of all rules differs between them; the JSON document has it.</p>`
    }`;
}

/** Says whose names are shown. */
export function noteHtml(note: string | undefined): Html | false {
  return note !== undefined && html`<p class="note">${shown(note, "description")}</p>`;
}

function placeName({ level, id, name }: PlaceReview): Html {
  if (name === null) return html`${level} ${shownValue(id, "of the credential")}`;
  return html`${level} ${shown(name)} <span class="soft">${shownValue(id, "")}</span>`;
}

function contentHtml({ settings, rows, requests, effect }: TrafficContent, room: Room): Html {
  return html`${settings.length > 0 && valueTable(settings, "Settings of OWASP before and after", "not deployed")}
  ${rowList(rows, room)}${requests !== null && requestsHtml(requests)}${effect !== null && effectHtml(effect)}`;
}

/** Says what a change means for requests, in few bytes: a page may have hundreds of zones. */
function requestsHtml({ summary, rows, notes }: RequestsContent): Html {
  const items = rows.map(
    ({ before, now, example, visitor }) =>
      html`<li>
        ${shown(before, "description")} → ${shown(now, "description")}, for example
        <code>${shown(example, "description")}</code>${visitor}
      </li>`,
  );
  return html`<p><b>What changes for requests:</b> ${summary}</p>
    ${
      items.length > 0 &&
      html`<ul class="plain">
        ${items}
      </ul>`
    }
    ${notes.length > 0 && html`<p class="soft">${shown(notes.join(" "), "description")}</p>`}`;
}

function orderHtml({ before, after, isOrdered, isUnknown }: RuleOrder, room: Room): Html {
  const note = isOrdered ? "" : ", in no known order";
  return html`<details class="printed">
    <summary>
      Rules before (${before.length}) and after (${isUnknown ? "not known" : after.length})${note}
    </summary>
    <div class="sides">
      ${[
        orderList("Before", before, room.part(1 / 2)),
        orderList("After", after, room.part(1 / 2), isUnknown ? "not known" : "no rules"),
      ]}
    </div>
  </details>`;
}

function orderList(title: string, rules: readonly RuleInOrder[], room: Room, none = "no rules"): Html {
  if (rules.length === 0) return html`<div><b>${title}</b> <span class="soft">${none}</span></div>`;
  const { made, left } = room.fill(rules, orderedRule);
  return html`<div>
    <b>${title}</b> <span class="soft">${counted(rules.length, "rule")}</span>
    <ol>
      ${made}
    </ol>
    ${leftOut(left, "rule")}
  </div>`;
}

function orderedRule({ ref, action, mark, enabled, foreign }: RuleInOrder): Html {
  return html`<li>
    ${mark !== "same" && markChip(mark)} ${shown(ref)}
    ${foreign !== undefined && html`<span class="chip plain">foreign</span> ${shownCode(foreign)}`}
    <span class="soft">${shownValue(action)}${!enabled && ", disabled"}</span>
  </li>`;
}

function effectHtml({ summary, rules }: EffectContent): Html {
  const items = rules.map(({ what, name }) => html`<div>${what}: ${shown(name, "description")}</div>`);
  return html`<p>${summary}</p>
    ${folded(items, LISTED, "managed rule")}`;
}
