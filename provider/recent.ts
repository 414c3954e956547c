/**
 * Keeps what was computed for recent texts: the rules of many zones are equal, or differ only in their hosts and paths. It forgets all
 * when they become too large together.
 */
export class Recent<T> {
  private readonly results = new Map<string, T>();
  private size = 0;

  /**
   * @param maxSize of all texts together
   * @param sizeOf returns the size of one text. Default: its length
   */
  constructor(
    private readonly maxSize: number,
    private readonly sizeOf: (text: string) => number = ({ length }) => length,
  ) {}

  /** Returns a memory of the results for so many texts, whatever their lengths are. */
  static ofCount<T>(maxCount: number): Recent<T> {
    return new Recent(maxCount, () => 1);
  }

  /** Returns the result for a text. If `make` throws, nothing is kept. */
  get(text: string, make: () => T): T {
    // The cast holds: a result may be undefined, too.
    if (this.results.has(text)) return this.results.get(text) as T;
    const result = make();
    this.grow(this.sizeOf(text));
    this.results.set(text, result);
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
