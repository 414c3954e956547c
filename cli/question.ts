import type { Command } from "commander";
import { isEdgeError, messageWithAnswer } from "../provider/client";
import { AccessQuestionError } from "../provider/tokens";
import type { CommandIo } from "./json-lines";
import { UsageError } from "./usage-error";

/** The exit codes of commands that answer a question: so a script can tell "no" from "not answered". */
export const EXIT = { yes: 0, no: 1, unanswered: 2 } as const;

export interface QuestionAnswer {
  readonly yes: boolean;
  /** For people. */
  readonly lines: readonly string[];
  readonly json: object;
}

/** What the API does not let be known; the message says what would help. */
export class UnansweredError extends Error {}

/** Wrong usage ends with "not answered". */
export function exitAsQuestion(command: Command, io: CommandIo): Command {
  return command.exitOverride(({ exitCode }) => io.exit(exitCode === 0 ? EXIT.yes : EXIT.unanswered));
}

/** Writes the answer, as JSON where that is asked for; what goes wrong is told on stderr without a stack. */
export async function answerQuestion(
  io: CommandIo,
  command: string,
  flags: { readonly json?: boolean },
  work: () => Promise<QuestionAnswer>,
): Promise<void> {
  try {
    const { yes, lines, json } = await work();
    io.output.write(flags.json ? `${JSON.stringify(json, undefined, 2)}\n` : `${lines.join("\n")}\n`);
    io.setExitCode(yes ? EXIT.yes : EXIT.no);
  } catch (error) {
    if (!isExpected(error)) throw error;
    process.stderr.write(`edge-platform ${command}: ${messageWithAnswer(error)}\n`);
    io.setExitCode(EXIT.unanswered);
  }
}

function isExpected(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    error instanceof UnansweredError ||
    error instanceof AccessQuestionError ||
    isEdgeError(error)
  );
}
