import http from "node:http";
import type { AddressInfo } from "node:net";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { doctorAlone } from "../../support/doctor";
import { ask } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";

const { platform, pathOf, write } = useCommandLine();
const ZONE = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
const WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
const DNS_READ = "82e64a83756745bbbb1c9c2701bf816b";

interface Made {
  readonly id: string;
  readonly value: string;
}

// Retries start at once.
beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

function make(groups: string[], more: object = {}, owner = "/user"): Promise<Made> {
  const policies = [{ effect: "allow", resources: ZONE, permission_groups: groups.map((id) => ({ id })) }];
  return ask<Made>(platform, "POST", `${owner}/tokens`, { name: "under test", policies, ...more });
}

/** Runs `doctor`, and checks that it shows no secret and no stack trace. */
async function doctor(...args: string[]) {
  const run = await runCommand(doctorAlone, ["doctor", ...args]);
  const shown = run.stdout + run.stderr;
  for (const secret of [
    process.env["EDGE_API_TOKEN"],
    process.env["EDGE_API_KEY"],
    platform.token,
    platform.apiKey,
  ])
    if (secret !== undefined && secret.length > 8) expect(shown).not.toContain(secret);
  expect(shown).not.toMatch(/^\s+at .*:\d+/m);
  expect(run.stdout.split("\n").filter((line) => line.length > 100 && line.includes(" ", 40))).toEqual([]);
  return { ...run, text: run.stdout.replaceAll(/\s+/g, " ") };
}

describe("edge-platform doctor without problems", () => {
  it("exits with 0 and reports the settings and the source of the credential", async () => {
    process.env["EDGE_ACCOUNT_ID"] = platform.accountId;
    const { code, stdout } = await doctor("--zone", "example.com");
    expect(code).toBe(0);
    expect(stdout.match(/^\w+ +(base URL|\w+)/gm)).toEqual([
      "ok       base URL",
      "ok       credential",
      "ok       account",
      "ok       zone",
    ]);
    expect(stdout).toContain("(edge-platform 0.1.0, language of 2026-10-09)");
    expect(stdout).toContain(`${platform.baseUrl}; resource keys start with com.cloudflare`);
    expect(stdout).toContain("Token of the user, from EDGE_API_TOKEN: active, does not expire.");
    expect(stdout).toMatch(new RegExp(`example\\.com \\(${EXAMPLE_COM}\\), active`));
  });

  it("supports email and key, and prints JSON", async () => {
    delete process.env["EDGE_API_TOKEN"];
    Object.assign(process.env, { EDGE_EMAIL: platform.email, EDGE_API_KEY: platform.apiKey });
    const { code, stdout } = await doctor("--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      good: true,
      version: "0.1.0",
      language: "2026-10-09",
      findings: [
        { subject: "base URL", state: "ok" },
        { subject: "credential", state: "ok", text: `API key of ${platform.email}, from EDGE_API_KEY.` },
        { subject: "account", state: "ok" },
        { subject: "zones", state: "ok" },
      ],
    });
  });

  it("verifies an account-owned token on the account's path", async () => {
    const { value } = await make([ZONE_READ], {}, `/accounts/${platform.accountId}`);
    Object.assign(process.env, { EDGE_API_TOKEN: value, EDGE_ACCOUNT_ID: platform.accountId });
    const { code, text } = await doctor();
    expect(code).toBe(0);
    expect(text).toContain(`Token of account ${platform.accountId}, from EDGE_API_TOKEN: active`);
    expect(text).toContain("with the zone example.com");
  });

  it.each<[string, Record<string, string>, Record<string, string>, string[], string]>([
    ["the stack's configuration", {}, { "edge:apiToken": "TOKEN" }, [], "stack configuration edge:apiToken"],
    [
      "a preset's variable",
      { EDGE_PRESET: "cloudflare", CLOUDFLARE_API_TOKEN: "TOKEN" },
      {},
      [],
      "CLOUDFLARE_API_TOKEN",
    ],
    [
      "a connection",
      {},
      { "edge:connections": '{"prod":{"apiToken":"TOKEN"}}' },
      ["--connection", "prod"],
      "connection 'prod' (stack configuration edge:connections, apiToken)",
    ],
  ])("names %s as the source", async (_, env, config, args, source) => {
    delete process.env["EDGE_API_TOKEN"];
    const filled = (values: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value.replace("TOKEN", platform.token)]),
      );
    Object.assign(process.env, filled(env));
    const entries = Object.entries(filled(config)).map(
      ([key, value]) => [key, { value, secret: true }] as const,
    );
    const file = write("config.json", Object.fromEntries(entries));
    const { code, text } = await doctor("--config", file, ...args);
    expect(code).toBe(0);
    expect(text).toContain(`from ${source}: active`);
  });

  it("accepts a credential for only a zone's rules, and is unsure about what it may not read", async () => {
    process.env["EDGE_API_TOKEN"] = (await make([WAF_WRITE])).value;
    process.env["EDGE_ACCOUNT_ID"] = platform.accountId;
    const { code, text } = await doctor("--zone", EXAMPLE_COM);
    expect(code).toBe(0);
    expect(text).toMatch(/unsure account .*Account Settings Read/);
    expect(text).toContain("the credential can read its rulesets, but not the zone");
  });
});

