import { isConfigurationError } from "../errors";
import { checkCredentialText, parseBaseUrl, parseConnections } from "./setting-values";
import {
  accountIdOf,
  dryRunOf,
  ENVIRONMENT,
  presetOf,
  rateShareOf,
  vendorOf,
  type ConnectionInput,
} from "./resolve-connection";

/** A setting that no connection can use. The message names it. */
export interface SettingProblem {
  readonly setting: string;
  readonly message: string;
}

type Check = (value: string, label: string) => unknown;

const url: Check = (value, label) => parseBaseUrl(value, { label, carriesCredential: false });
const CHECKS = {
  baseUrl: url,
  gatewayUrl: url,
  preset: (value, label) => presetOf({ value, label }),
  vendor: (value, label) => vendorOf({ value, label }),
  apiToken: (value, label) => checkCredentialText(value, label, "token"),
  email: (value, label) => checkCredentialText(value, label, "email"),
  apiKey: (value, label) => checkCredentialText(value, label, "key"),
  accountId: (value, label) => accountIdOf({ value, label }),
  dryRun: (value, label) => dryRunOf({ value, label }),
  rateShare: (value, label) => rateShareOf({ value, label }),
} satisfies Readonly<Record<keyof typeof ENVIRONMENT, Check>>;
type Setting = keyof typeof CHECKS;

/**
 * Checks each value of a configuration by itself, as far as it is used: the environment may take precedence. Whether the values
 * together make a connection, `resolveConnection` finds.
 */
export function checkSettings({
  env,
  config,
  configFirst = false,
}: Omit<ConnectionInput, "connection">): SettingProblem[] {
  const used = (setting: string, variable: string) =>
    env[variable] && !configFirst ? undefined : config(`edge:${setting}`);
  const owner = configFirst ? "the provider's " : "stack configuration edge:";
  const single = namesOf(CHECKS).flatMap((setting) =>
    problemOf(setting, setting, used(setting, ENVIRONMENT[setting]), `${owner}${setting}`),
  );
  const connections = used("connections", "EDGE_CONNECTIONS");
  if (!connections) return single;
  const label = `${owner}connections`;
  return [...single, ...problemsOf(() => connectionProblems(connections, label), "connections")];
}

function connectionProblems(json: string, label: string): SettingProblem[] {
  return [...parseConnections(json, label)].flatMap(([name, entry]) =>
    namesOf(CHECKS).flatMap((setting) =>
      problemOf("connections", setting, entry[setting], `connection '${name}' (${label}, ${setting})`),
    ),
  );
}

function problemOf(setting: string, kind: Setting, value: string | undefined, label: string) {
  if (!value) return [];
  return problemsOf(() => {
    CHECKS[kind](value, label);
    return [];
  }, setting);
}

function problemsOf(check: () => SettingProblem[], setting: string): SettingProblem[] {
  try {
    return check();
  } catch (error) {
    if (isConfigurationError(error)) return [{ setting, message: error.message }];
    throw error;
  }
}

function namesOf<T extends object>(table: T): (keyof T & string)[] {
  // The cast holds: the tables are literals.
  return Object.keys(table) as (keyof T & string)[];
}
