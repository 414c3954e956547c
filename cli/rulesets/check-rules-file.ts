import { didYouMean, isMembers, PHASES, type Phase, type ZonePlan } from "../../provider/api";
import { showControls } from "../../provider/filter/diagnostics/display-width";
import type { Level } from "../../provider/rulebook";
import { counted } from "../../review/changes/counted";
import { truncate, wrapText } from "../text-layout";
import { UsageError } from "../usage-error";
import type { CommandOutput } from "./command-output";
import { judgeRules, type JudgedPlace, type RuleFinding } from "./judge-rules";
import { readRules, type RulesFile } from "./read-rules";

/** Command-line options that say what the ruleset of the rules is. */
export interface PlaceFlags {
  readonly phase?: string;
  readonly level?: Level;
  readonly kind?: "root" | "custom";
  readonly plan?: ZonePlan;
}

const MAX_NAME = 60;
const MAX_PATH = 160;
const MAX_HINTED = 3;
const INDENT = "    ";

/** Checks the rules of a file. @throws UsageError */
export function checkRulesFile(
  file: string,
  flags: PlaceFlags,
): CommandOutput & { readonly hasErrors: boolean } {
  const read = readRules(file);
  const place = placeOf(read, flags);
  const findings = judgeRules(read.rules, place);
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const lines = [
    ...section("Errors:", errors, read.rules),
    ...section("Warnings:", warnings, read.rules),
    ...explainHint(findings),
    `${counted(errors.length, "error")} and ${counted(warnings.length, "warning")} in ${counted(read.rules.length, "rule")} of ${place.phase}.`,
  ];
  const { phase, kind, level, plan = null } = place;
  const counts = { rules: read.rules.length, errors: errors.length, warnings: warnings.length };
  return {
    lines,
    json: {
      ...{ phase, kind, level, plan, ...counts },
      findings: findings.map(({ severity, id, path, index: rule = null, message }) => ({
        severity,
        id,
        rule,
        path,
        message,
      })),
    },
    hasErrors: errors.length > 0,
  };
}

/** Returns where the rules are: as the options say, otherwise as the file says. @throws UsageError */
function placeOf(read: RulesFile, flags: PlaceFlags): JudgedPlace {
  const { kind: given } = read;
  if (given === "managed" && flags.kind === undefined && flags.level === undefined)
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

function section(title: string, findings: readonly RuleFinding[], rules: readonly unknown[]): string[] {
  if (findings.length === 0) return [];
  return [title, ...findings.flatMap((finding) => describe(finding, rules)), ""];
}

/** Says once how to read more about the first ids. */
function explainHint(findings: readonly RuleFinding[]): string[] {
  const ids = [...new Set(findings.map(({ id }) => id))].slice(0, MAX_HINTED);
  return ids.length === 0 ? [] : [`For examples: edge-platform explain ${ids.join(" ")}`, ""];
}

/** Describes a finding in lines. What comes from the file is shown with its invisible characters. */
function describe({ id, path, index, message }: RuleFinding, rules: readonly unknown[]): string[] {
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
