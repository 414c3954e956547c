import { type Command, Option } from "commander";
import { z } from "zod";
import { isMembers, isUnknown, type Members, PHASES } from "../../provider/api";
import { INVARIANT_OUTCOMES } from "../../provider/rulesets";
import { DocumentError, PREVIEW_COMMAND } from "../../review/documents/planned-change";
import { readResources } from "../../review/documents/read-resources";
import { checkSettings } from "../../review/policies/check-config";
import { EDGE_POLICIES } from "../../review/policies";
import {
  decideInvariants,
  holdInvariants,
  type JudgedResources,
  NotInUse,
  requirementOf,
  WrittenInvariant,
  type ZoneAnswer,
} from "../../review/policies/invariants";
import { OUTSIDE_VIEW, type OutsideView } from "../../review/policies/outside-view";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions, configOf, type ConnectionFlags } from "../connection";
import { addLanguageOptions, type LanguageFlags, languageOfFlags } from "../language-options";
import { collectOption } from "../option-values";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { inputName, readInput, readJsonFile } from "../read-text";
import { UsageError } from "../usage-error";
import { type LiveZones, readLiveZones } from "./read-live-zones";
import { refuseUnknownHosts, refuseUnknownZones } from "./refuse-unknown";

interface Flags extends ConnectionFlags, LanguageFlags {
  readonly invariants?: string;
  readonly requests?: string;
  readonly outcome?: string;
  readonly phase?: string;
  readonly notInUse: readonly string[];
  readonly zone: readonly string[];
  readonly live: boolean;
  readonly json: boolean;
}

/** Adds `prove`, which decides for all requests whether invariants hold. It changes nothing. */
export function registerProve(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("prove")
    .description("prove for all requests what must hold, or show a request that breaks it")
    .argument(
      "[file...]",
      `output of \`${PREVIEW_COMMAND}\`, \`pulumi stack export\`, \`terraform show -json\` or \`terraform state pull\` (- for stdin, the default)`,
    )
    .option(
      "--invariants <file>",
      "JSON list of invariants, or a configuration of the policies with hold-invariants",
    )
    .option("--requests <expression>", "the requests of one invariant, instead of --invariants")
    .addOption(
      new Option("--outcome <outcome>", "what must happen to these requests").choices(INVARIANT_OUTCOMES),
    )
    .addOption(
      new Option(
        "--phase <phase>",
        "the phase that these requests are about (default: the firewall phases together)",
      ).choices(PHASES),
    )
    .option(
      "--not-in-use <what>",
      `what no zone uses of what is evaluated outside of rulesets, in place of an assumption: ${OUTSIDE_VIEW.join(", ")}; repeatable`,
      collectOption,
      [],
    )
    .option(
      "--zone <name or id>",
      "only this zone (default: all zones); of documents that do not say its name, by its id; repeatable",
      collectOption,
      [],
    )
    .option("--live", "read the zones with the credential of the connection, instead of files", false)
    .option("--json", "print JSON", false)
    .action((files: readonly string[], flags: Flags) =>
      answerQuestion(io, "prove", flags, () => prove(files, flags)),
    );
  exitAsQuestion(addLanguageOptions(addConnectionOptions(command)), io);
}

async function prove(files: readonly string[], flags: Flags): Promise<QuestionAnswer> {
  const { invariants, notInUse } = questionOf(flags);
  if (flags.live && files.length > 0) throw new UsageError("--live reads the zones, so it takes no files.");
  refuseSharedStdin(flags.live ? [] : files, flags);
  const language = languageOfFlags(flags, configOf(flags));
  const { resources, names, unread, assumptions, allNames } = flags.live
    ? await readLiveZones(flags, flags.zone, language)
    : zonesOfFiles(readFiles(files));
  if (!flags.live) refuseUnknownZones(flags.zone, resources);
  const known = language === undefined ? resources : withLanguage(resources, language);
  const answers = decideInvariants(invariants, known, notInUse)
    .filter((answer) => isWanted(answer, flags, names))
    .map((answer) =>
      answer.kind === "proved" ? { ...answer, assumptions: [...answer.assumptions, ...assumptions] } : answer,
    );
  await refuseUnknownHosts(answers, flags.live ? "that this credential can see" : "of the files", allNames);
  return shownAnswers(answers, names, unread);
}

