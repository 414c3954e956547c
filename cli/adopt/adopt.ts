import { type Command, Option } from "commander";
import { adoptLive } from "../../adopt/adopt-live";
import { adoptTerraform } from "../../adopt/adopt-terraform";
import { OF_RUN } from "../../adopt/adopt-token";
import { type AdoptedProgram, isProtected, resourcesOf } from "../../adopt/program";
import { everything } from "../../adopt/selection";
import { objectsOf, type StateObjects, TERRAFORM_TYPES } from "../../adopt/terraform-objects";
import { DocumentError } from "../../review/documents/planned-change";
import { readTerraformState } from "../../review/documents/terraform-state";
import { collectOption } from "../option-values";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions, configOf, type ConnectionFlags, openClient } from "../connection";
import { addLanguageOptions, type LanguageFlags, languageOfFlags } from "../language-options";
import { inputName, readInput } from "../read-text";
import { exitAsQuestion, runJob, CommandError } from "../question";
import { UsageError } from "../usage-error";
import { checkTarget, type Language, LANGUAGES, projectFiles, writeProject } from "./project-files";
import { type AdoptScope, placesOf, readPlaces, selectPlaces } from "./read-places";
import { counted } from "../../provider/words";

interface Flags extends ConnectionFlags, LanguageFlags, AdoptScope {
  readonly language: Language;
  readonly out?: string;
  /** The file of a state of Terraform. */
  readonly terraform?: string;
  readonly json: boolean;
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
      "adopt the rulesets, lists and tokens of this account; repeatable",
      collectOption,
      [],
    )
    .option("--user", "adopt the tokens of the calling user", false)
    .option(
      "--terraform <file>",
      "adopt what this state of Terraform contains: the output of `terraform show -json`, or a state file (- for stdin)",
    )
    .addOption(
      new Option("--language <language>", "the language of the program")
        .choices(LANGUAGES)
        .default("typescript"),
    )
    .option(
      "--out <path>",
      "write to this file, or a project into this folder, which must be empty (default: stdout)",
    )
    .option("--json", "print what is adopted and left out as one JSON document, and not the program", false)
    .action((flags: Flags) => runJob(io, "adopt", () => adopt(io, flags)));
  exitAsQuestion(addLanguageOptions(addConnectionOptions(command)), io);
}

async function adopt(io: CommandIo, flags: Flags): Promise<void> {
  const target = flags.out === undefined ? undefined : checkTarget(flags.out);
  const program = await adopted(flags);
  const files = projectFiles(program, flags.language);
  const written = target === undefined ? [] : writeProject(target, files);
  if (flags.json) io.output.write(summaryJson(program, flags.language, written));
  else if (target === undefined) io.output.write(files.program.text);
  process.stderr.write(`edge-platform adopt: ${summaryText(program)}\n`);
}

async function adopted(flags: Flags): Promise<AdoptedProgram> {
  const { zone, account, allZones, user, terraform } = flags;
  const hasScope = zone.length + account.length > 0 || allZones || user;
  if (terraform !== undefined && hasScope)
    throw new UsageError(
      "--terraform adopts what the state contains: remove --zone, --all-zones, --account and --user.",
    );
  if (terraform === "-" && flags.config === "-")
    throw new UsageError("Only one of the --terraform and --config options can read stdin.");
  if (terraform === undefined && !hasScope)
    throw new UsageError(
      "Say what to adopt: --zone <name or id>, --all-zones, --account <name or id>, --user or --terraform <file>.",
    );
  const state = terraform === undefined ? undefined : readStateObjects(terraform);
  const known = languageOfFlags(flags, configOf(flags));
  const client = openClient(flags);
  const unread: string[] = [];
  const places = state ? await placesOf(client, state, unread) : await selectPlaces(client, flags);
  const live = { ...(await readPlaces(client, places, unread)), language: known };
  // A program with a gap looks like one without.
  if (unread.length > 0)
    throw new CommandError(
      `The credential may not read ${unread.join(", ")}. Nothing was written: use a credential that may, or select less.`,
    );
  return state ? adoptTerraform(state, live) : adoptLive(live, everything());
}

/** Says in which way the token of this run is left out, if it is. */
function ofRunText({ sections }: AdoptedProgram): string {
  const own = sections.flatMap(({ left }) => left).find(({ why }) => why === OF_RUN);
  return own ? `\nLeft out: ${own.subject}, since ${own.why}.` : "";
}

/** How to end a trial. */
const WAY_BACK =
  "\nThey are protected: `pulumi destroy` fails and deletes nothing. To end the trial and leave everything as it is: `pulumi stack rm --force`.";

/** Says what was adopted, and how to go back: `3 resources adopted; comments say what is left out, in 2 places. They are …`. */
function summaryText(program: AdoptedProgram): string {
  const resources = resourcesOf(program);
  const left = [...program.sections, ...resources].filter((place) => place.left.length > 0);
  const more = left.length > 0 ? `; comments say what is left out, in ${counted(left.length, "place")}` : "";
  return `${counted(resources.length, "resource")} adopted${more}.${ofRunText(program)}${resources.some(isProtected) ? WAY_BACK : ""}`;
}

function summaryJson(program: AdoptedProgram, language: Language, files: readonly string[]): string {
  const sections = program.sections.map(({ title, left, resources }) => ({
    left: left.map((one) => ({ resource: null, section: title, ...one })),
    resources: resources.map((resource) => ({
      type: resource.kind,
      name: resource.name,
      id: resource.importId ?? null,
      terraform: resource.terraform ?? null,
      terraformItems: resource.terraformItems ?? [],
      protected: isProtected(resource),
      notImported: resource.notImported ?? null,
    })),
    inResources: resources.flatMap((resource) =>
      resource.left.map((one) => ({ resource: resource.name, section: title, ...one })),
    ),
  }));
  const summary = {
    format: "edge-platform-adopt",
    version: 1,
    language,
    resources: sections.flatMap(({ resources }) => resources),
    leftOut: sections.flatMap(({ left, inResources }) => [...left, ...inResources]),
    files,
  };
  return `${JSON.stringify(summary, undefined, 2)}\n`;
}

/** Reads the objects in a file with a state of Terraform (`-` is stdin). Errors never quote the text. @throws UsageError */
function readStateObjects(file: string): StateObjects {
  const name = inputName(file);
  if (file === "-" && process.stdin.isTTY)
    throw new UsageError(
      "No state on stdin. Pipe the output of `terraform show -json`, or name a file with --terraform.",
    );
  const text = readInput(file);
  try {
    return objectsOf(readTerraformState(text, TERRAFORM_TYPES));
  } catch (error) {
    if (error instanceof DocumentError) throw new UsageError(`${name}: ${error.message}`);
    // Deep nesting exceeds the stack of recursive functions.
    if (error instanceof RangeError)
      throw new UsageError(
        `${name} is nested too deeply for a state of Terraform: write it again with \`terraform show -json\`.`,
      );
    throw error;
  }
}
