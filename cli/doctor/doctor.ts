import type { Command } from "commander";
import { LANGUAGE_DATE } from "../../provider/filter/scheme/language-date";
import { packageVersion } from "../../plugin/package-version";
import { collectOption } from "../option-values";
import { wrapText } from "../text-layout";
import { addConnectionOptions } from "../connection";
import { examineConnection, type DoctorFlags } from "./examine-connection";
import { backendInEnvironment, examineBackend } from "./examine-backend";
import { examineProcesses, runningProcesses } from "./examine-processes";
import { examineStateFile } from "./examine-state";
import { examineTools, installedTools, type Tools } from "./examine-tools";
import type { DoctorFinding } from "./finding";
import { processIo, type CommandIo } from "../command-io";
import { answerQuestion, exitAsQuestion } from "../question";
import { UsageError } from "../usage-error";

interface Flags extends DoctorFlags {
  readonly state?: string;
  readonly backend?: string;
  readonly json: boolean;
}

/**
 * Adds `doctor`, which checks Node, the CLI, credential, base URL, account and zones, and finds leftovers of a killed CLI: in the state,
 * and as processes. It prints no secrets. `tools` are not examined if it returns undefined.
 */
export function registerDoctor(
  program: Command,
  io: CommandIo = processIo(),
  processes = runningProcesses,
  tools: () => Tools | undefined = installedTools,
): void {
  const command = program
    .command("doctor")
    .description(
      "check tools, credential, base URL, account and zones, and find leftovers of a killed Pulumi CLI",
    )
    .option("--zone <name or id>", "also check this zone; repeatable", collectOption, [])
    .option("--state <file>", "check this output of `pulumi stack export` (- for stdin)")
    .option(
      "--backend <folder>",
      "check locks and checkpoints of this file backend (default: PULUMI_BACKEND_URL if it is a file:// URL)",
    )
    .option("--json", "print one JSON document", false)
    .action((flags: Flags) =>
      answerQuestion(io, "doctor", flags, async () => {
        const installed = tools();
        const findings = [
          ...examineStack(flags),
          ...(await examineProcesses(processes())),
          ...(await examineConnection(flags)),
          ...(installed ? examineTools(installed) : []),
        ];
        const good = findings.every(({ state }) => state !== "problem");
        const version = packageVersion();
        return {
          yes: good,
          lines: [...findings.flatMap(linesOf), `(edge-platform ${version}, language of ${LANGUAGE_DATE})`],
          json: { good, version, language: LANGUAGE_DATE, findings },
        };
      }),
    );
  exitAsQuestion(addConnectionOptions(command), io);
}

/** Runs before the connection checks, since a broken state blocks everything else. */
function examineStack({ state, backend, config }: Flags): DoctorFinding[] {
  if (state === "-" && config === "-") throw new UsageError("--state and --config cannot both read stdin.");
  const files = backend ?? backendInEnvironment(process.env);
  return [
    ...(state === undefined ? [] : examineStateFile(state)),
    ...(files === undefined ? [] : examineBackend(files)),
  ];
}

function linesOf({ state, subject, text, cure, commands }: DoctorFinding): string[] {
  const lead = `${state.padEnd(8)} ${subject.padEnd(11)} `;
  return [
    ...wrapText(text, lead),
    ...(cure === undefined ? [] : wrapText(`What to do: ${cure}`, " ".repeat(lead.length))),
    // Not wrapped, so that commands can be copied.
    ...(commands ?? []).map((command) => `${" ".repeat(lead.length)}  $ ${command}`),
  ];
}
