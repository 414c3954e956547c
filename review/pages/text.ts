import { counted, grouped } from "../changes/counted";
import { startOf } from "../print/shorten";
import { html, lines, type Child, type Html } from "./html";

/** The characters of a text of the API that a page shows before it counts the rest. */
const LIMITS = { name: 200, description: 600, expression: 4096 } as const;

/** Returns a text of the API, cut if it is long, isolated from the direction of the text around it. */
export function shown(text: string, kind: keyof typeof LIMITS = "name"): Html {
  const { start, rest } = clipped(text, LIMITS[kind]);
  return html`<bdi>${start}</bdi>${rest}`;
}

/** Returns an expression as code. Its lines are kept. */
export function code(text: string): Html {
  const { start, rest } = clipped(text, LIMITS.expression);
  return html`<code class="block">${lines(start)}</code>${rest}`;
}

/** Cuts a text between characters, and says how much is left out. */
export function clipped(text: string, limit: number): { start: string; rest: Child } {
  const { start, left } = startOf(text, limit);
  const rest = left > 0 && html`<span class="soft"> … and ${counted(left, "more character")}</span>`;
  return { start, rest };
}

/** Formats a time of the API as a date: `2026-11-22`. A text that is no time is shown as it is. */
export function date(time: string): string {
  return /^\d{4}-\d\d-\d\dT/.test(time) ? time.slice(0, 10) : time;
}

/** Formats the start of a list, and folds the rest. */
export function folded(items: readonly Child[], limit: number, noun: string): Html {
  const rest = items.slice(limit);
  return html`${items.slice(0, limit)}${
    rest.length > 0 &&
    html`<details>
      <summary>${counted(rest.length, `more ${noun}`)}</summary>
      <div>${rest}</div>
    </details>`
  }`;
}

/** Formats names as a comma-separated list. */
export function names(texts: readonly string[], limit = 12): Html {
  const rest = texts.length - limit;
  return html`${texts.slice(0, limit).map((text, index) => html`${index > 0 && ", "}${shown(text)}`)}${
    rest > 0 && html` <span class="soft">and ${grouped(rest)} more</span>`
  }`;
}

/** Text for screen readers only. */
export function spoken(text: Child): Html {
  return html`<span class="vh">${text}</span>`;
}

/** Makes a region that scrolls sideways by keyboard, too. */
export function scrollable(label: string, body: Html): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${body}</div>`;
}
