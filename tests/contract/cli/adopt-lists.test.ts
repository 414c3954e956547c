import { registerAdopt } from "../../../cli/adopt/adopt";
import type { Members } from "../../../provider/api";
import { firstUpdate, registeredBy } from "../../support/adopted-program";
import { runCommand } from "../../support/command";
import { diagnosticsOf } from "../../support/compile";
import { formatted } from "../../support/formatted";
import { ask, testEngine } from "../../support/lifecycle";
import { HOSTILE } from "../../support/odd-zones";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform({ plan: "enterprise" });
const before = process.env;
beforeAll(() => {
  process.env = { ...before, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterAll(() => {
  process.env = before;
});

const seedList = (list: object) => platform.control("POST", "/seed", { lists: [list] });
const adopt = async (...args: string[]): Promise<string> => {
  const run = await runCommand(registerAdopt, ["adopt", ...args]);
  expect(run).toMatchObject({ code: 0 });
  return run.stdout;
};

describe("the program for lists and the rules that name them", () => {
  beforeAll(async () => {
    const { accountId } = platform;
    const addresses = [{ ip: "192.0.2.0/24", comment: HOSTILE[2] }, { ip: "2001:db8::1" }];
    const moved = { source_url: "example.com/old", target_url: "https://example.com/new", status_code: 308 };
    await seedList({ name: "office", kind: "ip", items: addresses });
    await seedList({
      name: "moved",
      kind: "redirect",
      description: "Old pages",
      items: [{ redirect: moved }],
    });
    // Longer than a program may write: the rest is for a mark.
    await seedList({ name: "wordy", kind: "asn", items: [{ asn: 64496, comment: "x".repeat(450) }] });
    const redirect = {
      ref: "moved",
      action: "redirect",
      expression: "http.request.full_uri in $moved",
      action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
    };
    await ask(platform, "POST", `/accounts/${accountId}/rulesets`, {
      name: "default",
      kind: "root",
      phase: "http_request_redirect",
      rules: [redirect],
    });
    const zone = await ask<{ id: string }>(platform, "POST", "/zones", {
      name: "office.example",
      account: { id: accountId },
    });
    const office = (ref: string, text: string) => ({
      ref,
      action: "block",
      expression: `not ip.src in $office and http.host contains ${text}`,
    });
    await ask(platform, "POST", `/zones/${zone.id}/rulesets`, {
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_custom",
      rules: [
        office("one", '"${x} `$office` \\\\"'),
        office("two", '"same"'),
        office("three", '"same"'),
        { ref: "four", action: "log", expression: "ip.src in $office" },
      ],
    });
  });

  it("names them as outputs, compiles, and writes nothing in its first update and in the next", async () => {
    const text = await adopt("--all-zones", "--account", platform.accountId);
    expect(diagnosticsOf([{ name: "adopted.ts", source: text }])).toEqual([]);
    expect(formatted(text, "index.ts")).toBe(text);
    expect(text).toContain("expression: pulumi.interpolate`ip.src in $${officeList.name}`,");
    expect(text).toContain("name: movedList.name,");
    const registered = registeredBy(text).filter(({ kind }) => kind !== "ApiToken");
    expect(registered.map(({ kind }) => kind)).toEqual([
      "List",
      "List",
      "ValidatedFilter",
      "AccountEntrypointRuleset",
      "ZoneEntrypointRuleset",
    ]);
    const engine = testEngine(platform);
    const { states, writes } = await firstUpdate(platform, engine, registered);
    expect(writes).toEqual([]);
    const rules = registered.at(-1)?.args["rules"] as readonly Members[];
    expect(rules[0]?.["expression"]).toBe(
      'not ip.src in $office and http.host contains "${x} `$office` \\\\"',
    );
    for (const { kind, name, args } of registered.slice(0, 3))
      expect([name, await engine.preview(kind, args, states.get(name))]).toEqual([name, "same"]);
  });

  it("leaves out a list that a preview would refuse, and says why", async () => {
    expect(await adopt("--account", platform.accountId)).toMatch(
      /\/\/ - the list "wordy" \(id \w+\): items\[0\]\.comment has 450 characters; write at most 380/,
    );
  });

  it("leaves the name of a list as it is in a program that does not declare the list", async () => {
    const text = await adopt("--zone", "office.example");
    expect(text).toContain('expression: "ip.src in $office",');
    expect(text).not.toContain("pulumi.interpolate");
  });
});

it("leaves out the token of the run also if an account owns it", async () => {
  const { accountId } = platform;
  // Tokens, Rule Lists, Rulesets and WAF, each to read.
  const groups = [
    "eb56a6953c034b9d97dd838155666f06",
    "4f1071168de8466e9808de86febfc516",
    "fb39996ee9044d2a8725921e02744b39",
    "56b2af4817c84ad99187911dc3986c23",
  ];
  const resources = { [`com.cloudflare.api.account.${accountId}`]: "*" };
  const policies = [{ effect: "allow", resources, permission_groups: groups.map((id) => ({ id })) }];
  const body = { name: "of the run", policies };
  const made = await ask<{ id: string; value: string }>(
    platform,
    "POST",
    `/accounts/${accountId}/tokens`,
    body,
  );
  process.env["EDGE_API_TOKEN"] = made.value;
  const text = await adopt("--account", accountId).finally(() => {
    process.env["EDGE_API_TOKEN"] = platform.token;
  });
  expect(text).toContain(`// - the token "of the run" (id ${made.id}): this run authenticates with it`);
  expect(text).not.toContain("new ApiToken(");
});
