import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Ready } from "../../../emulator/server-options";
import { startChildPlatform } from "../../support/child-platform";
import { send, useTestPlatform } from "../../support/platform";
import { scenariosFor } from ".";
import { runScenario } from "./session";
import { approvedTarget } from "./target";

const DISPOSABLE = "disposable.example";

/** What a person sets to run the scenarios against a hosted API; here it names a platform with a new zone. */
async function environmentOf({ baseUrl, gatewayUrl, accountId, token }: Ready) {
  await send(
    "POST",
    `${baseUrl}/zones`,
    { name: DISPOSABLE, account: { id: accountId } },
    { Authorization: `Bearer ${token}` },
  );
  return {
    EDGE_CONTRACT_APPROVE: DISPOSABLE,
    EDGE_CONTRACT_BASE_URL: baseUrl,
    EDGE_CONTRACT_GATEWAY_URL: gatewayUrl,
    EDGE_CONTRACT_TOKEN: token,
  };
}

const hosted = process.env["EDGE_CONTRACT_APPROVE"] !== undefined;

if (hosted) {
  describe("the API that the environment names", () => {
    it.each(scenariosFor({ gatewayUrl: process.env["EDGE_CONTRACT_GATEWAY_URL"] }))(
      "$name",
      async (scenario) => {
        const target = await approvedTarget(process.env);
        expect(await runScenario(scenario, target)).toMatchObject(scenario.expected);
      },
    );
  });
} else {
  const platform = useTestPlatform();

  describe("the local platform", () => {
    it.each(scenariosFor({ gatewayUrl: "here" }))("$name", async (scenario) => {
      const target = await approvedTarget(await environmentOf(platform));
      expect(await runScenario(scenario, target)).toMatchObject(scenario.expected);
    });

    it("in another process, by the path that a hosted API takes", async () => {
      const data = mkdtempSync(path.join(tmpdir(), "edge-scenarios-"));
      try {
        const child = await startChildPlatform("--port", "0", "--data", data);
        const environment = await environmentOf(child.ready);
        for (const scenario of scenariosFor({ gatewayUrl: child.ready.gatewayUrl })) {
          // Each begins with a zone that is found empty: those before it have put away what they made.
          const target = await approvedTarget(environment);
          expect(await runScenario(scenario, target)).toMatchObject(scenario.expected);
        }
        await child.end("SIGTERM");
      } finally {
        rmSync(data, { recursive: true, force: true });
      }
    });
  });

  describe("a run against a hosted API", () => {
    it.each(["EDGE_CONTRACT_APPROVE", "EDGE_CONTRACT_BASE_URL", "EDGE_CONTRACT_TOKEN"])(
      "is refused without %s, before any call",
      async (name) => {
        const environment = { ...(await environmentOf(platform)), [name]: undefined };
        await platform.control("DELETE", "/requests");
        await expect(approvedTarget(environment)).rejects.toThrow(`${name} is not set`);
        expect((await platform.control("GET", "/requests")).body).toMatchObject({ requests: [] });
      },
    );

    it("is refused for a zone that does not exist", async () => {
      const environment = { ...(await environmentOf(platform)), EDGE_CONTRACT_APPROVE: "nobody.example" };
      await expect(approvedTarget(environment)).rejects.toThrow("there is no zone nobody.example");
    });

    it("is refused for a zone that has an entry point, which stays as it is", async () => {
      const environment = { ...(await environmentOf(platform)), EDGE_CONTRACT_APPROVE: "example.org" };
      const listed = (await platform.api("GET", "/zones?name=example.org")).body as {
        result: [{ id: string }];
      };
      const [{ id }] = listed.result;
      const at = `/zones/${id}/rulesets/phases/http_request_firewall_custom/entrypoint`;
      const rules = [{ action: "block", expression: "true" }];
      const made = await platform.api("PUT", at, { body: { rules } });
      await expect(approvedTarget(environment)).rejects.toThrow(
        "example.org has entry points in http_request_firewall_custom: the scenarios need a zone without any",
      );
      expect((await platform.api("GET", at)).body).toEqual(made.body);
    });
  });
}