/** Documents have nothing besides their resources, and the names of zones that are among these. */
function zonesOfFiles(resources: JudgedResources): LiveZones {
  const { names = new Map<string, string>() } = resources;
  const allNames = () => Promise.resolve([...names.values()]);
  return { resources, names, unread: [], assumptions: [], allNames };
}

/** Files are read one after the other, so that stdin is read once. */
function readFiles(files: readonly string[]): JudgedResources {
  const read = (files.length === 0 ? ["-"] : files).map((file) => {
    try {
      return readResources(readInput(file));
    } catch (error) {
      if (error instanceof DocumentError)
        throw new UsageError(`${inputName(file)} cannot be used: ${error.message}.`);
      throw error;
    }
  });
  const isChange = read.every(({ before }) => before !== undefined);
  return {
    before: isChange ? read.flatMap(({ before }) => before ?? []) : undefined,
    after: read.flatMap(({ after }) => after),
    names: new Map(read.flatMap(({ names }) => [...names])),
  };
}

function withLanguage(
  { before, after, ...more }: JudgedResources,
  language: NonNullable<ReturnType<typeof languageOfFlags>>,
): JudgedResources {
  return {
    ...more,
    before: before?.map((resource) => ({ ...resource, language })),
    after: after.map((resource) => ({ ...resource, language })),
  };
}

function refuseSharedStdin(files: readonly string[], { invariants, config, fields }: Flags): void {
  const readers = [...files, invariants, config, fields].filter((name) => name === "-");
  if (readers.length > 1) throw new UsageError("Only one input can be stdin: use files for the others.");
}

/** What is asked in each zone. */
interface ProveQuestion {
  readonly invariants: readonly WrittenInvariant[];
  readonly notInUse: readonly OutsideView[];
}

/** @throws UsageError */
function questionOf(flags: Flags): ProveQuestion {
  const { invariants: file, requests, outcome, phase, notInUse } = flags;
  if (file !== undefined) {
    if ([requests, outcome, phase].some((option) => option !== undefined))
      throw new UsageError("Give --invariants, or --requests with --outcome, not both.");
    const settings = settingsIn(readJsonFile(z.unknown(), file));
    return checked(withNotInUse(settings, notInUse), `--invariants ${file}`);
  }
  if (requests === undefined || outcome === undefined)
    throw new UsageError("Give --invariants, or both --requests and --outcome.");
  const one = { name: requests, requests, outcome, ...(phase !== undefined && { phase }) };
  return checked(withNotInUse({ invariants: [one] }, notInUse), "--requests");
}

/** A file has a list, the settings of the policy, or the configuration of all policies. */
function settingsIn(json: unknown): Members {
  if (Array.isArray(json)) return { invariants: json };
  const settings = isMembers(json) ? (json[holdInvariants.name] ?? json) : undefined;
  if (!isMembers(settings) || !("invariants" in settings))
    throw new UsageError(
      `--invariants: expected a list of invariants, or an object with the settings of ${holdInvariants.name}.`,
    );
  const { invariants, notInUse } = settings;
  return { invariants, ...(notInUse !== undefined && { notInUse }) };
}

function withNotInUse(settings: Members, more: readonly string[]): Members {
  const { notInUse = [] } = settings;
  if (more.length === 0) return settings;
  return {
    ...settings,
    notInUse: Array.isArray(notInUse) ? [...(notInUse as unknown[]), ...more] : notInUse,
  };
}

