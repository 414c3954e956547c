import { send, type Answer } from "../../support/platform";

/** Where scenarios run: an API of this kind, and a zone in it whose content may be lost. */
export interface Target {
  readonly baseUrl: string;
  /** Only where gateway scenarios are to run. */
  readonly gatewayUrl: string | undefined;
  readonly token: string;
  readonly vendor: string;
  readonly zoneName: string;
  readonly zoneId: string;
  readonly accountId: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The target that the environment names. EDGE_CONTRACT_APPROVE has to be the name of the zone: whoever sets it agrees that
 * the scenarios write there. @throws when something is missing, or when the zone has rules already
 */
export async function approvedTarget(environment: Environment): Promise<Target> {
  const zoneName = required(environment, "EDGE_CONTRACT_APPROVE", "the name of a disposable zone");
  const baseUrl = required(environment, "EDGE_CONTRACT_BASE_URL", "the base URL, which ends in /client/v4");
  const token = required(
    environment,
    "EDGE_CONTRACT_TOKEN",
    "a token that may write tokens, zones and rulesets",
  );
  const read = async (path: string): Promise<Answer["body"]> => {
    const answer = await send("GET", baseUrl + path, undefined, { Authorization: `Bearer ${token}` });
    if (answer.status === 200) return answer.body as unknown;
    throw new Error(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const zones = (await read(`/zones?name=${encodeURIComponent(zoneName)}`)) as Listed<Zone>;
  const [zone] = zones.result;
  if (!zone || zone.name !== zoneName)
    throw new Error(`there is no zone ${zoneName} at ${baseUrl}: make it first`);
  await refuseUsedZone(zone, read);
  return {
    baseUrl,
    gatewayUrl: environment["EDGE_CONTRACT_GATEWAY_URL"],
    token,
    vendor: environment["EDGE_CONTRACT_VENDOR"] ?? "cloudflare",
    zoneName,
    zoneId: zone.id,
    accountId: zone.account.id,
  };
}

interface Zone {
  readonly id: string;
  readonly name: string;
  readonly account: { readonly id: string };
}

interface Listed<Item> {
  readonly result: readonly Item[];
}

function required(environment: Environment, name: string, what: string): string {
  const value = environment[name];
  if (value) return value;
  throw new Error(`${name} is not set: it is ${what}`);
}

async function refuseUsedZone({ id, name }: Zone, read: (path: string) => Promise<unknown>): Promise<void> {
  const { result } = (await read(`/zones/${id}/rulesets`)) as Listed<{ kind: string; phase: string }>;
  const used = result.filter(({ kind }) => kind === "zone").map(({ phase }) => phase);
  if (used.length === 0) return;
  throw new Error(`${name} has entry points in ${used.join(", ")}: the scenarios need a zone without any`);
}
