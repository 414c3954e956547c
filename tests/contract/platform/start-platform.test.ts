import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  ControlPlaneError,
  startPlatform,
  type LocalPlatform,
  type PlatformOptions,
} from "../../../cli/local-platform";

const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

const started: LocalPlatform[] = [];
afterEach(() => Promise.all(started.splice(0).map((platform) => platform.close())));

async function start(options?: PlatformOptions): Promise<LocalPlatform> {
  const platform = await startPlatform(options);
  started.push(platform);
  return platform;
}

/** Closes the platform before the end of the test, which would close it too. */
async function close(platform: LocalPlatform): Promise<void> {
  started.splice(started.indexOf(platform), 1);
  await platform.close();
}

describe("startPlatform", () => {
  it("returns a running platform with its control plane, which does not answer after close", async () => {
    const platform = await start();
    await platform.control.health();
    expect(platform.environment).toEqual({
      EDGE_BASE_URL: platform.baseUrl,
      EDGE_GATEWAY_URL: platform.gatewayUrl,
      EDGE_API_TOKEN: platform.token,
      EDGE_ACCOUNT_ID: platform.accountId,
      EDGE_VENDOR: "cloudflare",
    });
    await close(platform);
    await expect(platform.control.health()).rejects.toThrow(/no platform answers at http:\/\/127\.0\.0\.1/);
  });

  it("keeps the data of a given folder", async () => {
    const data = mkdtempSync(path.join(tmpdir(), "edge-platform-"));
    const first = await start({ data });
    const { zones } = await first.control.seed({ zones: [{ name: "kept.example" }] });
    await close(first);
    expect(readdirSync(data)).toContain("platform.db");
    const second = await start({ data });
    const snapshot = await second.control.getSnapshot();
    expect(snapshot.tables.zones).toContainEqual(expect.objectContaining({ id: zones[0]?.id }));
    await close(second);
    expect(existsSync(data)).toBe(true);
    rmSync(data, { recursive: true });
  });

  it("reports an error of the control plane with its status and reason", async () => {
    const platform = await start();
    const refused = platform.control.publishManaged("0".repeat(32));
    await expect(refused).rejects.toBeInstanceOf(ControlPlaneError);
    await expect(refused).rejects.toMatchObject({ status: 404, message: /there is no managed ruleset/ });
    expect((await platform.control.publishManaged(OWASP)).version).toBe("37");
  });
});
