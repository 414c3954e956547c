import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ControlClient } from "../../emulator/control-client";
import { checkParts } from "../../emulator/check-parts";
import type { Ready, ServerOptions } from "../../emulator/server-options";
import { startServer } from "../../emulator/server";
import { renderPage } from "./render-page";

export {
  ControlClient,
  ControlPlaneError,
  type ClockState,
  type Seeded,
} from "../../emulator/control-client";
export type { InjectedFault as Fault } from "../../emulator/control/documents";
export type { ListKind } from "../../provider/api/wire";
export type { LoggedRequest } from "../../emulator/request-log";
export type { Ready, ServerOptions } from "../../emulator/server-options";
export { DataInUseError, UnreadableDataError } from "../../emulator/store/database";

/** Options of `startPlatform`. */
export type PlatformOptions = Partial<ServerOptions>;

/** A running platform with its addresses, credentials and control plane. */
export interface LocalPlatform extends Ready, AsyncDisposable {
  readonly control: ControlClient;
  /** Environment variables that point this package's resources and CLI to the platform. */
  readonly environment: Readonly<Record<string, string>>;
  /** Stops the platform, and deletes its data if `startPlatform` created the folder. */
  close(): Promise<void>;
}

/**
 * Starts a platform in this process, for tests.
 *
 * `data` defaults to a temporary folder that `close` deletes, `port` defaults to a free port, and `log` defaults to dropping
 * all lines.
 *
 * The platform needs four packages that this package does not install. If one is missing, the error names the command that
 * installs them.
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
  checkParts();
  const temporary =
    options.data === undefined ? await mkdtemp(path.join(tmpdir(), "edge-platform-")) : undefined;
  const deleteTemporary = async () => {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  };
  try {
    const server = await startServer(
      { port: 0, log: () => undefined, ...options, data: options.data ?? temporary ?? "" },
      (platform, url) => renderPage(platform, url),
    );
    const close = async () => {
      await server.close();
      await deleteTemporary();
    };
    return {
      ...server.ready,
      control: new ControlClient(server.ready.baseUrl),
      environment: environmentOf(server.ready),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await deleteTemporary();
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
