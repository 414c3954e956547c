import type { Command } from "commander";
import { isConfigurationError, isEdgeError, messageWithAnswer } from "../provider/client";
import { AccessQuestionError } from "../provider/tokens";
import type { CommandIo } from "./command-io";
import { linesForPeople } from "./text-layout";
import { UsageError } from "./usage-error";

/** Exit codes of commands, so that a script can tell "no" from "unanswered". A job that failed exits with 1, wrong usage with 2. */
export const EXIT = { yes: 0, no: 1, unanswered: 2 } as const;

export interface QuestionAnswer {
  /** Default: true. */
  readonly yes?: boolean;
  readonly lines: readonly string[];
  readonly json: object;
}

/** An expected failure of a command, such as a permission that the credential lacks. The message says what would help. */
export class CommandError extends Error {}

/** Makes usage errors exit with "unanswered". */
export function exitAsQuestion(command: Command, io: CommandIo): Command {
  return command.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.yes : EXIT.unanswered));
}

/** Runs a command that answers a question, and writes the answer. Expected errors make the question unanswered. */
export function answerQuestion(
  io: CommandIo,
  command: string,
  flags: { readonly json?: boolean },
  work: () => QuestionAnswer | Promise<QuestionAnswer>,
): Promise<void> {
  return decide(io, command, async () => writeAnswer(io, flags, await work()));
}

/** Runs a command that writes its output itself, and returns the answer. Expected errors make the question unanswered. */
export function decide(io: CommandIo, command: string, work: () => Promise<boolean>): Promise<void> {
  return run(io, command, work, () => EXIT.unanswered);
}

/** Runs a command that carries out a job. It exits with 1 if the job failed, and with 2 for wrong usage. */
export function runJob(io: CommandIo, command: string, work: () => unknown): Promise<void> {
  return run(io, command, work, (error) =>
    error instanceof UsageError || isConfigurationError(error) ? EXIT.unanswered : EXIT.no,
  );
}

export function writeAnswer(
  io: CommandIo,
  flags: { readonly json?: boolean },
  { yes = true, lines, json }: QuestionAnswer,
): boolean {
  io.output.write(flags.json ? `${JSON.stringify(json, undefined, 2)}\n` : `${linesForPeople(lines)}\n`);
  return yes;
}

/** Writes an expected error to stderr without a stack trace. Any other error is thrown again. */
async function run(
  io: CommandIo,
  command: string,
  work: () => unknown,
  codeOf: (error: Error) => number,
): Promise<void> {
  try {
    const yes = await work();
    if (typeof yes === "boolean") io.setExitCode(yes ? EXIT.yes : EXIT.no);
  } catch (error) {
    if (!isExpected(error)) throw error;
    process.stderr.write(`edge-platform ${command}: ${linesForPeople([messageWithAnswer(error)])}\n`);
    io.setExitCode(codeOf(error));
  }
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    error instanceof CommandError ||
    error instanceof AccessQuestionError ||
    isEdgeError(error)
  );
}
