import { limitTokenMakers } from "../policies/limit-token-makers";
import type { EdgePolicy } from "../policies/policy";

/** The policies that can judge what is live. */
export const LIVE_POLICIES: readonly EdgePolicy[] = [limitTokenMakers as EdgePolicy];
