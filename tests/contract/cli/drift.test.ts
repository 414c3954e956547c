import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { registerDrift } from "../../../cli/drift/drift";
import { valueWords } from "../../../provider/rulesets";
import { runCommand, type CommandRun } from "../../support/command";
import { ask, identity, renew, testEngine, type State, type TestEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";

const CUSTOM = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const ENTRYPOINT = `${RULESETS}/phases/${CUSTOM}/entrypoint`;
const SIGNATURE = "4dabf18193072939515e22adb298388d";

const platform = useTestPlatform();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-drift-"));
const before = process.env;
let engine: TestEngine;
beforeAll(() => {
  process.env = { ...before, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterAll(() => {
  process.env = before;
  fs.rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

const ADMIN = { ref: "admin", action: "block", expression: 'http.request.uri.path contains "/admin"' };
const BOTS = { ref: "bots", action: "managed_challenge", expression: "cf.client.bot" };
const ARGS = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: [ADMIN, BOTS], __mark: identity("custom") };

const live = () => ask<{ id: string; rules: { id: string; ref: string }[] }>(platform, "GET", ENTRYPOINT);

function stateFile(...resources: { kind: string; state: State; outputs?: object }[]): string {
  const file = path.join(folder, "state.json");
  const deployment = {
    resources: resources.map(({ kind, state: { id, inputs, outs }, outputs }) => ({
      urn: `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:${kind}::custom`,
      type: `pulumi-nodejs:dynamic/edge:${kind}`,
      id,
      inputs,
      outputs: outputs ?? outs,
    })),
  };
  fs.writeFileSync(file, JSON.stringify({ version: 3, deployment }));
  return file;
}

/** A live rule without what only the server writes. */
const writable = (rule: object) =>
  Object.fromEntries(Object.entries(rule).filter(([name]) => !["version", "last_updated"].includes(name)));

const drift = (...args: string[]): Promise<CommandRun> => runCommand(registerDrift, ["drift", ...args]);

describe("edge-platform drift", () => {
  it("exits with 0 if nothing drifted, and lists foreign rules without calling them drift", async () => {
    const state = await engine.up("ZoneEntrypointRuleset", ARGS);
    const { id } = await live();
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, { action: "log", expression: "ssl", ref: "tls" });
    const file = stateFile({ kind: "ZoneEntrypointRuleset", state });
    expect(await drift("--state", file)).toEqual({
      code: 0,
      stdout:
        "ZoneEntrypointRuleset custom (version 1 in the state, 2 now)\n" +
        '  Not drift: log rule "tls", made by hand or by another tool.\n' +
        "shop/prod: 0 of 1 resource drifted.\n",
      stderr: "",
    });
  });

  it("exits with 1, and says for each rule what changed and since which version", async () => {
    const state = await engine.up("ZoneEntrypointRuleset", ARGS);
    const { id, rules } = await live();
    const [admin, bots] = rules;
    const edit = { action: "log", expression: ADMIN.expression, ref: admin?.ref };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(admin?.id)}`, edit);
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, { action: "log", expression: "ssl", ref: "tls" });
    await ask(platform, "DELETE", `${RULESETS}/${id}/rules/${String(bots?.id)}`);
    const file = stateFile({ kind: "ZoneEntrypointRuleset", state });
    const { code, stdout } = await drift("--state", file, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      format: "edge-platform-drift",
      stack: "shop/prod",
      resources: [
        {
          status: "drifted",
          versions: { state: "1", live: "4" },
          rules: [
            {
              ref: "admin",
              kinds: ["changed"],
              since: { version: "2" },
              members: [{ member: "action", before: { text: "block" }, after: { text: "log" } }],
            },
            {
              ref: "bots",
              kinds: ["removed"],
              since: { version: "4" },
            },
          ],
          foreign: [{ ref: "tls", action: "log" }],
        },
      ],
    });
    expect((await drift("--state", file, "--markdown")).stdout).toContain(
      '- **ZoneEntrypointRuleset custom** (version 1 in the state, 4 now)\n  - Rule "admin" changes action from block to log. Since version 2',
    );
  });

  it("reports a moved rule, and under exclusive ownership a foreign one", async () => {
    const args = { ...ARGS, ownership: "exclusive" };
    const state = await engine.up("ZoneEntrypointRuleset", args);
    const { id, rules } = await live();
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rules[1]?.id)}`, {
      position: { before: "" },
    });
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, { action: "log", expression: "ssl", ref: "tls" });
    const file = stateFile({ kind: "ZoneEntrypointRuleset", state });
    const { code, stdout } = await drift("--state", file);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Rule "(admin|bots)" moves.* Since version 2/);
    expect(stdout).toMatch(
      /Rule "tls" is added.* It is foreign: made by hand or by another tool\. Since version 3/,
    );
  });

  it("compares OWASP and tokens, and reports what is gone", async () => {
    const owasp = await engine.up("OwaspConfig", {
      zoneId: EXAMPLE_COM,
      paranoiaLevel: 2,
      scoreThreshold: 40,
    });
    const policies = [
      { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] },
    ];
    const token = await engine.up("ApiToken", { name: "waf", policies });
    const managed = `${RULESETS}/phases/http_request_firewall_managed/entrypoint`;
    const { id, rules } = await ask<{
      id: string;
      rules: { id: string; ref: string; action_parameters: object }[];
    }>(platform, "GET", managed);
    const [rule] = rules;
    const { ref, action_parameters } = rule ?? {};
    const edit = { ref, action: "execute", action_parameters, expression: "not ssl" };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(rule?.id)}`, edit);
    await ask(platform, "DELETE", `/user/tokens/${String(token.outs["tokenId"])}`);
    const file = stateFile({ kind: "OwaspConfig", state: owasp }, { kind: "ApiToken", state: token });
    const { code, stdout } = await drift("--state", file);
    expect(code).toBe(1);
    expect(stdout).toContain("  expression: not set => not ssl\n");
    expect(stdout).toContain("ApiToken custom\n  It does not exist any more.\n");
    expect(stdout).toContain("shop/prod: 2 of 2 resources drifted.\n");
    expect(stdout).not.toContain(String(token.outs["value"]));
  });

  it.each([
    ["Ruleset", "accounts", () => ({ accountId: platform.accountId })],
    ["ZoneCustomRuleset", "zones", () => ({ zoneId: EXAMPLE_COM })],
  ])(
    "finds in a %s what a refresh finds: rules that were added by hand, and the description",
    async (kind, at, of) => {
      const args = { ...of(), name: "shared", phase: CUSTOM, rules: [ADMIN], __mark: identity("custom") };
      const state = await engine.up(kind, args);
      const file = stateFile({ kind, state });
      expect(await drift("--state", file)).toMatchObject({ code: 0 });
      const path = `/${at}/${Object.values(of()).join("")}/rulesets/${String(state.outs["rulesetId"])}`;
      await ask(platform, "POST", `${path}/rules`, { action: "log", expression: "ssl", ref: "tls" });
      const { rules } = await ask<{ rules: object[] }>(platform, "GET", path);
      await ask(platform, "PUT", path, { description: "by hand", rules: rules.map(writable) });
      const refreshed = await engine.refresh(kind, state);
      expect(refreshed?.inputs).toMatchObject({ description: "by hand", rules: { tls: { action: "log" } } });
      const { code, stdout } = await drift("--state", file);
      expect(code).toBe(1);
      expect(stdout).toMatch(
        /Rule "tls" is added.* It is foreign: made by hand or by another tool\. Since version 2/,
      );
      expect(stdout).toContain("  description: not set => by hand\n");
    },
  );

  it("finds in an entry point what a refresh finds: description, position, and that all of its rules are gone", async () => {
    const args = { ...ARGS, ownership: "exclusive", description: "ours", position: "first" };
    const state = await engine.up("ZoneEntrypointRuleset", args);
    const { id, rules } = await live();
    await ask(platform, "PUT", ENTRYPOINT, { description: "theirs", rules: rules.map(writable) });
    const tls = { action: "log", expression: "ssl", ref: "tls", position: { before: "" } };
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, tls);
    const seen = await engine.refresh("ZoneEntrypointRuleset", state);
    const file = stateFile({ kind: "ZoneEntrypointRuleset", state });
    const { resources } = JSON.parse((await drift("--state", file, "--json")).stdout) as {
      resources: { settings: { member: string; after: { text: string } }[] }[];
    };
    const settings = Object.fromEntries(
      resources[0]?.settings.map(({ member, after }) => [member, after.text]) ?? [],
    );
    expect(settings).toEqual({
      description: "theirs",
      position: valueWords(seen?.inputs["position"]),
    });
    const gone = { ...state, outs: { ...state.outs, ownership: "shared" } };
    await ask(platform, "PUT", ENTRYPOINT, { rules: [] });
    expect(await engine.refresh("ZoneEntrypointRuleset", gone)).toBeUndefined();
    const { stdout } = await drift("--state", stateFile({ kind: "ZoneEntrypointRuleset", state: gone }));
    expect(stdout).toContain("  It does not exist any more.\n");
  });

  it("lists what turns OWASP off in the words of a refresh", async () => {
    const state = await engine.up("OwaspConfig", {
      zoneId: EXAMPLE_COM,
      paranoiaLevel: 2,
      scoreThreshold: 40,
    });
    const managed = `${RULESETS}/phases/http_request_firewall_managed/entrypoint`;
    const found = await ask<{
      id: string;
      rules: { id: string; ref: string; action_parameters: { overrides: object } }[];
    }>(platform, "GET", managed);
    const [rule] = found.rules;
    const overrides = { ...rule?.action_parameters.overrides, enabled: false };
    await ask(platform, "PATCH", `${RULESETS}/${found.id}/rules/${String(rule?.id)}`, {
      ref: rule?.ref,
      action: "execute",
      expression: "true",
      action_parameters: { ...rule?.action_parameters, version: "35", overrides },
    });
    const refreshed = await engine.refresh("OwaspConfig", state);
    const words = refreshed?.inputs["drift"] as string[];
    expect(words).toHaveLength(4);
    // The state before the refresh, and after it.
    for (const one of [state, refreshed!]) {
      const { code, stdout } = await drift("--state", stateFile({ kind: "OwaspConfig", state: one }));
      expect(code).toBe(1);
      expect(stdout).toBe(
        `OwaspConfig custom\n${words.map((line) => `  ${line}\n`).join("")}shop/prod: 1 of 1 resource drifted.\n`,
      );
    }
  });

  it("finds a token that was rolled by hand, and says so if the state hides the value", async () => {
    const policies = [
      { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone WAF Write" }] },
    ];
    const state = await engine.up("ApiToken", { name: "waf", policies });
    const secret = (member: object) => ({ [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", ...member });
    const fileWith = (value: unknown) =>
      stateFile({ kind: "ApiToken", state, outputs: { ...state.outs, value } });
    const shown = secret({ plaintext: JSON.stringify(state.outs["value"]) });
    const hidden = secret({ ciphertext: "v1:abc" });
    expect(await drift("--state", fileWith(shown))).toMatchObject({
      code: 0,
      stdout: "shop/prod: 0 of 1 resource drifted.\n",
    });
    await ask(platform, "PUT", `/user/tokens/${String(state.outs["tokenId"])}/value`, {});
    const dead = await drift("--state", fileWith(shown));
    expect(dead.code).toBe(1);
    expect(dead.stdout).toContain(
      "  The value in the state no longer works: the token was rolled outside of Pulumi.",
    );
    expect(dead.stdout).not.toContain(String(state.outs["value"]));
    const unknown = await drift("--state", fileWith(hidden));
    expect(unknown).toMatchObject({ code: 0 });
    expect(unknown.stdout).toContain(
      "Not known: whether the value of a token in the state still works, since the export encrypts it: " +
        "run `pulumi stack export --show-secrets` (ApiToken custom).\n",
    );
  });

  it("neither shows nor misjudges a secret expression that the state encrypts", async () => {
    const secret = { ...ADMIN, expression: 'http.host eq "hidden-origin.example"' };
    const args = { ...ARGS, rules: [secret, BOTS], secretInputs: ["rules"] };
    const state = await engine.up("ZoneEntrypointRuleset", args);
    const rules = state.outs["rules"] as Record<string, object>;
    const hidden = {
      ...rules,
      admin: {
        ...rules["admin"],
        expression: { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" },
      },
    };
    const outputs = { ...state.outs, rules: hidden };
    const file = stateFile({ kind: "ZoneEntrypointRuleset", state, outputs });
    expect(await drift("--state", file)).toMatchObject({ code: 0 });
    const { id, rules: wire } = await live();
    const edit = { action: "log", expression: secret.expression, ref: wire[0]?.ref };
    await ask(platform, "PATCH", `${RULESETS}/${id}/rules/${String(wire[0]?.id)}`, edit);
    for (const form of [[], ["--json"], ["--markdown"]]) {
      const { code, stdout, stderr } = await drift("--state", file, ...form);
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain("hidden-origin");
    }
  });

  it.each<[string, object, unknown, boolean]>([
    ["names in secretInputs", { secretInputs: ["rules"] }, ADMIN.expression, false],
    [
      "encrypts",
      { secretInputs: undefined },
      { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" },
      false,
    ],
    ["does not call secret", { secretInputs: undefined }, ADMIN.expression, true],
  ])(
    "quotes the answer of a refused read only if no argument is secret: one that the state %s",
    async (_what, more, expression, isQuoted) => {
      const state = await engine.up("ZoneEntrypointRuleset", ARGS);
      const rules = state.outs["rules"] as Record<string, object>;
      const outputs = {
        ...state.outs,
        ...more,
        rules: { ...rules, admin: { ...rules["admin"], expression } },
      };
      const file = stateFile({ kind: "ZoneEntrypointRuleset", state, outputs });
      const errors = [{ code: 10000, message: "hidden-origin.example is not yours" }];
      const body = JSON.stringify({ success: false, errors, messages: [], result: null });
      const proxy = await startProxy(platform.baseUrl, () => ({
        status: 403,
        type: "application/json",
        body,
      }));
      process.env["EDGE_BASE_URL"] = proxy.baseUrl;
      try {
        for (const form of [[], ["--json"], ["--markdown"]]) {
          const { code, stdout, stderr } = await drift("--state", file, ...form);
          expect([code, stdout]).toEqual([2, ""]);
          expect(stderr.includes("hidden-origin")).toBe(isQuoted);
          if (!isQuoted) expect(stderr).toContain("(not shown, since the API may quote a secret argument)");
        }
      } finally {
        process.env["EDGE_BASE_URL"] = platform.baseUrl;
        await proxy.close();
      }
    },
  );

  it.each([
    ["is no JSON", "hello", "is not JSON"],
    ["is cut", '{"version": 3, "deployment": {"resources": [{"urn": "secret-value', "is cut, or is no state"],
    ["is no state", '{"version": 4}', "is cut, or is no state"],
    ["is empty", "", "is empty"],
  ])("exits with 2 and a clear message for a file that %s", async (_, text, said) => {
    const file = path.join(folder, "bad.json");
    fs.writeFileSync(file, text);
    expect(await drift("--state", file)).toEqual({
      code: 2,
      stdout: "",
      stderr: `edge-platform drift: ${file} ${said}: expected the output of \`pulumi stack export\`. Export the state again.\n`,
    });
  });

  it("exits with 2 for an unknown zone, a zone without resources, a missing file, and a credential without permission", async () => {
    const state = await engine.up("ZoneEntrypointRuleset", ARGS);
    const file = stateFile({ kind: "ZoneEntrypointRuleset", state });
    expect(await drift("--state", file, "--zone", "nowhere.example")).toMatchObject({
      code: 2,
      stderr: "edge-platform drift: There is no zone 'nowhere.example' that this credential can see.\n",
    });
    expect(await drift("--state", file, "--zone", "example.com")).toMatchObject({ code: 0 });
    expect(await drift("--state", path.join(folder, "missing.json"))).toMatchObject({ code: 2 });
    const key = process.env["EDGE_API_TOKEN"];
    process.env["EDGE_API_TOKEN"] = "A".repeat(40);
    const refused = await drift("--state", file);
    process.env["EDGE_API_TOKEN"] = key;
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("ZoneEntrypointRuleset custom cannot be compared: ");
  });

  it("exits with 2 for a state of a later release, whose shape it does not know", async () => {
    const state = await engine.up("ZoneEntrypointRuleset", ARGS);
    const outputs = { ...state.outs, stateVersion: 2 };
    const refused = await drift("--state", stateFile({ kind: "ZoneEntrypointRuleset", state, outputs }));
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "ZoneEntrypointRuleset custom cannot be compared: stateVersion: a later release of pulumi-edge-platform wrote this state",
    );
  });
});
