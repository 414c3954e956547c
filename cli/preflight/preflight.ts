import { isDeepStrictEqual } from "node:util";
import { type Command, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import type { EdgeClient } from "../../provider/client";
import {
  accessGroups,
  accessObstacles,
  comparePrivilege,
  type DeployedResource,
  type Excess,
  type Grant,
  leastPrivilege,
  type Lookup,
  LOOKUPS,
  type Use,
  usesOf,
  usesOfLookups,
  worldOf,
} from "../../provider/tokens";
import { edgeKindOf } from "../../review/model/from-edge";
import { type CommandIo, processIo } from "../command-io";
import {
  addConnectionOptions,
  type ConnectionFlags,
  connectionOf,
  openClient,
  otherConnections,
} from "../connection";
import { clientWithValueOf, credentialToken, knownGroups, type OwnedToken } from "../credential-token";
import { readJsonFile } from "../read-text";
import { answerQuestion, exitAsQuestion, type QuestionAnswer } from "../question";
import { UsageError } from "../usage-error";
import { preflightJson, preflightLines } from "./report";
import { plannedTokens, tokenBody, tokenProgram } from "./token-plan";

interface PreflightFlags extends ConnectionFlags {
  readonly as?: "code" | "json";
  readonly lookups: readonly Lookup[];
  readonly valueFromEnv?: string;
  readonly preview: boolean;
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
    .option("--preview", "only what a preview needs, which reads", false)
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
  const found = owned && (await comparePermissions(plan, owned, reader));
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
  /** Whether these are the permissions of a preview. */
  readonly preview: boolean;
}

function readPlan(file: string, { connection, config, lookups, preview }: PreflightFlags): Plan {
  if (file === "-" && config === "-")
    throw new UsageError("The deployment and --config cannot both read stdin.");
  const deployed = readDeployment(file);
  const selected = deployed
    .filter((resource) => connectionOf(resource) === connection)
    // Of an external resource, a deployment only reads.
    .map((resource) => (preview ? { ...resource, external: true } : resource));
  const uses = [...selected.flatMap(usesOf), ...usesOfLookups(lookups, selected)];
  return {
    uses,
    grants: leastPrivilege(uses),
    others: otherConnections(deployed, connection),
    preview,
  };
}

async function comparePermissions({ uses, preview }: Plan, { token, owner }: OwnedToken, reader: EdgeClient) {
  const { vendor, accountId } = reader.settings;
  const accounts = new Map((await reader.zones.list()).map((zone) => [zone.id, zone.account.id]));
  const groups = accessGroups(await knownGroups(reader, owner), vendor);
  const world = worldOf(token.policies, {
    groups,
    vendor,
    accountOf: (zoneId) => accounts.get(zoneId ?? "") ?? accountId,
  });
  const compared = comparePrivilege(uses, token.policies, world);
  // A write group allows the reads of a preview, too.
  const writing = token.policies.flatMap(({ effect, permission_groups: refs }, policy) =>
    effect === "deny" || !preview
      ? []
      : refs
          .filter(({ id }) => groups.get(id)?.access === "write")
          .map(({ id }) => ({ policy, groupId: id })),
  );
  const isListed = (found: Excess) => compared.excess.some((one) => isDeepStrictEqual(one, found));
  return {
    ...compared,
    excess: [...compared.excess, ...writing.filter((found) => !isListed(found))],
    obstacles: accessObstacles(token, { at: new Date() }),
  };
}

async function printTokens(
  file: string,
  flags: PreflightFlags,
  form: "code" | "json",
): Promise<QuestionAnswer> {
  const { grants, preview } = readPlan(file, flags);
  const tokens = plannedTokens(grants, preview ? "preview" : "deploy", new Date());
  if (form === "code") return { lines: [tokenProgram(tokens)], json: {} };
  const namesUser = tokens.some(({ policies }) => policies.some(({ resources }) => "user" in resources));
  const client = openClient(flags);
  const userId = namesUser ? (await client.user.get()).id : "";
  const bodies = tokens.map((token) => JSON.stringify(tokenBody(token, client.settings.vendor, userId)));
  return { lines: bodies, json: {} };
}

function parseLookups(text: string): readonly Lookup[] {
  if (text === "none") return [];
  return text.split(",").map((name) => {
    const known = LOOKUPS.find((lookup) => lookup === name.trim());
    if (known) return known;
    throw new InvalidArgumentError(`Use a comma-separated list of ${LOOKUPS.join(", ")}, or none.`);
  });
}

const StateResource = z.looseObject({
  type: z.string(),
  urn: z.string(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  external: z.boolean().optional(),
});
type StateResource = z.infer<typeof StateResource>;

/** The members of the `pulumi stack export` output that are used. */
const StackExport = z.looseObject({
  deployment: z.looseObject({ resources: z.array(StateResource).nullish() }),
});

/** The members of the `pulumi preview --json` output that are used: the old state, the new state, or both. */
const Preview = z.looseObject({
  steps: z.array(z.looseObject({ newState: StateResource.optional(), oldState: StateResource.optional() })),
});

const Deployment = z.union([StackExport, Preview], {
  error: "expected the output of `pulumi stack export` or `pulumi preview --json`",
});

/** Reads the resources of this package from an exported state or a preview. `-` is stdin. @throws UsageError */
function readDeployment(file: string): DeployedResource[] {
  const read = readJsonFile(Deployment, file);
  const found =
    StackExport.safeParse(read).data?.deployment.resources ??
    Preview.safeParse(read).data?.steps.flatMap(statesOf);
  // A preview has the order in which the engine worked.
  const inOrder = (found ?? []).toSorted((one, other) => (one.urn < other.urn ? -1 : 1));
  return inOrder.flatMap(({ type, urn, inputs = {}, external = false }) => {
    const kind = edgeKindOf(type);
    return kind === undefined ? [] : [{ kind, name: nameOf(urn), inputs, external }];
  });
}

function statesOf({ newState, oldState }: z.infer<typeof Preview>["steps"][number]): StateResource[] {
  return [newState, oldState].filter((state) => state !== undefined);
}

function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
