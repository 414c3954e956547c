import { EDGE_POLICIES } from "../policies";
import type { EdgePolicy } from "../policies/policy";

/** Policies on how a program declares resources, and on what an update does. They have nothing to judge in what is live. */
const OF_PROGRAMS: readonly string[] = [
  "limit-removed-rules",
  "protect-zones",
  "require-shared-ownership",
  "require-takeover-approval",
  "require-token-making-review",
];

/** The policies that can judge what is live. */
export const LIVE_POLICIES: readonly EdgePolicy[] = EDGE_POLICIES.filter(
  ({ name }) => !OF_PROGRAMS.includes(name),
);
