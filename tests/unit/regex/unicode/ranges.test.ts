import fc from "fast-check";
import {
  contains,
  difference,
  intersection,
  negate,
  type Ranges,
  rangesOf,
  symmetricDifference,
  union,
} from "../../../../provider/regex/unicode/ranges";
import {
  utf8Automaton,
  type Utf8Node,
  utf8Sequences,
} from "../../../../provider/regex/compile/utf8-automaton";

const MAX = 15;
const pair = fc
  .tuple(fc.nat({ max: MAX }), fc.nat({ max: MAX }))
  .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
const pairs = fc.array(pair, { maxLength: 4 });
const ranges = pairs.map(rangesOf);
/** Code points around the limits of each UTF-8 length and of the surrogates. */
const codePoint = fc
  .tuple(
    fc.constantFrom(0, 0x3f, 0x7f, 0xff, 0x7ff, 0xfff, 0xd7ff, 0xdfff, 0xffff, 0x1ffff, 0x10fffe),
    fc.nat({ max: 130 }),
  )
  .map(([near, more]) => Math.min(0x10ffff, near + more));

describe("ranges, compared with sets of numbers", () => {
  it("are sorted, and neither adjacent nor overlapping", () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const made = rangesOf(given);
        expect(numbersOf(made)).toEqual(numbersOf(given));
        made.forEach(([first, last], index) => {
          expect(first).toBeLessThanOrEqual(last);
          expect(first).toBeGreaterThan((made[index - 1]?.[1] ?? -2) + 1);
        });
      }),
    );
  });

  it("compute union, intersection, difference and complement", () => {
    fc.assert(
      fc.property(ranges, ranges, (a, b) => {
        const inA = new Set(numbersOf(a));
        const inB = new Set(numbersOf(b));
        const all = Array.from({ length: MAX + 1 }, (_, number) => number);
        const expectNumbers = (made: Ranges, belongs: (number: number) => boolean): void => {
          expect(made).toEqual(rangesOf(made));
          expect(numbersOf(made)).toEqual(all.filter(belongs));
        };
        expectNumbers(union(a, b), (number) => inA.has(number) || inB.has(number));
        expectNumbers(intersection(a, b), (number) => inA.has(number) && inB.has(number));
        expectNumbers(difference(a, b, MAX), (number) => inA.has(number) && !inB.has(number));
        expectNumbers(symmetricDifference(a, b, MAX), (number) => inA.has(number) !== inB.has(number));
        expectNumbers(negate(a, MAX), (number) => !inA.has(number));
        for (const number of [...all, MAX + 1]) expect(contains(a, number)).toBe(inA.has(number));
      }),
    );
  });
});

describe("the UTF-8 of a set of characters", () => {
  it("is matched exactly by its byte sequences and by its automaton", () => {
    const set = fc.array(fc.tuple(codePoint, fc.nat({ max: 300 })), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(set, codePoint, (starts, asked) => {
        const made = rangesOf(
          starts.map(([first, more]): [number, number] => [first, Math.min(0x10ffff, first + more)]),
        );
        const probes = [asked, ...made.flatMap(([first, last]) => [first - 1, first, last, last + 1])];
        const sequences = utf8Sequences(made);
        const automaton = utf8Automaton(made);
        for (const probe of probes.filter(isCharacter)) {
          const bytes = [...Buffer.from(String.fromCodePoint(probe))];
          const fits = sequences.filter(
            (sequence) =>
              sequence.length === bytes.length &&
              sequence.every(([first, last], index) => {
                const byte = bytes[index] ?? -1;
                return byte >= first && byte <= last;
              }),
          );
          expect(fits).toHaveLength(contains(made, probe) ? 1 : 0);
          expect(reads(automaton, bytes)).toBe(contains(made, probe));
        }
      }),
    );
  });

  it("has no sequence for surrogates", () => {
    expect(utf8Sequences([[0xd800, 0xdfff]])).toEqual([]);
    expect(utf8Sequences([[0xd7ff, 0xe000]])).toEqual([
      [
        [0xed, 0xed],
        [0x9f, 0x9f],
        [0xbf, 0xbf],
      ],
      [
        [0xee, 0xee],
        [0x80, 0x80],
        [0x80, 0x80],
      ],
    ]);
  });

  it("has the minimal number of sequences: all characters give the table of the Unicode standard", () => {
    const hex = (sequence: ReturnType<typeof utf8Sequences>[number]) =>
      sequence.map(([first, last]) => `${first.toString(16)}-${last.toString(16)}`).join(" ");
    expect(utf8Sequences([[0, 0x10ffff]]).map(hex)).toEqual([
      "0-7f",
      "c2-df 80-bf",
      "e0-e0 a0-bf 80-bf",
      "e1-ec 80-bf 80-bf",
      "ed-ed 80-9f 80-bf",
      "ee-ef 80-bf 80-bf",
      "f0-f0 90-bf 80-bf 80-bf",
      "f1-f3 80-bf 80-bf 80-bf",
      "f4-f4 80-8f 80-bf 80-bf",
    ]);
  });
});

function numbersOf(list: readonly (readonly [number, number])[]): number[] {
  const numbers = new Set<number>();
  for (const [first, last] of list) for (let number = first; number <= last; number += 1) numbers.add(number);
  return [...numbers].sort((a, b) => a - b);
}

function isCharacter(code: number): boolean {
  return code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function reads(start: Utf8Node, bytes: readonly number[]): boolean {
  let node: Utf8Node | undefined = start;
  for (const byte of bytes) {
    const move: Utf8Node["moves"][number] | undefined = node?.moves.find(
      ({ first, last }) => byte >= first && byte <= last,
    );
    if (move === undefined) return false;
    node = move.next;
  }
  return node === undefined;
}
