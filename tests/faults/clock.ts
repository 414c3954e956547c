/** Where every clock of the harness starts, so that a cell is the same at every run. */
const START = Date.parse("2031-03-01T00:00:00Z");

interface Timer {
  readonly at: number;
  readonly run: () => void;
  /** Ends a request that has no answer; of use only while one is held. */
  readonly limit: boolean;
}

/**
 * Time of the provider and of the platform. It goes on when something waits for it: a pause between two tries costs no
 * real time, and a time-out comes as soon as nothing but the held request is under way.
 */
export class VirtualClock {
  private time = START;

  now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }

  /** Back to the start, for the next cell. */
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
    /** Requests of the process that are under way, and how many of them are held back. */
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

  /** Nothing of the process runs any more. */
  end(): void {
    this.dead = true;
    this.timers.clear();
  }

  /** To be called where a request has ended or is held from now on. */
  look(): void {
    if (this.dead || this.planned) return;
    this.planned = true;
    // Whatever can go on without waiting goes on first.
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

/** `Date` whose present is the clock's. */
export function virtualDate(clock: VirtualClock): DateConstructor {
  class VirtualDate extends Date {
    constructor(...values: unknown[]) {
      // Without arguments it is the present; with them it is what Date makes of them.
      super(...((values.length > 0 ? values : [clock.now()]) as [number]));
    }
    static override now(): number {
      return clock.now();
    }
  }
  // Nobody calls it without `new`, which is all that a class lacks.
  return VirtualDate as unknown as DateConstructor;
}
