import type { z } from "zod";
import type { Ruleset } from "../provider/api";
import type { ClockChange } from "./control/clock";
import type { PublishedVersion } from "./control/managed";
import type { SeedDocument } from "./control/seed";
import type { Snapshot } from "./control/snapshot";
import type { Fault } from "./faults";
import type { LoggedRequest } from "./request-log";

/** What a seed made: ids, and the values of tokens. */
export interface Seeded {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly zones: readonly { readonly id: string; readonly name: string }[];
  readonly tokens: readonly { readonly id: string; readonly name: string; readonly value: string }[];
  readonly rulesets: readonly { readonly id: string; readonly phase: string; readonly kind: string }[];
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
}

/** A refusal of the control plane; the message says what was wrong. */
export class ControlPlaneError extends Error {
  constructor(
    message: string,
    /** Of HTTP; absent when there was no answer. */
    readonly status?: number,
  ) {
    super(message);
    this.name = "ControlPlaneError";
  }
}

/** The control plane of a running platform. Every method throws ControlPlaneError when it is refused. */
export class ControlClient {
  private readonly origin: string;

  /** `baseUrl`: the platform's, with or without `/client/v4`. */
  constructor(baseUrl: string) {
    this.origin = new URL(baseUrl).origin;
  }

  async health(): Promise<void> {
    await this.send("GET", "/health");
  }

  /** Calls after number `since`, and the number to ask with next. */
  requests(since = 0): Promise<{ requests: LoggedRequest[]; next: number }> {
    return this.send("GET", `/requests?since=${since}`);
  }

  async clearRequests(): Promise<void> {
    await this.send("DELETE", "/requests");
  }

  listFaults(): Promise<Fault[]> {
    return this.send("GET", "/faults");
  }

  /** An empty list ends all faults. */
  replaceFaults(faults: readonly Fault[]): Promise<Fault[]> {
    return this.send("PUT", "/faults", faults);
  }

  getClock(): Promise<ClockState> {
    return this.send("GET", "/clock");
  }

  changeClock(change: ClockChange): Promise<ClockState> {
    return this.send("PUT", "/clock", change);
  }

  /** Nothing is left but the account, the managed rulesets and the bootstrap token. */
  async reset(): Promise<void> {
    await this.send("POST", "/reset");
  }

  /** Adds all of the document, or nothing. */
  seed(document: z.input<typeof SeedDocument>): Promise<Seeded> {
    return this.send("POST", "/seed", document);
  }

  getSnapshot(): Promise<Snapshot> {
    return this.send("GET", "/snapshot");
  }

  async replaceSnapshot(snapshot: Snapshot): Promise<void> {
    await this.send("PUT", "/snapshot", snapshot);
  }

  /** Publishes the next version of a managed ruleset. */
  publishManaged(rulesetId: string, change: z.input<typeof PublishedVersion> = {}): Promise<Ruleset> {
    return this.send("POST", `/managed/${encodeURIComponent(rulesetId)}`, change);
  }

  private async send<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    const answer = await this.reach(method, path, body);
    // The control plane is of this package, in this release: what it answers is what these types say.
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
        `there is no platform at ${this.origin} (${why}). Start one with \`edge-platform serve\`.`,
      );
    }
  }
}
