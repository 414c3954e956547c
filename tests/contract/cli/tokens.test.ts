import { registerTokens } from "../../../cli/tokens/tokens";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { ask } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";

const { platform } = useCommandLine();

const GROUPS = {
  wafWrite: "fb6778dc191143babbfaa57993f1d275",
  zoneRead: "c8fed203ed3043cba015a93ad1616f1f",
  tokensWrite: "686d18d5ac6c441c867cbf6771e58a0a",
  accountTokensRead: "eb56a6953c034b9d97dd838155666f06",
};
const ZONE = `com.cloudflare.api.account.zone.${EXAMPLE_COM}`;
const ORG = "4e2a6b1c0d9f4e8ab7c6d5e4f3a2b1c0";

interface Made {
  readonly id: string;
  readonly value: string;
}

let maker: Made;
let editor: Made;

beforeEach(async () => {
  await platform.control("POST", "/seed", { zones: [{ id: ORG, name: "example.org" }] });
  maker = await make("maker", { [`com.cloudflare.api.user.${platform.userId}`]: "*" }, [GROUPS.tokensWrite]);
  editor = await make("editor", { [ZONE]: "*" }, [GROUPS.wafWrite, GROUPS.zoneRead], {
    condition: { "request.ip": { in: ["127.0.0.0/8"] } },
    expires_on: "2099-01-01T00:00:00Z",
  });
});

function make(
  name: string,
  resources: object,
  groups: string[],
  more: object = {},
  owner = "/user",
): Promise<Made> {
  const policies = [{ effect: "allow", resources, permission_groups: groups.map((id) => ({ id })) }];
  return ask<Made>(platform, "POST", `${owner}/tokens`, { name, policies, ...more });
}

const command = (...args: string[]) => runCommand(registerTokens, ["tokens", ...args]);
const explain = (...args: string[]) => command("explain", ...args);

describe("edge-platform tokens explain", () => {
  it("exits with 0 and names the policy and permission group that allow the action", async () => {
    expect(await explain(editor.id, "--action", "patchRule", "--zone", "example.com")).toEqual({
      code: 0,
      stdout:
        `The token "editor" (${editor.id}), patchRule on zone.${EXAMPLE_COM}:\n` +
        "allowed: policy 1 allows it by Zone WAF Write (explicit allow).\n",
      stderr: "",
    });
  });

  it("exits with 1 and names a sufficient permission", async () => {
    const { code, stdout } = await explain(editor.id, "--action", "patchRule", "--zone", "example.org");
    expect(code).toBe(1);
    expect(stdout).toContain("refused: no policy allows it (implicit deny); it requires Zone WAF Write");
  });

  it("takes phase and client address into account", async () => {
    const phase = [
      "--action",
      "patchRule",
      "--zone",
      EXAMPLE_COM,
      "--phase",
      "http_request_dynamic_redirect",
    ];
    expect((await explain(editor.id, ...phase)).stdout).toContain("Dynamic URL Redirects Write");
    const from = ["--action", "Zone WAF Write", "--zone", EXAMPLE_COM, "--from"];
    expect((await explain(editor.id, ...from, "127.0.0.1")).code).toBe(0);
    const elsewhere = await explain(editor.id, ...from, "198.51.100.1");
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stdout).toContain("its condition does not allow clients at 198.51.100.1");
  });

  it("finds a token by the value in a variable, and never prints the value", async () => {
    process.env["PIPELINE_TOKEN"] = editor.value;
    const run = await explain(
      "--value-from-env",
      "PIPELINE_TOKEN",
      "--action",
      "getZone",
      "--resource",
      ZONE,
      "--json",
    );
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      tokenId: editor.id,
      name: "editor",
      allowed: true,
      policy: 0,
    });
    expect(run.stdout + run.stderr).not.toContain(editor.value);
  });

  it("explains the current token if it may read itself", async () => {
    process.env["EDGE_API_TOKEN"] = maker.value;
    const run = await explain("--action", "createToken", "--user");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("API Tokens Write") as string });
    process.env["EDGE_API_TOKEN"] = editor.value;
    const blind = await explain("--action", "getZone", "--zone", "example.com");
    expect(blind).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--value-from-env NAME") as string,
    });
  });

  it("finds the account of a zone that a policy names below its account", async () => {
    const resources = {
      [`com.cloudflare.api.account.${platform.accountId}`]: { "com.cloudflare.api.account.zone.*": "*" },
    };
    const nested = await make("nested", resources, [GROUPS.zoneRead]);
    expect((await explain(nested.id, "--action", "getZone", "--resource", `zone.${ORG}`)).code).toBe(0);
  });

  it("explains an account-owned token", async () => {
    const account = platform.accountId;
    const resources = { [`com.cloudflare.api.account.${account}`]: "*" };
    const owned = await make("of account", resources, [GROUPS.accountTokensRead], {}, `/accounts/${account}`);
    const run = await explain(owned.id, "--owner", account, "--action", "listTokens", "--account", account);
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Account API Tokens Read") as string,
    });
  });

  it.each<[string, string[], string]>([
    ["no place", ["--action", "getZone"], "Name the resource"],
    ["two places", ["--action", "getZone", "--user", "--zone", "example.com"], "exactly one of"],
    ["no action", ["--user"], "required option '--action <name>' not specified"],
    ["an unknown action", ["--action", "getZones", "--user"], "Unknown action"],
    ["a value in the place of an id", ["cfut_1234", "--action", "getUser", "--user"], "never by its value"],
    ["an unknown token", ["0".repeat(32), "--action", "getUser", "--user"], "refused with 404"],
    [
      "a variable that is not set",
      ["--value-from-env", "NO_SUCH", "--action", "getUser", "--user"],
      "NO_SUCH is not set",
    ],
    ["an unknown zone", ["--action", "getZone", "--zone", "no.example"], "There is no zone 'no.example'"],
    [
      "an address that is none",
      ["--action", "getUser", "--user", "--from", "localhost"],
      "is not an IP address",
    ],
  ])("exits with 2 for %s, and reports the problem", async (_, args, message) => {
    const run = await explain(...args);
    expect(run).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) as string });
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });
});

