import { isMembers, PHASES, type Phase, type ZonePlan } from "../../provider/api";
import type { Level, Place } from "../../provider/filter";
import { showControls } from "../../provider/filter/diagnostics/display-width";
import { type Finding, judgeWritten } from "../../provider/rulebook";
import { type LanguageFlags, languageOfFlags } from "../language-options";
import { sarifTool } from "../review/reports";
import { wrapText } from "../text-layout";
import { UsageError } from "../usage-error";
import { expandFiles } from "./expand-files";
import { readRules, type RulesFile } from "./read-rules";
import { type FileFindings, rulesSarif } from "./rules-sarif";
import type { QuestionAnswer } from "../question";
import { counted, didYouMean, truncate } from "../../provider/words";

export interface PlaceFlags extends LanguageFlags {
  readonly phase?: string;
  readonly level?: Level;
  readonly kind?: "root" | "custom";
  readonly plan?: ZonePlan;
  readonly all?: boolean;
}

export interface OutputFlags {
  readonly sarif?: boolean;
  /** Where the built docs are published, for SARIF. */
  readonly docsUrl?: string;
}

const MAX_NAME = 60;
const MAX_PATH = 160;
const MAX_HINTED = 3;
const INDENT = "    ";

/** The rules of a file, their place, and what was found. */
interface CheckedFile extends FileFindings {
  readonly read: RulesFile;
  readonly place: Place & { readonly phase: Phase };
}

/** Checks the rules of files. @throws UsageError */
export function checkRulesFiles(files: readonly string[], flags: PlaceFlags & OutputFlags): QuestionAnswer {
  const names = expandFiles(files);
  const [first = "-", ...others] = names;
  const results = others.length === 0 ? [checkFile(first, flags)] : names.map((file) => tryFile(file, flags));
  const checked = results.filter((one) => one !== undefined && "read" in one);
  const failed = results.filter((one) => one !== undefined && "error" in one);
  const yes =
    failed.length === 0 &&
    checked.every(({ findings }) => findings.every(({ severity }) => severity !== "error"));
  if (flags.sarif)
    return { lines: [], json: rulesSarif(sarifFiles(checked, failed, flags), sarifTool(flags.docsUrl)), yes };
  const [only] = checked;
  if (only && others.length === 0) return { lines: linesOf(only, flags), json: documentOf(only), yes };
  return {
    lines: [
      ...checked.flatMap((one) => linesOfMany(one, flags)),
      ...failed.map(({ error }) => `Not checked: ${showControls(error)}`),
      totalOf(checked) + leftOut(results.length - checked.length - failed.length),
    ],
    json: { files: [...checked.map((one) => ({ file: one.file, ...documentOf(one) })), ...failed] },
    yes,
  };
}

/** A file whose rules cannot be checked, and why. */
interface FailedFile {
  readonly file: string;
  readonly error: string;
}

/** Checks one of many files. Undefined for rules of the vendor, which are among exported rulesets and which nobody corrects. */
function tryFile(file: string, flags: PlaceFlags): CheckedFile | FailedFile | undefined {
  try {
    return isVendors(readRules(file), flags) ? undefined : checkFile(file, flags);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { file, error: error.message };
  }
}

function sarifFiles(
  checked: readonly CheckedFile[],
  failed: readonly FailedFile[],
  { all = false }: PlaceFlags,
): FileFindings[] {
  return [
    ...checked.map(({ findings, ...file }) => ({
      ...file,
      findings: findings.filter(({ severity }) => all || severity !== "information"),
    })),
    ...failed.map(({ file, error: message }): FileFindings => {
      const finding = { id: "shape", severity: "error", source: "shape", path: "rules", message } as const;
      return { file, text: "[]", at: "", findings: [finding] };
    }),
  ];
}

function leftOut(count: number): string {
  return count === 0
    ? ""
    : ` ${counted(count, "file")} with rules of a managed ruleset left out: only the vendor writes them.`;
}

/** Whether a file says that its rules are those of a managed ruleset, and no option says otherwise. */
function isVendors({ kind }: RulesFile, flags: PlaceFlags): boolean {
  return kind === "managed" && flags.kind === undefined && flags.level === undefined;
}

function checkFile(file: string, flags: PlaceFlags): CheckedFile {
  const read = readRules(file);
  const place = placeIn(file, read, flags);
  return { file, text: read.text, at: read.at, read, place, findings: judgeWritten(read.rules, place) };
}

/** Returns the place of a file's rules. An error names the file, since there may be many. @throws UsageError */
function placeIn(file: string, read: RulesFile, flags: PlaceFlags): CheckedFile["place"] {
  try {
    return { ...placeOf(read, flags), language: languageOfFlags(flags) };
  } catch (error) {
    if (!(error instanceof UsageError) || file === "-") throw error;
    throw new UsageError(`${error.message} (${file})`);
  }
}

