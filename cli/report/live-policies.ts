import { limitTokenMakers } from "../../review/policies/limit-token-makers";
import type { EdgePolicy } from "../../review/policies/policy";

/** The policies that can judge what is live. */
export const LIVE_POLICIES: readonly EdgePolicy[] = [limitTokenMakers as EdgePolicy];
