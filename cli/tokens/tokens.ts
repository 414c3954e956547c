import { InvalidArgumentError, Option, type Command } from "commander";
import { Id, PHASES } from "../../provider/api";
import { addConnectionOptions } from "../connection";
import { processIo, type CommandIo } from "../command-io";
import { answerQuestion, exitAsQuestion } from "../question";
import { explainToken, type ExplainFlags } from "./explain-token";
import { listTokens, type ListFlags } from "./list-tokens";

/** Adds `tokens list` and `tokens explain`, which show the permissions of tokens. They never print a token's value. */
export function registerTokens(program: Command, io: CommandIo = processIo()): void {
  const tokens = program
    .command("tokens")
    .description("show the permissions of API tokens, never their values");
  // Subcommands inherit this.
  exitAsQuestion(tokens, io);
  const add = (usage: string, description: string) =>
    addConnectionOptions(tokens.command(usage))
      .description(description)
      .option("--owner <account id>", "use tokens of this account (default: the user's tokens)", parseId)
      .option("--json", "print one JSON document", false);

  add("list", "list the permissions of all tokens as a matrix, riskiest first").action((flags: ListFlags) =>
    answerQuestion(io, "tokens list", flags, () => listTokens(flags)),
  );
  add("explain [token-id]", "explain whether a token may do something (default: the current token)")
    .requiredOption("--action <name>", "operation (patchRule) or permission group (Zone WAF Write)")
    .option("--zone <name or id>", "on a zone")
    .option("--account <id>", "on an account", parseId)
    .option("--user", "on the token's user", false)
    .option("--resource <key>", "on a resource key: zone.<id>, com.<vendor>.api.account.<id>")
    .addOption(new Option("--phase <phase>", "phase of the ruleset").choices(PHASES))
    .option("--from <address>", "with this client IP address")
    .option("--value-from-env <name>", "explain the token whose value is in this variable")
    .action((id: string | undefined, flags: ExplainFlags) =>
      answerQuestion(io, "tokens explain", flags, () => explainToken(id, flags)),
    );
}

function parseId(text: string): string {
  if (Id.safeParse(text).success) return text;
  throw new InvalidArgumentError("It must be an id of 32 lower-case hexadecimal digits.");
}
