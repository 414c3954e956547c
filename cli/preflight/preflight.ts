import { InvalidArgumentError, Option, type Command } from "commander";
import type { EdgeClient } from "../../provider/client";
import {
  accessGroups,
  accessObstacles,
  comparePrivilege,
  leastPrivilege,
  LOOKUPS,
  usesOf,
  usesOfLookups,
  worldOf,
  type DeployedResource,
  type Grant,
  type Lookup,
  type Use,
} from "../../provider/tokens";
import { addConnectionOptions, DEFAULT_CONNECTION, openClient, type ConnectionFlags } from "../connection";
import { clientWithValueOf, credentialToken, knownGroups, type OwnedToken } from "../credential-token";
import { readDeployment } from "./read-deployment";
import { processIo, type CommandIo } from "../command-io";
import { preflightJson, preflightLines } from "./report";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { plannedTokens, tokenBody, tokenProgram } from "./token-plan";
import { UsageError } from "../usage-error";

interface PreflightFlags extends ConnectionFlags {
  readonly as?: "code" | "json";
  readonly lookups: readonly Lookup[];
  readonly valueFromEnv?: string;
  readonly json: boolean;
}

/** Adds `preflight`, which shows the permissions that a deployment needs and compares them with the credential's. */
export function registerPreflight(program: Command, io: CommandIo = processIo()): void {
  const command = program
    .command("preflight")
    .description("show the permissions that a deployment needs, and check whether the credential has them")
    .argument("[file]", "output of `pulumi stack export` or `pulumi preview --json`", "-")
    .addOption(
      new Option("--as <form>", "print a sufficient token, as a program or as POST request bodies").choices([
        "code",
        "json",
      ]),
    )
    .option(
      "--lookups <names>",
      `lookups that the program makes: ${LOOKUPS.join(", ")}; or none`,
      parseLookups,
      ["getZone"] as readonly Lookup[],
    )
    .option("--value-from-env <name>", "check the token whose value is in this variable")
    .option("--json", "print one JSON document", false)
    .action((file: string, flags: PreflightFlags) =>
      flags.as === undefined
        ? answerQuestion(io, "preflight", flags, () => compare(file, flags))
        : answerQuestion(io, "preflight", {}, () => printTokens(file, flags, flags.as ?? "code")),
    );
  exitAsQuestion(addConnectionOptions(command), io);
}

async function compare(file: string, flags: PreflightFlags): Promise<QuestionAnswer> {
  const plan = readPlan(file, flags);
  const reader = openClient(flags);
  const held = flags.valueFromEnv === undefined ? reader : clientWithValueOf(reader, flags.valueFromEnv);
  const owned = await credentialToken(reader, held);
  const found = owned && (await comparePermissions(plan.uses, owned, reader));
  const fits = !found || (found.missing.length === 0 && found.obstacles.length === 0);
  const source = held.settings.credential?.source ?? "";
  const report = { ...plan, source, owned, found };
  return { yes: fits, lines: preflightLines(report), json: preflightJson(report) };
}

interface Plan {
  readonly uses: readonly Use[];
  readonly grants: readonly Grant[];
  /** Other connections in the deployment, which this run does not check. */
  readonly others: readonly string[];
}

function readPlan(file: string, { connection, config, lookups }: PreflightFlags): Plan {
  if (file === "-" && config === "-")
    throw new UsageError("The deployment and --config cannot both read stdin.");
  const deployed = readDeployment(file);
  const connectionOf = ({ inputs }: DeployedResource) =>
    typeof inputs["connection"] === "string" ? inputs["connection"] : undefined;
  const selected = deployed.filter((resource) => connectionOf(resource) === connection);
  const uses = [...selected.flatMap(usesOf), ...usesOfLookups(lookups, selected)];
  const others = new Set(deployed.map(connectionOf).filter((name) => name !== connection));
  return {
    uses,
    grants: leastPrivilege(uses),
    others: [...others].map((name) => name ?? DEFAULT_CONNECTION),
  };
}

async function comparePermissions(uses: readonly Use[], { token, owner }: OwnedToken, reader: EdgeClient) {
  const { vendor, accountId } = reader.settings;
  const accounts = new Map((await reader.zones.list()).map((zone) => [zone.id, zone.account.id]));
  const world = worldOf(token.policies, {
    groups: accessGroups(await knownGroups(reader, owner), vendor),
    vendor,
    accountOf: (zoneId) => accounts.get(zoneId ?? "") ?? accountId,
  });
  return {
    ...comparePrivilege(uses, token.policies, world),
    obstacles: accessObstacles(token, { at: new Date() }),
  };
}

async function printTokens(
  file: string,
  flags: PreflightFlags,
  form: "code" | "json",
): Promise<QuestionAnswer> {
  const tokens = plannedTokens(readPlan(file, flags).grants, new Date());
  if (form === "code") return { yes: true, lines: [tokenProgram(tokens)], json: {} };
  const namesUser = tokens.some(({ policies }) => policies.some(({ resources }) => "user" in resources));
  const client = openClient(flags);
  const userId = namesUser ? (await client.user.get()).id : "";
  const bodies = tokens.map((token) => JSON.stringify(tokenBody(token, client.settings.vendor, userId)));
  return { yes: true, lines: bodies, json: {} };
}

function parseLookups(text: string): readonly Lookup[] {
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const known = LOOKUPS.find((lookup) => lookup === name.trim());
    if (known) return known;
    throw new InvalidArgumentError(`Use a comma-separated list of ${LOOKUPS.join(", ")}, or none.`);
  });
}
