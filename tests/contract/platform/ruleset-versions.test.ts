/* eslint-disable @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { newZone, ok, OWASP, useTestPlatform, type Answer } from "../../support/platform";

const platform = useTestPlatform();

async function newRuleset(rules: unknown[]): Promise<{ at: string; ruleset: Answer["body"] }> {
  const zone = await newZone(platform);
  const { status, body } = await platform.api("POST", `/zones/${zone}/rulesets`, {
    body: { name: "default", kind: "zone", phase: "http_request_firewall_custom", rules },
  });
  expect(status).toBe(200);
  return { at: `/zones/${zone}/rulesets/${body.result.id}`, ruleset: body.result };
}

describe("versions", () => {
  it("are listed without rules, read with rules, deleted with 204, and never reused", async () => {
    const { at, ruleset } = await newRuleset([{ action: "log", expression: "true" }]);
    const second = await platform.api("PUT", at, { body: { description: "second" } });
    const list = await platform.api("GET", `${at}/versions`);
    expect(list.status).toBe(200);
    expect(list.body).toEqual(
      ok([
        { ...ruleset, rules: undefined },
        { ...second.body.result, rules: undefined },
      ]),
    );
    expect((await platform.api("GET", `${at}/versions/1`)).body).toEqual(ok(ruleset));
    const removed = await platform.api("DELETE", `${at}/versions/1`);
    expect([removed.status, removed.body]).toEqual([204, undefined]);
    expect((await platform.api("GET", `${at}/versions/1`)).status).toBe(404);
    expect((await platform.api("DELETE", `${at}/versions/2`)).status).toBe(400);
    const third = await platform.api("PUT", at, { body: { description: "third" } });
    expect(third.body.result.version).toBe("3");
  });

  it("of a managed ruleset differ in their rules", async () => {
    const at = `/accounts/${platform.accountId}/rulesets/${OWASP}/versions`;
    const list = await platform.api("GET", at);
    expect(list.body.result.map(({ version }: { version: string }) => version)).toEqual(["34", "35", "36"]);
    const old = await platform.api("GET", `${at}/34`);
    const latest = await platform.api("GET", `${at}/36`);
    expect(old.body.result.rules.length).toBeLessThan(latest.body.result.rules.length);
  });

  it("can be read by tag, with only the rules of that tag", async () => {
    const at = `/accounts/${platform.accountId}/rulesets/${OWASP}/versions/36/by_tag`;
    const answer = await platform.api("GET", `${at}/paranoia-level-4`);
    expect(answer.status).toBe(200);
    expect(answer.body.result).toMatchObject({ id: OWASP, version: "36" });
    const numbers = answer.body.result.rules.map(({ description }: { description: string }) =>
      description.slice(0, 6),
    );
    expect(numbers).toEqual(["920273", "920274", "920460", "942421", "942432"]);
  });
});

describe("dry_run=true", () => {
  it("validates, answers null, and stores nothing", async () => {
    const { at, ruleset } = await newRuleset([{ action: "log", expression: "true" }]);
    const put = await platform.api("PUT", `${at}?dry_run=true`, { body: { description: "x" } });
    expect([put.status, put.body]).toEqual([200, ok(null)]);
    const removed = await platform.api("DELETE", `${at}?dry_run=true`);
    expect([removed.status, removed.body]).toEqual([204, undefined]);
    const bad = await platform.api("POST", `${at}/rules?dry_run=true`, {
      body: { action: "log", expression: "" },
    });
    expect(bad.status).toBe(400);
    expect((await platform.api("PUT", `${at}?dry_run=yes`, { body: {} })).status).toBe(400);
    expect((await platform.api("GET", at)).body.result).toEqual(ruleset);
  });
});
