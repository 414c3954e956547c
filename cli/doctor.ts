import type { Command } from "commander";
import { paragraph } from "./columns";
import { addConnectionOptions } from "./connection";
import { examine, type DoctorFlags, type Finding } from "./doctor-examination";
import { processIo, type CommandIo } from "./json-lines";
import { answerQuestion, exitAsQuestion } from "./question";

/** Adds `doctor`: whether credential, base URL, account and zones are as a program needs them. It prints no secret. */
export function registerDoctor(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("doctor")
    .description("say whether credential, base URL, account and zones are as a program needs them")
    .option("--zone <name or id>", "a zone that the program needs; may be repeated", collect, [] as string[])
    .option("--json", "answer with one JSON document", false)
    .action((flags: DoctorFlags & { json: boolean }) =>
      answerQuestion(io, "doctor", flags, async () => {
        const findings = await examine(flags);
        const good = findings.every(({ state }) => state !== "problem");
        return { yes: good, lines: findings.flatMap(inWords), json: { good, findings } };
      }),
    );
  exitAsQuestion(addConnectionOptions(command), io);
}

function inWords({ state, subject, text, cure }: Finding): string[] {
  const lead = `${state.padEnd(8)} ${subject.padEnd(11)} `;
  return [
    ...paragraph(text, lead),
    ...(cure === undefined ? [] : paragraph(`What to do: ${cure}`, " ".repeat(lead.length))),
  ];
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}
