import { insteadOf, isUnknown, kindOf } from "../provider/api/plain";
import type { Properties } from "../provider/lifecycle";
import type { CheckFailure } from "./check-failure";
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
  connections: {
    description:
      "JSON: an object of named connections, each with the settings above. The argument `connection` of a resource selects one. " +
      "Environment: EDGE_CONNECTIONS.",
    secret: true,
  },
  owner: {
    description:
      "Any text. Distinguishes stacks of several backends or organizations whose project and stack have equal names. Environment: " +
      "EDGE_OWNER.",
  },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly secret?: true }>>;

/** What the engine itself adds to the arguments of a provider. */
const ENGINES: readonly string[] = ["version", "pluginDownloadURL", "__internal"];

/** Checks the arguments of a provider. Whether they are usable, the first resource that needs them checks. */
export function checkConfig(given: Properties): CheckFailure[] {
  const names = Object.keys(SETTINGS);
  return Object.entries(openedProperties(given)).flatMap(([name, value]): CheckFailure[] => {
    if (ENGINES.includes(name)) return [];
    if (!names.includes(name)) {
      const hint = insteadOf(name, names) || `; the settings are ${names.join(", ")}`;
      return [{ property: name, reason: `unknown setting${hint}` }];
    }
    if (typeof value === "string" || isUnknown(value)) return [];
    // Without the property's name, since the engine would print its value.
    return [{ property: "", reason: `${name}: must be a text, found ${kindOf(value)}` }];
  });
}
