import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp, GATEWAY, type RenderPage } from "./app";
import { Clock } from "./clock";
import { BASE } from "./serve-operations";
import { FaultPlan } from "./fault-plan";
import { DEFAULT_ACCOUNT, randomIds, USER } from "./ids";
import { listen, stopListening } from "./listener";
import { DEFAULT_HOST, urlHost } from "./loopback";
import type { Platform } from "./platform";
import { RateLimiter } from "./rate-limiter";
import { RequestLog } from "./request-log";
import { ensureBootstrapToken, keepCredentials, seedStore } from "./initial-data";
import type { Ready, RunningPlatform, ServerOptions } from "./server-options";
import { Store } from "./store";
import { UnreadableDataError } from "./store/database";
import { openData } from "./store/open-data";

const DEFAULT_VENDOR = "cloudflare";

/**
 * Starts a platform. `page` renders what a browser gets at its address.
 *
 * @throws DataInUseError, UnreadableDataError, or the error of a port that is not available
 */
export async function startServer(options: ServerOptions, page?: RenderPage): Promise<RunningPlatform> {
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
    const server = await listen(createApp(platform, page), host, options.port);
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
