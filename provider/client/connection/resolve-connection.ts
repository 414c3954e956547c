import { ConfigurationError } from "../errors";
import { checkCredentialText, type ConnectionEntry, parseBaseUrl, parseConnections } from "./setting-values";
import { counted } from "../../words";

/** A credential. `source` names where the secret is set: "EDGE_API_TOKEN", "stack configuration edge:apiToken". */
export type Credential =
  | { readonly kind: "token"; readonly token: string; readonly source: string }
  | { readonly kind: "key"; readonly email: string; readonly apiKey: string; readonly source: string };

export function secretsOf(credential: Credential | undefined): string[] {
  if (!credential) return [];
  return [credential.kind === "key" ? credential.apiKey : credential.token];
}

export interface ConnectionSettings {
  /** Ends with `/client/v4`. Undefined if only the gateway is used. */
  readonly baseUrl: string | undefined;
  readonly gatewayUrl: string | undefined;
  /** The segment in resource keys: `com.<vendor>.api.account.…`. */
  readonly vendor: string;
  /** The default account. */
  readonly accountId: string | undefined;
  readonly credential: Credential | undefined;
  /** The variable of the vendor that has a credential and is not read without the preset. Undefined if there is none. */
  readonly unread?: string | undefined;
  /** Whether previews send dry runs. Default: true. */
  readonly dryRun?: boolean | undefined;
  /** The part of each rate limit that a process with this connection may use. Default: 1. */
  readonly rateShare?: number | undefined;
  /** Name of the connection; undefined for the default connection. */
  readonly name: string | undefined;
}

export const HOSTED_API = "https://api.cloudflare.com/client/v4";
const PRESETS: Readonly<Record<string, { baseUrl: string; vendor: string }>> = {
  cloudflare: { baseUrl: HOSTED_API, vendor: "cloudflare" },
};
const DEFAULT_VENDOR = "cloudflare";
/** With smaller shares, a request would wait for minutes. */
const SMALLEST_SHARE = 1000;

type SettingKey = keyof typeof ENVIRONMENT;
export const ENVIRONMENT = {
  baseUrl: "EDGE_BASE_URL",
  gatewayUrl: "EDGE_GATEWAY_URL",
  preset: "EDGE_PRESET",
  vendor: "EDGE_VENDOR",
  apiToken: "EDGE_API_TOKEN",
  email: "EDGE_EMAIL",
  apiKey: "EDGE_API_KEY",
  accountId: "EDGE_ACCOUNT_ID",
  dryRun: "EDGE_DRY_RUN",
  rateShare: "EDGE_RATE_SHARE",
} as const;

/** Read only with the preset `cloudflare`: a token of that vendor must not be sent to another host. */
const VENDOR_ENVIRONMENT: Readonly<Partial<Record<SettingKey, string>>> = {
  apiToken: "CLOUDFLARE_API_TOKEN",
  email: "CLOUDFLARE_EMAIL",
  apiKey: "CLOUDFLARE_API_KEY",
  accountId: "CLOUDFLARE_ACCOUNT_ID",
};

export interface ConnectionInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the value of a full configuration key, such as `edge:baseUrl`. */
  readonly config: (key: string) => string | undefined;
  /** Name of a connection in EDGE_CONNECTIONS or edge:connections; undefined for the default connection. */
  readonly connection?: string | undefined;
  /** Whether the configuration is that of an explicit provider, which takes precedence over the environment. */
  readonly configFirst?: boolean;
}

/** A source of settings. Earlier sources take precedence. */
interface Source {
  value(key: SettingKey): string | undefined;
  label(key: SettingKey): string;
}

interface Labelled {
  readonly value: string;
  readonly label: string;
}

interface Found extends Labelled {
  /** Precedence, 0 is the highest. */
  readonly rank: number;
}

/**
 * Resolves the base URL, credential and other settings of a connection. Environment variables take precedence over the stack's
 * configuration, since the engine runs `refresh` and `destroy` with the configuration of the last `up`. The arguments of an explicit
 * provider, and a named connection, take precedence over both. If one sets a base URL or a preset, it inherits nothing, so that no
 * credential is sent to another host.
 * The thrown ConfigurationError names the key and its variable and never shows a secret.
 */
export function resolveConnection(input: ConnectionInput): ConnectionSettings {
  const sources = sourcesOf(input);
  const preset = presetOf(find(sources, "preset"));
  const all = preset ? withVendorEnvironment(sources, input.env) : sources;
  const credential = credentialOf(all);
  const baseUrl = baseUrlOf(find(all, "baseUrl"), preset, credential !== undefined);
  const gatewayUrl = gatewayUrlOf(find(all, "gatewayUrl"));
  if (baseUrl === undefined && gatewayUrl === undefined) throw missingBaseUrl(input);
  return {
    baseUrl,
    gatewayUrl,
    vendor: vendorOf(find(all, "vendor")) ?? preset?.vendor ?? DEFAULT_VENDOR,
    accountId: accountIdOf(find(all, "accountId")),
    credential,
    unread: preset ? undefined : unreadVariable(input, ["apiToken", "apiKey"]),
    dryRun: dryRunOf(find(all, "dryRun")),
    // Whoever inherits nothing else still runs beside the other processes.
    rateShare: rateShareOf(find(all, "rateShare") ?? find(Object.values(plainSources(input)), "rateShare")),
    name: input.connection,
  };
}

