import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ZonePlan } from "../provider/api/plain";
import { createApp, GATEWAY } from "./app";
import { Clock } from "./clock";
import { BASE } from "./serve-operations";
import { FaultPlan } from "./fault-plan";
import { randomIds } from "./ids";
import { listen, stopListening } from "./listener";
import { DEFAULT_HOST, urlHost } from "./loopback";
import type { Platform } from "./platform";
import { RateLimiter } from "./rate-limiter";
import { RequestLog } from "./request-log";
import { ensureBootstrapToken, keepCredentials, seedStore } from "./initial-data";
import { Store } from "./store";
import { UnreadableDataError } from "./store/database";
import { openData } from "./store/open-data";
import { DEFAULT_ACCOUNT, USER } from "./user";

const DEFAULT_VENDOR = "cloudflare";

export interface ServerOptions {
  /** The data folder, which is created if missing. */
  readonly data: string;
  /** The address to listen on. Defaults to 127.0.0.1, which other machines cannot reach. */
  readonly host?: string | undefined;
  /** The port to listen on. 0 selects a free port. */
  readonly port: number;
  /** The bootstrap token. Defaults to the token in the data folder. */
  readonly token?: string | undefined;
  /** The vendor segment in resource keys. Defaults to the vendor in the data folder, or to `cloudflare` in a new one. */
  readonly vendor?: string | undefined;
  /** The plan of zones that clients create. Defaults to `enterprise`. */
  readonly plan?: ZonePlan | undefined;
  /** Enforces the limits of tokens per user and account, and of rules per plan. Defaults to false. */
  readonly strictLimits?: boolean | undefined;
  /** Requests per five minutes. Defaults to no limit. */
  readonly rateLimit?: number | undefined;
  /** Seconds that replace the five minutes of `rateLimit`, for tests that wait for the end of a window. */
  readonly rateWindow?: number | undefined;
  /** Receives the log lines of the platform. */
  readonly log: (line: string) => void;
  /** Ends the wait for a data folder that another platform uses. */
  readonly signal?: AbortSignal | undefined;
}

/** The addresses, ids and credentials of a running platform. `apiKey` and `token` are secret. */
export interface Ready {
  readonly baseUrl: string;
  readonly gatewayUrl: string;
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly apiKey: string;
  readonly token: string;
  readonly vendor: string;
}

export interface RunningPlatform {
  readonly ready: Ready;
  /** Finishes open requests, then closes the data file. */
  close(): Promise<void>;
}

/** Starts a platform. @throws DataInUseError, UnreadableDataError, or the error of a port that is not available */
export async function startServer(options: ServerOptions): Promise<RunningPlatform> {
  const data = await openData(options.data, options);
  try {
    const store = new Store(data);
    const clock = new Clock(Date.now);
    const config = data.transaction(() => prepareStore(store, clock, options));
    const platform: Platform = {
      store,
      clock,
      ids: randomIds,
      vendor: config.vendor,
      plan: options.plan ?? "enterprise",
      strictLimits: options.strictLimits ?? false,
      requests: new RequestLog(),
      faults: new FaultPlan(),
      rateLimiter: new RateLimiter(options.rateLimit, options.rateWindow),
      log: options.log,
    };
    const host = options.host ?? DEFAULT_HOST;
    const server = await listen(createApp(platform), host, options.port);
    const close = async () => {
      await stopListening(server);
      data.close();
    };
    return { ready: readyOf(server, host, config), close };
  } catch (error) {
    data.close();
    throw error;
  }
}

interface StoredConfig {
  readonly apiKey: string;
  readonly token: string;
  readonly vendor: string;
}

function prepareStore(store: Store, clock: Clock, { token, vendor: requested }: ServerOptions): StoredConfig {
  const known = store.settings.get("vendor");
  if (known !== undefined && requested !== undefined && known !== requested) {
    throw new UnreadableDataError(
      `the data folder belongs to vendor ${known}, not ${requested}, and its tokens contain that name. Use another folder.`,
    );
  }
  const vendor = known ?? requested ?? DEFAULT_VENDOR;
  if (known === undefined) {
    store.settings.set("vendor", vendor);
    seedStore(store, clock);
  }
  const credentials = keepCredentials(store, randomIds, token);
  ensureBootstrapToken(store, clock, vendor, credentials.token);
  return { ...credentials, vendor };
}

function readyOf(server: Server, host: string, { apiKey, token, vendor }: StoredConfig): Ready {
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const origin = `http://${urlHost(host)}:${port}`;
  return {
    baseUrl: origin + BASE,
    gatewayUrl: origin + GATEWAY,
    accountId: DEFAULT_ACCOUNT.id,
    userId: USER.id,
    email: USER.email,
    apiKey,
    token,
    vendor,
  };
}
