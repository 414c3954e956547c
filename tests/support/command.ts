import { PassThrough } from "node:stream";
import { Command } from "commander";
import type { CommandIo } from "../../cli/command-io";

/** How a command ended, and what it wrote. */
export interface CommandRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `edge-platform ARGS` in this process, with the command that `register` adds. `ask` answers as the user at the terminal,
 * and `terminal` says that the user reads the output there.
 */
export async function runCommand(
  register: (program: Command, io: CommandIo) => void,
  args: readonly string[],
  ask?: CommandIo["ask"],
  terminal?: CommandIo["terminal"],
): Promise<CommandRun> {
  const output = new PassThrough();
  let stderr = "";
  const errors = jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  let code = 0;
  const exit = (exitCode: number): never => {
    code = exitCode;
    throw new Error("the command ends here");
  };
  const program = new Command("edge-platform");
  register(program, {
    input: process.stdin,
    output,
    exit,
    ask,
    terminal,
    setExitCode: (exitCode) => (code = exitCode),
  });
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (code === 0) throw error;
  } finally {
    errors.mockRestore();
  }
  return { code, stdout: String(output.read() ?? ""), stderr };
}
