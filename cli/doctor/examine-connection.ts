import type { TokenVerification } from "../../provider/api";
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
import { verifyOwnToken } from "../../provider/lifecycle/foresight/own-token";
import { findZone, settingsOf, type ConnectionFlags } from "../connection";
import { counted } from "../../review/changes/counted";
import { UsageError } from "../usage-error";
import type { DoctorFinding } from "./finding";

export interface DoctorFlags extends ConnectionFlags {
  readonly zone: readonly string[];
}

/** Examines settings, base URL, credential, account and zones. Stops when a problem makes further checks useless. @throws UsageError */
export async function examineConnection(flags: DoctorFlags): Promise<DoctorFinding[]> {
  const settings = settingsOrProblem(flags);
  if ("state" in settings) return [settings];
  const baseUrl = examineBaseUrl(settings);
  const { credential } = settings;
  if (baseUrl.state === "problem" || !credential) return credential ? [baseUrl] : [baseUrl, noCredential()];
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
  const subject = "base URL";
  const connection = name === undefined ? "" : `, from the connection '${name}'`;
  if (baseUrl === undefined) {
    return {
      subject,
      state: "problem",
      text: "The base URL is not set.",
      cure: "set EDGE_BASE_URL, or EDGE_PRESET=cloudflare.",
    };
  }
  const text = `${baseUrl}${connection}; resource keys start with com.${vendor}`;
  if (baseUrl.endsWith("/client/v4")) return { subject, state: "ok", text };
  return {
    subject,
    state: "unsure",
    text: `${text}. The base URL of this API ends with /client/v4, but this URL does not.`,
  };
}

function noCredential(): DoctorFinding {
  return {
    subject: "credential",
    state: "problem",
    text: "No credential is set in the environment or in the given stack configuration.",
    cure: "set EDGE_API_TOKEN, or EDGE_EMAIL and EDGE_API_KEY. To read the stack configuration, add --config.",
  };
}

async function examineCredential(client: EdgeClient, credential: Credential): Promise<DoctorFinding> {
  const subject = "credential";
  if (credential.kind === "key") {
    const { email } = await client.user.get();
    return { subject, state: "ok", text: `API key of ${email ?? "the user"}, from ${credential.source}.` };
  }
  const { verification, owner } = await verifyOwnToken(client);
  const whose = "user" in owner ? "the user" : `account ${owner.accountId}`;
  const what = `Token of ${whose}, from ${credential.source}`;
  const obstacle = obstacleOf(verification, new Date());
  if (obstacle === undefined) {
    const { expires_on: end } = verification;
    return {
      subject,
      state: "ok",
      text: `${what}: ${verification.status}, ${end == null ? "does not expire" : `expires at ${end}`}.`,
    };
  }
  return { subject, state: "problem", text: `${what}: ${obstacle.text}.`, cure: obstacle.cure };
}

function obstacleOf(
  { status, not_before: start, expires_on: end }: TokenVerification,
  now: Date,
): { text: string; cure: string } | undefined {
  if (status === "expired" || (end != null && Date.parse(end) <= now.getTime()))
    return {
      text: `it expired${end == null ? "" : ` at ${end}`}`,
      cure: "create another token, or set a later expiry.",
    };
  if (status !== "active") return { text: `it is ${status}`, cure: "activate it, or use another token." };
  if (start != null && now.getTime() < Date.parse(start))
    return {
      text: `it is not valid before ${start}`,
      cure: "wait, use another token, or check the clock of this machine.",
    };
  return undefined;
}

async function examineAccount(client: EdgeClient): Promise<DoctorFinding> {
  const subject = "account";
  const { accountId } = client.settings;
  if (accountId === undefined)
    return {
      subject,
      state: "ok",
      text: "No account is set (EDGE_ACCOUNT_ID). Only account-level resources need one.",
    };
  try {
    const { name } = await client.accounts.get(accountId);
    return { subject, state: "ok", text: `${accountId} (${name}).` };
  } catch (error) {
    if (isNotFound(error))
      return {
        subject,
        state: "problem",
        text: `The account ${accountId} does not exist.`,
        cure: "correct EDGE_ACCOUNT_ID (edge:accountId).",
      };
    if (!isPermissionError(error)) throw error;
  }
  const [zone] = await client.zones.list({ "account.id": accountId });
  if (zone) return { subject, state: "ok", text: `${accountId}, with the zone ${zone.name}.` };
  return {
    subject,
    state: "unsure",
    text: `${accountId}: the credential may read neither the account (Account Settings Read) nor any of its zones.`,
  };
}

async function countZones(client: EdgeClient): Promise<DoctorFinding> {
  const zones = await client.zones.list();
  const state = zones.length === 0 ? "unsure" : "ok";
  const text =
    zones.length === 0
      ? "The credential cannot see any zone (Zone Read)."
      : `The credential can see ${counted(zones.length, "zone")}. Use --zone to examine one.`;
  return { subject: "zones", state, text };
}

async function examineZone(client: EdgeClient, asked: string): Promise<DoctorFinding> {
  const subject = "zone";
  try {
    const { id, name, status, account } = await findZone(client, asked);
    const text = `${name} (${id}), ${status ?? "unknown status"}, in account ${account.id}.`;
    const { accountId } = client.settings;
    if (accountId === undefined || accountId === account.id) return { subject, state: "ok", text };
    return {
      subject,
      state: "problem",
      text,
      cure: `the configured account is ${accountId}: correct EDGE_ACCOUNT_ID, or the zone.`,
    };
  } catch (error) {
    if (error instanceof UsageError)
      return {
        subject,
        state: "problem",
        text: error.message,
        cure: "correct the name, or grant the credential Zone Read for the zone.",
      };
    if (!isPermissionError(error)) throw error;
  }
  return examineUnreadableZone(client, asked);
}

/** A credential that only manages rules may lack the permission to read the zone. */
async function examineUnreadableZone(client: EdgeClient, zoneId: string): Promise<DoctorFinding> {
  const subject = "zone";
  try {
    await client.rulesets.list({ zoneId });
    return {
      subject,
      state: "ok",
      text: `${zoneId}: the credential can read its rulesets, but not the zone (Zone Read).`,
    };
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return {
      subject,
      state: "problem",
      text: `${zoneId}: the credential can read neither the zone nor its rulesets.`,
      cure: "grant the credential a policy for this zone; `edge-platform preflight` shows which one.",
    };
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
