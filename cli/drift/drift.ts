import type { Command } from "commander";
import type { Context } from "../../provider/lifecycle";
import { collectOption } from "../option-values";
import { processIo, type CommandIo } from "../command-io";
import { addConnectionOptions, configOf, findZone, type ConnectionFlags } from "../connection";
import { addLanguageOptions, type LanguageFlags } from "../language-options";
import { answerQuestion, exitAsQuestion, CommandError, type QuestionAnswer } from "../question";
import { readState } from "../read-state";
import type { StackState, StateResource } from "../stack-state";
import { UsageError } from "../usage-error";
import { isDrifted, type ResourceDrift } from "./drift-report";
import { driftLines, driftMarkdown } from "./print-drift";
import { driftContext, ownResources, reportDrift } from "./report-drift";

interface Flags extends ConnectionFlags, LanguageFlags {
  readonly state: string;
  /** Names or ids. Without any, all resources of the state. */
  readonly zone: readonly string[];
  readonly json: boolean;
  readonly markdown: boolean;
}

/** Adds `drift`, which compares a state with what is live. It changes nothing. */
export function registerDrift(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("drift")
    .description("compare a stack's state with what is live, rule by rule; exit code 1 if something drifted")
    .option("--state <file>", "output of `pulumi stack export` (- for stdin)", "-")
    .option("--zone <name or id>", "only the resources of this zone; repeatable", collectOption, [])
    .option("--json", "print one JSON document", false)
    .option("--markdown", "print Markdown, for an issue or a chat", false)
    .action((flags: Flags) => answerQuestion(io, "drift", flags, () => examine(flags)));
  exitAsQuestion(addLanguageOptions(addConnectionOptions(command)), io);
}

async function examine(flags: Flags): Promise<QuestionAnswer> {
  if (flags.json && flags.markdown)
    throw new UsageError("--json and --markdown cannot be combined: choose one of them.");
  if (flags.state === "-" && flags.config === "-")
    throw new UsageError("Only one of the --state and --config options can read stdin.");
  const state = readState(flags.state);
  const context = driftContext(configOf(flags), flags);
  const report = await reportDrift(state, await chosenResources(state, flags.zone, context), context);
  refuseUnread(report.resources);
  return {
    yes: !report.resources.some(isDrifted),
    lines: flags.markdown ? [driftMarkdown(report).trimEnd()] : driftLines(report),
    json: report,
  };
}

/** @throws CommandError if something could not be compared, and nothing else has drifted: no drift is not proved then */
function refuseUnread(resources: readonly ResourceDrift[]): void {
  const [first, ...others] = resources.filter(({ status }) => status === "unread");
  if (!first || resources.some(isDrifted)) return;
  const more = others.length > 0 ? ` ${others.length} more cannot be compared either.` : "";
  throw new CommandError(`${first.label} cannot be compared: ${first.why ?? ""}${more}`);
}

async function chosenResources(
  { resources }: StackState,
  names: readonly string[],
  context: Context,
): Promise<StateResource[]> {
  const own = ownResources(resources);
  if (names.length === 0) return own;
  const client = context.client(undefined);
  const zones = await Promise.all(names.map((zone) => findZone(client, zone)));
  const ids = new Set<unknown>(zones.map(({ id }) => id));
  const chosen = own.filter(({ outputs }) => ids.has(outputs["zoneId"]));
  if (chosen.length > 0) return chosen;
  throw new UsageError(`The state has no resource of the zone ${names.join(", ")}.`);
}
