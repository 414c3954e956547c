/** The oldest are forgotten beyond this many. */
const KEPT = 10_000;

export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly method: string;
  /** Below `/client/v4` or `/gateway`, with its query. */
  readonly path: string;
  /** 0 when a fault left the caller without an answer. */
  readonly status: number;
  readonly ms: number;
}

/** The requests of the emulated API since the process started, or since it was emptied. */
export class RequestLog {
  private entries: LoggedRequest[] = [];
  private last = 0;

  add(entry: Omit<LoggedRequest, "seq">): void {
    this.last += 1;
    this.entries.push({ seq: this.last, ...entry });
    if (this.entries.length > 2 * KEPT) this.entries = this.entries.slice(-KEPT);
  }

  /** Those after number `since`, and the number to ask with next. */
  list(since: number): { requests: LoggedRequest[]; next: number } {
    return { requests: this.entries.filter(({ seq }) => seq > since).slice(-KEPT), next: this.last };
  }

  /** Numbers go on from where they were. */
  clear(): void {
    this.entries = [];
  }
}
