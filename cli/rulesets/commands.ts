import type { Ruleset, RulesetSummary } from "../../provider/api";
import { isNotFound } from "../../provider/client";
import { rulesetChanges, type RulesetChange } from "../../provider/rulesets";
import { CommandError, type QuestionAnswer } from "../question";
import { keptVersion, refuseManaged, type RulesetHistory } from "./open-history";
import { counted } from "../../provider/words";

export async function listVersions(history: RulesetHistory): Promise<QuestionAnswer> {
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
): Promise<QuestionAnswer> {
  const newer = to === undefined ? await history.live() : await keptVersion(history, to);
  const older = await keptVersion(history, from ?? (await versionBefore(history, newer)));
  const changes = rulesetChanges(older, newer);
  return {
    lines: [`From version ${older.version} to version ${newer.version}:`, ...changeLines(changes)],
    json: { rulesetId: newer.id, from: older.version, to: newer.version, changes: changesJson(changes) },
  };
}

async function versionBefore(history: RulesetHistory, { version }: Ruleset): Promise<string> {
  const before = (await history.versions()).filter((one) => Number(one.version) < Number(version)).at(-1);
  if (before) return before.version;
  throw new CommandError(`No version before ${version} is kept, so there is nothing to compare with.`);
}

export async function prune(
  history: RulesetHistory,
  { dryRun, keep }: { dryRun: boolean; keep: number },
): Promise<QuestionAnswer> {
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

function versionJson(
  { version, last_updated: lastUpdated, description }: RulesetSummary,
  live: string,
): object {
  return { version, lastUpdated, description: description ?? "", live: version === live };
}

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

/** JSON has no `undefined`, so missing values become null. */
export function changesJson(changes: readonly RulesetChange[]): object[] {
  return changes.map((change) =>
    Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? null])),
  );
}

export function changeLine(change: RulesetChange): string {
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
