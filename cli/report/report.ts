import type { Command } from "commander";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { TOKEN_RISKS } from "../../provider/tokens";
import { posturePage } from "../../review/pages/posture-page";
import { LIVE_POLICIES, postureOf } from "../../review/posture/posture-of";
import type { Posture, ZonePosture } from "../../review/posture/posture";
import { showControls } from "../../provider/visible";
import { collectOption, parseId } from "../option-values";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions, configOf, type ConnectionFlags, openClient } from "../connection";
import { addLanguageOptions, type LanguageFlags, languageOfFlags } from "../language-options";
import { exitAsQuestion, runJob } from "../question";
import { linesForPeople, wrapList } from "../text-layout";
import { fileError } from "../usage-error";
import { readLive, type ReportScope } from "./read-live";
import { counted, firstWords, truncate } from "../../provider/words";

interface Flags extends ConnectionFlags, LanguageFlags, ReportScope {
  readonly html?: string;
  readonly json?: string;
}

/** Adds `report`, which shows the posture of what is live: zones, rules, OWASP, tokens. It changes nothing. */
export function registerReport(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("report")
    .description("show the posture of what is live: coverage of zones, OWASP, tokens by risk, findings")
    .option("--zone <name or id>", "only this zone (default: all zones); repeatable", collectOption, [])
    .option("--account <id>", "only zones of this account", parseId)
    .option("--html <file>", "write a page that needs no network")
    .option("--json <file>", "write the report as JSON (- for stdout, instead of the text)")
    .action((flags: Flags) => runJob(io, "report", () => report(io, flags)));
  exitAsQuestion(addLanguageOptions(addConnectionOptions(command)), io);
}

async function report(io: CommandIo, flags: Flags): Promise<void> {
  const { html, json } = flags;
  for (const file of [html, json]) if (file !== undefined && file !== "-") checkWritable(file);
  const language = languageOfFlags(flags, configOf(flags));
  const live = await readLive(openClient(flags), flags);
  const posture = postureOf({ ...live, language }, LIVE_POLICIES);
  if (html !== undefined) writeFileSync(html, posturePage(posture));
  const document = `${JSON.stringify(posture, undefined, 2)}\n`;
  if (json !== undefined && json !== "-") writeFileSync(json, document);
  io.output.write(json === "-" ? document : `${linesForPeople(reportLines(posture))}\n`);
}

/** Finds out before the first request, and without a change of the file. @throws UsageError */
function checkWritable(file: string): void {
  try {
    closeSync(openSync(file, "a"));
  } catch (error) {
    throw fileError(file, "written", error);
  }
}

/** The names that a line lists before it counts the others. */
const NAMED = 5;
const NAME_WIDTH = 60;

function reportLines(posture: Posture): string[] {
  const { zones, tokens, at, unread } = posture;
  const rules = zones.flatMap(({ rulesets }) => rulesets).flatMap((ruleset) => ruleset.rules);
  return [
    `${counted(zones.length, "zone")}, ${counted(rules.length, "rule")}, ${counted(tokens.length, "token")} at ${at}.`,
    "",
    ...owaspLines(zones),
    ...hazardLines(zones),
    ...tokenLines(posture),
    ...findingLines(posture),
    ...differenceLines(posture),
    ...(unread.length > 0 ? wrapList(unread.map(shown), "not readable:  ") : []),
  ];
}

function owaspLines(zones: readonly ZonePosture[]): string[] {
  const groups = [
    ["acts", zones.filter(({ owasp }) => owasp?.effect === "acts")],
    ["only logs", zones.filter(({ owasp }) => owasp?.effect === "logs")],
    ["disabled", zones.filter(({ owasp }) => owasp?.effect === "off")],
    ["not deployed", zones.filter(({ owasp }) => owasp === null)],
  ] as const;
  return groups.flatMap(([what, found], index) => {
    if (found.length === 0) return [];
    const names = index === 0 ? [] : listed(found.map(({ name }) => name));
    const head = `OWASP ${what}: `.padEnd(20) + counted(found.length, "zone");
    return names.length === 0 ? [head] : wrapList(names, `${head}: `);
  });
}

function hazardLines(zones: readonly ZonePosture[]): string[] {
  const found = zones.filter(({ hazards }) => hazards > 0);
  if (found.length === 0) return [];
  const count = found.reduce((sum, { hazards }) => sum + hazards, 0);
  const head = `${"hazards:".padEnd(20)}${count} in ${counted(found.length, "zone")}: `;
  return wrapList(listed(found.map(({ name }) => name)), head);
}

function tokenLines({ tokens }: Posture): string[] {
  return TOKEN_RISKS.flatMap((risk) => {
    const found = tokens.filter(({ risks }) => risks.includes(risk));
    if (found.length === 0) return [];
    const head = `tokens: ${risk}: `;
    return wrapList(listed(found.map(({ name }) => JSON.stringify(name))), `${head}${found.length}: `);
  });
}

function findingLines({ findings }: Posture): string[] {
  const resources = new Map<string, Set<string>>();
  for (const { policy, severity, urn } of findings) {
    const key = `finding, ${severity}: ${policy}`;
    resources.set(key, (resources.get(key) ?? new Set()).add(urn));
  }
  return [...resources].map(([key, { size }]) => `${key}: ${counted(size, "resource")}`);
}

function differenceLines({ differences, zones }: Posture): string[] {
  return differences.slice(0, NAMED).flatMap(({ ref, phase, having, missing, differing }) => {
    const others = [...missing, ...differing.map(({ zone }) => `${zone} (differs)`)];
    const head = `${having.length} of ${zones.length} zones have ${shown(ref)} in ${phase}; not: `;
    return wrapList(listed(others), head);
  });
}

function listed(names: readonly string[]): string[] {
  return firstWords(names.map(shown), NAMED, (rest) => `and ${rest} more`);
}

/** Cut first, because a name can have megabytes. */
function shown(text: string): string {
  return showControls(truncate(text, NAME_WIDTH));
}
