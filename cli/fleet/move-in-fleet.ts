import { isEdgeError, type EdgeClient } from "../../provider/client";
import { moveZone, shardsOf, type FleetZone } from "../../fleet/fleet";
import { planMove, type MovePlan, type MoveState } from "../../fleet/plan-move";
import { proveMove } from "../../fleet/prove-move";
import { fitsStackPattern, isStackName } from "../../fleet/stack-names";
import { zoneName } from "../../fleet/zone-name";
import { findZone, openClient, type ConnectionFlags } from "../connection";
import { CommandError, type QuestionAnswer } from "../question";
import { shellQuoted } from "../text-layout";
import { UsageError } from "../usage-error";
import { readFleetFile, type FleetFile, type FleetFlags } from "./fleet-file";
import { lockText } from "./hash-program";
import { earlierLocks } from "./lock-at-commit";
import { readLock, replaceFile, whileHolding, type LockFile } from "./lock-file";
import { exportState, listStacks, runPulumi } from "./pulumi";
import { attempt, moveCommand, stacksWithZone, stateReader } from "./zone-in-states";
import { counted, didYouMean } from "../../provider/words";

export interface MoveFlags extends FleetFlags, ConnectionFlags {
  readonly yes: boolean;
}

/** A zone, and the stacks between which it moves. */
interface Move {
  readonly file: FleetFile;
  readonly flags: MoveFlags;
  readonly lock: LockFile;
  readonly zone: FleetZone;
  readonly zoneId: string;
  readonly to: string;
}

/**
 * Carries a zone to another stack. It changes the two states by `pulumi state move`, and then the lock file; it sends no request that
 * writes. @throws UsageError, CommandError, which say what has changed
 */
export async function moveInFleet(zone: string, to: string, flags: MoveFlags): Promise<QuestionAnswer> {
  const file = readFleetFile(flags.file);
  if (!isStackName(to)) throw new UsageError(`${JSON.stringify(to)} is not the name of a stack.`);
  const work = () => move(file, zone, to, flags);
  return flags.yes ? whileHolding(file.lockFile, work) : work();
}

async function move(file: FleetFile, written: string, to: string, flags: MoveFlags): Promise<QuestionAnswer> {
  const lock = readLock(file.lockFile);
  const zone = zoneIn(lock, written);
  const open = async (): Promise<Move & { readonly client: EdgeClient }> => {
    const client = openClient(flags);
    const { id: zoneId } = await findZone(client, zone.name);
    return { client, file, flags, lock, zone, zoneId, to };
  };
  if (zone.stack === to) {
    const elsewhere = await attempt(async () => elsewhereText(await open()));
    if (elsewhere.ok && elsewhere.value !== undefined) throw new CommandError(elsewhere.value);
    throw new UsageError(`${lock.placeOf(zone)}: ${zone.name} is in the stack ${to} already.`);
  }
  const { client, ...asked } = await open();
  const states = await readStates(asked);
  const plan = planBetween(asked, states);
  const elsewhere =
    plan.kind === "absent" && plan.found.length === 0 ? await elsewhereText(asked) : undefined;
  if (elsewhere !== undefined) throw new CommandError(elsewhere);
  if (plan.kind === "refused" || plan.kind === "copied")
    throw new CommandError(`Nothing was changed. ${refusalText(asked, plan)}`);
  if (!flags.yes) return answer(asked, plan, "planned");
  const finish = async () => {
    if (plan.kind === "move") await carry(asked, states, plan);
    replaceFile(file.lockFile, lockText(file, moveZone(lock.fleet, zone.name, to)));
  };
  const liveUnchanged = await keepsLive(client, asked.zoneId, () => orSayHowToContinue(finish));
  return answer(asked, plan, plan.kind === "move" ? "moved" : "recorded", liveUnchanged);
}

/** @throws CommandError */
async function orSayHowToContinue(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof UsageError)) throw error;
    throw new CommandError(
      `${error.message}\nThen run this command again: it looks at both states first, and carries on from there.`,
    );
  }
}

/** @throws UsageError for a zone that the lock file does not have */
function zoneIn({ file, fleet, text }: LockFile, written: string): FleetZone {
  const name = zoneName(written) ?? written;
  const found = fleet.zones.find((zone) => zone.name === name);
  if (found) return found;
  if (text === undefined)
    throw new UsageError(`${file} does not exist. Write it first: edge-platform fleet plan`);
  const removed = fleet.removed.find((zone) => zone.name === name);
  if (removed)
    throw new UsageError(
      `${name} is removed from the stack ${removed.stack}, and cannot move. Run \`pulumi up --stack ${removed.stack}\` and ` +
        "`edge-platform fleet plan --prune`.",
    );
  const names = fleet.zones.map((zone) => zone.name);
  const hint = didYouMean(name, names) || ". `edge-platform fleet list` lists the zones.";
  throw new UsageError(`${file} has no zone ${JSON.stringify(name)}${hint}`);
}

