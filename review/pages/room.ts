import { counted } from "../changes/counted";
import { html, type Child, type Html } from "./html";

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
export function leftOut(count: number, noun: string): Child {
  return (
    count > 0 &&
    html`<p class="note">${counted(count, `more ${noun}`)} did not fit: the JSON report has more.</p>`
  );
}
