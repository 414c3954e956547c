/** What the platform takes for the present: real time with an offset, or a time that stands still. */
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

  /** Real time again. */
  reset(): void {
    this.frozenAt = undefined;
    this.offset = 0;
  }
}

/** Whole seconds, UTC, as tokens show times. */
export function seconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "Z");
}

/** Microseconds, UTC, as rulesets and zones show times. */
export function microseconds(time: Date): string {
  return time.toISOString().replace(/Z$/, "000Z");
}
