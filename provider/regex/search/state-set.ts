/**
 * A sparse set of state numbers in insertion order. Adding, testing and clearing take constant time. Iteration includes states
 * that are added meanwhile.
 */
export class StateSet {
  private readonly ids: Int32Array;
  /** The index of a state in `ids`. Entries can be stale after `clear`, so `add` verifies them. */
  private readonly indexes: Int32Array;
  private count = 0;

  /** @param states the number of states; they are numbered from 0 */
  constructor(states: number) {
    this.ids = new Int32Array(states);
    this.indexes = new Int32Array(states);
  }

  get size(): number {
    return this.count;
  }

  /** Returns a state by insertion index. */
  at(index: number): number {
    return this.ids[index] ?? 0;
  }

  add(id: number): void {
    const index = this.indexes[id] ?? 0;
    if (index < this.count && this.ids[index] === id) return;
    this.ids[this.count] = id;
    this.indexes[id] = this.count;
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
