/**
 * Numbers of states, each once, in the order in which they were added. Adding, asking and emptying take the same time
 * whatever is in it; adding while it is gone through is allowed, and what is added comes too.
 */
export class StateSet {
  private readonly ids: Int32Array;
  /** Where in `ids` a state stands, if it is there at all: after a `clear` places are left over. */
  private readonly places: Int32Array;
  private count = 0;

  /** @param states how many there are to be numbered, from 0 */
  constructor(states: number) {
    this.ids = new Int32Array(states);
    this.places = new Int32Array(states);
  }

  get size(): number {
    return this.count;
  }

  /** The state that was added so many states after the first one. */
  at(place: number): number {
    return this.ids[place] ?? 0;
  }

  add(id: number): void {
    const place = this.places[id] ?? 0;
    if (place < this.count && this.ids[place] === id) return;
    this.ids[this.count] = id;
    this.places[id] = this.count;
    this.count += 1;
  }

  addAll(ids: Iterable<number>): void {
    for (const id of ids) this.add(id);
  }

  clear(): void {
    this.count = 0;
  }

  sorted(): Int32Array {
    return this.ids.slice(0, this.count).sort();
  }
}
