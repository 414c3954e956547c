import type { Ruleset, RulesetSummary } from "../provider/api";
import { isNotFound } from "../provider/client";
import { ruleFromWire, rulesetChanges, rulesOf, ruleToWire, type RulesetChange } from "../provider/rulesets";
import type { RulesetHistory } from "./ruleset-history";
import { changesInWords, versionsInWords } from "./ruleset-words";

/** What a command has to say: for people, line by line, and with `--json`. */
export interface Answer {
  readonly lines: readonly string[];
  readonly json: object;
}

/** The API's answers leave something to be decided by a person; nothing was written. */
export class RefusedError extends Error {}

export async function listVersions(history: RulesetHistory): Promise<Answer> {
  const { version: live } = await history.live();
  const versions = await history.versions();
  return {
    lines: versionsInWords(versions, live),
    json: versions.toReversed().map((summary) => versionJson(summary, live)),
  };
}

export async function diffVersions(
  history: RulesetHistory,
  from: string | undefined,
  to: string | undefined,
): Promise<Answer> {
  const newer = to === undefined ? await history.live() : await keptVersion(history, to);
  const older = await keptVersion(history, from ?? (await versionBefore(history, newer)));
  const changes = rulesetChanges(older, newer);
  return {
    lines: [`From version ${older.version} to version ${newer.version}:`, ...changesInWords(changes)],
    json: { rulesetId: newer.id, from: older.version, to: newer.version, changes: changesJson(changes) },
  };
}

async function keptVersion(history: RulesetHistory, version: string): Promise<Ruleset> {
  try {
    return await history.version(version);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const kept = (await history.versions()).map((one) => one.version).join(", ");
    throw new RefusedError(`There is no version ${version}: those that are kept are ${kept}.`);
  }
}

async function versionBefore(history: RulesetHistory, { version }: Ruleset): Promise<string> {
  const before = (await history.versions()).filter((one) => Number(one.version) < Number(version)).at(-1);
  if (before) return before.version;
  throw new RefusedError(`No version before ${version} is kept: there is nothing to compare it with.`);
}

export async function rollBack(
  history: RulesetHistory,
  version: string,
  { dryRun, ifVersion }: { dryRun: boolean; ifVersion?: string },
): Promise<Answer> {
  const live = await history.live();
  refuseManaged(live);
  if (ifVersion !== undefined) refuseOtherVersion(live, ifVersion);
  const target = await keptVersion(history, version);
  const changes = rulesetChanges(live, target);
  const write = changes.length > 0 && !dryRun;
  const after = write ? await restore(history, live, target) : live;
  const head = `Back from version ${live.version} to what version ${target.version} was:`;
  const result = write
    ? `Written as version ${after.version}.`
    : changes.length > 0
      ? `Nothing was written. To do it: the same without --dry-run, with --if-version ${live.version}.`
      : "Nothing had to be written.";
  return {
    lines: [head, ...changesInWords(changes), result],
    json: {
      rulesetId: live.id,
      from: live.version,
      to: target.version,
      changes: changesJson(changes),
      written: write,
      version: after.version,
    },
  };
}

/** In one request: a rule that is still there keeps its id, one that is gone comes back with its ref and a new id. */
async function restore(
  { client, scope, ...history }: RulesetHistory,
  live: Ruleset,
  target: Ruleset,
): Promise<Ruleset> {
  const ids = new Map(rulesOf(live).map((rule) => [ruleFromWire(rule).ref, rule.id]));
  const rules = rulesOf(target).map((rule) => {
    const write = ruleToWire(ruleFromWire(rule));
    const id = ids.get(write.ref ?? "");
    return id === undefined ? write : { id, ...write };
  });
  // The API has no conditional writes: the moment between this look and the write is as short as can be.
  refuseOtherVersion(await history.live(), live.version);
  return client.rulesets.replace(scope, live.id, { description: target.description ?? "", rules });
}

export async function prune(
  history: RulesetHistory,
  { dryRun, keep }: { dryRun: boolean; keep: number },
): Promise<Answer> {
  const live = await history.live();
  refuseManaged(live);
  const versions = (await history.versions()).map(({ version }) => version);
  const kept = new Set([...versions.slice(-keep), live.version]);
  const doomed = versions.filter((version) => !kept.has(version));
  if (!dryRun) for (const version of doomed) await removeVersion(history, live, version);
  const list = doomed.join(", ");
  const done = dryRun
    ? `Would delete ${doomed.length}: ${list}. Nothing was deleted.`
    : `Deleted ${doomed.length}: ${list}.`;
  return {
    lines: [doomed.length === 0 ? `There are ${versions.length} versions: nothing to delete.` : done],
    json: { rulesetId: live.id, kept: [...kept], deleted: dryRun ? [] : doomed, doomed },
  };
}

async function removeVersion(
  { client, scope }: RulesetHistory,
  { id }: Ruleset,
  version: string,
): Promise<void> {
  try {
    await client.rulesets.removeVersion(scope, id, version);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function refuseManaged({ kind, name }: Ruleset): void {
  if (kind !== "managed") return;
  throw new RefusedError(
    `The ruleset ${JSON.stringify(name)} is the vendor's: its versions can be looked at, not changed.`,
  );
}

function refuseOtherVersion({ version }: Ruleset, expected: string): void {
  if (version === expected) return;
  throw new RefusedError(
    `The live version is ${version}, not ${expected}: somebody has changed the ruleset since. Nothing was written. ` +
      "Look at the difference again, then decide.",
  );
}

function versionJson(
  { version, last_updated: lastUpdated, description }: RulesetSummary,
  live: string,
): object {
  return { version, lastUpdated, description: description ?? "", live: version === live };
}

/** `undefined` has no place in JSON; null says the same. */
function changesJson(changes: readonly RulesetChange[]): object[] {
  return changes.map((change) =>
    Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null])),
  );
}
