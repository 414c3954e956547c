/** Activities grow until they are scaled back to stay within the range of numbers. */
const LARGEST_ACTIVITY = 1e100;
const GROWTH = 1.05;
/** The position of a variable that is not in the heap. */
const ABSENT = -1;

/**
 * The order in which a search decides variables: those that occurred in many recent conflicts first, otherwise the
 * smallest first. A binary heap.
 */
export class VariableOrder {
  private readonly activities: number[] = [];
  private increment = 1;
  private readonly heap: number[] = [];
  /** By variable: its index in the heap, or `ABSENT`. */
  private readonly positions: number[] = [];
  private scope: ReadonlySet<number> = new Set();

  /** Offers only these variables from now on. */
  restrict(scope: ReadonlySet<number>): void {
    for (const variable of this.heap) this.positions[variable] = ABSENT;
    this.heap.length = 0;
    this.scope = scope;
    const greatest = [...scope].reduce((most, variable) => Math.max(most, variable), 0);
    while (this.positions.length <= greatest) this.positions.push(ABSENT);
    for (const variable of scope) this.insert(variable);
  }

  /** Removes and returns the first variable that is open. */
  next(isOpen: (variable: number) => boolean): number | undefined {
    for (let first = this.removeFirst(); first !== undefined; first = this.removeFirst()) {
      if (isOpen(first)) return first;
    }
    return undefined;
  }

  /** Offers a variable again. */
  reopen(variable: number): void {
    if (this.positions[variable] === ABSENT && this.scope.has(variable)) this.insert(variable);
  }

  /** Prefers a variable that occurred in a conflict. */
  bump(variable: number): void {
    const activity = (this.activities[variable] ?? 0) + this.increment;
    this.activities[variable] = activity;
    if (activity > LARGEST_ACTIVITY) {
      // Sparse entries stay absent: they are zero.
      for (const index of this.activities.keys()) {
        this.activities[index] = (this.activities[index] ?? 0) / LARGEST_ACTIVITY;
      }
      this.increment /= LARGEST_ACTIVITY;
    }
    const position = this.positions[variable] ?? ABSENT;
    if (position !== ABSENT) this.rise(position);
  }

  /** Lets later conflicts weigh more than earlier ones. */
  decay(): void {
    this.increment *= GROWTH;
  }

  private precedes(left: number, right: number): boolean {
    const difference = (this.activities[left] ?? 0) - (this.activities[right] ?? 0);
    return difference > 0 || (difference === 0 && left < right);
  }

  private insert(variable: number): void {
    this.place(variable, this.heap.length);
    this.rise(this.heap.length - 1);
  }

  private removeFirst(): number | undefined {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (first === undefined || last === undefined) return undefined;
    this.positions[first] = ABSENT;
    if (first !== last) {
      this.place(last, 0);
      this.sink(0);
    }
    return first;
  }

  private rise(from: number): void {
    const variable = this.heap[from] ?? 0;
    let position = from;
    while (position > 0) {
      const parentPosition = (position - 1) >> 1;
      const parent = this.heap[parentPosition] ?? 0;
      if (!this.precedes(variable, parent)) break;
      this.place(parent, position);
      position = parentPosition;
    }
    this.place(variable, position);
  }

  private sink(from: number): void {
    const variable = this.heap[from] ?? 0;
    let position = from;
    for (;;) {
      const left = 2 * position + 1;
      const right = left + 1;
      const leftVariable = this.heap[left];
      if (leftVariable === undefined) break;
      const rightVariable = this.heap[right];
      const rightFirst = rightVariable !== undefined && this.precedes(rightVariable, leftVariable);
      const child = rightFirst ? rightVariable : leftVariable;
      if (!this.precedes(child, variable)) break;
      this.place(child, position);
      position = rightFirst ? right : left;
    }
    this.place(variable, position);
  }

  private place(variable: number, position: number): void {
    this.heap[position] = variable;
    this.positions[variable] = position;
  }
}
