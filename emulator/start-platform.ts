import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ControlClient } from "./control-client";
import { startServer, type Ready, type ServerOptions } from "./server";

export type PlatformOptions = Partial<ServerOptions>;

/** A running platform: where it is, who may call it, and its control plane. */
export interface LocalPlatform extends Ready, AsyncDisposable {
  readonly control: ControlClient;
  /** The environment variables by which this package's resources and command find the platform. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends it; data that was made for it alone goes with it. */
  close(): Promise<void>;
}

/**
 * Starts a platform in this process, for tests.
 *
 * Without `data` its data is its own and goes with it; without `port` the port is a free one; without `log` what it has to say
 * to people is dropped.
 *
 * @example
 * ```ts
 * import { startPlatform, type LocalPlatform } from "pulumi-edge-platform/platform";
 *
 * let platform: LocalPlatform;
 * beforeAll(async () => {
 *   platform = await startPlatform();
 * });
 * afterAll(() => platform.close());
 * ```
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<LocalPlatform> {
  const own = options.data === undefined ? await mkdtemp(path.join(tmpdir(), "edge-platform-")) : undefined;
  const discard = async () => {
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  };
  try {
    const server = await startServer({
      port: 0,
      log: () => undefined,
      ...options,
      data: options.data ?? own ?? "",
    });
    const close = async () => {
      await server.close();
      await discard();
    };
    return {
      ...server.ready,
      control: new ControlClient(server.ready.baseUrl),
      environment: environmentOf(server.ready),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function environmentOf({ baseUrl, gatewayUrl, token, accountId, vendor }: Ready) {
  return {
    EDGE_BASE_URL: baseUrl,
    EDGE_GATEWAY_URL: gatewayUrl,
    EDGE_API_TOKEN: token,
    EDGE_ACCOUNT_ID: accountId,
    EDGE_VENDOR: vendor,
  };
}
