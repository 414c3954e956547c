import { packageVersion } from "./package-version";
import { insteadOf, isUnknown, kindOf } from "../provider/api";
import { checkSettings, isConfigurationError } from "../provider/client";
import { toldProblems } from "../provider/engine";
import { languageOf, type Properties } from "../provider/lifecycle";
import { FAULTS } from "../provider/properties/hidden";
import { openedProperties } from "./secrets";

/** The settings of a provider, with what the schema says about each. */
export const SETTINGS = {
  baseUrl: {
    description: "The base URL of the API, which ends with /client/v4. Environment: EDGE_BASE_URL.",
  },
  gatewayUrl: { description: "The base URL of the chain gateway. Environment: EDGE_GATEWAY_URL." },
  preset: {
    description:
      "`cloudflare` sets base URL and vendor, and also reads the vendor's variables. Environment: EDGE_PRESET.",
  },
  vendor: {
    description: "The vendor's segment of resource keys. Defaults to `cloudflare`. Environment: EDGE_VENDOR.",
  },
  apiToken: { description: "The token of the credential. Environment: EDGE_API_TOKEN.", secret: true },
  email: { description: "The e-mail address of the credential with `apiKey`. Environment: EDGE_EMAIL." },
  apiKey: { description: "The key of the credential with `email`. Environment: EDGE_API_KEY.", secret: true },
  accountId: { description: "The account of resources that name none. Environment: EDGE_ACCOUNT_ID." },
  dryRun: {
    description:
      "`false`: previews do not ask the API what it would answer to the writes of the update. Environment: EDGE_DRY_RUN.",
  },
  rateShare: {
    description:
      "The part of the credential's request limit that one of several concurrent stacks may use, such as `1/16`. Environment: " +
      "EDGE_RATE_SHARE.",
  },
  connections: {
    description:
      "JSON: an object of named connections, each with the settings above. The argument `connection` of a resource selects one. " +
      "Environment: EDGE_CONNECTIONS.",
    secret: true,
  },
  fields: {
    description:
      'JSON: fields and functions that this release does not know, with their types: `{"cf.new.score": "Int", "new_fn": {"params": ' +
      '["Bytes"], "returns": "Int"}}`. Environment: EDGE_FIELDS.',
  },
  unknownNames: {
    description:
      "`warn` makes unknown fields and functions in filters warnings. Defaults to `error`. Environment: EDGE_UNKNOWN_NAMES.",
  },
  owner: {
    description:
      "Any text. Distinguishes stacks of several backends or organizations whose project and stack have equal names. Environment: " +
      "EDGE_OWNER.",
  },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly secret?: true }>>;

/** What the engine itself adds to the arguments of a provider, beside the version that a program asks for. */
const ENGINES: readonly string[] = ["pluginDownloadURL", "__internal"];

/** Whether a provider is one that the program made, and not the engine. */
export function isExplicitProvider(name: string): boolean {
  return name !== "" && !/^default(_|$)/.test(name);
}

/** Checks the arguments of a provider, each by itself. Whether they are complete, the first resource that needs them checks. */
export function checkConfig(given: Properties, isExplicit: boolean): CheckFailure[] {
  const names = Object.keys(SETTINGS);
  const { [FAULTS]: told, ...values } = openedProperties(given);
  const failed = toldProblems(told);
  if (failed.length > 0) return failed.map(({ path, message }) => unnamed(path, message));
  const config = (key: string) => {
    const value = values[key.replace(/^edge:/, "")];
    return typeof value === "string" && !isUnknown(value) ? value : undefined;
  };
  const unusable = checkSettings({ env: process.env, config, configFirst: isExplicit });
  return [
    ...malformed(values, names),
    ...unusable.map(({ setting, message }) => unnamed(setting, message)),
    ...unreadable(config, isExplicit),
  ];
}

/** Reports the first setting about the language of filters that cannot be read. */
function unreadable(config: (key: string) => string | undefined, configFirst: boolean): CheckFailure[] {
  for (const setting of ["fields", "unknownNames"]) {
    const only = (key: string) => (key === `edge:${setting}` ? config(key) : undefined);
    try {
      languageOf({ env: process.env, config: only, configFirst });
    } catch (error) {
      if (isConfigurationError(error)) return [unnamed(setting, error.message)];
      throw error;
    }
  }
  return [];
}

/** Reports the arguments that no provider has, or that are not texts. */
function malformed(values: Properties, names: readonly string[]): CheckFailure[] {
  return Object.entries(values).flatMap(([name, value]): CheckFailure[] => {
    if (ENGINES.includes(name)) return [];
    if (name === "version") return laterVersion(value);
    if (!names.includes(name)) {
      const hint = insteadOf(name, names) || `; the settings are ${names.join(", ")}`;
      return [unnamed(name, `unknown setting${hint}`)];
    }
    if (typeof value === "string" || isUnknown(value)) return [];
    return [unnamed(name, `must be a text, found ${kindOf(value)}`)];
  });
}

/** Returns a failure without a property: the engine would print its value, which is a credential if its name is misspelt. */
function unnamed(name: string, reason: string): CheckFailure {
  return { property: "", reason: `${name}: ${reason}` };
}

/**
 * Rejects a version that is later than this plugin, such as that of another program or SDK in the same stack: the engine starts the
 * plugin that Pulumi.yaml or PATH names, whatever version is asked for.
 */
function laterVersion(version: unknown): CheckFailure[] {
  const own = packageVersion();
  if (typeof version !== "string" || !isLater(version, own)) return [];
  const reason =
    `the program asks for the plugin edge ${version}, and ${own} runs: install that version of pulumi-edge-platform, run ` +
    "`npx edge-platform plugin install`, and leave only one version on PATH and in Pulumi.yaml";
  return [{ property: "version", reason }];
}

function isLater(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const index = a.findIndex((number, at) => number !== b[at]);
  return index !== -1 && (a[index] ?? 0) > (b[index] ?? 0);
}

function numbersOf(version: string): number[] {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return numbers.map(Number);
}

export interface CheckFailure {
  /** Empty if the engine must not print the property's value. */
  readonly property: string;
  readonly reason: string;
}

/**
 * Names the property of a failure. The engine prints the value of a property of the resource itself, so only a failure about a
 * plain, public value names one; all others have a path, of which the engine knows no value.
 */
export function failureOf(path: string, reason: string, given: Properties): CheckFailure {
  const value = given[path];
  const isShown = typeof value === "object" && value !== null;
  return isShown ? { property: "", reason: `${path}: ${reason}` } : { property: path, reason };
}
