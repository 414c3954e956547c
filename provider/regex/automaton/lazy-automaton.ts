/** The state from which nothing is accepted, whatever follows. */
export const DEAD = 0;
/** The state from which everything is accepted, whatever follows. */
export const FULL = 1;
/** A transition that has not been computed yet. */
const UNKNOWN = -1;

/** How many states the table of a new automaton has room for. */
const FIRST_STATES = 8;
/** Estimates of what a state needs besides its transitions: entries of lists and maps, and for each unit of its key. */
const STATE_BYTES = 400;
const KEY_UNIT_BYTES = 6;

/** A deterministic automaton over bytes. A state is a number; every automaton has the states `DEAD` and `FULL`. */
export interface Automaton {
  readonly start: number;
  /** The class of each byte. Bytes of one class lead from each state to the same state. */
  readonly classes: Uint8Array;
  next(state: number, byte: number): number;
  /** Whether the bytes that were read so far are accepted. */
  accepts(state: number): boolean;
  /** Whether the automaton accepts some bytes. */
  run(bytes: Uint8Array): boolean;
}

/**
 * Takes note of memory, in bytes, and of steps: short pieces of work, such as a transition. It may throw, which ends the computation that
 * needs them. Default: no steps.
 */
export type Spend = (bytes: number, steps?: number) => void;

/** A state as the author of an automaton describes it: `S`, or one of the two states that decide the rest. */
export type Described<S> = S | "dead" | "full";

/** The rules of an automaton whose states are computed when they are first reached. */
export interface Rules<S extends object | number> {
  readonly start: Described<S>;
  readonly classes: Uint8Array;
  /** Identifies a state: states with the same key are the same. */
  readonly keyOf: (state: S) => string | number;
  readonly next: (state: S, byte: number) => Described<S>;
  readonly accepts: (state: S) => boolean;
}

/** An automaton that computes states and transitions when they are first needed, and keeps them. */
export class LazyAutomaton<S extends object | number> implements Automaton {
  readonly start: number;
  readonly classes: Uint8Array;
  private readonly width: number;
  private readonly ids = new Map<string | number, number>();
  /** The described states by number. The first two have no description. */
  private readonly described: (S | undefined)[] = [undefined, undefined];
  private readonly accepted: (boolean | undefined)[] = [false, true];
  private table: Int32Array;

  /** @param spend is called before memory for a state is taken, and for each new transition. Default: nothing is limited. */
  constructor(
    private readonly rules: Rules<S>,
    private readonly spend: Spend = () => undefined,
  ) {
    this.classes = rules.classes;
    this.width = widthOf(rules.classes);
    this.table = new Int32Array(FIRST_STATES * this.width).fill(UNKNOWN);
    this.table.fill(DEAD, 0, this.width);
    this.table.fill(FULL, this.width, 2 * this.width);
    this.start = this.idOf(rules.start);
  }

  next(state: number, byte: number): number {
    const known = this.table[state * this.width + (this.classes[byte] ?? 0)] ?? UNKNOWN;
    return known === UNKNOWN ? this.advance(state, byte) : known;
  }

  accepts(state: number): boolean {
    const known = this.accepted[state];
    if (known !== undefined) return known;
    const described = this.described[state];
    const accepted = described !== undefined && this.rules.accepts(described);
    this.accepted[state] = accepted;
    return accepted;
  }

  /** Whether the automaton accepts some bytes. */
  run(bytes: Uint8Array): boolean {
    const { classes, width } = this;
    let { start: state, table } = this;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      let next = table[state * width + (classes[byte] ?? 0)] ?? UNKNOWN;
      if (next === UNKNOWN) {
        next = this.advance(state, byte);
        table = this.table;
      }
      if (next <= FULL) return next === FULL;
      state = next;
    }
    return this.accepts(state);
  }

  private advance(state: number, byte: number): number {
    this.spend(0, 1);
    const described = this.described[state];
    const next = described === undefined ? state : this.idOf(this.rules.next(described, byte));
    this.table[state * this.width + (this.classes[byte] ?? 0)] = next;
    return next;
  }

  private idOf(state: Described<S>): number {
    if (state === "dead") return DEAD;
    if (state === "full") return FULL;
    const key = this.rules.keyOf(state);
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const keyBytes = typeof key === "string" ? KEY_UNIT_BYTES * key.length : 0;
    this.spend(STATE_BYTES + keyBytes + 4 * this.width);
    const id = this.described.push(state) - 1;
    this.ids.set(key, id);
    if (this.described.length * this.width > this.table.length) this.grow();
    return id;
  }

  private grow(): void {
    const grown = new Int32Array(2 * this.table.length).fill(UNKNOWN, this.table.length);
    grown.set(this.table);
    this.table = grown;
  }
}

/** Groups bytes into classes: bytes with the same key are in one class. */
export function classesBy(keyOf: (byte: number) => string | number): Uint8Array {
  const known = new Map<string | number, number>();
  const classes = new Uint8Array(256);
  for (let byte = 0; byte < classes.length; byte += 1) {
    const key = keyOf(byte);
    const found = known.get(key) ?? known.size;
    known.set(key, found);
    classes[byte] = found;
  }
  return classes;
}

function widthOf(classes: Uint8Array): number {
  let most = 0;
  for (let byte = 0; byte < classes.length; byte += 1) most = Math.max(most, classes[byte] ?? 0);
  return most + 1;
}
