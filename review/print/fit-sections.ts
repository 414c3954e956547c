import { counted } from "../changes/counted";

/** A part of a document with blocks that are shown or left out as a whole. */
export interface Section {
  readonly title: string;
  readonly blocks: readonly string[];
  /** What a block is: `reason`, `ruleset`. */
  readonly noun: string;
}

/** The room for the line that counts what is left out, per section. */
const NOTE = 160;

/** Returns the first texts that take at most `room` characters together. */
export function firstThatFit(texts: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = texts.findIndex((text) => (left -= text.length) < 0);
  return end < 0 ? texts : texts.slice(0, end);
}

/**
 * Joins sections to a text of at most `limit` characters. Blocks that do not fit are counted in one line, never cut; shorter ones
 * behind them are still shown. `head` must be shorter than the limit.
 */
export function fitSections(head: string, sections: readonly Section[], limit: number): string {
  const filled = sections.filter(({ blocks }) => blocks.length > 0);
  // Each section gets an equal share of the room first, so that a long one does not push out all others.
  let room = limit - head.length - filled.reduce((sum, { title }) => sum + title.length + NOTE, 0);
  const shown = filled.map(() => new Set<number>());
  const take = (share: (left: number) => number) => {
    for (const [index, { blocks }] of filled.entries()) {
      let own = Math.min(room, share(filled.length - index));
      for (const [place, block] of blocks.entries()) {
        const size = block.length + 1;
        if (shown[index]?.has(place) || size > own) continue;
        shown[index]?.add(place);
        own -= size;
        room -= size;
      }
    }
  };
  take((left) => Math.floor(room / left));
  take(() => room);
  const texts = filled.map(({ title, blocks, noun }, index) => {
    const kept = blocks.filter((_, place) => shown[index]?.has(place));
    const left = blocks.length - kept.length;
    const note =
      left > 0 ? [`*${counted(left, `more ${noun}`)} did not fit; the JSON document has more.*`] : [];
    return [`${title}\n`, ...kept, ...note].join("\n").trimEnd();
  });
  return `${[head.trimEnd(), ...texts].join("\n\n")}\n`;
}
