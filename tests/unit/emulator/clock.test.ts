import { Clock, microseconds, seconds } from "../../../emulator/clock";
import { changeClock, serializeClock } from "../../../emulator/control/clock";

const START = Date.parse("2030-01-01T00:00:00Z");

function newClock() {
  const real = { now: START };
  return { real, clock: new Clock(() => real.now) };
}

describe("Clock", () => {
  it("advances with real time from the time that was set", () => {
    const { real, clock } = newClock();
    clock.set(new Date("2023-01-30T00:00:00Z"));
    real.now += 1500;
    expect(clock.now().toISOString()).toBe("2023-01-30T00:00:01.500Z");
  });

  it("stands still while frozen, can be advanced, and continues from there", () => {
    const { real, clock } = newClock();
    clock.freeze(true);
    real.now += 1000;
    clock.advance(60_000);
    expect([clock.now().getTime(), clock.frozen]).toEqual([START + 60_000, true]);
    clock.freeze(false);
    real.now += 5;
    expect([clock.now().getTime(), clock.frozen]).toEqual([START + 60_005, false]);
  });

  it("returns to real time after a reset", () => {
    const { real, clock } = newClock();
    clock.advance(5);
    clock.freeze(true);
    clock.reset();
    real.now += 1;
    expect(clock.now().getTime()).toBe(START + 1);
  });
});

describe("changeClock", () => {
  it("freezes at exactly the given time", () => {
    let real = START;
    const clock = new Clock(() => (real += 1));
    changeClock(clock, { now: "2031-05-06T07:08:09Z", frozen: true });
    expect(serializeClock(clock)).toEqual({ now: "2031-05-06T07:08:09.000Z", frozen: true });
    changeClock(clock, { advance: "36h" });
    expect(serializeClock(clock)).toEqual({ now: "2031-05-07T19:08:09.000Z", frozen: true });
  });
});

describe("formatted times", () => {
  it("have whole seconds for tokens and microseconds for rulesets", () => {
    const time = new Date("2030-01-01T00:00:00.987Z");
    expect([seconds(time), microseconds(time)]).toEqual([
      "2030-01-01T00:00:00Z",
      "2030-01-01T00:00:00.987000Z",
    ]);
  });
});
