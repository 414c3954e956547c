import fc from "fast-check";
import { UNKNOWN } from "../../../../provider/api";
import {
  checkRotation,
  checkWarnBefore,
  dueGeneration,
  expiryWarning,
  generationInName,
  generationName,
  parseDuration,
  startSetBack,
  startWithMargin,
  type Generation,
} from "../../../../provider/tokens";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = "2030-01-01T00:00:00Z";
const at = (ms: number) => new Date(Date.parse(START) + ms);

describe("a duration", () => {
  it.each([
    ["90s", 90_000],
    ["15m", 900_000],
    ["24h", DAY],
    ["30d", 30 * DAY],
    ["2w", 14 * DAY],
  ])("%s is understood", (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each(["", "30", "d", "30 d", "-1d", "1.5h", "30D", "1d12h", "1mo", "9999999999s"])(
    "%j is none",
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );
});

describe("rotation", () => {
  const rotation = { every: "30d", overlap: "24h" };

  it.each([
    [undefined, []],
    [rotation, []],
    [UNKNOWN, []],
    [{ ...rotation, every: UNKNOWN }, []],
    ["30d", ["rotation: must be an object, found a string"]],
    [{ every: "30d" }, [expect.stringMatching(/^rotation.overlap: must be a whole number .*found nothing$/)]],
    [
      { ...rotation, every: "monthly" },
      [
        'rotation.every: must be a whole number with a unit, such as 90s, 15m, 24h, 30d or 2w; found "monthly"',
      ],
    ],
    [{ ...rotation, every: "59m" }, ['rotation.every: must be from 1h to 3650d, found "59m"']],
    [{ ...rotation, overlap: "1s" }, ['rotation.overlap: must be from 5m to 3650d, found "1s"']],
    [{ every: "1d", overlap: "24h" }, ['rotation.overlap: must be shorter than every (1d), found "24h"']],
    [
      { ...rotation, jitter: "1h" },
      ["rotation.jitter: is not a known property; known properties are every, overlap"],
    ],
  ])("%j is checked", (value, messages) =>
    expect(checkRotation(value).map(({ path, message }) => `${path}: ${message}`)).toEqual(messages),
  );
});

describe("the generation that is due", () => {
  const every = 30 * DAY;
  const first: Generation = { generation: 3, generationSince: START };
  const due = (old: Partial<Generation>, ms: number, triggered = false) =>
    dueGeneration(old, { every, triggered, now: at(ms) });

  it("is the first where none was counted, from now on, also of a token that exists", () => {
    expect(due({}, 1234)).toEqual({ generation: 1, generationSince: "2030-01-01T00:00:01Z" });
    expect(due({ generation: 4 }, 0)).toEqual({ generation: 4, generationSince: START });
  });

  it("stays within the period, and is one more from its end on", () => {
    expect(due(first, every - 1)).toEqual(first);
    expect(due(first, every)).toEqual({ generation: 4, generationSince: "2030-01-31T00:00:00Z" });
  });

  it("is one more however many periods have passed, and the periods stay where they were", () =>
    expect(due(first, 3 * every + 5 * DAY)).toEqual({
      generation: 4,
      generationSince: "2030-04-01T00:00:00Z",
    }));

  it("is one more when asked for, on the schedule as it was", () => {
    expect(due(first, DAY, true)).toEqual({ ...first, generation: 4 });
    expect(due(first, every, true)).toMatchObject({ generation: 4 });
  });

  it("follows another length of the period at once", () =>
    expect(dueGeneration(first, { every: 7 * DAY, triggered: false, now: at(8 * DAY) })).toEqual({
      generation: 4,
      generationSince: "2030-01-08T00:00:00Z",
    }));

  it("stays when a clock is set back, and counts anew where the state holds no time", () => {
    expect(due(first, -DAY)).toEqual(first);
    expect(due({ generation: 3, generationSince: "soon" }, 0)).toEqual(first);
  });

  const periods = fc.integer({ min: HOUR, max: 400 * DAY });
  const times = fc.array(fc.integer({ min: 0, max: 4000 * DAY }), { minLength: 1, maxLength: 40 });

  it("is never overdue after a run, never due twice at one time, and never due more often than periods pass", () =>
    fc.assert(
      fc.property(periods, times, (length, runs) => {
        let state = dueGeneration({}, { every: length, triggered: false, now: at(0) });
        for (const run of runs.sort((a, b) => a - b)) {
          const options = { every: length, triggered: false, now: at(run) };
          const next = dueGeneration(state, options);
          expect(dueGeneration(next, options)).toEqual(next);
          expect(next.generation - state.generation).toBe(
            Number(at(run).getTime() - Date.parse(state.generationSince) >= length),
          );
          // Whole seconds: a period that is none begins up to one second early.
          const age = at(run).getTime() - Date.parse(next.generationSince);
          expect(age).toBeGreaterThanOrEqual(0);
          expect(age).toBeLessThan(length + 1000);
          state = next;
        }
        expect(state.generation - 1).toBeLessThanOrEqual(Math.max(...runs) / length + 1);
      }),
    ));

  it("is the same for an update that failed and the next run within the period", () => {
    const twoRuns = fc
      .integer({ min: HOUR / 1000, max: (400 * DAY) / 1000 })
      .map((seconds) => seconds * 1000)
      .chain((length) => fc.tuple(fc.constant(length), fc.nat(length - 1), fc.nat(length - 1)));
    fc.assert(
      fc.property(twoRuns, ([length, one, two]) => {
        const run = (ms: number) =>
          dueGeneration(first, { every: length, triggered: false, now: at(length + ms) });
        expect(run(one)).toEqual(run(two));
      }),
    );
  });
});

describe("the name of a generation", () => {
  const id = "user/ed17574386854bf78a67040be0a770b0";

  it("is the token's own for the first, and tells generation and resource of a later one", () => {
    expect(generationName("ci", id, 1)).toBe("ci");
    expect(generationName("ci", id, 4)).toMatch(/^ci-g4-[0-9a-f]{8}$/);
  });

  it("fits the API, and is told back, whatever the name is", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }),
        fc.integer({ min: 2, max: 1_000_000 }),
        (name, generation) => {
          const text = generationName(name, id, generation);
          expect(text.length).toBeLessThanOrEqual(120);
          // Throws where half of a surrogate pair is left.
          expect(decodeURIComponent(encodeURIComponent(text))).toBe(text);
          expect(generationInName(text, id)).toBe(generation);
        },
      ),
    ));

  it("is not told back of another resource, or of a name that only looks like it", () => {
    expect(
      generationInName(generationName("ci", id, 4), "user/00000000000000000000000000000000"),
    ).toBeUndefined();
    expect(generationInName("ci", id)).toBeUndefined();
    expect(generationInName("ci-g4", id)).toBeUndefined();
  });
});

