import { mkdirSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ZonePlan } from "../provider/api";
import { createApp, GATEWAY } from "./app";
import { Clock } from "./clock";
import { BASE } from "./dispatch";
import { FaultPlan } from "./faults";
import { randomIds } from "./ids";
import { listen, stopListening } from "./listener";
import { urlHost } from "./loopback";
import type { Platform } from "./platform";
import { RateLimiter } from "./rate-limit";
import { RequestLog } from "./request-log";
import { ensureBootstrapToken, keepCredentials, seedStore } from "./state";
import { Store } from "./store";
import { DataFile, UnreadableDataError } from "./store/database";
import { DEFAULT_ACCOUNT, USER } from "./user";

export const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_VENDOR = "cloudflare";

export interface ServerOptions {
  /** Folder of the data; made when it is not there. */
  readonly data: string;
  /** The address to listen on. Default 127.0.0.1: no other machine can reach it. */
  readonly host?: string | undefined;
  /** 0 takes a free one. */
  readonly port: number;
  /** The bootstrap token; without it, the one that the folder keeps. */
  readonly token?: string | undefined;
  /** Default `cloudflare`. A folder keeps the one that it was made with. */
  readonly vendor?: string | undefined;
  /** Plan of zones that are made by POST. Default `enterprise`. */
  readonly plan?: ZonePlan | undefined;
  readonly strictLimits?: boolean | undefined;
  /** Requests per five minutes. Without it, no limit. */
  readonly rateLimit?: number | undefined;
  /** Seconds in the place of the five minutes of `rateLimit`, for tests that wait for the end of a window. */
  readonly rateWindow?: number | undefined;
  /** Takes lines for the person who runs the platform. */
  readonly log: (line: string) => void;
}

/** What a caller needs to know of a running platform. Key and token are secret. */
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
  /** Ends what is going on, then closes the data. */
  close(): Promise<void>;
}

/**
 * Starts a platform, on the loopback address unless told otherwise.
 * @throws DataInUseError, UnreadableDataError, or the error of a port that cannot be had
 */
export async function startServer(options: ServerOptions): Promise<RunningPlatform> {
  const data = openData(options.data);
  try {
    const store = new Store(data);
    const clock = new Clock(Date.now);
    const kept = data.transaction(() => prepareStore(store, clock, options));
    const platform: Platform = {
      store,
      clock,
      ids: randomIds,
      vendor: kept.vendor,
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
    return { ready: readyOf(server, host, kept), close };
  } catch (error) {
    data.close();
    throw error;
  }
}

function openData(folder: string): DataFile {
  try {
    // What is in it are credentials.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableDataError(`the data folder ${folder} cannot be made (${why}). Name another one.`);
  }
  return DataFile.open(path.join(folder, "platform.db"));
}

interface Kept {
  readonly apiKey: string;
  readonly token: string;
  readonly vendor: string;
}

function prepareStore(store: Store, clock: Clock, { token, vendor: asked }: ServerOptions): Kept {
  const known = store.settings.get("vendor");
  if (known !== undefined && asked !== undefined && known !== asked) {
    throw new UnreadableDataError(
      `the data folder was made for vendor ${known}, not ${asked}: its tokens name resources by it. Use another folder.`,
    );
  }
  const vendor = known ?? asked ?? DEFAULT_VENDOR;
  if (known === undefined) {
    store.settings.set("vendor", vendor);
    seedStore(store, clock);
  }
  const credentials = keepCredentials(store, randomIds, token);
  ensureBootstrapToken(store, clock, vendor, credentials.token);
  return { ...credentials, vendor };
}

function readyOf(server: Server, host: string, { apiKey, token, vendor }: Kept): Ready {
  // A server that listens on a port has an address of this form.
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