function plainSources({ env, config, configFirst = false }: ConnectionInput) {
  const fromEnv: Source = { value: (key) => env[ENVIRONMENT[key]], label: (key) => ENVIRONMENT[key] };
  const fromConfig: Source = {
    value: (key) => config(`edge:${key}`) ?? refuseLowerCase(config, key),
    label: (key) => (configFirst ? `the provider's ${key}` : `stack configuration edge:${key}`),
  };
  return { fromEnv, fromConfig };
}

function sourcesOf(input: ConnectionInput): Source[] {
  const { env, config, connection, configFirst = false } = input;
  const { fromEnv, fromConfig } = plainSources(input);
  const isWhole = configFirst && [config("edge:baseUrl"), config("edge:preset")].some(Boolean);
  const both = configFirst ? [fromConfig, fromEnv] : [fromEnv, fromConfig];
  const defaults = isWhole ? [fromConfig] : both;
  if (connection === undefined) return defaults;
  const { entry, place } = findEntry(connection, env, config);
  const named: Source = {
    value: (key) => entry[key],
    label: (key) => `connection '${connection}' (${place}, ${key})`,
  };
  return entry.baseUrl || entry.preset ? [named] : [named, ...defaults];
}

/** Rejects the name of a setting in lower case, such as `edge:baseurl`, which Pulumi keeps as another name. */
function refuseLowerCase(config: ConnectionInput["config"], key: SettingKey): undefined {
  const written = key.toLowerCase();
  if (written === key || !config(`edge:${written}`)) return undefined;
  throw new ConfigurationError(
    `stack configuration edge:${written} is not a setting; did you mean edge:${key}?`,
    {
      hint: `Set edge:${key}, and remove the other with \`pulumi config rm edge:${written}\`.`,
    },
  );
}

function findEntry(
  name: string,
  env: ConnectionInput["env"],
  config: ConnectionInput["config"],
): { entry: ConnectionEntry; place: string } {
  const places = [
    { text: env["EDGE_CONNECTIONS"], place: "EDGE_CONNECTIONS" },
    { text: config("edge:connections"), place: "stack configuration edge:connections" },
  ];
  const known: string[] = [];
  for (const { text, place } of places) {
    if (!text) continue;
    const connections = parseConnections(text, place);
    const entry = connections.get(name);
    if (entry) return { entry, place };
    known.push(...connections.keys());
  }
  throw new ConfigurationError(`there is no connection '${name}'`, {
    hint: known.length
      ? `Known connections: ${known.join(", ")}.`
      : "Neither EDGE_CONNECTIONS nor edge:connections is set. Set a JSON object that maps names to " +
        '{"baseUrl", "apiToken", …}, for example with `pulumi config set --secret edge:connections`.',
  });
}

/** Adds the vendor's variables after the EDGE_* variables and before the stack's configuration, which is always last. */
function withVendorEnvironment(sources: Source[], env: ConnectionInput["env"]): Source[] {
  const nameOf = (key: SettingKey) => VENDOR_ENVIRONMENT[key] ?? "";
  const vendor: Source = { value: (key) => env[nameOf(key)], label: nameOf };
  return sources.length > 1 ? [...sources.slice(0, -1), vendor, ...sources.slice(-1)] : [...sources, vendor];
}

function find(sources: readonly Source[], key: SettingKey): Found | undefined {
  for (const [rank, source] of sources.entries()) {
    const value = source.value(key);
    // Shells and CI systems often set a variable to an empty string instead of unsetting it.
    if (value) return { value, label: source.label(key), rank };
  }
  return undefined;
}

export function presetOf(found: Labelled | undefined): { baseUrl: string; vendor: string } | undefined {
  if (!found) return undefined;
  const preset = Object.hasOwn(PRESETS, found.value) ? PRESETS[found.value] : undefined;
  if (preset) return preset;
  throw new ConfigurationError(`${found.label} names the unknown preset '${found.value}'`, {
    hint: `Available presets: ${Object.keys(PRESETS).join(", ")}.`,
  });
}

/**
 * Returns the credential of the source with the highest precedence, and the token if one source has both kinds. Email and key
 * may come from two sources.
 */
