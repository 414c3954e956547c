import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { runStep } from "../../scripts/processes";
import { deploymentFile, deploymentSettings } from "../../fleet/emit/deployment-settings";
import { pulumiCli } from "../support/engine";
import { temporaryFolder, writeFiles } from "../support/fake-commands";
import { NASTY_PIPELINE, PIPELINE } from "../support/pipelines";

/** What the CLI asks the hosted service before it sends the settings of a stack. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/api/user": { githubLogin: "shop", name: "shop", organizations: [{ githubLogin: "shop", name: "shop" }] },
  "/api/capabilities": { capabilities: [] },
  "/api/stacks/shop/waf/edge-0001": {
    orgName: "shop",
    projectName: "waf",
    stackName: "edge-0001",
    version: 1,
  },
};

describe("the settings of Pulumi Deployments", () => {
  let folder: string;
  let server: http.Server;
  let sent: { readonly path: string; readonly body: unknown }[];
  beforeEach(async () => {
    folder = temporaryFolder();
    sent = [];
    server = http.createServer((request, response) => {
      void text(request).then((body) => {
        const [address = ""] = (request.url ?? "").split("?");
        if (request.method === "PUT") sent.push({ path: address, body: JSON.parse(body) });
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(ANSWERS[address] ?? {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(folder, { recursive: true });
  });

  it.each([
    ["a repository at GitHub", PIPELINE, "https://github.com/shop/edge"],
    ["another repository", PIPELINE, "https://git.example/edge.git"],
    ["values with a meaning for YAML", NASTY_PIPELINE, "https://github.com/shop/edge"],
  ])(
    "reach the service as they are written, by `pulumi deployment settings push`, with %s",
    async (_, pipeline, address) => {
      const written = deploymentSettings(pipeline, { stack: "edge-0001", hash: "ff" }, address);
      writeFiles(folder, {
        "Pulumi.yaml": "name: waf\nruntime: nodejs\n",
        [deploymentFile("edge-0001")]: written,
      });
      const { binDir } = await pulumiCli();
      const { port } = server.address() as AddressInfo;
      const { code, stdout, stderr } = await runStep(
        path.join(binDir, "pulumi"),
        ["deployment", "settings", "push", "--stack", "shop/waf/edge-0001", "--yes", "--non-interactive"],
        {
          cwd: folder,
          env: {
            ...process.env,
            PULUMI_BACKEND_URL: `http://127.0.0.1:${port}`,
            PULUMI_ACCESS_TOKEN: "pul-of-a-test",
            PULUMI_HOME: path.join(folder, "home"),
            PULUMI_SKIP_UPDATE_CHECK: "true",
          },
        },
      );
      expect({ code, output: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, output: "" });
      const { settings } = parse(written) as { settings: object };
      expect(sent).toHaveLength(1);
      expect(sent[0]?.path).toBe("/api/stacks/shop/waf/edge-0001/deployments/settings");
      // The CLI adds the members that are not written.
      expect(sent[0]?.body).toMatchObject(settings);
    },
  );
});