describe("edge-platform tokens list", () => {
  it("prints a matrix of tokens and places, riskiest first, in 100 columns and without values", async () => {
    const { code, stdout } = await command("list");
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    const place = (label: string) => lines.find((line) => line.includes(label))?.[0] ?? "?";
    const head = lines.find((line) => line.includes("TOKEN")) ?? "";
    const cell = (name: string, letter: string) =>
      lines.find((line) => new RegExp(`^\\d+ +${name} `).test(line))?.[head.lastIndexOf(` ${letter}`) + 1];
    const [user, com, org] = [place("user "), place("zone example.com"), place("zone example.org")];
    expect([cell("maker", user), cell("maker", com)]).toEqual(["T", "."]);
    expect([cell("editor", user), cell("editor", com), cell("editor", org)]).toEqual([".", "W", "."]);
    const order = ["maker", "editor"].map((name) => lines.findIndex((line) => line.includes(name)));
    expect(order[0]).toBeLessThan(order[1] ?? 0);
    expect(stdout).toMatch(/maker .*never .*anywhere/);
    expect(stdout).toMatch(/editor .*2099-01-01 .*127\.0\.0\.0\/8/);
    expect(stdout).toContain(`editor (${editor.id})\n    risks: never used\n`);
    expect(stdout).toContain("    risks: can make tokens, never ends, usable from anywhere, never used\n");
    for (const value of [maker.value, editor.value, platform.token]) expect(stdout).not.toContain(value);
  });

  it("stays within 100 columns with many tokens and zones, and lists each zone with different permissions", async () => {
    const zones = Array.from({ length: 30 }, (_, index) => ({
      id: `${index}`.padStart(32, "0"),
      name: `zone-${index}.example`,
    }));
    await platform.control("POST", "/seed", { zones });
    for (const { id, name } of zones.slice(0, 14)) {
      await make(`token of ${name} with a long name`, { [`com.cloudflare.api.account.zone.${id}`]: "*" }, [
        GROUPS.zoneRead,
      ]);
    }
    const { stdout } = await command("list");
    expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
    // 14 separate zones, example.com, and one entry for all others.
    expect(stdout.match(/^[A-Z]+ {2}zone /gm)).toHaveLength(16);
  });

  it("prints JSON with permissions, expiry, networks and risks", async () => {
    const { stdout } = await command("list", "--json");
    const rows = JSON.parse(stdout) as { name: string }[];
    expect(rows.find(({ name }) => name === "editor")).toEqual({
      id: editor.id,
      name: "editor",
      status: "active",
      notBefore: null,
      expiresOn: "2099-01-01T00:00:00Z",
      lastUsedOn: null,
      from: { in: ["127.0.0.0/8"], notIn: [] },
      risks: ["never used"],
      access: [
        {
          type: "zone",
          id: EXAMPLE_COM,
          label: "zone example.com",
          permissionGroups: ["Zone Read", "Zone WAF Write"],
        },
      ],
    });
  });

  it("takes a denial into account, and lists the tokens of an account", async () => {
    const account = platform.accountId;
    const group = [{ id: GROUPS.zoneRead }];
    const policies = [
      { effect: "allow", resources: { "com.cloudflare.api.account.zone.*": "*" }, permission_groups: group },
      { effect: "deny", resources: { [ZONE]: "*" }, permission_groups: group },
    ];
    await ask(platform, "POST", `/accounts/${account}/tokens`, { name: "reader", policies });
    const { stdout } = await command("list", "--owner", account, "--json");
    expect(JSON.parse(stdout)).toMatchObject([
      { name: "reader", access: [{ id: ORG, permissionGroups: ["Zone Read"] }] },
    ]);
  });

  it("reports an empty list, and exits with 2 if the credential may not list tokens", async () => {
    expect((await command("list", "--owner", platform.accountId)).stdout).toBe("There are no tokens.\n");
    process.env["EDGE_API_TOKEN"] = editor.value;
    const { code, stderr } = await command("list");
    expect(code).toBe(2);
    expect(stderr).toContain("The credential from EDGE_API_TOKEN is not permitted to do this");
  });
});
