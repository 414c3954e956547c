import type { Segment, Shown } from "../changes/review";
import { middleShortened, startOf } from "../print/shorten";
import { type Child, html, type Html, lines } from "./html";
import { counted, withThousands } from "../../provider/words";

/** The characters of a text of the API that a page shows before it counts the rest. */
const LIMITS = { name: 200, description: 1000, expression: 4096 } as const;

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
function clipped(text: string, limit: number): { start: string; rest: Child } {
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
    rest > 0 && html` <span class="soft">and ${withThousands(rest)} more</span>`
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

/** The characters of a part of an expression that did not change; longer parts lose their middle. */
const SAME_PART = 400;

/** Shows a text of a change, or says why it is hidden. */
export function shownValue(value: Shown | null, fallback = "not set"): Html {
  if (value === null) return html`<span class="soft">${fallback}</span>`;
  if ("hidden" in value) return hiddenChip(value.hidden);
  return shown(value.text, "description");
}

export function shownCode(value: Shown | null): Html {
  if (value === null) return html`<span class="soft">none</span>`;
  return "hidden" in value ? hiddenChip(value.hidden) : code(value.text);
}

/** Shows a compared text as code: the parts that go and come are marked. */
export function segmentsHtml(segments: readonly Segment[]): Html {
  return html`<code class="block">${segments.map(segmentHtml)}</code>`;
}

function segmentHtml({ kind, text }: Segment): Html {
  if (kind === "same") return lines(middleShortened(text, SAME_PART));
  const { start, rest } = clipped(text, 4 * SAME_PART);
  const part = html`${lines(start)}${rest}`;
  return kind === "added"
    ? html`<ins><span class="vh">[added: </span>${part}<span class="vh">]</span></ins>`
    : html`<del><span class="vh">[removed: </span>${part}<span class="vh">]</span></del>`;
}

function hiddenChip(reason: "unknown" | "secret"): Html {
  return html`<span class="chip plain">${reason === "unknown" ? "known after the update" : "secret"}</span>`;
}

/** A key figure. `bad` and `warn` give it a coloured frame. */
export function tile(label: string, value: number, mark?: "bad" | "warn"): Html {
  return html`<div class="${mark}">
    <dt>${label}</dt>
    <dd>${withThousands(value)}</dd>
  </div>`;
}

export function tiles(members: readonly Html[]): Html {
  return html`<dl class="tiles">${members}</dl>`;
}

/**
 * The bytes that texts may take on a page. Names and expressions are untrusted, and a character can take ten times its length as HTML.
 * What does not fit is never made.
 */
export class Room {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Returns a room that is a part of what is left, for what is inside of one item. It takes nothing from this room. */
  part(share: number): Room {
    return new Room(this.#left * share);
  }

  /** Makes items until the next one does not fit. `most` limits what these items take. Returns them, and the number of all others. */
  fill<T>(
    items: readonly T[],
    make: (item: T) => Html,
    most = Infinity,
  ): { readonly made: readonly Html[]; readonly left: number } {
    const made: Html[] = [];
    let own = Math.min(most, this.#left);
    for (const item of items) {
      const one = make(item);
      const size = Buffer.byteLength(one.toString());
      if (size > own) break;
      own -= size;
      this.#left -= size;
      made.push(one);
    }
    return { made, left: items.length - made.length };
  }
}

/** Says how many items a page leaves out, and where they are. Nothing for none. */
export function leftOut(count: number, noun: string, plural = `${noun}s`): Child {
  return (
    count > 0 &&
    html`<p class="note">
      ${counted(count, `more ${noun}`, `more ${plural}`)} did not fit: the JSON report has more.
    </p>`
  );
}