/** @throws UsageError */
function checked(settings: Members, what: string): ProveQuestion {
  const policy = EDGE_POLICIES.find(({ name }) => name === holdInvariants.name);
  const problems = policy ? checkSettings(policy, settings) : [];
  if (problems.length > 0) throw new UsageError(`${what} cannot be used:\n${problems.join("\n")}`);
  const invariants = z.array(WrittenInvariant).parse(settings["invariants"]);
  if (invariants.length === 0) throw new UsageError(`${what} has no invariant.`);
  return { invariants, notInUse: NotInUse.parse(settings["notInUse"]) };
}

function idOf({ zone }: ZoneAnswer): string | undefined {
  const { id, resource } = zone;
  return isUnknown(id) || resource.isSecret(resource.nameOf("zone_id")) ? undefined : id;
}

/** Live zones were selected when they were read. */
function isWanted(answer: ZoneAnswer, { zone, live }: Flags, names: ReadonlyMap<string, string>): boolean {
  const id = idOf(answer);
  if (live || zone.length === 0) return true;
  return id !== undefined && [id, names.get(id)].some((known) => known !== undefined && zone.includes(known));
}

function shownAnswers(
  answers: readonly ZoneAnswer[],
  names: ReadonlyMap<string, string>,
  unread: readonly string[],
): QuestionAnswer {
  const isProved = answers.every(({ kind }) => kind === "proved" || kind === "no request");
  const lines = answers.flatMap((answer) => linesOf(answer, zoneName(answer, names)));
  const missing = unread.map((what) => `Not readable, so nothing is proved: ${what}.`);
  const nothing = answers.length === 0 ? ["No zone with rules was found, so nothing is proved."] : [];
  return {
    yes: isProved && answers.length > 0 && unread.length === 0,
    lines: [...lines, ...nothing, ...missing],
    json: { answers: answers.map((answer) => jsonOf(answer, names)), unread },
  };
}

function zoneName(answer: ZoneAnswer, names: ReadonlyMap<string, string>): string {
  const id = idOf(answer);
  return id === undefined ? "the zone whose id is not known" : `zone ${names.get(id) ?? id}`;
}

function linesOf(answer: ZoneAnswer, zone: string): string[] {
  const head = `${zone}: ${JSON.stringify(answer.invariant.name)}`;
  switch (answer.kind) {
    case "no request":
    case "proved": {
      const { kind, assumptions } = answer;
      const note = kind === "proved" ? answer.note : undefined;
      return [
        `${head}: ${kind === "proved" ? "proved" : "no request of this zone"}`,
        ...(note === undefined ? [] : [`  ${note[0]?.toUpperCase() ?? ""}${note.slice(1)}.`]),
        ...(assumptions.length > 0 ? [`  Assuming that ${assumptions.join(", and ")}.`] : []),
      ];
    }
    case "broken": {
      const { request, happens, resource, invariant, remedy } = answer;
      return [
        `${head}: broken`,
        `  ${request}`,
        `  In ${resource.label}, this request ${happens}, and ${requirementOf(invariant)}: ${remedy}.`,
      ];
    }
    case "undecided":
      return [`${head}: undecided`, `  It is not proved: ${answer.why}.`];
  }
}

function jsonOf(answer: ZoneAnswer, names: ReadonlyMap<string, string>): object {
  const { invariant, kind } = answer;
  const id = idOf(answer);
  const common = {
    zone: id ?? null,
    zoneName: (id !== undefined && names.get(id)) || null,
    invariant,
    answer: kind,
  };
  switch (answer.kind) {
    case "proved":
      return { ...common, assumptions: answer.assumptions, ...(answer.note && { note: answer.note }) };
    case "no request":
      return { ...common, assumptions: answer.assumptions };
    case "broken": {
      const { request, happens, remedy, resource, path } = answer;
      return { ...common, request, happens, remedy, urn: resource.urn, path };
    }
    case "undecided":
      return { ...common, why: answer.why };
  }
}
