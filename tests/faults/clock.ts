/** The start of every clock of the harness, so that a cell is reproducible. */
const START = Date.parse("2031-03-01T00:00:00Z");

interface Timer {
  readonly at: number;
  readonly run: () => void;
  /** Ends a request without an answer. Such timers fire only while a request is held. */
  readonly limit: boolean;
}

/**
 * The time of provider and platform. It advances when something waits for it: a pause between two tries takes no real time, and
 * a timeout fires as soon as only the held request is in flight.
 */
export class VirtualClock {
  private time = START;

  now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }

  /** Resets the clock for the next cell. */
  set(time: number): void {
    this.time = time;
  }
}

/** The timers of one process. */
export class Timers {
  private readonly timers = new Set<Timer>();
  private dead = false;
  private planned = false;

  constructor(
    private readonly clock: VirtualClock,
    /** The requests of the process that are in flight, and how many of them are held. */
    private readonly traffic: () => { readonly underWay: number; readonly held: number },
  ) {}

  add(run: () => void, ms: number, limit: boolean): Timer {
    const timer = { at: this.clock.now() + ms, run, limit };
    this.timers.add(timer);
    this.look();
    return timer;
  }

  remove(timer: Timer): void {
    this.timers.delete(timer);
  }

  /** Stops all timers when the process ends. */
  end(): void {
    this.dead = true;
    this.timers.clear();
  }

  /** Must be called when a request ends or is held. */
  look(): void {
    if (this.dead || this.planned) return;
    this.planned = true;
    // Everything that can run without waiting runs first.
    setImmediate(() => setImmediate(() => this.fire()));
  }

  private fire(): void {
    this.planned = false;
    const { underWay, held } = this.traffic();
    if (this.dead || underWay > held) return;
    const waiting = [...this.timers].filter(({ limit }) => !limit || held > 0);
    const [next] = waiting.sort((a, b) => a.at - b.at);
    if (!next) return;
    this.timers.delete(next);
    this.clock.advance(Math.max(0, next.at - this.clock.now()));
    next.run();
    this.look();
  }
}

/** Returns a `Date` whose current time is the clock's. */
export function virtualDate(clock: VirtualClock): DateConstructor {
  class VirtualDate extends Date {
    constructor(...values: unknown[]) {
      // Without arguments, a Date is the current time.
      super(...((values.length > 0 ? values : [clock.now()]) as [number]));
    }
    static override now(): number {
      return clock.now();
    }
  }
  // Only the call without `new` is missing, which nobody uses.
  return VirtualDate as unknown as DateConstructor;
}
