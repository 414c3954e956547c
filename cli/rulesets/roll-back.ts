import type { Ruleset } from "../../provider/api";
import {
  ruleFromWire,
  refOf,
  rulesetChanges,
  rulesOf,
  ruleToWire,
  type RulesetChange,
} from "../../provider/rulesets";
import type { CommandIo } from "../command-io";
import { UsageError } from "../usage-error";
import { CommandError, type QuestionAnswer } from "../question";
import { changeLine, changesJson } from "./commands";
import { keptVersion, refuseManaged, refuseOtherVersion, type RulesetHistory } from "./open-history";
import { ownerIn, ownerOfChange, planRollback, UNMARKED, type RollbackPlan } from "./plan-rollback";

export interface RollbackFlags {
  readonly dryRun: boolean;
  readonly ifVersion?: string;
  /** Whose rules are rolled back. Default: the only stack that has rules in the version and whose rules differ. */
  readonly owner?: readonly string[];
  readonly allOwners: boolean;
  readonly yes: boolean;
}

/** Restores the rules of an earlier version, after showing what that changes and asking. @throws UsageError, CommandError */
export async function rollBack(
  history: RulesetHistory,
  version: string,
  flags: RollbackFlags,
  ask: CommandIo["ask"],
): Promise<QuestionAnswer> {
  if (!flags.dryRun && !flags.yes && !ask) {
    throw new UsageError(
      "rollback asks for confirmation, but stdin is not a terminal. See what it would write with --dry-run, then add --yes.",
    );
  }
  const live = await history.live();
  refuseManaged(live);
  if (flags.ifVersion !== undefined) refuseOtherVersion(live, flags.ifVersion);
  const target = await keptVersion(history, version);
  const names = ownerNames([live, target]);
  const owners = chooseOwners(rulesetChanges(live, target), target, names, flags);
  const plan = planRollback(live, target, owners);
  const lines = planLines(live, target, plan, names);
  const write = plan.applied.length > 0 && !flags.dryRun;
  if (write && !flags.yes && !(await isConfirmed(ask, lines)))
    throw new CommandError("Nothing was written: the rollback was not confirmed.");
  const after = write ? await restore(history, live, plan) : live;
  const overwritten = write ? versionsBetween(live, after) : [];
  return {
    lines: [...lines, ...resultLines(live, after, plan, overwritten, flags)],
    json: {
      rulesetId: live.id,
      from: live.version,
      to: target.version,
      owners: owners === "all" ? null : [...owners].map((owner) => names.get(owner) ?? owner),
      changes: withOwners(plan.applied, names),
      kept: withOwners(plan.kept, names),
      written: write,
      version: after.version,
      overwritten,
    },
    yes: overwritten.length === 0,
  };
}

/** Returns how the owners of rules are called: `shop/prod`, with the digits of the mark if several stacks have that name. */
function ownerNames(rulesets: readonly Ruleset[]): ReadonlyMap<string, string> {
  const owners = [...new Set(rulesets.flatMap((one) => rulesOf(one).map((rule) => ownerIn(refOf(rule)))))];
  const short = (owner: string) => owner.replace(/~[^~]*$/, "");
  const isUnique = (owner: string) => owners.filter((one) => short(one) === short(owner)).length === 1;
  return new Map(owners.map((owner) => [owner, isUnique(owner) ? short(owner) : owner]));
}

/** @throws UsageError, CommandError */
function chooseOwners(
  changes: readonly RulesetChange[],
  target: Ruleset,
  names: ReadonlyMap<string, string>,
  { owner: given = [], allOwners }: RollbackFlags,
): ReadonlySet<string> | "all" {
  if (allOwners && given.length > 0) throw new UsageError("--owner and --all-owners cannot be combined.");
  if (allOwners || changes.length === 0) return "all";
  if (given.length > 0) return new Set(given.map((name) => ownerNamed(name, names)));
  const differing = new Set(changes.map(ownerOfChange));
  const stacks = new Set(
    rulesOf(target)
      .map((rule) => ownerIn(refOf(rule)))
      .filter((owner) => owner !== UNMARKED && differing.has(owner)),
  );
  if (stacks.size === 1) return stacks;
  const found = [...stacks].map((owner) => names.get(owner) ?? owner).join(", ");
  const why =
    stacks.size === 0
      ? `No rule differs of a stack that has rules in version ${target.version}: other owners have written what differs.`
      : `The rules of several stacks differ: ${found}.`;
  throw new CommandError(
    [
      `${why} Nothing was written.`,
      ...changes.map((change) => `  ${ownedLine(change, names)}`),
      `Name whose rules to roll back with --owner <project>/<stack> or --owner ${UNMARKED}, which can be repeated, or add --all-owners.`,
    ].join("\n"),
  );
}

