import type { Command } from "commander";
import { isConfigurationError, isEdgeError, messageWithAnswer } from "../provider/client";
import { AccessQuestionError } from "../provider/tokens";
import type { CommandIo } from "./command-io";
import { linesForPeople } from "./text-layout";
import { UsageError } from "./usage-error";

/** Exit codes of commands that answer a question, so that a script can tell "no" from "unanswered". */
export const EXIT = { yes: 0, no: 1, unanswered: 2 } as const;

export interface QuestionAnswer {
  readonly yes: boolean;
  /** Human-readable output. */
  readonly lines: readonly string[];
  readonly json: object;
}

/** The API does not allow the credential to find the answer. The message says what would help. */
export class UnansweredError extends Error {}

/** Makes usage errors exit with "unanswered". */
export function exitAsQuestion(command: Command, io: CommandIo): Command {
  return command.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.yes : EXIT.unanswered));
}

/** Writes the answer as text or JSON. Expected errors make the question unanswered. */
export async function answerQuestion(
  io: CommandIo,
  command: string,
  flags: { readonly json?: boolean },
  work: () => Promise<QuestionAnswer>,
): Promise<void> {
  try {
    const { yes, lines, json } = await work();
    io.output.write(flags.json ? `${JSON.stringify(json, undefined, 2)}\n` : `${linesForPeople(lines)}\n`);
    io.setExitCode(yes ? EXIT.yes : EXIT.no);
  } catch (error) {
    tellFailure(command, error);
    io.setExitCode(EXIT.unanswered);
  }
}

/** Runs a command that carries out a job. It exits with 1 if the job failed, and with 2 for wrong usage. */
export async function runJob(io: CommandIo, command: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    tellFailure(command, error);
    io.setExitCode(error instanceof UsageError || isConfigurationError(error) ? 2 : 1);
  }
}

/** Writes an expected error to stderr without a stack trace. Any other error is thrown again. */
export function tellFailure(command: string, error: unknown): void {
  if (!isExpected(error)) throw error;
  process.stderr.write(`edge-platform ${command}: ${linesForPeople([messageWithAnswer(error)])}\n`);
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    error instanceof UnansweredError ||
    error instanceof AccessQuestionError ||
    isEdgeError(error)
  );
}
