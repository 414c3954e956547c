import type { TokenVerification, Zone } from "../../provider/api";
import {
  isAuthenticationError,
  isConfigurationError,
  isEdgeError,
  isNotFound,
  isPermissionError,
  messageWithAnswer,
  sharedClient,
  type ConnectionSettings,
  type Credential,
  type EdgeClient,
} from "../../provider/client";
import { verifyOwnToken } from "../../provider/lifecycle/foresight/credential";
import { findZone, settingsOf, type ConnectionFlags } from "../connection";
import { ownerText } from "../live-rulesets";
import { UsageError } from "../usage-error";
import { type DoctorFinding, ok, problem, unsure } from "./finding";
import { counted } from "../../provider/words";

export interface DoctorFlags extends ConnectionFlags {
  readonly zone: readonly string[];
}

/** Examines settings, base URL, credential, account and zones. Stops when a problem makes further checks useless. @throws UsageError */
export async function examineConnection(flags: DoctorFlags): Promise<DoctorFinding[]> {
  const settings = settingsOrProblem(flags);
  if ("state" in settings) return [settings];
  const baseUrl = examineBaseUrl(settings);
  const { credential } = settings;
  if (baseUrl.state === "problem" || !credential) return credential ? [baseUrl] : [baseUrl, NO_CREDENTIAL];
  const client = sharedClient(settings);
  const credentialFinding = await finding("credential", () => examineCredential(client, credential));
  if (credentialFinding.state === "problem") return [baseUrl, credentialFinding];
  const account = await finding("account", () => examineAccount(client));
  const zones =
    flags.zone.length === 0
      ? [finding("zones", () => countZones(client))]
      : flags.zone.map((zone) => finding("zone", () => examineZone(client, zone)));
  return [baseUrl, credentialFinding, account, ...(await Promise.all(zones))];
}

function settingsOrProblem(flags: DoctorFlags): ConnectionSettings | DoctorFinding {
  try {
    return settingsOf(flags);
  } catch (error) {
    if (isConfigurationError(error)) return { subject: "setting", state: "problem", text: error.message };
    throw error;
  }
}

function examineBaseUrl({ baseUrl, vendor, name }: ConnectionSettings): DoctorFinding {
  const connection = name === undefined ? "" : `, from the connection '${name}'`;
  if (baseUrl === undefined)
    return problem("base URL", "The base URL is not set.", "set EDGE_BASE_URL, or EDGE_PRESET=cloudflare.");
  const text = `${baseUrl}${connection}; resource keys start with com.${vendor}`;
  return baseUrl.endsWith("/client/v4")
    ? ok("base URL", text)
    : unsure("base URL", `${text}. The base URL of this API ends with /client/v4, but this URL does not.`);
}

const NO_CREDENTIAL = problem(
  "credential",
  "No credential is set in the environment or in the given stack configuration.",
  "set EDGE_API_TOKEN, or EDGE_EMAIL and EDGE_API_KEY. To read the stack configuration, add --config.",
);

async function examineCredential(client: EdgeClient, credential: Credential): Promise<DoctorFinding> {
  if (credential.kind === "key") {
    const { email } = await client.user.get();
    return ok("credential", `API key of ${email ?? "the user"}, from ${credential.source}.`);
  }
  const { verification, owner } = await verifyOwnToken(client);
  const what = `Token of ${ownerText(owner)}, from ${credential.source}`;
  const obstacle = obstacleOf(verification, new Date());
  if (obstacle) return problem("credential", `${what}: ${obstacle.text}.`, obstacle.cure);
  const { status, expires_on: end } = verification;
  return ok("credential", `${what}: ${status}, ${end == null ? "does not expire" : `expires at ${end}`}.`);
}

function obstacleOf(
  { status, not_before: start, expires_on: end }: TokenVerification,
  now: Date,
): { text: string; cure: string } | undefined {
  if (status === "expired" || (end != null && Date.parse(end) <= now.getTime())) {
    const text = `it expired${end == null ? "" : ` at ${end}`}`;
    return { text, cure: "create another token, or set a later expiry." };
  }
  if (status !== "active") return { text: `it is ${status}`, cure: "activate it, or use another token." };
  if (start == null || now.getTime() >= Date.parse(start)) return undefined;
  const cure = "wait, use another token, or check the clock of this machine.";
  return { text: `it is not valid before ${start}`, cure };
}

