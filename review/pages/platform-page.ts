import type { Posture } from "../posture/posture";
import { html, type Html } from "./html";
import { contentPolicy, page, type Section } from "./page";
import { PLATFORM_SCRIPT } from "./platform-script";
import { postureSections, postureTiles } from "./posture-page";
import { shown, spoken } from "./text";
import { counted, withThousands } from "../../provider/words";

export interface PlatformView {
  /** Where the platform listens: `http://127.0.0.1:8787`. */
  readonly origin: string;
  readonly posture: Posture;
  /** What the zones in the posture are: the first ones of those that match the search. */
  readonly zones: {
    readonly search: string;
    readonly shown: number;
    readonly found: number;
    readonly stored: number;
  };
  readonly clock: { readonly now: string; readonly frozen: boolean };
  readonly faults: readonly object[];
  /** The number of the request after which the page lists requests. */
  readonly since: number;
  /** The number of changes by the control plane that the page shows. */
  readonly changes: number;
}

const FAULT_KINDS = ["status", "html", "drop-before", "drop-after", "truncate", "delay"];
const METHODS = ["any", "GET", "POST", "PUT", "PATCH", "DELETE"];

const FROZEN = html`<span id="frozen" class="chip logs">frozen</span>`;
const RUNNING = html`<span id="frozen" class="chip logs" hidden>frozen</span>`;

/** Makes the page of the local platform. Its script calls the control plane of the same origin. */
export function platformPage(view: PlatformView): string {
  const { origin, posture } = view;
  return page({
    title: "Local edge platform",
    lead: html`API at <code>${origin}/client/v4</code>, chain gateway at <code>${origin}/gateway</code>.`,
    head: html`<noscript
        ><p class="banner review">The request log, the clock and the faults need JavaScript.</p></noscript
      >
      <p class="note" id="status" role="status"></p>
      ${zoneSearch(view)}
      <div id="tiles">${postureTiles(posture)}</div>`,
    sections: [requestSection(view), clockSection(view), faultSection(view), ...postureSections(posture)],
    script: PLATFORM_SCRIPT,
  });
}

export function platformPagePolicy(): string {
  return contentPolicy(PLATFORM_SCRIPT);
}

function zoneSearch({ zones: { search, shown: count, found, stored } }: PlatformView): Html {
  const of =
    search === ""
      ? counted(found, "zone")
      : `${counted(found, "matching zone")}, ${withThousands(stored)} in all`;
  return html`<form data-do="zones">
      <label
        >Zones whose name contains<input
          name="zones"
          value="${search}"
          placeholder="example.com"
          autocomplete="off"
      /></label>
      <button>Show</button>
    </form>
    <p class="note" id="zone-count" role="status">Showing ${withThousands(count)} of ${of}.</p>`;
}

function requestSection({ since, changes }: PlatformView): Section {
  return {
    id: "requests",
    title: "Requests",
    note: "Calls of the API and the gateway as they arrive, the newest first.",
    body: html`<form data-do="clear">
        <button>Empty the log</button>
        <label
          ><span class="vh">Filter</span
          ><input name="filter" placeholder="Filter: POST, 4.., /rulesets" autocomplete="off"
        /></label>
      </form>
      <div class="log" role="region" aria-label="Request log" tabindex="0">
        <table>
          <caption class="vh">
            Requests, the newest first
          </caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Method</th>
              <th scope="col">Path</th>
              <th scope="col">Status</th>
              <th scope="col" class="n">ms</th>
            </tr>
          </thead>
          <tbody id="log" data-since="${since}" data-changes="${changes}"></tbody>
        </table>
      </div>`,
  };
}

function clockSection({ clock: { now, frozen } }: PlatformView): Section {
  const advance = (duration: string, label: string) =>
    html`<button name="advance" value="${duration}">+ ${label}</button>`;
  return {
    id: "clock",
    title: "Clock",
    note: "Tokens expire and networks retire by this clock.",
    body: html`<p>
        <time class="big" id="now" datetime="${now}">${now}</time>
        ${frozen ? FROZEN : RUNNING}
      </p>
      <form data-do="clock">
        ${advance("1h", "1 hour")}${advance("1d", "1 day")}${advance("30d", "30 days")}
        <button name="frozen" value="true">Freeze</button>
        <button name="frozen" value="false">Let it run</button>
      </form>
      <form data-do="clock">
        <label
          >Time, in UTC<input name="now" placeholder="2030-01-01T00:00:00Z" autocomplete="off" required
        /></label>
        <button name="set" value="now">Set the time</button>
      </form>`,
  };
}

function faultSection({ faults }: PlatformView): Section {
  const option = (value: string) => html`<option>${value}</option>`;
  return {
    id: "faults",
    title: "Injected faults",
    note: "The first fault that matches a request is injected. Paths are regular expressions, below /client/v4 or /gateway.",
    body: html`<div id="fault-list">${faultList(faults)}</div>
      <form data-do="fault">
        <label
          >Kind<select name="kind">
            ${FAULT_KINDS.map(option)}
          </select></label
        >
        <label
          >Method<select name="method">
            ${METHODS.map(option)}
          </select></label
        >
        <label>Path<input name="path" placeholder="^/zones/" autocomplete="off" /></label>
        <label>Status<input name="status" type="number" min="200" max="599" placeholder="500" /></label>
        <label>Retry-After, s<input name="retryAfter" type="number" min="0" /></label>
        <label>Delay, ms<input name="ms" type="number" min="0" max="600000" placeholder="1000" /></label>
        <label>Times<input name="times" type="number" min="1" placeholder="all" /></label>
        <button>Add the fault</button>
      </form>
      <form data-do="faultless"><button>Remove all faults</button></form>
      <h3>Start over</h3>
      <details>
        <summary>Remove all zones, tokens and rules</summary>
        <div>
          <p>The account, the managed rulesets and the bootstrap token stay. This cannot be undone.</p>
          <form data-do="reset"><button>Reset the platform</button></form>
        </div>
      </details>`,
  };
}

function faultList(faults: readonly object[]): Html {
  if (faults.length === 0) return html`<p><span class="chip plain">none</span></p>`;
  return html`<p class="vh">${counted(faults.length, "fault")}</p>
    <ol class="plain">
      ${faults.map(
        (fault, index) =>
          html`<li>
            <form data-do="remove">
              <code>${shown(JSON.stringify(fault), "description")}</code>
              <button name="index" value="${index}">Remove${spoken(html` fault ${index + 1}`)}</button>
            </form>
          </li>`,
      )}
    </ol>`;
}
