import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { platformApi } from "../../scripts/demo/platform-api";
import { startChildPlatform, type ChildPlatform } from "../support/child-platform";
import { outputOf } from "../support/edge-stack";
import { createWorkspace, type Workspace } from "../support/engine";

/** A token in each of two accounts, each for the zone of that account. */
const program = (second: string) => `
const edge = require("pulumi-edge-platform");
for (const [name, connection] of [["first", "blue"], ["second", "${second}"]]) {
  const zone = edge.getZoneOutput({ name: "example.com", connection });
  const token = new edge.ApiToken(name, {
    policies: [{ resources: edge.zone(zone.id), permissionGroups: [{ name: "Zone WAF Write" }] }],
    connection,
  });
  exports[name] = token.value;
}
`;

/** Started and ended by one test; the helper ends what a failed test leaves running. */
describe("two accounts in one program", () => {
  it("use their own platform, credential and resources, from preview to destroy", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-connections-"));
    const start = (name: string) => startChildPlatform("--port", "0", "--data", path.join(folder, name));
    const [blue, green] = [await start("blue"), await start("green")];
    const workspace = await createWorkspace({
      program: { "index.js": program("green") },
      secretConfig: { "edge:connections": connections({ blue, green }) },
    });
    try {
      outputOf(await workspace.preview());
      outputOf(await workspace.up());
      const { first, second } = await workspace.outputs();
      expect(await statuses(blue, [first, second])).toEqual([200, 401]);
      expect(await statuses(green, [first, second])).toEqual([401, 200]);

      // Environment variables take precedence, and a refresh reads them too, although it gets the configuration of
      // the last up.
      const env = {
        EDGE_CONNECTIONS: connections({ blue, green }, "nobody-has-0123456789abcdefghijklmnopqrst"),
      };
      const { code, stdout, stderr } = await workspace.pulumi(["refresh", "--yes", "--skip-preview"], env);
      expect(code).not.toBe(0);
      const refused = stdout + stderr;
      expect(refused).toContain("The credential from connection 'green' (EDGE_CONNECTIONS, apiToken)");
      expect(refused).not.toContain("connection 'blue'");

      // Another connection is another account: the token is created there and removed here.
      workspace.write("index.js", program("blue"));
      outputOf(await workspace.up());
      expect(await names(green)).toEqual([]);
      expect(await names(blue)).toEqual([
        expect.stringMatching(/^first-/),
        expect.stringMatching(/^second-/),
      ]);

      outputOf(await workspace.destroy());
      expect([await names(blue), await names(green)]).toEqual([[], []]);
    } finally {
      await end(workspace, blue, green);
      fs.rmSync(folder, { recursive: true });
    }
  });
});

function connections(platforms: { blue: ChildPlatform; green: ChildPlatform }, greenToken?: string): string {
  const entry = ({ ready }: ChildPlatform, apiToken = ready.token) => ({ baseUrl: ready.baseUrl, apiToken });
  return JSON.stringify({ blue: entry(platforms.blue), green: entry(platforms.green, greenToken) });
}

async function statuses({ ready }: ChildPlatform, values: readonly unknown[]): Promise<number[]> {
  const verified = values.map((token) =>
    platformApi(ready).call("GET", "/user/tokens/verify", { token: String(token) }),
  );
  return (await Promise.all(verified)).map(({ status }) => status);
}

/** The tokens except the bootstrap token. */
async function names({ ready }: ChildPlatform): Promise<string[]> {
  const left = await platformApi(ready).leftovers();
  return left.map((line) => line.replace("token ", "")).sort();
}

async function end(workspace: Workspace, ...platforms: ChildPlatform[]): Promise<void> {
  await workspace.dispose();
  for (const platform of platforms) await platform.end("SIGTERM");
}