interface MoveStates {
  readonly from: MoveState;
  readonly to: MoveState;
}

/** Reads the states of both stacks. The first one may not be deployed yet. @throws CommandError if there is no second one */
async function readStates({ file: { programFolder }, zone: { stack: from }, to }: Move): Promise<MoveStates> {
  const stacks = await listStacks(programFolder);
  if (!stacks.has(to)) {
    const copied = stacks.has(from) ? ` --copy-config-from ${from}` : "";
    throw new CommandError(
      `there is no stack ${to}. Nothing was changed. Make it first, with the settings of the other stacks:\n` +
        `  pulumi stack init ${to}${copied} --no-select`,
    );
  }
  return {
    from: stacks.has(from)
      ? await exportState(programFolder, from)
      : { stack: from, resources: [], pending: [] },
    to: await exportState(programFolder, to),
  };
}

/**
 * Says which other stacks have the resources of a zone, if the one of the lock file has none; undefined if no stack has any. It reads the
 * states of all stacks that a lock file or the fleet file's pattern names. @throws CommandError
 */
async function elsewhereText({ file, flags, lock, zone, zoneId, to }: Move): Promise<string | undefined> {
  const { programFolder, stacks: rules } = file;
  const earlier = earlierLocks(lock).fleets;
  const named = new Set([lock.fleet, ...earlier].flatMap(shardsOf).map(({ stack }) => stack));
  const all = [...(await listStacks(programFolder)).keys()].sort();
  const stacks = all.filter((stack) => named.has(stack) || fitsStackPattern(rules.name, stack));
  const found = await stacksWithZone(zoneId, stacks, stateReader(programFolder));
  const [first] = found;
  if (!first || found.some(({ stack }) => stack === zone.stack)) return undefined;
  const states = found.map(({ stack, resources }) => `${stack} (${counted(resources.length, "resource")})`);
  return [
    `Nothing was changed. ${lock.placeOf(zone)}: ${zone.name} is in the stack ${zone.stack} there, but its resources are in the state of ` +
      `${states.join(" and ")}. The file is older than the states, or a merge has confused it. Get the newest one from git, or correct it. ` +
      "This changes no state, and nothing live:",
    `  ${moveCommand(flags, zone.name, first.stack)}`,
    `Then carry the zone to ${to}:`,
    `  ${moveCommand(flags, zone.name, to)}`,
  ].join("\n");
}

function planBetween({ zoneId }: Move, { from, to }: MoveStates): MovePlan {
  return planMove(zoneId, from, to);
}

type Refusal = Extract<MovePlan, { kind: "refused" | "copied" }>;
type MovablePlan = Exclude<MovePlan, Refusal>;

/** Says why a zone cannot move, and what to do. */
function refusalText({ zone, to }: Move, plan: Refusal): string {
  if (plan.kind === "refused") return `${zone.name} cannot move from ${zone.stack} to ${to}: ${plan.why}`;
  return [
    `${zone.name}: the states of ${zone.stack} and ${to} have the same resources, since a move was interrupted. ` +
      `Let ${zone.stack} forget them, which deletes nothing live, and move again:`,
    ...plan.urns.map((urn) => `  pulumi state delete --yes --stack ${zone.stack} ${shellQuoted(urn)}`),
  ].join("\n");
}

/** Moves the resources between the states. @throws CommandError that says what the states are */
async function moveState(asked: Move, roots: readonly string[]): Promise<void> {
  const { file, lock, zone, to } = asked;
  try {
    const stacks = ["--source", zone.stack, "--dest", to];
    await runPulumi(file.programFolder, ["state", "move", "--yes", ...stacks, "--", ...roots]);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const now = planBetween(asked, await readStates(asked));
    // The move may be done although the CLI has failed afterwards.
    if (now.kind === "absent") return;
    const result =
      now.kind === "move"
        ? `Nothing was moved: both states and ${lock.file} are as before. Remove the cause.`
        : refusalText(asked, now);
    throw new CommandError(`${error.message}\n${result}`);
  }
}