function credentialOf(sources: readonly Source[]): Credential | undefined {
  const token = find(sources, "apiToken");
  const key = find(sources, "apiKey");
  const email = find(sources, "email");
  if (token && (!key || !email || token.rank <= key.rank)) {
    checkCredentialText(token.value, token.label, "token");
    return { kind: "token", token: token.value, source: token.label };
  }
  if (key && email) {
    checkCredentialText(key.value, key.label, "key");
    checkCredentialText(email.value, email.label, "email");
    return { kind: "key", email: email.value, apiKey: key.value, source: key.label };
  }
  if (key) throw incompletePair(key.label, "email", "edge:email (EDGE_EMAIL)");
  if (email) throw incompletePair(email.label, "API key", "edge:apiKey (EDGE_API_KEY)");
  return undefined;
}

function incompletePair(label: string, missing: string, where: string): ConfigurationError {
  return new ConfigurationError(`${label} is set, but its ${missing} is not`, {
    hint: `Set ${where}, or use a token: edge:apiToken (EDGE_API_TOKEN).`,
  });
}

function baseUrlOf(
  found: Found | undefined,
  preset: { baseUrl: string } | undefined,
  carriesCredential: boolean,
): string | undefined {
  if (!found) return preset?.baseUrl;
  return parseBaseUrl(found.value, { label: found.label, carriesCredential });
}

function gatewayUrlOf(found: Found | undefined): string | undefined {
  return found && parseBaseUrl(found.value, { label: found.label, carriesCredential: false });
}

export function vendorOf(found: Labelled | undefined): string | undefined {
  if (!found || /^[a-z][a-z0-9-]*$/.test(found.value)) return found?.value;
  throw new ConfigurationError(`${found.label} is '${found.value}', which is not valid in a resource key`, {
    hint: "Use lower-case letters, digits and hyphens, such as cloudflare in com.cloudflare.api.account.*.",
  });
}

export function accountIdOf(found: Labelled | undefined): string | undefined {
  if (!found || /^[0-9a-f]{32}$/.test(found.value)) return found?.value;
  // The message does not show the value, which may be a misplaced token.
  throw new ConfigurationError(
    `${found.label} is not an account id: it has ${counted(found.value.length, "character")}`,
    {
      hint: "An account id is 32 lower-case hexadecimal digits; GET /accounts lists them.",
    },
  );
}

export function dryRunOf(found: Labelled | undefined): boolean | undefined {
  if (!found) return undefined;
  if (found.value === "true" || found.value === "false") return found.value === "true";
  throw new ConfigurationError(`${found.label} is '${found.value}'`, { hint: "Write true or false." });
}

export function rateShareOf(found: Labelled | undefined): number | undefined {
  if (!found) return undefined;
  const [, digits] = /^(?:1\/)?([1-9]\d{0,3})$/.exec(found.value) ?? [];
  const processes = Number(digits);
  if (processes <= SMALLEST_SHARE && (processes === 1 || found.value.startsWith("1/"))) return 1 / processes;
  throw new ConfigurationError(`${found.label} is '${found.value}', which is no share of the rate limit`, {
    hint:
      `Write 1/N, where N is the number of stacks that run at the same time on all machines, from 1 to ${SMALLEST_SHARE}, such as ` +
      "1/16. Without the setting, a process may use the whole limit.",
  });
}

/** Returns a variable of the vendor that is set, and that only the preset reads. A named connection has its own entry, whatever is set. */
function unreadVariable(
  { connection, env }: ConnectionInput,
  keys: readonly SettingKey[] = Object.keys(VENDOR_ENVIRONMENT) as SettingKey[],
): string | undefined {
  if (connection !== undefined) return undefined;
  return keys.flatMap((key) => VENDOR_ENVIRONMENT[key] ?? []).find((name) => env[name]);
}

/** Returns what to do about a connection without a credential. */
export function missingCredentialHint({ unread }: Pick<ConnectionSettings, "unread">): string {
  const vendor =
    unread === undefined
      ? ""
      : `${unread} is set, and read only with EDGE_PRESET=cloudflare, so that it is sent to no other host. `;
  return (
    `${vendor}Set EDGE_API_TOKEN, or \`pulumi config set --secret edge:apiToken\`; or the pair EDGE_EMAIL and EDGE_API_KEY ` +
    "(edge:email, edge:apiKey)."
  );
}

function missingBaseUrl(input: ConnectionInput): ConfigurationError {
  const { connection } = input;
  const where = connection === undefined ? "" : ` for connection '${connection}'`;
  const unread = unreadVariable(input);
  const hosted =
    unread === undefined
      ? "For the hosted API, set EDGE_PRESET=cloudflare"
      : `${unread} is read only with the preset: set EDGE_PRESET=cloudflare`;
  return new ConfigurationError(`edge:baseUrl (EDGE_BASE_URL) is not set${where}`, {
    hint:
      `${hosted} (\`pulumi config set edge:preset cloudflare\`). For another API, set EDGE_BASE_URL to its base URL, which ends with ` +
      "/client/v4.",
  });
}
