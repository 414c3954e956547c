import type { Command } from "commander";
import { z } from "zod";
import { checkConfig } from "../../review/policies/check-config";
import { describePolicies } from "../../review/policies/describe-policies";
import { processIo, type CommandIo } from "../command-io";
import { readJsonFile } from "../json-file";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { counted } from "../../review/changes/counted";
import { visible } from "../../review/print/visible";
import { alignColumns, wrapText } from "../text-layout";
import { initPack } from "./init-pack";

/** The folder of a new pack. */
const DEFAULT_FOLDER = "policy";

/** Adds `policy list`, `policy init` and `policy check`, which work offline. */
export function registerPolicy(program: Command, io: CommandIo = processIo()): void {
  const policy = program.command("policy").description("list policies, and set up and check a policy pack");
  // Subcommands inherit this.
  exitAsQuestion(policy, io);
  policy
    .command("list")
    .description("list the policies with level, severity and description")
    .option("--json", "print one JSON document, with settings and steps to take", false)
    .action((flags: { json: boolean }) =>
      answerQuestion(io, "policy list", flags, () => Promise.resolve(listPolicies())),
    );
  policy
    .command("init [folder]")
    .description(`write a policy pack with its configuration (default folder: ${DEFAULT_FOLDER})`)
    .action((folder: string = DEFAULT_FOLDER) => {
      initPack(io, folder);
    });
  policy
    .command("check <file>")
    .description("check a JSON file for --policy-pack-config (- is stdin): the engine ignores unknown names")
    .option("--json", "print one JSON document", false)
    .action((file: string, flags: { json: boolean }) =>
      answerQuestion(io, "policy check", flags, () => Promise.resolve(checkFile(file))),
    );
}

function listPolicies(): QuestionAnswer {
  const policies = describePolicies();
  const lines = alignColumns(
    policies.map(({ name, enforcementLevel, severity }) => [name, enforcementLevel, severity]),
  );
  return {
    yes: true,
    lines: policies.flatMap(({ description }, index) => [
      lines[index] ?? "",
      ...wrapText(description, "    "),
    ]),
    json: policies,
  };
}

function checkFile(file: string): QuestionAnswer {
  const problems = checkConfig(readJsonFile(z.unknown(), file));
  const lines =
    problems.length === 0
      ? [`${file}: valid`]
      : [`${file}: ${counted(problems.length, "problem")}`, ...problems.map(visible)];
  return { yes: problems.length === 0, lines, json: { valid: problems.length === 0, problems } };
}
