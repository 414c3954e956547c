import type { OrderedRule } from "../changes/review";
import { isChanged, type Row, type RuleRow, type ValueRow } from "../rows/resource-rows";
import { type Child, html, type Html } from "./html";
import { levelBars } from "./owasp-cells";
import { folded, leftOut, type Room, segmentsHtml, shown, shownCode, shownValue } from "./text";

/** The values and rules that are listed before the others are folded. */
const LISTED = 8;

/** Shows rows. Those that do not fit into `room` are counted. */
export function rowList(rows: readonly Row[], room: Room): Html {
  const rules = rows.filter((row) => row.kind === "rule");
  const others = rows.filter((row) => row.kind !== "rule");
  const values = room.fill(others, (row) => (row.kind === "value" ? valueLine(row) : sentence(row)));
  const { made, left } = room.fill(rules, ruleItem);
  return html`${values.made}${leftOut(values.left, "value")}
  ${
    made.length > 0 &&
    html`<ul class="plain">
      ${made}
    </ul>`
  }
  ${leftOut(left, "changed rule")}`;
}

/** Shows values before and after a change in a table, also those that stay the same. `none` says that there is no such version. */
export function valueTable(rows: readonly ValueRow[], caption: string, none: string): Html {
  return html`<table>
    <caption class="vh">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Setting</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => tableRow(row, none))}
    </tbody>
  </table>`;
}

function tableRow(row: ValueRow, none: string): Html {
  const { name, before, after, side } = row;
  const cell = (values: ValueRow["before"], exists: boolean): Child =>
    exists ? valueCell(name, values) : html`<span class="soft">${none}</span>`;
  const is = cell(after, side !== "before");
  return html`<tr>
    <th scope="row">${shown(name)}</th>
    <td>${cell(before, side !== "after")}</td>
    <td>${isChanged(row) ? html`<b>${is}</b> <span class="chip logs">~ changed</span>` : is}</td>
  </tr>`;
}

function valueCell(name: string, values: ValueRow["before"]): Child {
  const [first, ...more] = values;
  if (first === undefined) return "none";
  if (more.length > 0)
    return folded(
      values.map((value) => html`<div>${shownValue(value)}</div>`),
      LISTED,
      "value",
    );
  const text = "text" in first ? first.text : "";
  if (name === "paranoia level" && /^[0-4]$/.test(text))
    return html`${levelBars(Number(text))} ${shownValue(first)}`;
  return name === "enabled" && text === "no" ? html`<span class="bad">✕ no</span>` : shownValue(first);
}

function sentence({ text, mark }: Extract<Row, { kind: "sentence" }>): Html {
  if (mark === undefined) return html`<p>${shown(text, "description")}</p>`;
  const look = mark === "danger" ? "bad" : "logs";
  return html`<p>
    <span class="chip ${look}">${mark === "danger" && "▲ "}${shown(text, "description")}</span>
  </p>`;
}

function ruleItem({ ref, kinds, text, whole, members }: RuleRow): Html {
  return html`<li>
    ${kinds.map((kind) => markChip(kind))} <b>${shown(ref)}</b>
    <span class="soft">${shown(text, "description")}</span>
    ${
      whole !== null &&
      html`<div>
        <span class="chip plain">${shownValue(whole.action, "no action")}</span>${
          !whole.enabled && html` <span class="chip off">disabled</span>`
        }
        ${shownCode(whole.expression)}
      </div>`
    }
    ${members.map(valueLine)}
  </li>`;
}

/** Shows what happens to a value: for an expression the parts that go and come, else both values, or the only one. */
function valueLine({ name, before, after, segments, side }: ValueRow): Html {
  const all = (values: ValueRow["before"]) =>
    values.length === 0
      ? shownValue(null)
      : html`${values.map((value, index) => html`${index > 0 && ", "}${shownValue(value)}`)}`;
  const both = () =>
    html`${all(before)} <span aria-hidden="true">→</span><span class="vh">becomes</span> ${all(after)}`;
  const change = segments
    ? segmentsHtml(segments)
    : side === "both"
      ? both()
      : all(side === "after" ? after : before);
  return html`<div><span class="soft">${shown(name)}:</span> ${change}</div>`;
}

/** Shows what happens to a rule as a word. The style sheet adds a sign and a colour, since a page may have thousands of them. */
export function markChip(mark: Exclude<OrderedRule["mark"], "same">): Html {
  return html`<span class="chip ${mark}">${mark}</span>`;
}
