import { linesForPeople } from "../text-layout";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { InvalidArgumentError, type Command } from "commander";
import { Id } from "../../provider/api";
import { isConfigurationError, isEdgeError, messageWithAnswer } from "../../provider/client";
import { posturePage } from "../../review/pages/posture-page";
import { postureOf } from "../../review/posture/posture-of";
import { collectOption } from "../collect-option";
import { processIo, type CommandIo } from "../command-io";
import { addConnectionOptions, openClient, type ConnectionFlags } from "../connection";
import { fileError, UsageError } from "../usage-error";
import { LIVE_POLICIES } from "../../review/posture/live-policies";
import { readLive, type ReportScope } from "./read-live";
import { reportLines } from "./report-lines";

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

interface Flags extends ConnectionFlags, ReportScope {
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
    .action((flags: Flags) => run(io, flags));
  addConnectionOptions(command).exitOverride(({ exitCode }) =>
    io.exit(exitCode === 0 ? EXIT.done : EXIT.usage),
  );
}

async function run(io: CommandIo, flags: Flags): Promise<void> {
  const { html, json } = flags;
  try {
    for (const file of [html, json]) if (file !== undefined && file !== "-") checkWritable(file);
    const posture = postureOf(await readLive(openClient(flags), flags), LIVE_POLICIES);
    if (html !== undefined) writeFileSync(html, posturePage(posture));
    const document = `${JSON.stringify(posture, undefined, 2)}\n`;
    if (json !== undefined && json !== "-") writeFileSync(json, document);
    io.output.write(json === "-" ? document : `${linesForPeople(reportLines(posture))}\n`);
  } catch (error) {
    if (!(error instanceof UsageError || isEdgeError(error))) throw error;
    process.stderr.write(`edge-platform report: ${linesForPeople([messageWithAnswer(error)])}\n`);
    const usage = error instanceof UsageError || isConfigurationError(error);
    io.setExitCode(usage ? EXIT.usage : EXIT.failed);
  }
}

/** Finds out before the first request, and without a change of the file. @throws UsageError */
function checkWritable(file: string): void {
  try {
    closeSync(openSync(file, "a"));
  } catch (error) {
    throw fileError(file, "written", error);
  }
}

function parseId(text: string): string {
  if (Id.safeParse(text).success) return text;
  throw new InvalidArgumentError("It must be an id of 32 lower-case hexadecimal digits.");
}