async function examineAccount(client: EdgeClient): Promise<DoctorFinding> {
  const { accountId } = client.settings;
  if (accountId === undefined)
    return ok("account", "No account is set (EDGE_ACCOUNT_ID). Only account-level resources need one.");
  try {
    const { name } = await client.accounts.get(accountId);
    return ok("account", `${accountId} (${name}).`);
  } catch (error) {
    const cure = "correct EDGE_ACCOUNT_ID (edge:accountId).";
    if (isNotFound(error)) return problem("account", `The account ${accountId} does not exist.`, cure);
    if (!isPermissionError(error)) throw error;
  }
  const [zone] = await client.zones.list({ "account.id": accountId });
  return zone
    ? ok("account", `${accountId}, with the zone ${zone.name}.`)
    : unsure(
        "account",
        `${accountId}: the credential may read neither the account (Account Settings Read) nor any of its zones.`,
      );
}

async function countZones(client: EdgeClient): Promise<DoctorFinding> {
  const zones = await client.zones.list();
  return zones.length === 0
    ? unsure("zones", "The credential cannot see any zone (Zone Read).")
    : ok(
        "zones",
        `The credential can see ${counted(zones.length, "zone")}${plansText(zones)}. Use --zone to examine one.`,
      );
}

/** Returns ": 2 of the plan free, 1 of business"; "" if the API tells no plans. */
function plansText(zones: readonly Zone[]): string {
  const named = zones.flatMap((zone) => planOf(zone) ?? []);
  const plans = [...new Set(named)].map(
    (plan) => `${named.filter((one) => one === plan).length} of the plan ${plan}`,
  );
  return plans.length === 0 ? "" : `: ${plans.join(", ")}`;
}

function planOf({ plan }: Zone): string | undefined {
  return plan?.legacy_id ?? plan?.name;
}

async function examineZone(client: EdgeClient, asked: string): Promise<DoctorFinding> {
  try {
    const zone = await findZone(client, asked);
    const { id, name, status, account } = zone;
    const plan = planOf(zone);
    const text =
      `${name} (${id}), ${status ?? "unknown status"}, in account ${account.id}` +
      (plan === undefined ? "." : `, of the plan ${plan}: previews report what it lacks.`);
    const { accountId } = client.settings;
    if (accountId === undefined || accountId === account.id) return ok("zone", text);
    const cure = `the configured account is ${accountId}: correct EDGE_ACCOUNT_ID, or the zone.`;
    return problem("zone", text, cure);
  } catch (error) {
    const cure = "correct the name, or grant the credential Zone Read for the zone.";
    if (error instanceof UsageError) return problem("zone", error.message, cure);
    if (!isPermissionError(error)) throw error;
  }
  return examineUnreadableZone(client, asked);
}

/** A credential that only manages rules may lack the permission to read the zone. */
async function examineUnreadableZone(client: EdgeClient, zoneId: string): Promise<DoctorFinding> {
  try {
    await client.rulesets.list({ zoneId });
    return ok("zone", `${zoneId}: the credential can read its rulesets, but not the zone (Zone Read).`);
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    const text = `${zoneId}: the credential can read neither the zone nor its rulesets.`;
    const cure = "grant the credential a policy for this zone; `edge-platform preflight` shows which one.";
    return problem("zone", text, cure);
  }
}

/** Turns an error of the API into a finding. */
async function finding(
  subject: DoctorFinding["subject"],
  examine: () => Promise<DoctorFinding>,
): Promise<DoctorFinding> {
  try {
    return await examine();
  } catch (error) {
    if (!isEdgeError(error)) throw error;
    const maybeAccountToken = isAuthenticationError(error) && error.path === "/user/tokens/verify";
    return {
      subject,
      state: "problem",
      text: messageWithAnswer(error),
      ...(maybeAccountToken && {
        cure: "use a valid token; for an account-owned token, also set the account (EDGE_ACCOUNT_ID).",
      }),
    };
  }
}
