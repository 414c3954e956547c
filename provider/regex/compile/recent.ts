/**
 * Keeps what was computed for recent patterns: the rules of many zones differ in their hosts and paths, and have the same patterns. It
 * forgets all of them when they become too large together.
 */
export class Recent<T> {
  private readonly results = new Map<string, T>();
  private size = 0;

  constructor(private readonly maxSize: number) {}

  /** Returns the result for a pattern. If `make` throws, nothing is kept. */
  get(pattern: string, make: () => T): T {
    const known = this.results.get(pattern);
    if (known !== undefined) return known;
    const result = make();
    this.grow(pattern.length);
    this.results.set(pattern, result);
    return result;
  }

  /** Takes note of the size of a result, also of what it keeps later. */
  readonly grow = (size: number): void => {
    this.size += size;
    if (this.size <= this.maxSize) return;
    this.results.clear();
    this.size = 0;
  };
}
