import { PHASES, type Phase, type ZonePlan, didYouMean, isMembers, pathTo } from "../../provider/api";
import type { Level, Place } from "../../provider/filter";
import { showControls } from "../../provider/filter/diagnostics/display-width";
import { type Finding, type Form, PROGRAM, WIRE, judgeRules, withoutRepeats } from "../../provider/rulebook";
import { counted } from "../../review/changes/counted";
import { type LanguageFlags, languageOfFlags } from "../language-options";
import { readJsonFile } from "../read-text";
import { truncate, wrapText } from "../text-layout";
import { UsageError } from "../usage-error";
import { z } from "zod";
import type { QuestionAnswer } from "../question";

export interface PlaceFlags extends LanguageFlags {
  readonly phase?: string;
  readonly level?: Level;
  readonly kind?: "root" | "custom";
  readonly plan?: ZonePlan;
  readonly all?: boolean;
}

const MAX_NAME = 60;
const MAX_PATH = 160;
const MAX_HINTED = 3;
const INDENT = "    ";

/** Checks the rules of a file. @throws UsageError */
export function checkRulesFile(file: string, flags: PlaceFlags): QuestionAnswer {
  const read = readRules(file);
  const place = { ...placeOf(read, flags), language: languageOfFlags(flags) };
  const findings = judgeWritten(read.rules, place);
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const information = findings.filter(({ severity }) => severity === "information");
  const left =
    flags.all || information.length === 0
      ? ""
      : ` --all shows ${counted(information.length, "further remark")}.`;
  const lines = [
    ...section("Errors:", errors, read.rules),
    ...section("Warnings:", warnings, read.rules),
    ...(flags.all ? section("Information:", information, read.rules) : []),
    ...explainHint(flags.all ? findings : [...errors, ...warnings]),
    `${counted(errors.length, "error")} and ${counted(warnings.length, "warning")} in ${counted(read.rules.length, "rule")} of ${place.phase}.${left}`,
  ];
  const { phase, kind, level, plan = null } = place;
  const counts = {
    rules: read.rules.length,
    errors: errors.length,
    warnings: warnings.length,
    information: information.length,
  };
  return {
    lines,
    json: {
      ...{ phase, kind, level, plan, ...counts },
      findings: findings.map(({ severity, id, path, rule = null, message }) => ({
        severity,
        id,
        rule,
        path,
        message,
      })),
    },
    yes: errors.length === 0,
  };
}

/**
 * Judges rules in wire names or in the camelCase names of a program. Returns errors, then warnings, then information, each in the order of the rules;
 * findings about the ruleset come first.
 */
export function judgeWritten(rules: readonly unknown[], place: Place): Finding[] {
  const named = rules.map((rule, index) => ({ path: pathTo("rules", index), rule }));
  const written = { rules: named, form: formOf(rules), place, eachError: true };
  const sources = ["shape", "constraint", "language", "limit", "lint", "ruleset", "hazard"] as const;
  const findings = withoutRepeats(judgeRules(written, ...sources));
  const byRule = findings.sort((a, b) => (a.rule ?? -1) - (b.rule ?? -1));
  return (["error", "warning", "information"] as const).flatMap((one) =>
    byRule.filter(({ severity }) => severity === one),
  );
}

/** Returns the form of rules: that of a program if a member or a rate limit has a camelCase name, and none has a wire name. */
function formOf(rules: readonly unknown[]): Form {
  const names = rules
    .filter(isMembers)
    .flatMap((rule) => [rule, rule["ratelimit"]])
    .flatMap((value) => (isMembers(value) ? Object.keys(value) : []));
  return names.some((name) => /[A-Z]/.test(name)) && !names.some((name) => name.includes("_"))
    ? PROGRAM
    : WIRE;
}

/** Returns where the rules are: as the options say, otherwise as the file says. @throws UsageError */
function placeOf(read: RulesFile, flags: PlaceFlags): Place & { readonly phase: Phase } {
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

/** Rules of the API have at most a tenth of this depth. */
const MAX_DEPTH = 100;
const EXPECTED = 'expected an array of rules, or an object with a member "rules" or "result"';

/** The rules of a file, and what the file says about their ruleset. Nothing of it is checked. */
interface RulesFile {
  readonly rules: readonly unknown[];
  readonly phase?: unknown;
  readonly kind?: unknown;
}

/** Reads rules: an array, a ruleset, or an answer of the API with a ruleset. `-` is stdin. @throws UsageError */
function readRules(file: string): RulesFile {
  const json = readJsonFile(z.unknown(), file);
  if (isDeeper(json, MAX_DEPTH))
    throw new UsageError(
      `${file} cannot be read: it has more than ${MAX_DEPTH} levels of objects and arrays`,
    );
  const found = rulesIn(json);
  if (found === undefined) throw new UsageError(`${file} has no list of rules: ${EXPECTED}`);
  if (found.rules.length === 0) throw new UsageError(`${file} has no rules: its list is empty`);
  return found;
}

function rulesIn(json: unknown): RulesFile | undefined {
  if (Array.isArray(json)) return { rules: json };
  if (!isMembers(json)) return undefined;
  const { rules, phase, kind, result } = json;
  if (Array.isArray(rules)) return { rules, phase, kind };
  // An answer has the ruleset as its result, and a result has no result.
  return isMembers(result) && Array.isArray(result["rules"]) ? rulesIn(result) : undefined;
}

/** Whether a value has more levels. Works level by level, since a recursion could exhaust the stack. */
function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((one): unknown[] =>
      typeof one === "object" && one !== null ? Object.values(one) : [],
    );
  return level.length > 0;
}
