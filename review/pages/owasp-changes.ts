import type { OwaspReview } from "../changes/review";
import { html, type Child, type Html } from "./html";
import { levelBars } from "./owasp-cells";
import type { ResourceChanges } from "./resource-changes";
import { shownValue } from "./shown-value";
import { folded, shown } from "./text";

type Settings = NonNullable<OwaspReview["before"]>;

/** The managed rules that are listed before the others are folded. */
const LISTED = 8;

/** Says how a deployment of OWASP changes: its settings before and after, and the managed rules that turn on or off. */
export function owaspChanges({ operation, before, after, texts, effect }: OwaspReview): ResourceChanges {
  const body = html`${texts.map((text) => html`<p>${shown(text, "description")}</p>`)}
    <table>
      <caption class="vh">
        Settings of OWASP before and after
      </caption>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        ${row("paranoia level", before, after, ({ level }) => html`${bars(level)} ${shownValue(level)}`)}
        ${row("score threshold", before, after, ({ threshold }) => shownValue(threshold))}
        ${row("action", before, after, ({ action }) => shownValue(action))}
        ${row("requests", before, after, ({ expression }) => shownValue(expression, "all"))}
        ${row("enabled", before, after, ({ enabled }) => (enabled ? "yes" : html`<span class="bad">✕ no</span>`))}
        ${row("overrides", before, after, ({ overrides }) => overrideList(overrides))}
      </tbody>
    </table>
    ${effect !== null && effectHtml(effect)}`;
  return { title: "OWASP", facts: operation, chips: [], body };
}

function row(
  name: string,
  before: Settings | null,
  after: Settings | null,
  cell: (settings: Settings) => Child,
): Html {
  const none = html`<span class="soft">not deployed</span>`;
  const [was, is] = [before ? cell(before) : none, after ? cell(after) : none];
  const isChanged = html`${was}`.toString() !== html`${is}`.toString();
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${was}</td>
    <td>${isChanged ? html`<b>${is}</b> <span class="chip logs">~ changed</span>` : is}</td>
  </tr>`;
}

function overrideList(overrides: readonly string[]): Child {
  if (overrides.length === 0) return "none";
  return folded(
    overrides.map((one) => html`<div>${shown(one)}</div>`),
    LISTED,
    "override",
  );
}

function bars(level: Settings["level"]): Html | undefined {
  return level && "text" in level && /^[0-4]$/.test(level.text) ? levelBars(Number(level.text)) : undefined;
}

function effectHtml({ turnedOn, turnedOff, acting, on, of }: NonNullable<OwaspReview["effect"]>): Html {
  const list = (title: string, rules: typeof turnedOn) =>
    rules.length > 0 &&
    html`<p><b>${title} (${rules.length})</b></p>
      ${folded(
        rules.map(({ id, description }) => html`<div>${shown(description || id, "description")}</div>`),
        LISTED,
        "managed rule",
      )}`;
  return html`<p>After the update, ${on} of ${of} managed rules are on.</p>
    ${list("Turned on", turnedOn)}${list("Turned off", turnedOff)}${list("With another action", acting)}`;
}
