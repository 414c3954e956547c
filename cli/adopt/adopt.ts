import { Option, type Command } from "commander";
import { adoptLive } from "../../adopt/adopt-live";
import { resourcesOf, type AdoptedProgram } from "../../adopt/program";
import { everything } from "../../adopt/selection";
import { isConfigurationError, isEdgeError, messageWithAnswer } from "../../provider/client";
import { collectOption } from "../collect-option";
import { processIo, type CommandIo } from "../command-io";
import { addConnectionOptions, openClient, type ConnectionFlags } from "../connection";
import { counted } from "../../review/changes/counted";
import { UsageError } from "../usage-error";
import { readPlaces, type AdoptScope } from "./read-places";
import { LANGUAGES, projectFiles, type Language } from "./project-files";
import { checkTarget, writeProject } from "./write-project";

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

interface Flags extends ConnectionFlags, AdoptScope {
  readonly language: Language;
  readonly out?: string;
}

/** Adds `adopt`, which writes a program that declares what is live. It changes nothing. */
export function registerAdopt(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("adopt")
    .description("write a program that declares what is live, and whose first update only reads")
    .option("--zone <name or id>", "adopt the rules and OWASP of this zone; repeatable", collectOption, [])
    .option(
      "--all-zones",
      "adopt every zone that the credential can see; with --account: of that account",
      false,
    )
    .option(
      "--account <name or id>",
      "adopt the rulesets and tokens of this account; repeatable",
      collectOption,
      [],
    )
    .option("--user", "adopt the tokens of the calling user", false)
    .addOption(
      new Option("--language <language>", "the language of the program")
        .choices(LANGUAGES)
        .default("typescript"),
    )
    .option(
      "--out <path>",
      "write to this file, or a project into this folder, which must be empty (default: stdout)",
    )
    .action((flags: Flags) => run(io, flags));
  addConnectionOptions(command).exitOverride(({ exitCode }) =>
    io.exit(exitCode === 0 ? EXIT.done : EXIT.usage),
  );
}

async function run(io: CommandIo, flags: Flags): Promise<void> {
  try {
    const target = flags.out === undefined ? undefined : checkTarget(flags.out);
    const program = await adopted(flags);
    const files = projectFiles(program, flags.language);
    if (target === undefined) io.output.write(files.program.text);
    else writeProject(target, files);
    process.stderr.write(`edge-platform adopt: ${summary(program)}\n`);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof AdoptError || isEdgeError(error))) throw error;
    process.stderr.write(`edge-platform adopt: ${messageWithAnswer(error)}\n`);
    const usage = error instanceof UsageError || isConfigurationError(error);
    io.setExitCode(usage ? EXIT.usage : EXIT.failed);
  }
}

/** The adoption would be incomplete. */
class AdoptError extends Error {}

async function adopted(flags: Flags): Promise<AdoptedProgram> {
  const { zone, account, allZones, user } = flags;
  if (zone.length + account.length === 0 && !allZones && !user)
    throw new UsageError(
      "Say what to adopt: --zone <name or id>, --all-zones, --account <name or id> or --user.",
    );
  const { live, unread } = await readPlaces(openClient(flags), flags);
  // A program with a gap looks like one without.
  if (unread.length > 0)
    throw new AdoptError(
      `The credential may not read ${unread.join(", ")}. Nothing was written: use a credential that may, or select less.`,
    );
  return adoptLive(live, everything());
}

/** Says what was adopted: `3 resources adopted; comments say what is left out, in 2 places`. */
function summary(program: AdoptedProgram): string {
  const resources = resourcesOf(program);
  const left = [...program.sections, ...resources].filter((place) => place.left.length > 0);
  const more = left.length > 0 ? `; comments say what is left out, in ${counted(left.length, "place")}` : "";
  return `${counted(resources.length, "resource")} adopted${more}.`;
}
