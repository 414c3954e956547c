import { spawn } from "node:child_process";
import { createEdgeStack, type EdgeStack } from "../support/edge-stack";
import { NATIVE_PROJECT } from "../support/native-stack";

/** How long all updates of a test may take: a program that waits for ever fails the test. */
const LIMIT_MS = 200_000;

/** Runs a program inline, once for each value that fails in it, and prints what each run has led to as a line of JSON. */
const host = (door: string) => `
const edge = require("pulumi-edge-platform${door}");
const pulumi = require("@pulumi/pulumi");
const { LocalWorkspace } = require("@pulumi/pulumi/automation");

const unhandled = [];
process.on("unhandledRejection", (error) => unhandled.push(String(error)));
const reject = (text) => Promise.reject(new Error(text));
const fail = (text) => pulumi.output(1).apply(() => { throw new Error(text); });
const [COM, NET, ACCOUNT] = [process.env.COM, process.env.NET, process.env.ACCOUNT];

const program = (failing) => async () => {
  const unless = (name, bad, good) => (failing === name ? bad() : good);
  const zoneId = unless("lookup", () => edge.getZoneOutput({ name: "exampel.com" }).id, COM);
  const provider = ${door !== ""} && new edge.Provider("provider", { apiToken: unless("provider", () => fail("no token"), process.env.EDGE_API_TOKEN), baseUrl: process.env.EDGE_BASE_URL });
  const opts = { ...(provider && { provider }) };
  const list = new edge.List("list", { accountId: ACCOUNT, name: "office", kind: "ip", items: [{ ip: unless("item", () => fail("no address"), "192.0.2.1") }] }, opts);
  new edge.ZoneEntrypointRuleset("rules", {
    zoneId: unless("zone", () => reject("no zone"), zoneId),
    phase: "http_request_firewall_custom",
    rules: [
      { ref: "a", action: "block", expression: "ssl" },
      { ref: "b", action: "block", expression: unless("rule", () => fail("no expression"), "not ssl") },
    ],
  }, { ...opts, dependsOn: unless("dependsOn", () => reject("no dependency"), [list]) });
  const read = failing === "read" && edge.ZoneEntrypointRuleset.get("read", fail("no id"), opts);
  new edge.ZoneBaseline("site", {
    zoneId: read ? read.zoneId : NET,
    filters: { office: unless("filter", () => fail("no filter"), "ip.src in {192.0.2.0/24}") },
    customRules: ({ office }) => [{ ref: "office", action: "block", expression: office }],
    managedRules: unless("wrong", () => "all", false),
    owasp: false,
  }, { dependsOn: unless("component", () => reject("no other"), []) });
};

(async () => {
  const where = { stackName: "test", projectName: "engine-test", program: program("nothing") };
  const stack = await LocalWorkspace.selectStack(where, { workDir: process.cwd() });
  for (const [operation, failing] of JSON.parse(process.argv[2])) {
    stack.workspace.program = program(failing);
    let output = "";
    const options = { onOutput: (text) => (output += text), color: "never", continueOnError: operation === "go on" };
    const done = await (operation === "preview" ? stack.preview(options) : stack.up(options)).then(() => true, () => false);
    console.log(JSON.stringify({ failing, done, output, unhandled: unhandled.splice(0) }));
  }
})();
`;

interface Run {
  readonly failing: string;
  readonly done: boolean;
  readonly output: string;
  readonly unhandled: readonly string[];
}

const ENGINE_ENDED = /Resource monitor is terminating/;

/** The error of an update in which a value fails, by the name of the value. */
const ERRORS: Readonly<Record<string, RegExp>> = {
  zone: /'rules'.* zoneId.* cannot be computed: no zone$/,
  lookup: /'rules'.* zoneId.* cannot be computed: getZone: the credential can see no zone named exampel/,
  rule: /'rules'.* rules\["b"\]\.expression.* cannot be computed: no expression$/,
  dependsOn: /'rules'.* dependsOn.* cannot be computed: no dependency$/,
  item: /'list'.* items\[0\]\.ip.* cannot be computed: no address$/,
  filter: /'site-filter-office'.* expression.* cannot be computed: no filter$/,
  component:
    /'site-[a-z-]+'.* dependsOn.* cannot be computed: dependsOn of edge:index:ZoneBaseline component 'site' cannot be computed: no other$/,
  read: /id: cannot be computed: no id$/,
  wrong: /edge:index:ZoneBaseline component 'site' has a problem: managedRules: must be an object, found/,
};

describe.each([
  ["dynamic", "", ERRORS],
  ["native", "/native", { ...ERRORS, provider: /'provider'.* apiToken.* cannot be computed: no token$/ }],
])("an inline program in which a value fails (%s)", (_, door, errors) => {
  let stack: EdgeStack;
  beforeAll(async () => {
    stack = await createEdgeStack({
      program: { "host.js": host(door), ...(door && { "Pulumi.yaml": NATIVE_PROJECT }) },
    });
  });
  afterAll(() => stack.dispose());

  async function runs(steps: readonly (readonly [operation: string, failing: string])[]): Promise<Run[]> {
    const ids = new Map((await stack.api.zones()).map(({ name, id }) => [name, id]));
    const env = {
      COM: ids.get("example.com"),
      NET: ids.get("example.org"),
      ACCOUNT: stack.ready.accountId,
    };
    const child = spawn(process.execPath, ["host.js", JSON.stringify(steps)], {
      cwd: stack.program,
      env: { ...stack.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
      timeout: LIMIT_MS,
    });
    let stdout = "";
    child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    // The host prints them.
    return stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Run);
  }

  it("deletes nothing, and ends the update with one error that names the argument and the reason", async () => {
    const [first] = await runs([["up", "nothing"]]);
    expect(first).toMatchObject({ done: true, unhandled: [] });
    const failing = [...Object.keys(errors).map((name) => ["up", name] as const), ["go on", "zone"] as const];
    const { value: ends, writes } = await stack.api.watch(() => runs(failing));
    for (const { failing: name, done, output, unhandled } of ends) {
      expect([name, done]).toEqual([name, false]);
      // An error that a program throws is the SDK's, and so is the end of the engine during a registration.
      if (name !== "wrong") expect(unhandled.filter((error) => !ENGINE_ENDED.test(error))).toEqual([]);
      const [, diagnostics = ""] = output.split("Diagnostics:");
      const found = [...diagnostics.matchAll(/^ *error: (.*)$/gm)].flatMap(([, text = ""]) =>
        text === "update failed" ? [] : [text],
      );
      expect([name, ...new Set(found)]).toEqual([name, expect.stringMatching(errors[name] ?? /never/)]);
    }
    expect(writes).toEqual([]);
    const [last] = await runs([["preview", "nothing"]]);
    expect(last?.output).toMatch(/Resources:\s+\d+ unchanged/);
  });
});
