import type { Command } from "commander";
import type { CommandIo } from "../../cli/command-io";
import { registerDoctor } from "../../cli/doctor/doctor";
import { runCommand } from "./command";

export interface Finding {
  readonly subject: string;
  readonly state: string;
  readonly text: string;
  readonly commands?: string[];
}

/** `doctor` on a machine without other processes and tools: those of the machine that runs the tests are none of its business. */
export const doctorAlone = (program: Command, io: CommandIo): void =>
  registerDoctor(
    program,
    io,
    () => [],
    () => undefined,
  );

/** Returns the findings about the stack. The connection must be in order. */
export async function doctor(...args: string[]): Promise<{ code: number; findings: Finding[] }> {
  const { code, stdout, stderr } = await runCommand(doctorAlone, ["doctor", "--json", ...args]);
  expect(stderr).toBe("");
  // A missing member fails the expectations.
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const rest = findings.splice(findings.findIndex(({ subject }) => subject === "base URL"));
  expect(rest.map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok"]);
  return { code, findings };
}

export const deployment = (resources: object[], pending: object[] = []) => ({
  manifest: { version: "3.250.0" },
  ...(resources.length > 0 && { resources }),
  ...(pending.length > 0 && { pending_operations: pending }),
});