/** @throws UsageError */
function ownerNamed(name: string, names: ReadonlyMap<string, string>): string {
  const found = [...names].find(([owner, short]) => owner === name || short === name);
  if (found) return found[0];
  const known = [...names.values()].join(", ");
  throw new UsageError(`No rule of either version belongs to '${name}'. Their owners: ${known || "none"}.`);
}

function planLines(
  live: Ruleset,
  target: Ruleset,
  { applied, kept }: RollbackPlan,
  names: ReadonlyMap<string, string>,
): string[] {
  const lines = [
    `Rollback from version ${live.version} to version ${target.version}:`,
    ...applied.map((change) => ownedLine(change, names)),
  ];
  if (applied.length + kept.length === 0) lines.push("Rules and description are the same.");
  if (kept.length === 0) return lines;
  return [
    ...lines,
    "Not rolled back, because other owners have written it (--owner or --all-owners would include it):",
    ...kept.map((change) => `  ${ownedLine(change, names)}`),
  ];
}

function resultLines(
  live: Ruleset,
  after: Ruleset,
  { applied }: RollbackPlan,
  overwritten: readonly string[],
  { dryRun }: RollbackFlags,
): string[] {
  if (applied.length === 0) return ["Nothing to write."];
  if (dryRun) {
    return [`Nothing was written. To roll back, replace --dry-run with --yes --if-version ${live.version}.`];
  }
  if (overwritten.length === 0) return [`Written as version ${after.version}.`];
  const list = overwritten.join(", ");
  const last = overwritten.at(-1) ?? "";
  return [
    `Written as version ${after.version}, which OVERWRITES version ${list}: somebody else wrote between the last check and this write.`,
    `See what that changed with \`rulesets diff ${live.version} ${last}\`. \`rulesets rollback ${last} --all-owners\` restores it.`,
  ];
}

function ownedLine(change: RulesetChange, names: ReadonlyMap<string, string>): string {
  const owner = ownerOfChange(change);
  return owner === undefined ? changeLine(change) : `${changeLine(change)} [${names.get(owner) ?? owner}]`;
}

function withOwners(changes: readonly RulesetChange[], names: ReadonlyMap<string, string>): object[] {
  const owners = changes.map(ownerOfChange);
  return changesJson(changes).map((change, index) => {
    const owner = owners[index];
    return { ...change, owner: owner === undefined ? null : (names.get(owner) ?? owner) };
  });
}

async function isConfirmed(ask: CommandIo["ask"], lines: readonly string[]): Promise<boolean> {
  const answer = await ask?.(`${lines.join("\n")}\nRoll back? (type "yes" to confirm) `);
  return answer?.trim() === "yes";
}

/** Writes the plan in one request. Live rules keep their ids; removed rules get a new id and their old ref. */
async function restore(
  { client, scope, ...history }: RulesetHistory,
  live: Ruleset,
  { rules, description }: RollbackPlan,
): Promise<Ruleset> {
  const body = rules.map(({ id, rule }) => ({
    ...(id !== undefined && { id }),
    ...ruleToWire(ruleFromWire(rule)),
  }));
  // The API has no conditional writes, so the version is checked again right before the write, and before each time it is repeated.
  const now = await history.live();
  refuseOtherVersion(now, live.version);
  return client.rulesets.replace(scope, live.id, { description, rules: body }, now);
}

/** Returns the versions that somebody else wrote between the version that was checked and the answer to the write. */
function versionsBetween(live: Ruleset, after: Ruleset): string[] {
  const count = Number(after.version) - Number(live.version) - 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => String(Number(live.version) + 1 + index));
}
