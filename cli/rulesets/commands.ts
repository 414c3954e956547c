import type { Ruleset, RulesetSummary } from "../../provider/api";
import { isNotFound } from "../../provider/client";
import {
  ruleFromWire,
  rulesetChanges,
  rulesOf,
  ruleToWire,
  type RulesetChange,
} from "../../provider/rulesets";
import { counted } from "../../review/changes/counted";
import type { RulesetHistory } from "./open-history";

/** The output of a command, as lines and for --json. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly json: object;
}

/** The live ruleset does not permit the command without a decision by the user. Nothing was written. */
export class RefusedError extends Error {}

export async function listVersions(history: RulesetHistory): Promise<CommandOutput> {
  const { version: live } = await history.live();
  const versions = await history.versions();
  return {
    lines: versionLines(versions, live),
    json: versions.toReversed().map((summary) => versionJson(summary, live)),
  };
}

export async function diffVersions(
  history: RulesetHistory,
  from: string | undefined,
  to: string | undefined,
): Promise<CommandOutput> {
  const newer = to === undefined ? await history.live() : await keptVersion(history, to);
  const older = await keptVersion(history, from ?? (await versionBefore(history, newer)));
  const changes = rulesetChanges(older, newer);
  return {
    lines: [`From version ${older.version} to version ${newer.version}:`, ...changeLines(changes)],
    json: { rulesetId: newer.id, from: older.version, to: newer.version, changes: changesJson(changes) },
  };
}

async function keptVersion(history: RulesetHistory, version: string): Promise<Ruleset> {
  try {
    return await history.version(version);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const kept = (await history.versions()).map((one) => one.version).join(", ");
    throw new RefusedError(`There is no version ${version}. Kept versions: ${kept}.`);
  }
}

async function versionBefore(history: RulesetHistory, { version }: Ruleset): Promise<string> {
  const before = (await history.versions()).filter((one) => Number(one.version) < Number(version)).at(-1);
  if (before) return before.version;
  throw new RefusedError(`No version before ${version} is kept, so there is nothing to compare with.`);
}

export async function rollBack(
  history: RulesetHistory,
  version: string,
  { dryRun, ifVersion }: { dryRun: boolean; ifVersion?: string },
): Promise<CommandOutput> {
  const live = await history.live();
  refuseManaged(live);
  if (ifVersion !== undefined) refuseOtherVersion(live, ifVersion);
  const target = await keptVersion(history, version);
  const changes = rulesetChanges(live, target);
  const write = changes.length > 0 && !dryRun;
  const after = write ? await restore(history, live, target) : live;
  const head = `Rollback from version ${live.version} to version ${target.version}:`;
  const result = write
    ? `Written as version ${after.version}.`
    : changes.length > 0
      ? `Nothing was written. To roll back, replace --dry-run with --if-version ${live.version}.`
      : "Nothing to write.";
  return {
    lines: [head, ...changeLines(changes), result],
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

/** Restores a version in one request. Existing rules keep their ids; removed rules get a new id and their old ref. */
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
  // The API has no conditional writes, so the version is checked again right before the write.
  refuseOtherVersion(await history.live(), live.version);
  return client.rulesets.replace(scope, live.id, { description: target.description ?? "", rules });
}

export async function prune(
  history: RulesetHistory,
  { dryRun, keep }: { dryRun: boolean; keep: number },
): Promise<CommandOutput> {
  const live = await history.live();
  refuseManaged(live);
  const versions = (await history.versions()).map(({ version }) => version);
  const kept = new Set([...versions.slice(-keep), live.version]);
  const obsolete = versions.filter((version) => !kept.has(version));
  if (!dryRun) for (const version of obsolete) await removeVersion(history, live, version);
  const list = obsolete.join(", ");
  const done = dryRun ? `Would delete versions ${list}. Nothing was deleted.` : `Deleted versions ${list}.`;
  return {
    lines: [
      obsolete.length === 0
        ? `Nothing to delete: the ruleset has ${counted(versions.length, "version")}.`
        : done,
    ],
    json: { rulesetId: live.id, kept: [...kept], deleted: dryRun ? [] : obsolete, doomed: obsolete },
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
    `The ruleset ${JSON.stringify(name)} is a managed ruleset: its versions are read-only.`,
  );
}

function refuseOtherVersion({ version }: Ruleset, expected: string): void {
  if (version === expected) return;
  throw new RefusedError(
    `The live version is ${version}, not ${expected}: the ruleset was changed in the meantime. Nothing was written. ` +
      "Check the difference again with `rulesets diff`.",
  );
}

function versionJson(
  { version, last_updated: lastUpdated, description }: RulesetSummary,
  live: string,
): object {
  return { version, lastUpdated, description: description ?? "", live: version === live };
}

/** JSON has no `undefined`, so missing values become null. */
function changesJson(changes: readonly RulesetChange[]): object[] {
  return changes.map((change) =>
    Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null])),
  );
}

/** Formats each change as a line. */
function changeLines(changes: readonly RulesetChange[]): string[] {
  return changes.length === 0 ? ["Rules and description are the same."] : changes.map(changeLine);
}

/** Formats each version as a line, newest first. */
function versionLines(versions: readonly RulesetSummary[], live: string): string[] {
  const width = Math.max(...versions.map(({ version }) => version.length), 0);
  return versions.toReversed().map(({ version, last_updated: changed = "", description }) => {
    const state = version === live ? "live" : "    ";
    return `${version.padStart(width)}  ${changed}  ${state}  ${description ?? ""}`.trimEnd();
  });
}

function changeLine(change: RulesetChange): string {
  switch (change.kind) {
    case "added":
    case "removed": {
      const { action, expression, enabled } = change.rule;
      const off = enabled === false ? ", disabled" : "";
      return `${change.kind === "added" ? "+" : "-"} ${change.ref}: ${change.kind} (${action}${off}: ${expression})`;
    }
    case "moved":
      return `~ ${change.ref}: moved ${change.after === undefined ? "to the top" : `after ${change.after}`}`;
    case "changed":
      return `~ ${change.ref}: ${change.member}: ${valueText(change.from)} → ${valueText(change.to)}`;
    case "described":
      return `~ description: ${valueText(change.from)} → ${valueText(change.to)}`;
  }
}

function valueText(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
