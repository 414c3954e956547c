import { lazily } from "../../lazily";
import { intersection, rangesOf, type Ranges, union } from "./ranges";
import { unicodeRanges } from "./unicode-class";

const ASCII_CASE_DISTANCE = 0x20;
const UPPER: Ranges = [[0x41, 0x5a]];
const LOWER: Ranges = [[0x61, 0x7a]];
/** Pairs that fold together although neither is the upper or lower case of the other. */
const UNRELATED: readonly (readonly [number, number])[] = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
];

const casedCharacters = lazily((): Ranges => {
  const changing = unicodeRanges("Changes_When_Casemapped", "Changes_When_Casefolded");
  return union(changing, rangesOf(UNRELATED.flat().map((codePoint) => [codePoint, codePoint] as const)));
});
/** For each cased character, the others with the same case folding. */
const orbits = lazily(findOrbits);

/** Adds the other case of each ASCII letter. */
export function foldAscii(ranges: Ranges): Ranges {
  const lowered = intersection(ranges, UPPER).map(
    ([a, b]) => [a + ASCII_CASE_DISTANCE, b + ASCII_CASE_DISTANCE] as const,
  );
  const raised = intersection(ranges, LOWER).map(
    ([a, b]) => [a - ASCII_CASE_DISTANCE, b - ASCII_CASE_DISTANCE] as const,
  );
  return rangesOf([...ranges, ...lowered, ...raised]);
}

/** Adds every character with the same Unicode simple case folding as one in the set. */
export function foldUnicode(ranges: Ranges): Ranges {
  const added: [number, number][] = [];
  for (const [first, last] of intersection(ranges, casedCharacters())) {
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      for (const other of orbits().get(codePoint) ?? []) added.push([other, other]);
    }
  }
  return rangesOf([...ranges, ...added]);
}

function findOrbits(): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, Set<number>>();
  const join = (a: number, b: number) => {
    if (a === b || !foldsTogether(a, b)) return;
    const members = new Set([...(groups.get(a) ?? [a]), ...(groups.get(b) ?? [b])]);
    for (const member of members) groups.set(member, members);
  };
  for (const [first, last] of casedCharacters()) {
    for (let codePoint = first; codePoint <= last; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      for (const mapped of [character.toLowerCase(), character.toUpperCase()]) {
        const [only, ...more] = Array.from(mapped);
        if (only !== undefined && more.length === 0) join(codePoint, only.codePointAt(0) ?? codePoint);
      }
    }
  }
  for (const [a, b] of UNRELATED) join(a, b);
  return new Map([...groups].map(([key, members]) => [key, [...members].filter((member) => member !== key)]));
}

/** The flags `i` and `u` of JavaScript use Unicode simple case folding. */
function foldsTogether(a: number, b: number): boolean {
  return new RegExp(`^\\u{${a.toString(16)}}$`, "iu").test(String.fromCodePoint(b));
}
