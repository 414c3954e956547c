import type { ZonePlan } from "../provider/api/plans";

/** Options of the platform. */
export interface ServerOptions {
  /** The data folder, which is created if missing. */
  readonly data: string;
  /** The address to listen on. Defaults to 127.0.0.1, which other machines cannot reach. */
  readonly host?: string | undefined;
  /** The port to listen on. 0 selects a free port. */
  readonly port: number;
  /** The bootstrap token. Defaults to the token in the data folder. */
  readonly token?: string | undefined;
  /** The vendor segment in resource keys. Defaults to the vendor in the data folder, or to `cloudflare` in a new one. */
  readonly vendor?: string | undefined;
  /** The plan of zones that clients create. Defaults to `enterprise`. */
  readonly plan?: ZonePlan | undefined;
  /** Enforces the limits of tokens per user and account, and of rules per plan. Defaults to false. */
  readonly strictLimits?: boolean | undefined;
  /**
   * Accepts overrides of rules and categories that a managed ruleset of the platform does not have, and adds them to it. The platform has
   * a sample of the hosted API's rules. Defaults to false.
   */
  readonly learnManagedRules?: boolean | undefined;
  /** Requests per five minutes. Defaults to no limit. */
  readonly rateLimit?: number | undefined;
  /** Fields and functions that filters may use besides those of this release: `{ "cf.new.score": "Int" }`. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Whether an unknown field or function makes a filter invalid. Defaults to `error`. */
  readonly unknownNames?: "error" | "warn" | undefined;
  /** Seconds that replace the five minutes of `rateLimit`, for tests that wait for the end of a window. */
  readonly rateWindow?: number | undefined;
  /** Receives the log lines of the platform. */
  readonly log: (line: string) => void;
  /** Ends the wait for a data folder that another platform uses. */
  readonly signal?: AbortSignal | undefined;
}

/** The addresses, ids and credentials of a running platform. `apiKey` and `token` are secret. */
export interface Ready {
  readonly baseUrl: string;
  readonly gatewayUrl: string;
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly apiKey: string;
  readonly token: string;
  readonly vendor: string;
}

export interface RunningPlatform {
  readonly ready: Ready;
  /** Finishes open requests, then closes the data file. */
  close(): Promise<void>;
}