describe("edge-platform doctor with problems", () => {
  it.each<[string, object, string, string]>([
    ["disabled", { status: "disabled" }, "it is disabled", "activate it"],
    [
      "not valid yet",
      { not_before: "2098-01-01T00:00:00Z" },
      "it is not valid before 2098-01-01T00:00:00Z",
      "clock",
    ],
    [
      "refused from here",
      { condition: { "request.ip": { in: ["192.0.2.0/24"] } } },
      "Cannot use the access token from location",
      "",
    ],
  ])("reports that a token is %s, and what to do", async (_, change, problem, cure) => {
    const { id, value } = await make([ZONE_READ]);
    const policies = [{ effect: "allow", resources: ZONE, permission_groups: [{ id: ZONE_READ }] }];
    await ask(platform, "PUT", `/user/tokens/${id}`, { name: "under test", policies, ...change });
    process.env["EDGE_API_TOKEN"] = value;
    const { code, text } = await doctor();
    expect(code).toBe(1);
    expect(text).toMatch(/problem credential /);
    expect(text).toContain(problem);
    expect(text).toContain(cure);
  });

  it("reports an expired token", async () => {
    const { value } = await make([ZONE_READ], { expires_on: "2090-01-01T00:00:00Z" });
    process.env["EDGE_API_TOKEN"] = value;
    await platform.control("PUT", "/clock", { now: "2090-01-02T00:00:00Z" });
    const { code, text } = await doctor();
    await platform.control("POST", "/reset");
    await platform.control("PUT", "/clock", { now: new Date().toISOString() });
    expect(code).toBe(1);
    expect(text).toContain("it expired at 2090-01-01T00:00:00Z. What to do: create another token");
  });

  it("reports an unknown token, its source, and that it may be account-owned", async () => {
    process.env["EDGE_API_TOKEN"] = "cfut_unknown_to_everybody_0123456789";
    const { code, text } = await doctor();
    expect(code).toBe(1);
    expect(text).toContain("The credential from EDGE_API_TOKEN is not accepted.");
    expect(text).toContain("for an account-owned token, also set the account (EDGE_ACCOUNT_ID)");
  });

  it("reports a wrong email and key", async () => {
    delete process.env["EDGE_API_TOKEN"];
    Object.assign(process.env, { EDGE_EMAIL: platform.email, EDGE_API_KEY: "not-the-key-of-anybody" });
    const { code, text } = await doctor();
    expect(code).toBe(1);
    expect(text).toContain("The credential from EDGE_API_KEY is not accepted.");
  });

  it.each<[string, () => Record<string, string>, string]>([
    ["no base URL", () => ({ EDGE_BASE_URL: "" }), "edge:baseUrl (EDGE_BASE_URL) is not set"],
    ["no credential", () => ({ EDGE_API_TOKEN: "" }), "No credential is set in the environment"],
    ["half of a pair", () => ({ EDGE_API_TOKEN: "", EDGE_API_KEY: "half-of-a-pair" }), "its email is not"],
    [
      "a host that nobody knows",
      () => ({ EDGE_BASE_URL: "https://edge.invalid/client/v4" }),
      "The host name cannot be resolved",
    ],
    [
      "a port where nothing listens",
      () => ({ EDGE_BASE_URL: "http://127.0.0.1:1/client/v4" }),
      "Nothing listens there",
    ],
    [
      "no TLS",
      () => ({ EDGE_BASE_URL: platform.baseUrl.replace("http:", "https:") }),
      "cannot establish a TLS connection",
    ],
    [
      "plain HTTP to another machine",
      () => ({ EDGE_BASE_URL: "http://192.0.2.1/client/v4" }),
      "in plain text",
    ],
    [
      "a path that is not the API's",
      () => ({ EDGE_BASE_URL: platform.baseUrl.replace("/client/v4", "") }),
      "ends with /client/v4",
    ],
    ["an unknown account", () => ({ EDGE_ACCOUNT_ID: "0".repeat(32) }), "does not exist"],
    [
      "an account id that is none",
      () => ({ EDGE_ACCOUNT_ID: "my-account" }),
      "EDGE_ACCOUNT_ID is not an account id",
    ],
    ["an unknown connection", () => ({ EDGE_CONNECTIONS: "{}" }), "there is no connection 'prod'"],
  ])("exits with 1 for %s, and reports the problem", async (_, env, problem) => {
    Object.assign(process.env, env());
    const { code, text } = await doctor(...("EDGE_CONNECTIONS" in env() ? ["--connection", "prod"] : []));
    expect(code).toBe(1);
    expect(text).toContain("problem ");
    expect(text).toContain(problem);
  });

  it("reports an HTML page", async () => {
    const server = http.createServer((_, response) => response.end("<html>Sign in</html>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    process.env["EDGE_BASE_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client/v4`;
    const { code, text } = await doctor();
    await new Promise((resolve) => server.close(resolve));
    expect(code).toBe(1);
    expect(text).toContain("an HTML page");
    expect(text).toContain("no proxy answers in its place");
  });

  it("reports a zone that is missing or not readable", async () => {
    const missing = await doctor("--zone", "no.example", "--zone", "example.com");
    expect(missing.code).toBe(1);
    expect(missing.text).toMatch(/problem zone There is no zone 'no\.example' .* ok zone example\.com/);
    process.env["EDGE_API_TOKEN"] = (await make([DNS_READ])).value;
    const unreadable = await doctor("--zone", EXAMPLE_COM);
    expect(unreadable.code).toBe(1);
    expect(unreadable.text).toContain(
      "the credential can read neither the zone nor its rulesets. What to do: grant the credential a policy",
    );
  });

  it("exits with 2 for invalid usage or an unreadable configuration, without showing it", async () => {
    const file = write("config.json", '{"edge:apiToken": canary-secret}');
    for (const args of [
      ["--config", file],
      ["--config", pathOf("none")],
      ["--zones", "x"],
    ]) {
      const { code, stdout, stderr } = await doctor(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).not.toContain("canary");
    }
  });
});
