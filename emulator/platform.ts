import type { ServerResponse } from "node:http";
import type { ZonePlan } from "../provider/api";
import type { Language } from "../provider/filter";
import type { Clock } from "./clock";
import type { FaultPlan } from "./fault-plan";
import type { Ids } from "./ids";
import type { RateLimiter } from "./rate-limiter";
import type { RequestLog } from "./request-log";
import type { Store } from "./store";

/** The parts of a running platform, which every route receives. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly requests: RequestLog;
  readonly faults: FaultPlan;
  readonly rateLimiter: RateLimiter;
  /** The vendor segment in resource keys, such as `cloudflare` in `com.cloudflare.api.account.zone.*`. */
  readonly vendor: string;
  readonly plan: ZonePlan;
  /** Enforces the limits of tokens per user and account, and of rules per plan. */
  readonly strictLimits: boolean;
  /** Accepts overrides of rules and categories that the catalogue of a managed ruleset lacks, and adds them to it. */
  readonly learnManagedRules: boolean;
  /** What is known of the language of filters besides its table. */
  readonly language?: Language | undefined;
  readonly log: (line: string) => void;
}

/** The environment of each request, as Hono types it. */
export interface AppEnv {
  Bindings: {
    /** The peer address of the connection. */
    readonly remoteAddress: string;
    /** The raw response, which an injected fault can break off. Absent if there is no connection. */
    readonly outgoing?: ServerResponse;
  };
  Variables: {
    /** Set if an injected fault left the client without an answer. */
    unanswered: boolean;
  };
}
