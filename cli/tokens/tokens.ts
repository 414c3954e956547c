import { type Command, Option } from "commander";
import { Id, type Phase, PHASES } from "../../provider/api";
import type { EdgeClient } from "../../provider/client";
import { expandKey, explainAccess, parseResourceKey } from "../../provider/tokens";
import { type CommandIo, processIo } from "../command-io";
import { addConnectionOptions, type ConnectionFlags, findZone, openClient } from "../connection";
import { clientWithValueOf, credentialToken, knownGroups, type OwnedToken } from "../credential-token";
import { parseId } from "../option-values";
import { answerQuestion, exitAsQuestion, type QuestionAnswer, CommandError } from "../question";
import { UsageError } from "../usage-error";
import { type ListFlags, listTokens } from "./list-tokens";

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

interface ExplainFlags extends ConnectionFlags {
  readonly action: string;
  readonly owner?: string;
  readonly zone?: string;
  readonly account?: string;
  readonly user: boolean;
  readonly resource?: string;
  readonly phase?: Phase;
  readonly from?: string;
  readonly valueFromEnv?: string;
  readonly json: boolean;
}

/** The resource in question; for a zone, with its account if that is known. */
interface RequestedResource {
  readonly key: string;
  readonly accountId?: string;
}

async function explainToken(id: string | undefined, flags: ExplainFlags): Promise<QuestionAnswer> {
  const client = openClient(flags);
  const resource = await resourceOf(client, flags);
  const { token, owner } = await tokenOf(client, id, flags);
  const { phase, from, action } = flags;
  const explanation = explainAccess(token, action, resource.key, {
    ...(resource.accountId !== undefined && { accountId: resource.accountId }),
    ...(phase !== undefined && { phase }),
    ...(from !== undefined && { from }),
    at: new Date(),
    vendor: client.settings.vendor,
    groups: await knownGroups(client, owner),
  });
  return {
    yes: explanation.allowed,
    lines: [
      `The token ${JSON.stringify(token.name)} (${token.id}), ${action} on ${resource.key}:`,
      `${explanation.reason}.`,
    ],
    json: { tokenId: token.id, name: token.name, action, resource: resource.key, ...explanation },
  };
}

async function tokenOf(client: EdgeClient, id: string | undefined, flags: ExplainFlags): Promise<OwnedToken> {
  const { owner: accountId, valueFromEnv } = flags;
  if (id !== undefined && valueFromEnv !== undefined)
    throw new UsageError("Name the token either by its id or with --value-from-env.");
  if (id === undefined) {
    const held = valueFromEnv === undefined ? client : clientWithValueOf(client, valueFromEnv);
    const owned = await credentialToken(client, held);
    if (owned) return owned;
    throw new CommandError(
      "The credential is an email and key, which have all permissions of the user. Name a token.",
    );
  }
  if (!Id.safeParse(id).success)
    throw new UsageError("Name the token by its id of 32 lower-case hexadecimal digits, never by its value.");
  const owner = accountId === undefined ? ({ user: true } as const) : { accountId };
  return { token: await client.tokens.get(owner, id), owner };
}

async function resourceOf(
  client: EdgeClient,
  { zone, account, user, resource }: ExplainFlags,
): Promise<RequestedResource> {
  if ([zone, account, user || undefined, resource].filter((one) => one !== undefined).length !== 1)
    throw new UsageError("Name the resource with exactly one of --zone, --account, --user and --resource.");
  if (account !== undefined) return { key: `account.${account}` };
  if (user) return { key: "user" };
  if (zone !== undefined) {
    const found = await findZone(client, zone);
    return { key: `zone.${found.id}`, accountId: found.account.id };
  }
  const { vendor } = client.settings;
  const key = expandKey(resource ?? "", vendor);
  const named = parseResourceKey(key, vendor);
  if (named?.type !== "zone" || !Id.safeParse(named.id).success) return { key };
  return { key, accountId: (await findZone(client, named.id)).account.id };
}