/** Returns the lines about one of many files: none without errors and warnings. */
function linesOfMany(checked: CheckedFile, flags: PlaceFlags): string[] {
  const isQuiet = checked.findings.every(({ severity }) => !flags.all && severity === "information");
  return isQuiet ? [] : [`${showControls(checked.file)}:`, ...linesOf(checked, flags), ""];
}

function totalOf(checked: readonly CheckedFile[]): string {
  const count = (severity: Finding["severity"]) =>
    checked.reduce(
      (sum, { findings }) => sum + findings.filter((one) => one.severity === severity).length,
      0,
    );
  const rules = checked.reduce((sum, { read }) => sum + read.rules.length, 0);
  return `${counted(count("error"), "error")} and ${counted(count("warning"), "warning")} in ${counted(rules, "rule")} of ${counted(checked.length, "file")}.`;
}

function linesOf({ read, place, findings }: CheckedFile, flags: PlaceFlags): string[] {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const information = findings.filter(({ severity }) => severity === "information");
  const left =
    flags.all || information.length === 0
      ? ""
      : ` --all shows ${counted(information.length, "further remark")}.`;
  return [
    ...section("Errors:", errors, read.rules),
    ...section("Warnings:", warnings, read.rules),
    ...(flags.all ? section("Information:", information, read.rules) : []),
    ...explainHint(flags.all ? findings : [...errors, ...warnings]),
    `${counted(errors.length, "error")} and ${counted(warnings.length, "warning")} in ${counted(read.rules.length, "rule")} of ${place.phase}.${left}`,
  ];
}

function documentOf({ read, place, findings }: CheckedFile): object {
  const { phase, kind, level, plan = null } = place;
  const count = (severity: Finding["severity"]) => findings.filter((one) => one.severity === severity).length;
  return {
    phase,
    kind,
    level,
    plan,
    rules: read.rules.length,
    errors: count("error"),
    warnings: count("warning"),
    information: count("information"),
    findings: findings.map(({ severity, id, path, rule = null, message }) => ({
      severity,
      id,
      rule,
      path,
      message,
    })),
  };
}

/** Returns where the rules are: as the options say, otherwise as the file says. @throws UsageError */
function placeOf(read: RulesFile, flags: PlaceFlags): Place & { readonly phase: Phase } {
  const { kind: given } = read;
  if (isVendors(read, flags))
    throw new UsageError("These are the rules of a managed ruleset: only the vendor writes them.");
  const phase = phaseOf(flags.phase ?? read.phase);
  const plan = flags.plan && { plan: flags.plan };
  const custom = flags.kind === "custom" || (flags.kind === undefined && given === "custom");
  if (custom) return { phase, kind: "custom", level: flags.level ?? "account", ...plan };
  if (flags.kind === "root" && flags.level === "zone")
    throw new UsageError(
      "--kind root is the entry point of an account. For that of a zone, leave --kind out.",
    );
  const isAccount =
    flags.kind === "root" || flags.level === "account" || (flags.level === undefined && given === "root");
  return isAccount
    ? { phase, kind: "root", level: "account", ...plan }
    : { phase, kind: "zone", level: "zone", ...plan };
}

function phaseOf(name: unknown): Phase {
  if (typeof name !== "string") throw new UsageError("Name the phase of the rules: --phase <phase>.");
  const known = PHASES.find((phase) => phase === name);
  if (known) return known;
  const hint = didYouMean(name, PHASES) || `. Valid phases: ${PHASES.join(", ")}.`;
  throw new UsageError(`There is no phase ${JSON.stringify(truncate(name, MAX_NAME))}${hint}`);
}

function section(title: string, findings: readonly Finding[], rules: readonly unknown[]): string[] {
  if (findings.length === 0) return [];
  return [title, ...findings.flatMap((finding) => describe(finding, rules)), ""];
}

/** Says once how to read more about the first ids. */
function explainHint(findings: readonly Finding[]): string[] {
  const ids = [...new Set(findings.map(({ id }) => id))].slice(0, MAX_HINTED);
  return ids.length === 0 ? [] : [`For examples: edge-platform explain ${ids.join(" ")}`, ""];
}

/** Describes a finding in lines. What comes from the file is shown with its invisible characters. */
function describe({ id, path, rule: index, message }: Finding, rules: readonly unknown[]): string[] {
  const name = index === undefined ? undefined : nameOf(rules[index]);
  const about = [...(name === undefined ? [] : [name]), id].join(", ");
  const [first = "", ...frame] = message.split("\n");
  return [
    `  ${showControls(truncate(path, MAX_PATH))} (${about})`,
    ...wrapText(showControls(first), INDENT),
    ...frame.map((line) => INDENT + showControls(line)),
  ];
}

/** Names a rule by its ref, or by its description. */
function nameOf(rule: unknown): string | undefined {
  if (!isMembers(rule)) return undefined;
  const text = [rule["ref"], rule["description"]].find((one) => typeof one === "string" && one !== "");
  return typeof text === "string" ? showControls(JSON.stringify(truncate(text, MAX_NAME))) : undefined;
}