describe("a start that is about now", () => {
  it("is set back by five minutes once it has passed, for a clock that is behind", () => {
    expect(startSetBack(START)).toBe("2029-12-31T23:55:00Z");
    expect(startWithMargin(START, at(0))).toBe("2029-12-31T23:55:00Z");
    expect(startWithMargin(START, at(5 * 60_000 - 1))).toBe("2029-12-31T23:55:00Z");
  });

  it("is as written where it lies ahead, or longer ago than a clock is behind", () => {
    expect(startWithMargin(START, at(-1))).toBe(START);
    expect(startWithMargin(START, at(5 * 60_000))).toBe(START);
  });
});

describe("the warning ahead of an end", () => {
  const warning = (expiresOn: unknown, warnBefore: unknown, ms = 0) =>
    expiryWarning({ expiresOn, warnBefore }, at(ms));

  it("says how much is left, and what to do", () => {
    expect(warning("2030-01-14T12:00:00Z", "14d")).toBe(
      "the token expires in 13 days, at 2030-01-14T12:00:00Z. To keep it valid, set expiresOn to a later time, or remove expiresOn.",
    );
    expect(warning("2030-01-01T05:30:00Z", "14d")).toContain("expires in 6 hours, at");
    expect(warning("2030-01-01T00:30:00Z", "14d")).toContain("expires in an hour or less, at");
    expect(warning("2029-12-31T00:00:00Z", "14d")).toContain("has expired: expiresOn is 2029-12-31");
  });

  it.each([
    ["2030-01-15T00:00:01Z", "14d"],
    ["2030-01-02T00:00:00Z", undefined],
    [undefined, "14d"],
    [UNKNOWN, "14d"],
    ["2030-01-02T00:00:00Z", UNKNOWN],
    ["soon", "14d"],
  ])("is not said of %j with %j", (expiresOn, warnBefore) =>
    expect(warning(expiresOn, warnBefore)).toBeUndefined(),
  );

  it("is checked as a duration", () => {
    expect(checkWarnBefore(undefined)).toEqual([]);
    expect(checkWarnBefore("14d")).toEqual([]);
    expect(checkWarnBefore("14")).toMatchObject([{ path: "warnBefore" }]);
  });
});