/** Moves the resources between the states, and proves the result. @throws CommandError that says what has changed */
async function carry(
  asked: Move,
  before: MoveStates,
  plan: Extract<MovePlan, { kind: "move" }>,
): Promise<void> {
  const { lock, zone, to } = asked;
  await moveState(asked, plan.roots);
  const after = await readStates(asked);
  const problems = proveMove(
    { from: before.from.resources, to: before.to.resources },
    { from: after.from.resources, to: after.to.resources },
    plan.moved,
    to,
  );
  if (problems.length === 0) return;
  throw new CommandError(
    [
      `${zone.name}: the states differ from what a move makes of them. Nothing live has changed, nor has ${lock.file}:`,
      ...problems.map((problem) => `  ${problem}`),
      `Another run may have changed them: look at \`pulumi preview --stack ${to}\`.`,
    ].join("\n"),
  );
}

/** Whether the zone's rulesets have the same versions after some work; undefined if they cannot be read. */
async function keepsLive(
  client: EdgeClient,
  zoneId: string,
  work: () => Promise<void>,
): Promise<boolean | undefined> {
  const before = await liveVersions(client, zoneId);
  await work();
  const after = await liveVersions(client, zoneId);
  return before === undefined || after === undefined ? undefined : before === after;
}

/** Returns the versions of the zone's rulesets as one text; undefined if they cannot be read, which does not hinder a move. */
async function liveVersions(client: EdgeClient, zoneId: string): Promise<string | undefined> {
  try {
    const listed = await client.rulesets.list({ zoneId });
    // The vendor may publish managed rulesets at any time.
    const own = listed.filter(({ kind }) => kind !== "managed");
    return own
      .map(({ id, version, last_updated: updated }) => `${id} ${version} ${updated}`)
      .sort()
      .join("\n");
  } catch (error) {
    if (isEdgeError(error)) return undefined;
    throw error;
  }
}

/** `recorded`: no state has changed, only the lock file. */
type Outcome = "planned" | "moved" | "recorded";

function answer(asked: Move, plan: MovablePlan, outcome: Outcome, liveUnchanged?: boolean): QuestionAnswer {
  const { zone, zoneId, to } = asked;
  const [resources, cut] = plan.kind === "move" ? [plan.moved, plan.cut] : [[], []];
  return {
    lines: outcome === "planned" ? plannedLines(asked, plan) : movedLines(asked, plan, liveUnchanged),
    json: {
      format: "edge-platform-fleet-move",
      version: 1,
      outcome,
      zone: zone.name,
      zoneId,
      from: zone.stack,
      to,
      resources: resources.map(({ urn, id }) => ({ urn, id: id ?? null })),
      cut,
      liveUnchanged: liveUnchanged ?? null,
    },
  };
}

function plannedLines({ flags, zone, lock, to }: Move, plan: MovablePlan): string[] {
  const yes = `Nothing was changed. To move: ${moveCommand(flags, zone.name, to)}`;
  if (plan.kind === "absent") return [`${withoutResources(zone, to, plan)} Only ${lock.file} changes.`, yes];
  return [
    `${counted(plan.moved.length, "resource")} of ${zone.name} move from ${zone.stack} to ${to}:`,
    ...plan.moved.map(({ urn }) => `  ${urn}`),
    ...plan.cut.map(({ urn, on }) => `Note: the move cuts a dependency. ${urn} depends on ${on}.`),
    yes,
  ];
}

function movedLines(
  { zone, lock, to }: Move,
  plan: MovablePlan,
  liveUnchanged: boolean | undefined,
): string[] {
  const next = [zone.stack, to].map((stack) => `  pulumi preview --stack ${stack} --expect-no-changes`);
  if (plan.kind === "absent") return [`${withoutResources(zone, to, plan)} ${lock.file} now names ${to}.`];
  return [
    `${zone.name} is in ${to} now. Its ${counted(plan.moved.length, "resource")} kept ids, inputs, outputs and marks.`,
    liveText(liveUnchanged),
    `${lock.file} is written. Both stacks have nothing to do:`,
    ...next,
  ];
}

function withoutResources(
  { stack, name }: FleetZone,
  to: string,
  { found }: Extract<MovePlan, { kind: "absent" }>,
): string {
  return found.length === 0
    ? `No stack has resources of ${name} yet.`
    : `${stack} has no resource of ${name}, and ${to} has ${counted(found.length, "resource")}: of an earlier move.`;
}

function liveText(unchanged: boolean | undefined): string {
  switch (unchanged) {
    case true:
      return "The live rulesets of the zone have the versions that they had before.";
    case false:
      return "The live rulesets of the zone have changed meanwhile. A move writes nothing, so another program or a person did.";
    case undefined:
      return "The live rulesets of the zone could not be read, so their versions were not compared.";
  }
}
