import { createClient, resolveConnection } from "../../../provider/client";
import { verifyToken } from "../../../provider/functions";
import { lookUpBy } from "../../../provider/functions/lookup";
import { ask, renew } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

it("verifyToken verifies a token by its value, and rejects a value that was rolled", async () => {
  const config = new Map([
    ["edge:baseUrl", platform.baseUrl],
    ["edge:apiToken", platform.token],
  ]);
  const settings = resolveConnection({ env: {}, config: (key) => config.get(key) });
  const environment = {
    now: () => Date.now(),
    random: () => 0.5,
    log: () => undefined,
    logLevel: "off" as const,
    // The waits for a new token take no time.
    sleep: () => Promise.resolve(),
  };
  const client = createClient(settings, environment);
  lookUpBy(() => client);
  const group = { id: "c8fed203ed3043cba015a93ad1616f1f" };
  const resources = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
  const policies = [{ effect: "allow", resources, permission_groups: [group] }];
  const { id, value } = await ask<{ id: string; value: string }>(platform, "POST", "/user/tokens", {
    name: "reader",
    policies,
  });
  expect(await verifyToken({ value })).toMatchObject({ id, status: "active" });
  expect((await verifyToken()).id).not.toBe(id);
  const rolled = await ask<string>(platform, "PUT", `/user/tokens/${id}/value`, {});
  const refused = await verifyToken({ value }).catch((error: unknown) => String(error));
  expect(refused).toContain("Invalid API Token");
  expect(refused).not.toContain(value);
  expect(await verifyToken({ value: rolled })).toMatchObject({ id, status: "active" });
});
