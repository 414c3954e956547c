import { registerPreflight } from "../../../cli/preflight/preflight";
import { runCommand } from "../../support/command";
import { stateResource, useCommandLine } from "../../support/command-line";
import { ask, watch } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";

const { platform, pathOf, write } = useCommandLine();
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const ZONE = `com.cloudflare.api.account.zone.${EXAMPLE_COM}`;
const GROUPS = {
  wafRead: "dbc512b354774852af2b5a5f4ba3d470",
  wafWrite: "fb6778dc191143babbfaa57993f1d275",
  zoneRead: "c8fed203ed3043cba015a93ad1616f1f",
  dnsWrite: "4755a26eedb94da69e1066d98aa820be",
  tokensRead: "0cc3a61731504c89b99ec1be78b77aa0",
};

interface Resource {
  readonly kind: string;
  readonly name: string;
  readonly inputs: object;
}

const owasp: Resource = { kind: "OwaspConfig", name: "owasp", inputs: { zoneId: EXAMPLE_COM } };
const rules: Resource = {
  kind: "ZoneEntrypointRuleset",
  name: "custom",
  inputs: { zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom" },
};
const token: Resource = { kind: "ApiToken", name: "ci", inputs: { name: "ci", policies: [] } };

const state = ({ kind, name, inputs }: Resource) => stateResource(kind, name, { inputs });
const writeDeployment = (content: unknown) => write("deployment.json", content);

/** An exported state that also has a resource of another package. */
const exported = (...resources: Resource[]) =>
  writeDeployment({
    version: 3,
    deployment: {
      resources: [
        { type: "pulumi:pulumi:Stack", urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev" },
        ...resources.map(state),
      ],
    },
  });

async function make(groups: string[], more: object = {}): Promise<{ id: string; value: string }> {
  const policies = [
    { effect: "allow", resources: { [ZONE]: "*" }, permission_groups: groups.map((id) => ({ id })) },
  ];
  return ask(platform, "POST", "/user/tokens", { name: "deploys", policies, ...more });
}

/** Checks the token in DEPLOY_TOKEN, which the bootstrap token reads. */
async function compare(file: string, { value }: { value: string }, ...args: string[]) {
  process.env["DEPLOY_TOKEN"] = value;
  return preflight(file, "--value-from-env", "DEPLOY_TOKEN", ...args);
}

async function preflight(...args: string[]) {
  const { result, writes } = await watch(platform, () =>
    runCommand(registerPreflight, ["preflight", ...args]),
  );
  expect(writes).toEqual([]);
  expect(result.stdout).not.toContain(platform.token);
  return result;
}

describe("edge-platform preflight", () => {
  it("exits with 0 for a sufficient credential, and lists the users of each permission", async () => {
    const made = await make([GROUPS.wafWrite, GROUPS.zoneRead]);
    const { code, stdout } = await compare(exported(owasp, rules), made);
    expect(stdout).toBe(
      [
        "The deployment needs:",
        `  Zone WAF Write  zone.${EXAMPLE_COM}`,
        "    for OwaspConfig owasp, ZoneEntrypointRuleset custom",
        `  Zone Read       zone.${EXAMPLE_COM}`,
        "    for getZone",
        "",
        `The credential is the token "deploys" (${made.id}) from DEPLOY_TOKEN.`,
        "No missing permissions.",
        "No excess permissions.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  it("names a permission once for all zones, whatever the order of the resources", async () => {
    const made = await make([GROUPS.wafWrite, GROUPS.zoneRead]);
    const many = Array.from({ length: 12 }, (_, zone) => {
      const letter = zone.toString(16);
      return { ...owasp, name: `owasp-${letter}`, inputs: { zoneId: letter.repeat(32) } };
    });
    const { stdout } = await compare(exported(...many), made);
    const found = stdout.slice(0, stdout.indexOf("\n\n"));
    const zones = ["0", "1", "2"].map((letter) => `zone.${letter.repeat(32)}`);
    expect(found.split("\n").slice(0, 4)).toEqual([
      "The deployment needs:",
      "  Zone WAF Write  12 resources",
      `    on ${zones[0]}, ${zones[1]},`,
      `       ${zones[2]}, and 9 more`,
    ]);
    expect(found).toContain(
      "    for OwaspConfig owasp-0, OwaspConfig owasp-1, OwaspConfig owasp-2, and 9 more\n",
    );
    const again = await compare(exported(...many.toReversed()), made);
    expect(again.stdout).toBe(stdout);
  });

  it("exits with 1 for missing permissions, and lists the calls that need them", async () => {
    const { code, stdout } = await compare(exported(owasp), await make([GROUPS.wafRead, GROUPS.zoneRead]));
    expect(code).toBe(1);
    expect(stdout).toContain(
      `Missing permissions:\n  Zone WAF Write on zone.${EXAMPLE_COM}\n    needed for addRule, patchRule`,
    );
    expect(stdout).toContain("No excess permissions.");
  });

  it("lists excess permissions and too wide resources", async () => {
    const resources = { "com.cloudflare.api.account.zone.*": "*" };
    const groups = [GROUPS.wafWrite, GROUPS.zoneRead, GROUPS.dnsWrite].map((id) => ({ id }));
    const made = await make([], { policies: [{ effect: "allow", resources, permission_groups: groups }] });
    const { code, stdout } = await compare(exported(owasp), made);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Excess permissions:\n  policy 1: DNS Write\n  policy 1 covers all of com.cloudflare.api.account.zone.*, more than the resources above\n",
    );
  });

  it("reads creations and deletions of a preview; an unknown zone needs all zones", async () => {
    const later = { ...rules, inputs: { ...rules.inputs, zoneId: UNKNOWN } };
    const file = writeDeployment({
      steps: [
        { op: "create", newState: state(later) },
        { op: "delete", oldState: state(owasp) },
      ],
    });
    const { stdout } = await compare(file, await make([GROUPS.wafWrite]), "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      needs: [
        { permissionGroup: "Zone WAF Write", resource: `zone.${EXAMPLE_COM}`, by: ["OwaspConfig owasp"] },
        { permissionGroup: "Zone WAF Write", resource: "zone.*", by: ["ZoneEntrypointRuleset custom"] },
        { permissionGroup: "Zone Read", resource: `zone.${EXAMPLE_COM}`, by: ["getZone"] },
        { permissionGroup: "Zone Read", resource: "zone.*", by: ["getZone"] },
      ],
      missing: [
        { permissionGroup: "Zone WAF Write", resource: "zone.*" },
        { permissionGroup: "Zone Read", resource: `zone.${EXAMPLE_COM}` },
        { permissionGroup: "Zone Read", resource: "zone.*" },
      ],
      tooMuch: [],
    });
  });

  it("includes the lookups of the program", async () => {
    const made = await make([GROUPS.wafWrite]);
    expect((await compare(exported(owasp), made, "--lookups", "none")).code).toBe(0);
    const { stdout } = await compare(exported(owasp), made, "--lookups", "getZone,getUser");
    expect(stdout).toContain("User Details Read on user");
  });

  it("needs only read permissions for an external resource", async () => {
    const file = writeDeployment({
      version: 3,
      deployment: { resources: [{ ...state(owasp), external: true }] },
    });
    expect((await compare(file, await make([GROUPS.wafRead]), "--lookups", "none")).code).toBe(0);
  });

  it("--preview lists what a preview reads, and reports a credential that may write as too much", async () => {
    const file = exported(owasp, rules, token);
    const { code, stdout } = await compare(file, await make([GROUPS.wafRead, GROUPS.zoneRead]), "--preview");
    expect(stdout).toContain(
      [
        "A preview of the deployment needs:",
        `  Zone WAF Read    zone.${EXAMPLE_COM}`,
        "    for OwaspConfig owasp, ZoneEntrypointRuleset custom",
        "  API Tokens Read  user",
        "    for ApiToken ci",
      ].join("\n"),
    );
    expect(stdout).toContain("Missing permissions:\n  API Tokens Read on user");
    expect(code).toBe(1);
    const writer = await compare(
      exported(owasp),
      await make([GROUPS.wafWrite, GROUPS.zoneRead]),
      "--preview",
    );
    expect(writer.code).toBe(0);
    expect(writer.stdout).toContain("Excess permissions:\n  policy 1: Zone WAF Write\n");
    expect((await compare(exported(), await make([GROUPS.wafRead]), "--preview")).stdout).toContain(
      "A preview of the deployment needs no permissions.",
    );
  });

  it("includes the resources of one connection, and names the others", async () => {
    const other = { ...token, inputs: { ...token.inputs, connection: "tokens" } };
    const { stdout } = await compare(exported(owasp, other), await make([GROUPS.wafWrite]));
    expect(stdout).not.toContain("API Tokens Write");
    expect(stdout).toContain("Resources of the connection tokens are not included");
    process.env["EDGE_CONNECTIONS"] = JSON.stringify({ tokens: { apiToken: platform.token } });
    const { code, stdout: ofTokens } = await preflight(exported(owasp, other), "--connection", "tokens");
    expect(code).toBe(0);
    expect(ofTokens).toContain("  API Tokens Write  user\n    for ApiToken ci");
    expect(ofTokens).toContain("from connection 'tokens' (EDGE_CONNECTIONS, apiToken)");
  });

  it("reports a token that has the permissions but cannot be used", async () => {
    const made = await make([GROUPS.wafWrite, GROUPS.zoneRead], { not_before: "2098-01-01T00:00:00Z" });
    const { code, stdout } = await compare(exported(owasp), made);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "The token cannot be used: it is not valid before 2098-01-01T00:00:00Z.\nNo missing permissions.",
    );
  });

  it("checks the current credential if it may read itself, and says what to do otherwise", async () => {
    const itself = [GROUPS.wafWrite, GROUPS.zoneRead].map((id) => ({ id }));
    const policies = [
      { effect: "allow", resources: { [ZONE]: "*" }, permission_groups: itself },
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.user.${platform.userId}`]: "*" },
        permission_groups: [{ id: GROUPS.tokensRead }],
      },
    ];
    process.env["EDGE_API_TOKEN"] = (await make([], { policies })).value;
    const { code, stdout } = await preflight(exported(owasp));
    expect(code).toBe(0);
    expect(stdout).toContain("Excess permissions:\n  policy 1: API Tokens Read\n");
    process.env["EDGE_API_TOKEN"] = (await make([GROUPS.wafWrite])).value;
    const blind = await preflight(exported(owasp));
    expect(blind).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--value-from-env NAME") as string,
    });
  });

  it("reports that email and key have all permissions", async () => {
    delete process.env["EDGE_API_TOKEN"];
    Object.assign(process.env, { EDGE_EMAIL: platform.email, EDGE_API_KEY: platform.apiKey });
    const { code, stdout } = await preflight(exported(owasp));
    expect(code).toBe(0);
    expect(stdout).toContain("The credential is the email and key from EDGE_API_KEY");
  });

  it("reports that a stack without resources of this package needs no permissions", async () => {
    expect((await compare(exported(), await make([GROUPS.wafWrite]))).stdout).toContain(
      "The deployment needs no permissions.",
    );
  });

  it.each<[string, unknown, string[], string]>([
    ["a file that is not there", undefined, [], "cannot be read"],
    ["a file that is no JSON", "Previewing update (dev)", [], "cannot be read"],
    [
      "other JSON",
      { resources: [] },
      [],
      "expected the output of `pulumi stack export` or `pulumi preview --json`",
    ],
    [
      "an unknown lookup",
      { steps: [] },
      ["--lookups", "getTokens"],
      "Use a comma-separated list of getZone, getUser, getPermissionGroups",
    ],
    ["an unknown form", { steps: [] }, ["--as", "yaml"], "Allowed choices are code, json"],
    ["an unknown connection", { steps: [] }, ["--connection", "no"], "there is no connection 'no'"],
  ])("exits with 2 for %s, and reports the problem", async (_, json, args, message) => {
    const file = json === undefined ? pathOf("none.json") : writeDeployment(json);
    const { code, stdout, stderr } = await preflight(file, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe("edge-platform preflight --as", () => {
  it("code prints a program with a separate token for creating tokens", async () => {
    delete process.env["EDGE_API_TOKEN"];
    const { code, stdout } = await preflight(exported(owasp, token), "--as", "code");
    expect(code).toBe(0);
    expect(stdout).toContain('import { ApiToken, user, zone } from "pulumi-edge-platform";');
    expect(stdout).toMatch(
      /new ApiToken\("deploy", [^]*Zone WAF Write[^]*new ApiToken\("deploy-tokens", [^]*API Tokens Write/,
    );
  });

  it("code --preview prints a token that only reads", async () => {
    const { code, stdout } = await preflight(exported(owasp, token), "--as", "code", "--preview");
    expect(code).toBe(0);
    expect(stdout.match(/new ApiToken\("[^"]+"|\{ name: "[^"]+" \}/g)).toEqual([
      'new ApiToken("preview"',
      '{ name: "Zone WAF Read" }',
      '{ name: "Zone Read" }',
      '{ name: "API Tokens Read" }',
    ]);
  });

  it("json prints the request body of each token, which the API accepts", async () => {
    const { code, stdout } = await preflight(exported(owasp, token), "--as", "json");
    expect(code).toBe(0);
    const bodies = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { name: string });
    expect(bodies).toMatchObject([
      {
        name: "deploy",
        policies: [
          {
            effect: "allow",
            resources: { [ZONE]: "*" },
            permission_groups: [{ id: GROUPS.zoneRead }, { id: GROUPS.wafWrite }],
          },
        ],
      },
      {
        name: "deploy-tokens",
        policies: [{ resources: { [`com.cloudflare.api.user.${platform.userId}`]: "*" } }],
      },
    ]);
    for (const body of bodies) await ask(platform, "POST", "/user/tokens", body);
  });
});
