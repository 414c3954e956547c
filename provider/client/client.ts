import { createHash } from "node:crypto";
import { parseBaseUrl } from "./base-url";
import { createBudget } from "./budget";
import { createCaller } from "./caller";
import { completed, sharedEnvironment, type ClientEnvironment } from "./environment";
import { filterCalls, type FilterCalls } from "./filters";
import { gatewayCalls, type GatewayCalls } from "./gateway";
import { createLane, type Lane } from "./lane";
import { documentedQuotas } from "./limiter";
import { rulesetCalls, type RulesetCalls } from "./rulesets";
import type { ConnectionSettings, Credential } from "./settings";
import { tokenCalls, type TokenCalls } from "./tokens";
import { createVerifyValue } from "./verify-value";
import {
  accountCalls,
  userCalls,
  zoneCalls,
  type AccountCalls,
  type UserCalls,
  type ZoneCalls,
} from "./zones";
import { redacted } from "../redaction";

/** Of the credential, what kind it is and where it came from: whoever prints a client prints no secret. */
export interface ShownSettings extends Omit<ConnectionSettings, "credential"> {
  readonly credential: Pick<Credential, "kind" | "source"> | undefined;
}

/** Every method throws EdgeErrors alone. Answers hold what the API sent, members unknown here included. */
export interface EdgeClient {
  readonly settings: ShownSettings;
  readonly tokens: TokenCalls;
  readonly rulesets: RulesetCalls;
  readonly filters: FilterCalls;
  readonly zones: ZoneCalls;
  readonly accounts: AccountCalls;
  readonly user: UserCalls;
  readonly gateway: GatewayCalls;
}

const clients = new Map<string, EdgeClient>();
const lanes = new Map<string, Lanes>();

interface Lanes {
  readonly api: Lane;
  readonly gateway: Lane;
}

/** A client with a limiter and reads of its own. Throws ConfigurationError for a URL that must not be used. */
export function createClient(
  settings: ConnectionSettings,
  environment: Partial<ClientEnvironment> = {},
): EdgeClient {
  const complete = completed(environment);
  const checked = withCheckedUrls(settings);
  return clientOn(checked, newLanes(checked, complete), complete);
}

/**
 * One client per connection in this process, and one limiter and set of reads under way per credential, so that all
 * kinds of resources share them.
 */
export function sharedClient(settings: ConnectionSettings): EdgeClient {
  const checked = withCheckedUrls(settings);
  const { baseUrl, gatewayUrl, credential } = checked;
  const lane = { baseUrl, gatewayUrl, credential: { ...credential, source: "" } };
  return once(clients, checked, () =>
    clientOn(
      checked,
      once(lanes, lane, () => newLanes(checked, sharedEnvironment)),
      sharedEnvironment,
    ),
  );
}

function clientOn(
  settings: ConnectionSettings,
  { api, gateway }: Lanes,
  environment: ClientEnvironment,
): EdgeClient {
  const caller = createCaller(settings, api, environment);
  return {
    settings: withoutSecrets(settings),
    tokens: tokenCalls(caller, createVerifyValue(settings, api, environment)),
    rulesets: rulesetCalls(caller, api.turnKeys),
    filters: filterCalls(caller),
    zones: zoneCalls(caller),
    accounts: accountCalls(caller),
    user: userCalls(caller),
    gateway: gatewayCalls(settings, gateway, environment),
  };
}

function withoutSecrets({ credential, ...settings }: ConnectionSettings): ShownSettings {
  return { ...settings, credential: credential && { kind: credential.kind, source: credential.source } };
}

/** No limit is documented for the gateway: it is held back by its answers alone. */
function newLanes({ baseUrl, credential }: ConnectionSettings, environment: ClientEnvironment): Lanes {
  const { budgetFolder: folder } = environment;
  const warn = (line: string) => environment.log(redacted(line));
  const shared = folder === undefined ? undefined : { folder, key: budgetKey(baseUrl, credential), warn };
  return {
    api: createLane(environment, createBudget(documentedQuotas(baseUrl), shared)),
    gateway: createLane(environment, createBudget([])),
  };
}

/** Tells nothing of the credential: a digest of a random secret leads nobody back to it. */
function budgetKey(baseUrl: string | undefined, credential: Credential | undefined): string {
  const secret = credential?.kind === "key" ? [credential.email, credential.apiKey] : [credential?.token];
  return digestOf({ purpose: "request budget", baseUrl, secret }).slice(0, 32);
}

function withCheckedUrls(settings: ConnectionSettings): ConnectionSettings {
  const { baseUrl, gatewayUrl, credential } = settings;
  return {
    ...settings,
    baseUrl:
      baseUrl &&
      parseBaseUrl(baseUrl, { label: "the base URL", carriesCredential: credential !== undefined }),
    gatewayUrl:
      gatewayUrl && parseBaseUrl(gatewayUrl, { label: "the gateway URL", carriesCredential: false }),
  };
}

/** The key is a digest: no credential stands in a map's key. */
function once<T>(map: Map<string, T>, key: object, make: () => T): T {
  const digest = digestOf(key);
  const found = map.get(digest);
  if (found) return found;
  const made = make();
  map.set(digest, made);
  return made;
}

function digestOf(value: object): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
