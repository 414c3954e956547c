import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { parse } from "yaml";
import { runStep } from "../../scripts/processes";
import { deploymentSettings } from "../../fleet/emit/deployment-settings";
import { pulumiCli } from "../support/engine";
import { temporaryFolder, writeFiles } from "../support/fake-commands";
import { NASTY_PIPELINE, PIPELINE } from "../support/pipelines";

const SETTINGS = "/api/stacks/shop/waf/edge-0001/deployments/settings";
/** What the CLI asks the hosted service before it sends the settings of a stack. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/api/user": { githubLogin: "shop", name: "shop", organizations: [{ githubLogin: "shop", name: "shop" }] },
  "/api/capabilities": { capabilities: [] },
  // What `pulumi api` reads of the service's own description.
  "/api/openapi/pulumi-spec.json": {
    openapi: "3.0.3",
    info: { title: "Pulumi Cloud", version: "1" },
    components: { schemas: {} },
    paths: {
      "/api/stacks/{orgName}/{projectName}/{stackName}/deployments/settings": {
        put: {
          operationId: "UpdateDeploymentSettings",
          parameters: ["orgName", "projectName", "stackName"].map((name) => ({
            name,
            in: "path",
            required: true,
            schema: { type: "string" },
          })),
          responses: { 200: { description: "The settings" } },
        },
      },
    },
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
      void buffer(request).then((body) => {
        const [address = ""] = (request.url ?? "").split("?");
        if (request.method === "PUT")
          sent.push({ path: address, body: JSON.parse(gunzipSync(body).toString("utf8")) });
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
  ])("reach the service as they are written, by `pulumi api`, with %s", async (_, pipeline, address) => {
    const written = deploymentSettings(pipeline, { stack: "edge-0001", hash: "ff" }, address);
    const { settings } = parse(written) as { settings: object };
    writeFiles(folder, { "settings.json": JSON.stringify(settings) });
    const { binDir } = await pulumiCli();
    const { port } = server.address() as AddressInfo;
    const { code, stdout, stderr } = await runStep(
      path.join(binDir, "pulumi"),
      ["api", "--method", "PUT", SETTINGS, "--input", "settings.json", "--non-interactive"],
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
    expect(sent).toEqual([{ path: SETTINGS, body: settings }]);
  });
});
