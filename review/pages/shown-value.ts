import type { MemberChange, Segment, Shown } from "../changes/review";
import { middleShortened } from "../print/shorten";
import { html, lines, type Html } from "./html";
import { clipped, code, shown } from "./text";

/** The characters of a part of an expression that did not change; longer parts lose their middle. */
const SAME_PART = 400;

/** Shows a text of a change, or says why it is hidden. */
export function shownValue(value: Shown | null, fallback = "not set"): Html {
  if (value === null) return html`<span class="soft">${fallback}</span>`;
  if ("hidden" in value) return hiddenChip(value.hidden);
  return shown(value.text, "description");
}

/** Shows an expression as code. */
export function shownCode(value: Shown | null): Html {
  if (value === null) return html`<span class="soft">none</span>`;
  return "hidden" in value ? hiddenChip(value.hidden) : code(value.text);
}

/** Shows what happens to a member: for an expression the parts that go and come, else both values. */
export function memberChange({ member, before, after, segments }: MemberChange): Html {
  const change = segments
    ? html`<code class="block">${segments.map(segmentHtml)}</code>`
    : html`${shownValue(before)} <span aria-hidden="true">→</span
        ><span class="vh">becomes</span> ${shownValue(after)}`;
  return html`<div><span class="soft">${shown(member)}:</span> ${change}</div>`;
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
