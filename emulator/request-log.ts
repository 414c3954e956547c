/** Entries to keep. The oldest are dropped. */
const MAX_ENTRIES = 10_000;

/** A request that the platform has received. */
export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly method: string;
  /** The path below `/client/v4` or `/gateway`, including the query. */
  readonly path: string;
  /** The HTTP status, or 0 if an injected fault left the client without an answer. */
  readonly status: number;
  readonly ms: number;
}

export class RequestLog {
  private entries: LoggedRequest[] = [];
  private last = 0;
  private changes = 0;

  add(entry: Omit<LoggedRequest, "seq">): void {
    this.last += 1;
    this.entries.push({ seq: this.last, ...entry });
    if (this.entries.length > 2 * MAX_ENTRIES) this.entries = this.entries.slice(-MAX_ENTRIES);
  }

  /** Counts a change that the control plane made without a request to the API, such as a seed. */
  countChange(): void {
    this.changes += 1;
  }

  /** Returns the requests after the number `since`, the number to pass next time, and how many changes the control plane made. */
  list(since: number): { requests: LoggedRequest[]; next: number; changes: number } {
    const requests = this.entries.filter(({ seq }) => seq > since).slice(-MAX_ENTRIES);
    return { requests, next: this.last, changes: this.changes };
  }

  /** Removes all entries. Numbering continues. */
  clear(): void {
    this.entries = [];
  }
}
