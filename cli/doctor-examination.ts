import type { TokenVerification } from "../provider/api";
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
} from "../provider/client";
import { findZone, settingsOf, type ConnectionFlags } from "./connection";
import { UsageError } from "./usage-error";

export interface DoctorFlags extends ConnectionFlags {
  readonly zone: readonly string[];
}

/** `unsure`: the credential does not let it be known, which need not be wrong. */
export interface Finding {
  readonly subject:
    | "setting"
    | "base URL"
    | "credential"
    | "account"
    | "zone"
    | "zones"
    | "state"
    | "pending"
    | "replacement"
    | "resource"
    | "backend"
    | "checkpoint"
    | "lock";
  readonly state: "ok" | "problem" | "unsure";
  readonly text: string;
  /** Of a problem whose text does not say it. */
  readonly cure?: string;
  /** What to type, in this order. */
  readonly commands?: readonly string[];
}

/** Looks at one thing after the other, as far as that makes sense. @throws UsageError */
export async function examine(flags: DoctorFlags): Promise<Finding[]> {
  const settings = settingsOrProblem(flags);
  if ("state" in settings) return [settings];
  const place = examineBaseUrl(settings);
  const { credential } = settings;
  if (place.state === "problem" || !credential) return credential ? [place] : [place, noCredential()];
  const client = sharedClient(settings);
  const caller = await finding("credential", () => examineCredential(client, credential));
  if (caller.state === "problem") return [place, caller];
  const account = await finding("account", () => examineAccount(client));
  const zones =
    flags.zone.length === 0
      ? [finding("zones", () => countZones(client))]
      : flags.zone.map((zone) => finding("zone", () => examineZone(client, zone)));
  return [place, caller, account, ...(await Promise.all(zones))];
}

function settingsOrProblem(flags: DoctorFlags): ConnectionSettings | Finding {
  try {
    return settingsOf(flags);
  } catch (error) {
    if (isConfigurationError(error)) return { subject: "setting", state: "problem", text: error.message };
    throw error;
  }
}

function examineBaseUrl({ baseUrl, vendor, name }: ConnectionSettings): Finding {
  const subject = "base URL";
  const connection = name === undefined ? "" : `, of the connection '${name}'`;
  if (baseUrl === undefined) {
    return {
      subject,
      state: "problem",
      text: "It is not set.",
      cure: "set EDGE_BASE_URL, or EDGE_PRESET=cloudflare.",
    };
  }
  const text = `${baseUrl}${connection}; resource keys begin with com.${vendor}`;
  if (baseUrl.endsWith("/client/v4")) return { subject, state: "ok", text };
  return {
    subject,
    state: "unsure",
    text: `${text}. The address of this API ends with /client/v4, and this one does not.`,
  };
}

function noCredential(): Finding {
  return {
    subject: "credential",
    state: "problem",
    text: "There is none: neither the environment nor the stack's configuration, as far as it is given, holds one.",
    cure: "set EDGE_API_TOKEN, or EDGE_EMAIL and EDGE_API_KEY; for what stands in the stack's configuration, add --config.",
  };
}

async function examineCredential(client: EdgeClient, credential: Credential): Promise<Finding> {
  const subject = "credential";
  if (credential.kind === "key") {
    const { email } = await client.user.get();
    return { subject, state: "ok", text: `The key of ${email ?? "the user"}, from ${credential.source}.` };
  }
  const { verification, whose } = await verify(client);
  const what = `A token of ${whose}, from ${credential.source}`;
  const fault = whyUnusable(verification, new Date());
  if (fault === undefined) {
    const { expires_on: end } = verification;
    return {
      subject,
      state: "ok",
      text: `${what}: ${verification.status}, ${end == null ? "without an end" : `until ${end}`}.`,
    };
  }
  return { subject, state: "problem", text: `${what}: ${fault.text}.`, cure: fault.cure };
}

/** A token is known to its owner's route alone. */
async function verify(client: EdgeClient): Promise<{ verification: TokenVerification; whose: string }> {
  try {
    return { verification: await client.tokens.verify({ user: true }), whose: "the user" };
  } catch (error) {
    const { accountId } = client.settings;
    if (!isAuthenticationError(error) || accountId === undefined) throw error;
    return { verification: await client.tokens.verify({ accountId }), whose: `the account ${accountId}` };
  }
}

