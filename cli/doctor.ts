import type { Command } from "commander";
import { paragraph } from "./columns";
import { addConnectionOptions } from "./connection";
import { examine, type DoctorFlags, type Finding } from "./doctor-examination";
import { backendInEnvironment, examineBackend } from "./doctor-backend";
import { examineStateFile } from "./doctor-state";
import { processIo, type CommandIo } from "./json-lines";
import { answerQuestion, exitAsQuestion } from "./question";
import { UsageError } from "./usage-error";

interface Flags extends DoctorFlags {
  readonly state?: string;
  readonly backend?: string;
  readonly json: boolean;
}

/**
 * Adds `doctor`: whether credential, base URL, account and zones are as a program needs them, and whether a killed CLI has left
 * something in the state. It prints no secret.
 */
export function registerDoctor(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("doctor")
    .description(
      "say whether credential, base URL, account and zones are as a program needs them, and what a killed CLI left",
    )
    .option("--zone <name or id>", "a zone that the program needs; may be repeated", collect, [] as string[])
    .option("--state <file>", "what `pulumi stack export` prints (- for stdin)")
    .option(
      "--backend <folder>",
      "a file backend, whose locks and checkpoints are looked at (default: PULUMI_BACKEND_URL if it is a file:// URL)",
    )
    .option("--json", "answer with one JSON document", false)
    .action((flags: Flags) =>
      answerQuestion(io, "doctor", flags, async () => {
        const findings = [...examineStack(flags), ...(await examine(flags))];
        const good = findings.every(({ state }) => state !== "problem");
        return { yes: good, lines: findings.flatMap(inWords), json: { good, findings } };
      }),
    );
  exitAsQuestion(addConnectionOptions(command), io);
}

/** First, since a state that cannot be used is what the rest waits for. */
function examineStack({ state, backend, config }: Flags): Finding[] {
  if (state === "-" && config === "-") throw new UsageError("The state and --config cannot both be stdin.");
  const files = backend ?? backendInEnvironment(process.env);
  return [
    ...(state === undefined ? [] : examineStateFile(state)),
    ...(files === undefined ? [] : examineBackend(files)),
  ];
}

function inWords({ state, subject, text, cure, commands }: Finding): string[] {
  const lead = `${state.padEnd(8)} ${subject.padEnd(11)} `;
  return [
    ...paragraph(text, lead),
    ...(cure === undefined ? [] : paragraph(`What to do: ${cure}`, " ".repeat(lead.length))),
    // Whole, so that they can be copied.
    ...(commands ?? []).map((command) => `${" ".repeat(lead.length)}  $ ${command}`),
  ];
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
