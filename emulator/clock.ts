/** The clock of a platform: real time plus an offset, or a frozen time. */
export class Clock {
  private offset = 0;
  private frozenAt: number | undefined;

  constructor(private readonly real: () => number) {}

  now(): Date {
    return new Date(this.frozenAt ?? this.real() + this.offset);
  }

  get frozen(): boolean {
    return this.frozenAt !== undefined;
  }

  set(now: Date): void {
    if (this.frozen) this.frozenAt = now.getTime();
    else this.offset = now.getTime() - this.real();
  }

  advance(milliseconds: number): void {
    this.set(new Date(this.now().getTime() + milliseconds));
  }

  freeze(frozen: boolean): void {
    const now = this.now();
    this.frozenAt = frozen ? now.getTime() : undefined;
    this.set(now);
  }

  /** Returns to real time. */
  reset(): void {
    this.frozenAt = undefined;
    this.offset = 0;
  }
}

/** Formats a time for tokens: UTC in whole seconds. */
export function seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Formats a time for rulesets and zones: UTC with microseconds. */
export function microseconds(time: Date): string {
  return time.toISOString().replace(/Z$/, "000Z");
}