function whyUnusable(
  { status, not_before: start, expires_on: end }: TokenVerification,
  now: Date,
): { text: string; cure: string } | undefined {
  if (status === "expired" || (end != null && Date.parse(end) <= now.getTime()))
    return {
      text: `it has ended${end == null ? "" : `, at ${end}`}`,
      cure: "make another one, or give this one a later end.",
    };
  if (status !== "active")
    return { text: `it is ${status}`, cure: "make it active again, or use another one." };
  if (start != null && now.getTime() < Date.parse(start))
    return {
      text: `it is not valid before ${start}`,
      cure: "wait, use another one, or compare this machine's clock.",
    };
  return undefined;
}

async function examineAccount(client: EdgeClient): Promise<Finding> {
  const subject = "account";
  const { accountId } = client.settings;
  if (accountId === undefined)
    return {
      subject,
      state: "ok",
      text: "None is set (EDGE_ACCOUNT_ID): only what is about an account needs one.",
    };
  try {
    const { name } = await client.accounts.get(accountId);
    return { subject, state: "ok", text: `${accountId}, which is ${name}.` };
  } catch (error) {
    if (isNotFound(error))
      return {
        subject,
        state: "problem",
        text: `There is no account ${accountId}.`,
        cure: "correct EDGE_ACCOUNT_ID (edge:accountId).",
      };
    if (!isPermissionError(error)) throw error;
  }
  const [zone] = await client.zones.list({ "account.id": accountId });
  if (zone) return { subject, state: "ok", text: `${accountId}, which has the zone ${zone.name}.` };
  return {
    subject,
    state: "unsure",
    text: `${accountId}: the credential may read neither the account (Account Settings Read) nor a zone of it.`,
  };
}

async function countZones(client: EdgeClient): Promise<Finding> {
  const zones = await client.zones.list();
  const state = zones.length === 0 ? "unsure" : "ok";
  const text =
    zones.length === 0
      ? "The credential can see no zone (Zone Read)."
      : `The credential can see ${zones.length}; --zone looks at one.`;
  return { subject: "zones", state, text };
}

async function examineZone(client: EdgeClient, asked: string): Promise<Finding> {
  const subject = "zone";
  try {
    const { id, name, status, account } = await findZone(client, asked);
    const text = `${name} (${id}), ${status ?? "of unknown status"}, in the account ${account.id}.`;
    const { accountId } = client.settings;
    if (accountId === undefined || accountId === account.id) return { subject, state: "ok", text };
    return {
      subject,
      state: "problem",
      text,
      cure: `that is not the configured account ${accountId}: correct EDGE_ACCOUNT_ID, or the zone.`,
    };
  } catch (error) {
    if (error instanceof UsageError)
      return {
        subject,
        state: "problem",
        text: error.message,
        cure: "correct the name, or give the credential Zone Read for it.",
      };
    if (!isPermissionError(error)) throw error;
  }
  return examineUnreadableZone(client, asked);
}

/** A credential for rules alone need not read the zone itself. */
async function examineUnreadableZone(client: EdgeClient, zoneId: string): Promise<Finding> {
  const subject = "zone";
  try {
    await client.rulesets.list({ zoneId });
    return {
      subject,
      state: "ok",
      text: `${zoneId}: its rulesets can be read, the zone itself cannot (Zone Read).`,
    };
  } catch (error) {
    if (!isPermissionError(error)) throw error;
    return {
      subject,
      state: "problem",
      text: `${zoneId}: neither the zone nor its rulesets can be read.`,
      cure: "give the credential a policy for this zone; `edge-platform preflight` derives one.",
    };
  }
}

/** What the API answers, or that it does not, is a finding too. */
async function finding(subject: Finding["subject"], look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!isEdgeError(error)) throw error;
    const account = isAuthenticationError(error) && error.path === "/user/tokens/verify";
    return {
      subject,
      state: "problem",
      text: messageWithAnswer(error),
      ...(account && {
        cure: "use a token that exists; for a token of an account, name the account, too (EDGE_ACCOUNT_ID).",
      }),
    };
  }
}
