/** An update of a stack, as its history has it. */
export interface HistoryEntry {
  /** `update` for an `up`. */
  readonly kind: string;
  readonly result?: string | undefined;
  /** Who ran it, as the caller of the CLI has said. */
  readonly agent?: string | undefined;
  /** ISO 8601, in whole seconds. Missing while the update runs. */
  readonly endedAt?: string | undefined;
}

const AGENT = "edge-platform-fleet/";
/** The history has whole seconds, and the engine may write the state once more after the end. */
const TOLERANCE_MS = 2_000;

/**
 * Returns what names a run in the history of a stack, where everybody sees it. An output of the stack could not: the engine also writes it
 * if the update fails, and an update that is reverted then would look as if nothing had changed.
 */
export function agentOf(hash: string): string {
  return AGENT + hash;
}

/**
 * Returns the hash that the last write of a state has applied; undefined if that was no `up` of a fleet which has succeeded.
 *
 * @param newest of the stack's history
 * @param writtenAt when the state was written. A write without an entry in the history, such as `pulumi state delete` or an update that
 * was killed, is later than the newest entry.
 */
export function appliedHash(newest: HistoryEntry | undefined, writtenAt: string): string | undefined {
  const { kind, result, agent, endedAt } = newest ?? {};
  if (kind !== "update" || result !== "succeeded" || endedAt === undefined || !agent?.startsWith(AGENT))
    return undefined;
  return Date.parse(writtenAt) <= Date.parse(endedAt) + TOLERANCE_MS ? agent.slice(AGENT.length) : undefined;
}
