import { InvalidArgumentError, Option, type Command } from "commander";
import { Id, PHASES } from "../provider/api";
import { addConnectionOptions } from "./connection";
import { processIo, type CommandIo } from "./json-lines";
import { answerQuestion, exitAsQuestion } from "./question";
import { explainToken, type ExplainFlags } from "./tokens-explain";
import { listTokens, type ListFlags } from "./tokens-list";

/** Adds `tokens …`: what tokens may do, and why. No command prints a token's value. */
export function registerTokens(program: Command, io: CommandIo = processIo()): void {
  const tokens = program.command("tokens").description("what API tokens may do; no value is ever printed");
  // Sub-commands inherit it.
  exitAsQuestion(tokens, io);
  const add = (usage: string, description: string) =>
    addConnectionOptions(tokens.command(usage))
      .description(description)
      .option("--owner <account id>", "tokens of an account (default: those of the calling user)", parseId)
      .option("--json", "answer with one JSON document", false);

  add("list", "who may do what where: a matrix of tokens, the risky ones first").action((flags: ListFlags) =>
    answerQuestion(io, "tokens list", flags, () => listTokens(flags)),
  );
  add("explain [token-id]", "say whether a token may do something, and why; without an id, the one in use")
    .requiredOption("--action <name>", "an operation (patchRule), or a permission group (Zone WAF Write)")
    .option("--zone <name or id>", "on a zone")
    .option("--account <id>", "on an account", parseId)
    .option("--user", "on the token's user", false)
    .option("--resource <key>", "on a resource, by its key: zone.<id>, com.<vendor>.api.account.<id>")
    .addOption(new Option("--phase <phase>", "of the ruleset").choices(PHASES))
    .option("--from <address>", "called from this IP address")
    .option("--value-from-env <name>", "the token whose value is in this variable")
    .action((id: string | undefined, flags: ExplainFlags) =>
      answerQuestion(io, "tokens explain", flags, () => explainToken(id, flags)),
    );
}

function parseId(text: string): string {
  if (Id.safeParse(text).success) return text;
  throw new InvalidArgumentError("It is an id of 32 lower-case hexadecimal digits.");
}
