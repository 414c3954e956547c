import { html, type Html } from "./html";
import { grouped } from "../changes/counted";

/** A key figure. `bad` and `warn` give it a coloured frame. */
export function tile(label: string, value: number, mark?: "bad" | "warn"): Html {
  return html`<div class="${mark}">
    <dt>${label}</dt>
    <dd>${grouped(value)}</dd>
  </div>`;
}

export function tiles(members: readonly Html[]): Html {
  return html`<dl class="tiles">${members}</dl>`;
}
