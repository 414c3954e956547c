import type { ZonePlan } from "../provider/api";
import type { Clock } from "./clock";
import type { FaultPlan } from "./faults";
import type { Ids } from "./ids";
import type { RateLimiter } from "./rate-limit";
import type { RequestLog } from "./request-log";
import type { Store } from "./store";

export interface PlatformOptions {
  /** The segment in resource keys. */
  readonly vendor: string;
  /** Plan of zones that are made by POST. */
  readonly plan: ZonePlan;
  /** Tokens per user and account, rules per plan. */
  readonly strictLimits: boolean;
}

/** One running platform: what every route works on. */
export interface Platform extends PlatformOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly requests: RequestLog;
  readonly faults: FaultPlan;
  readonly rateLimiter: RateLimiter;
  /** One line for the person who runs the platform. */
  readonly log: (line: string) => void;
}
