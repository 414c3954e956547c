import type { Ruleset } from "../provider/api/wire";
import type { ClockChange, InjectedFault, Snapshot, WrittenSeed, WrittenVersion } from "./control/documents";
import type { LoggedRequest } from "./request-log";

/** The ids of seeded objects, and the values of seeded tokens. */
export interface Seeded {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly zones: readonly { readonly id: string; readonly name: string }[];
  readonly tokens: readonly { readonly id: string; readonly name: string; readonly value: string }[];
  readonly rulesets: readonly { readonly id: string; readonly phase: string; readonly kind: string }[];
}

/** The clock of the platform. */
export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
}

/** An error of the control plane, or a platform that cannot be reached. */
export class ControlPlaneError extends Error {
  constructor(
    message: string,
    /** The HTTP status. Absent if there was no answer. */
    readonly status?: number,
  ) {
    super(message);
    this.name = "ControlPlaneError";
  }
}

/** A client of the control plane of a running platform. Every method throws ControlPlaneError. */
export class ControlClient {
  private readonly origin: string;

  /** `baseUrl` is the URL of the platform, with or without `/client/v4`. */
  constructor(baseUrl: string) {
    this.origin = new URL(baseUrl).origin;
  }

  async health(): Promise<void> {
    await this.send("GET", "/health");
  }

  /** Returns the requests after the number `since`, and the number to pass next time. */
  requests(since = 0): Promise<{ requests: LoggedRequest[]; next: number; changes: number }> {
    return this.send("GET", `/requests?since=${since}`);
  }

  async clearRequests(): Promise<void> {
    await this.send("DELETE", "/requests");
  }

  listFaults(): Promise<InjectedFault[]> {
    return this.send("GET", "/faults");
  }

  /** Replaces the injected faults. An empty list removes all. */
  replaceFaults(faults: readonly InjectedFault[]): Promise<InjectedFault[]> {
    return this.send("PUT", "/faults", faults);
  }

  getClock(): Promise<ClockState> {
    return this.send("GET", "/clock");
  }

  changeClock(change: ClockChange): Promise<ClockState> {
    return this.send("PUT", "/clock", change);
  }

  /** Deletes everything except the account, the managed rulesets and the bootstrap token. */
  async reset(): Promise<void> {
    await this.send("POST", "/reset");
  }

  /** Adds the objects of a document, all or none. */
  seed(document: WrittenSeed): Promise<Seeded> {
    return this.send("POST", "/seed", document);
  }

  getSnapshot(): Promise<Snapshot> {
    return this.send("GET", "/snapshot");
  }

  async replaceSnapshot(snapshot: Snapshot): Promise<void> {
    await this.send("PUT", "/snapshot", snapshot);
  }

  /** Publishes the next version of a managed ruleset. */
  publishManaged(rulesetId: string, change: WrittenVersion = {}): Promise<Ruleset> {
    return this.send("POST", `/managed/${encodeURIComponent(rulesetId)}`, change);
  }

  private async send<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const answer = await this.reach(method, path, body);
    // The control plane belongs to the same release of this package, so its answers have these types.
    const parsed = (await answer.json()) as Result & { error?: string };
    if (answer.ok) return parsed;
    throw new ControlPlaneError(`${method} /_platform${path}: ${String(parsed.error)}`, answer.status);
  }

  private async reach(method: string, path: string, body: unknown): Promise<Response> {
    try {
      return await fetch(`${this.origin}/_platform${path}`, {
        method,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { "Content-Type": "application/json" },
        }),
      });
    } catch (error) {
      const why =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new ControlPlaneError(
        `no platform answers at ${this.origin} (${why}). Start one with \`edge-platform serve\`.`,
      );
    }
  }
}
