/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { failed, newZone, ok, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;

describe("entry points", () => {
  const at = (zone: string) => `/zones/${zone}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  const deploying = {
    action: "execute",
    action_parameters: { id: OWASP },
    expression: "true",
    ref: "owasp",
  };

  it("answer 404 and 10003 until they are created", async () => {
    const zone = await newZone(platform);
    const answer = await platform.api("GET", at(zone));
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(
      failed({
        code: 10003,
        message: "could not find entrypoint ruleset in the http_request_firewall_managed phase",
      }),
    );
    expect((await platform.api("GET", `${at(zone)}/versions`)).body).toEqual(ok([]));
    expect((await platform.api("GET", `${at(zone)}/versions/1`)).status).toBe(404);
  });

  it("are created by PUT, with the default version to execute", async () => {
    const zone = await newZone(platform);
    const answer = await platform.api("PUT", at(zone), { body: { rules: [deploying] } });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(
      ok({
        id: ID,
        name: "default",
        description: "",
        kind: "zone",
        version: "1",
        source: "firewall_managed",
        last_updated: TIME,
        phase: "http_request_firewall_managed",
        rules: [
          {
            id: ID,
            version: "1",
            ref: "owasp",
            action: "execute",
            expression: "true",
            enabled: true,
            last_updated: TIME,
            action_parameters: { id: OWASP, version: "latest" },
          },
        ],
      }),
    );
    expect((await platform.api("GET", at(zone))).body).toEqual(answer.body);
    await platform.api("PUT", at(zone), { body: { rules: [] } });
    const versions = await platform.api("GET", `${at(zone)}/versions`);
    expect(versions.body.result).toHaveLength(2);
    expect((await platform.api("GET", `${at(zone)}/versions/1`)).body).toEqual(answer.body);
  });

  it("refuse kind and phase in the body", async () => {
    const answer = await platform.api("PUT", at(await newZone(platform)), {
      body: { kind: "zone", rules: [] },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failed({ message: 'invalid JSON: unknown field "kind"', source: { pointer: "/kind" } }),
    );
  });

  it("can execute a managed ruleset only once", async () => {
    const rules = [deploying, { ...deploying, ref: "again" }];
    const answer = await platform.api("PUT", at(await newZone(platform)), { body: { rules } });
    expect(answer.status).toBe(400);
  });
});
