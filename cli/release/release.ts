import type { Command } from "commander";
import type { EdgeClient } from "../../provider/client";
import { recordedExactRules } from "../../provider/evidence";
import { codeOf, parseMark } from "../../provider/marks";
import { processIo, type CommandIo } from "../command-io";
import {
  addConnectionOptions,
  connectionOf,
  findZone,
  openClient,
  otherConnections,
  type ConnectionFlags,
} from "../connection";
import { listIfReadable } from "../live-rulesets";
import { collectOption } from "../option-values";
import { answerQuestion, CommandError, exitAsQuestion, type QuestionAnswer } from "../question";
import { readState } from "../read-state";
import { edgeKind, type StackState, type StateResource } from "../stack-state";
import { UsageError } from "../usage-error";
import { codesOf, findMarks, placeIn, type Codes, type FoundMarks } from "./find-marks";
import { releaseJson, releaseLines, type ReleaseReport } from "./print-release";
import { planRelease, removeMarks } from "./remove-marks";
import { counted } from "../../provider/words";

interface Flags extends ConnectionFlags {
  readonly state: string;
  /** Names or ids. Without zones and URNs, all resources of the state. */
  readonly zone: readonly string[];
  readonly urn: readonly string[];
  readonly keepMarks: boolean;
  readonly rename: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Adds `release`, which removes the marks of resources that a stack gives up. It never changes a state. */
export function registerRelease(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("release")
    .description(
      "hand resources back: remove their marks, and print the commands by which the state forgets them",
    )
    .option("--state <file>", "output of `pulumi stack export` (- for stdin)", "-")
    .option("--zone <name or id>", "only the resources of this zone; repeatable", collectOption, [])
    .option("--urn <urn>", "only this resource; repeatable", collectOption, [])
    .option("--keep-marks", "keep the marks: only print the commands", false)
    .option("--rename", "also remove the marks in names of tokens", false)
    .option("--yes", "write: without it, nothing is changed", false)
    .option("--json", "print one JSON document", false)
    .action((flags: Flags) => answerQuestion(io, "release", flags, () => release(flags)));
  exitAsQuestion(addConnectionOptions(command), io);
}

async function release(flags: Flags): Promise<QuestionAnswer> {
  if (flags.state === "-" && flags.config === "-")
    throw new UsageError("Only one of the --state and --config options can read stdin.");
  if (flags.keepMarks && (flags.yes || flags.rename))
    throw new UsageError("--keep-marks writes nothing: leave out --yes and --rename.");
  const state = readState(flags.state);
  const own = state.resources.filter((one) => edgeKind(one) !== undefined && !one.external);
  const ofConnection = own.filter((resource) => connectionOf(resource) === flags.connection);
  const client = flags.keepMarks && flags.zone.length === 0 ? undefined : openClient(flags);
  const released = await chosenResources(client, ofConnection, flags);
  refuseUnfinished(state, released);
  const codes = codesOf(released);
  const search = client && !flags.keepMarks ? await searchIn(client, released, flags) : NOTHING;
  const removals =
    client && flags.yes ? await removeMarks(client, search.objects, codes) : planRelease(search.objects);
  if (flags.yes) releaseRecords(released, codes);
  const report: ReleaseReport = {
    released,
    removals,
    unread: search.unread,
    written: flags.yes,
    keepsMarks: flags.keepMarks,
    staying: state.resources.filter((one) => !released.includes(one)),
    others: otherConnections(own, flags.connection),
  };
  return {
    yes:
      search.unread.length === 0 &&
      removals.every(({ outcome }) => outcome === "removed" || outcome === "gone"),
    lines: releaseLines(report),
    json: releaseJson(report),
  };
}

const NOTHING: FoundMarks = { objects: [], unread: [] };

/** @throws UsageError for a zone or URN of which the state has no resource */
async function chosenResources(
  client: EdgeClient | undefined,
  resources: readonly StateResource[],
  { zone: names, urn: urns }: Flags,
): Promise<StateResource[]> {
  if (names.length + urns.length === 0) return [...resources];
  const missing = urns.find((urn) => !resources.some((one) => one.urn === urn));
  if (missing !== undefined)
    throw new UsageError(
      `The state has no such resource of this package and connection: ${missing}. \`pulumi stack --show-urns\` lists URNs.`,
    );
  const zones = await Promise.all(names.map(async (name) => (client ? [await findZone(client, name)] : [])));
  const ids = new Set<unknown>(zones.flat().map(({ id }) => id));
  const chosen = resources.filter((one) => ids.has(placeIn(one, "zoneId")) || urns.includes(one.urn));
  if (chosen.length > 0) return chosen;
  throw new UsageError(`The state has no resource of the zone ${names.join(", ")}.`);
}

/** An interrupted operation may have left objects with another mark than the state has. @throws CommandError */
function refuseUnfinished({ pending }: StackState, released: readonly StateResource[]): void {
  const unfinished = [
    ...pending.map(({ resource }) => resource).filter((one) => edgeKind(one) !== undefined),
    ...released.filter((one) => one.delete || one.pendingReplacement),
  ];
  const [first] = unfinished;
  if (!first) return;
  throw new CommandError(
    `The state has ${unfinished.length === 1 ? "an interrupted operation" : counted(unfinished.length, "interrupted operation")}: ` +
      `${first.urn}. Nothing was written. Run \`pulumi up\` first, and export the state again.`,
  );
}

async function searchIn(
  client: EdgeClient,
  released: readonly StateResource[],
  flags: Flags,
): Promise<FoundMarks> {
  const ids = [...new Set(released.flatMap((one) => placeIn(one, "zoneId") ?? []))];
  const zones = ids.length === 0 ? [] : await listIfReadable("zones", () => client.zones.list(), []);
  return findMarks(client, released, new Map(zones.map(({ id, name }) => [id, name])), flags.rename);
}

/** Forgets that this machine has recorded the released resources as owners of rules with exact refs. */
function releaseRecords(released: readonly StateResource[], codes: Codes): void {
  const records = recordedExactRules();
  const ids = released.flatMap(({ outputs: { ruleIds } }) =>
    typeof ruleIds === "object" && ruleIds !== null ? Object.values(ruleIds).map(String) : [],
  );
  records.release(
    ids.filter((id) => {
      const owner = parseMark(records.ownerOf(id) ?? "");
      return owner !== undefined && codes.has(codeOf(owner));
    }),
  );
}
