import { createHash } from "node:crypto";
import { parseBaseUrl } from "./connection/setting-values";
import { createOperationCaller } from "./operations/operation-caller";
import { completeEnvironment, realEnvironment, type ClientEnvironment } from "./environment";
import { gatewayCalls } from "./operations/gateway-calls";
import { listCalls } from "./operations/list-calls";
import { createRequestQueue, type RequestQueue } from "./queue/request-queue";
import { documentedQuotas } from "./queue/rate-limiter";
import { rulesetDryRuns } from "./operations/dry-runs";
import { rulesetCalls } from "./operations/ruleset-calls";
import type { ConnectionSettings, Credential } from "./connection/resolve-connection";
import { tokenCalls } from "./operations/token-calls";
import { accountCalls, zoneCalls } from "./operations/zone-calls";

/** Connection settings without secrets, so that printing a client prints no secret. */
interface PublicSettings extends Omit<ConnectionSettings, "credential"> {
  readonly credential: Pick<Credential, "kind" | "source"> | undefined;
}

/** A client of the API. Methods throw only EdgeErrors. Results include members that the schemas do not know. */
export type EdgeClient = ReturnType<typeof clientOn>;

const processClients = new Map<string, EdgeClient>();
const queues = new Map<string, ConnectionQueues>();

interface ConnectionQueues {
  readonly api: RequestQueue;
  readonly gateway: RequestQueue;
}

/** Creates a client with its own request queues. Throws ConfigurationError for an invalid URL. */
export function createClient(
  settings: ConnectionSettings,
  environment: Partial<ClientEnvironment> = {},
): EdgeClient {
  const complete = completeEnvironment(environment);
  const checked = withCheckedUrls(settings);
  return clientOn(checked, newQueues(checked, complete), complete);
}

/**
 * Returns the client of a connection from `clients`: by default from those that all resources in this process share. All clients of a
 * credential in this process share their queues.
 */
export function sharedClient(
  settings: ConnectionSettings,
  clients: Map<string, EdgeClient> = processClients,
): EdgeClient {
  const checked = withCheckedUrls(settings);
  const { baseUrl, gatewayUrl, credential } = checked;
  const queueKey = { baseUrl, gatewayUrl, credential: { ...credential, source: "" } };
  return getOrCreate(clients, checked, () =>
    clientOn(
      checked,
      getOrCreate(queues, queueKey, () => newQueues(checked, realEnvironment)),
      realEnvironment,
    ),
  );
}

function clientOn(
  settings: ConnectionSettings,
  { api, gateway }: ConnectionQueues,
  environment: ClientEnvironment,
) {
  const caller = createOperationCaller(settings, api, environment);
  const { call } = caller;
  return {
    settings: withoutSecrets(settings),
    tokens: tokenCalls(settings, api, environment),
    rulesets: rulesetCalls(caller, api.rulesetKeys),
    dryRuns: rulesetDryRuns(caller, settings),
    lists: listCalls(caller, api.mutex, environment),
    filters: {
      /** Throws InvalidRequestError for an invalid expression, with the API's text as `serverMessage`. */
      async validate(expression: string): Promise<void> {
        await call("validateExpression", { body: { expression } });
      },
    },
    zones: zoneCalls(caller),
    accounts: accountCalls(caller),
    user: {
      /** Returns the user of the credential. Throws PermissionError for an account-owned token. */
      get: async () => call("getUser"),
    },
    gateway: gatewayCalls(settings, gateway, environment),
  };
}

function withoutSecrets({ credential, ...settings }: ConnectionSettings): PublicSettings {
  return { ...settings, credential: credential && { kind: credential.kind, source: credential.source } };
}

/** No limit is documented for the gateway, so only its response headers limit it. */
function newQueues(
  { baseUrl, rateShare }: ConnectionSettings,
  environment: ClientEnvironment,
): ConnectionQueues {
  return {
    api: createRequestQueue(environment, documentedQuotas(baseUrl), rateShare),
    gateway: createRequestQueue(environment, [], rateShare),
  };
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

/** Map keys are digests, so that they contain no credential. */
function getOrCreate<T>(map: Map<string, T>, key: object, create: () => T): T {
  const digest = digestOf(key);
  const existing = map.get(digest);
  if (existing) return existing;
  const created = create();
  map.set(digest, created);
  return created;
}

function digestOf(value: object): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
