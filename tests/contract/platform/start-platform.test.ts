import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ControlPlaneError, startPlatform } from "../../../emulator";

const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

describe("startPlatform", () => {
  it("gives a running platform with its control plane, and nothing answers after close", async () => {
    const platform = await startPlatform();
    await platform.control.health();
    expect(platform.environment).toEqual({
      EDGE_BASE_URL: platform.baseUrl,
      EDGE_GATEWAY_URL: platform.gatewayUrl,
      EDGE_API_TOKEN: platform.token,
      EDGE_ACCOUNT_ID: platform.accountId,
      EDGE_VENDOR: "cloudflare",
    });
    await platform.close();
    await expect(platform.control.health()).rejects.toThrow(/there is no platform at http:\/\/127\.0\.0\.1/);
  });

  it("keeps data in a folder that it was given", async () => {
    const data = mkdtempSync(path.join(tmpdir(), "edge-platform-"));
    const first = await startPlatform({ data });
    const { zones } = await first.control.seed({ zones: [{ name: "kept.example" }] });
    await first.close();
    expect(readdirSync(data)).toContain("platform.db");
    const second = await startPlatform({ data });
    const snapshot = await second.control.getSnapshot();
    expect(snapshot.tables.zones).toContainEqual(expect.objectContaining({ id: zones[0]?.id }));
    await second.close();
    expect(existsSync(data)).toBe(true);
    rmSync(data, { recursive: true });
  });

  it("tells a refusal of the control plane with its status and reason", async () => {
    const platform = await startPlatform();
    const refused = platform.control.publishManaged("0".repeat(32));
    await expect(refused).rejects.toBeInstanceOf(ControlPlaneError);
    await expect(refused).rejects.toMatchObject({ status: 404, message: /there is no managed ruleset/ });
    expect((await platform.control.publishManaged(OWASP)).version).toBe("37");
    await platform.close();
  });
});
