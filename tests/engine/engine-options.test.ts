import fs from "node:fs";
import path from "node:path";
import { outputOf, type EdgeStack } from "../support/edge-stack";
import { BOTH_PROVIDERS } from "../support/native-stack";
import { liveObjects } from "../support/live";
import { casesOf } from "../support/nightly";
import { EXAMPLE_COM } from "../support/platform";
import { expectSettled } from "../support/settled";

/** The beginning of each program. What a hook is called with is written into a file, without what is secret there. */
const head = (module: string) => `
const pulumi = require("@pulumi/pulumi");
const fs = require("node:fs");
const edge = require("${module}");
const zoneId = "${EXAMPLE_COM}";
const step = process.env.STEP;
// A limit that the plugin keeps is tested without an engine, whose runs may take longer on a busy machine.
const ignoresTimeouts = ${String(!module.endsWith("native"))};
const shown = (value) =>
  pulumi.Output.isInstance(value) ? "an Output"
  : Array.isArray(value) ? value.map(shown)
  : value !== null && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]))
    : value;
const note = (hook, args) => fs.appendFileSync("hooks.jsonl", JSON.stringify({ hook, ...shown(args) }) + "\\n");
const policies = (name) => [{ resources: edge.allZones(), permissionGroups: [{ name }] }];
const rule = (ref, action) => ({ ref, action, expression: \`http.request.uri.path eq "/\${ref}"\` });
`;

const HOOKS = `
const names = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete"];
const hooks = Object.fromEntries(names.map((name) => [name, [new pulumi.ResourceHook(name, (args) => note(name, args))]]));
new edge.ZoneEntrypointRuleset(
  "custom",
  { zoneId, phase: "http_request_firewall_custom", rules: [rule("admin", step === "2" ? "log" : "block")] },
  { hooks },
);
new edge.ApiToken("deploy", { policies: policies(step === "2" ? "Zone WAF Read" : "Zone Read") }, { hooks });
`;

const RETRIES = `
const again = new pulumi.ErrorHook("again", ({ errors, ...args }) => {
  note("again", args);
  return errors.length < 3;
});
const hooks = { onError: [again] };
new edge.ZoneEntrypointRuleset(
  "custom",
  { zoneId, phase: "http_request_firewall_custom", rules: [rule("admin", "block")] },
  { hooks },
);
new edge.ApiToken("deploy", { policies: policies("Zone Read") }, { hooks });
`;

const TRIGGERS = `
const opts = { replacementTrigger: step };
const token = new edge.ApiToken("deploy", { name: "deploys", policies: policies("Zone Read") }, opts);
new edge.ZoneEntrypointRuleset(
  "custom",
  { zoneId, phase: "http_request_firewall_custom", rules: [rule("admin", "block"), rule("login", "log")] },
  opts,
);
new edge.OwaspConfig("owasp", { zoneId, paranoiaLevel: 2, scoreThreshold: 40 }, { replaceWith: [token] });
`;

const OPTIONS = `
const token = new edge.ApiToken("deploy", { policies: policies("Zone Read") }, { deleteBeforeReplace: true });
new edge.ZoneEntrypointRuleset(
  "custom",
  { zoneId, phase: "http_request_firewall_custom", rules: [rule("admin", step === "2" ? "log" : "block")] },
  { hideDiffs: ["rules"], deletedWith: token, ...(ignoresTimeouts && { customTimeouts: { create: "1s" } }) },
);
`;

const MAPPED = `
const provider = new edge.Provider("mapped", {}, { envVarMappings: { DEPLOY_CREDENTIAL: "EDGE_API_TOKEN" } });
new edge.ZoneEntrypointRuleset(
  "custom",
  { zoneId, phase: "http_request_firewall_custom", rules: [rule("admin", "block")] },
  { provider },
);
`;

interface Call {
  readonly hook: string;
  readonly name: string;
  readonly newInputs?: Readonly<Record<string, unknown>>;
  readonly newOutputs?: Readonly<Record<string, unknown>>;
}

const PROVIDERS = casesOf(BOTH_PROVIDERS, ([door]) => door === "native plugin");

describe.each(PROVIDERS)("resources of the %s", (door, module, create) => {
  const isNative = door === "native plugin";
  const urnOf = (kind: string, name: string): string =>
    `urn:pulumi:test::engine-test::${isNative ? "edge:index" : "pulumi-nodejs:dynamic/edge"}:${kind}::${name}`;
  let stack: EdgeStack | undefined;
  afterEach(() => stack?.dispose());

  async function begin(program: string): Promise<EdgeStack> {
    stack = await create(head(module) + program);
    return stack;
  }
  const callsOf = ({ program }: EdgeStack): Call[] =>
    fs
      .readFileSync(path.join(program, "hooks.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Call);
  const faults = (at: EdgeStack, list: readonly object[]): Promise<unknown> =>
    fetch(new URL("/_platform/faults", at.ready.baseUrl), {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(list),
    });

  it("call hooks around each step, which get rules by ref and no value of a token as plain text", async () => {
    const at = await begin(HOOKS);
    outputOf(await at.up());
    at.env["STEP"] = "2";
    outputOf(await at.up());
    // Without the program, there is no hook to call: nothing is deleted.
    const { result, writes } = await at.watch(() => at.destroy());
    expect(outputOf(result, 1)).toContain("You must run with the `--run-program` flag");
    expect(writes).toEqual([]);
    outputOf(await at.destroy("--run-program"));
    expect(await liveObjects(at)).toEqual({});
    const calls = callsOf(at);
    for (const name of ["custom", "deploy"])
      expect(calls.filter((call) => call.name === name).map(({ hook }) => hook)).toEqual([
        "beforeCreate",
        "afterCreate",
        "beforeUpdate",
        "afterUpdate",
        "beforeDelete",
        "afterDelete",
      ]);
    const of = (name: string, hook: string) => calls.find((call) => call.name === name && call.hook === hook);
    expect(of("custom", "beforeCreate")?.newInputs?.["rules"]).toEqual({
      admin: { action: "block", expression: 'http.request.uri.path eq "/admin"' },
    });
    for (const hook of ["afterCreate", "afterUpdate"])
      expect(of("deploy", hook)?.newOutputs?.["value"]).toBe("an Output");
    expect(fs.readFileSync(path.join(at.program, "hooks.jsonl"), "utf8")).not.toContain("cfut_");
  });

  it("write nothing twice if an error hook asks for another try of a write that was done", async () => {
    const at = await begin(RETRIES);
    // The answer to the creation is lost, and then what finds it is refused once.
    await faults(at, [
      { kind: "drop-after", method: "POST", path: "rulesets$", times: 1 },
      { kind: "drop-after", method: "POST", path: "user/tokens$", times: 1 },
      { kind: "status", status: 403, method: "GET", path: "entrypoint", times: 1 },
    ]);
    const { result, writes } = await at.watch(() => at.up());
    outputOf(result);
    expect(callsOf(at)).toMatchObject([{ hook: "again", name: "custom", failedOperation: "create" }]);
    expect(writes.filter((write) => /^POST .*(rulesets|tokens)$/.test(write))).toHaveLength(2);
    await expectSettled(at, {
      "example.com http_request_firewall_custom": ['admin: block if http.request.uri.path eq "/admin"'],
      tokens: ["deploy"],
    });
  });

  it("are replaced by a trigger and with another resource, without a moment in which rules are missing", async () => {
    const at = await begin(TRIGGERS);
    outputOf(await at.up());
    const live = {
      "example.com http_request_firewall_custom": [
        'admin: block if http.request.uri.path eq "/admin"',
        'login: log if http.request.uri.path eq "/login"',
      ],
      "example.com http_request_firewall_managed": [
        "owasp-core-ruleset: execute Cloudflare OWASP Core Ruleset (block from 40) if true",
      ],
      tokens: ["deploys"],
    };
    const replaced = async (value: string): Promise<string[]> => {
      at.env["STEP"] = value;
      const { result, writes } = await at.watch(() => at.up());
      const output = outputOf(result);
      expect(output).not.toContain("orphan");
      // No rule is deleted: the new resource takes over what is live.
      expect(writes.filter((write) => write.startsWith("DELETE"))).toHaveLength(
        output.includes("replaced") ? 1 : 0,
      );
      expect(await liveObjects(at)).toEqual(live);
      return ["deploy", "custom", "owasp"].filter((name) =>
        new RegExp(`:\\w+ ${name} replaced`).test(output),
      );
    };
    // What had no trigger is not replaced by its first one.
    expect(await replaced("1")).toEqual([]);
    expect(await replaced("2")).toEqual(["deploy", "custom", "owasp"]);
    await expectSettled(at, live);
  });

  it("follow the options of a resource, a taint, and a refresh with the program", async () => {
    const at = await begin(OPTIONS);
    const first = outputOf(await at.preview());
    expect(first).toContain(
      "deleteBeforeReplace: a replacement deletes this resource, and everything that depends on it",
    );
    await faults(at, [{ kind: "delay", ms: 3000, method: "POST", path: "rulesets$", times: 1 }]);
    outputOf(await at.up());
    at.env["STEP"] = "2";
    // Our own line is no difference: the option does not hide what the change means.
    const preview = outputOf(await at.preview("--diff"));
    expect(preview).not.toContain("~ action");
    expect(preview).toContain('opens: requests change from "block by admin" to "passes, logs"');
    outputOf(await at.up());
    const { result: refreshed, writes: none } = await at.watch(() => at.refresh("--run-program"));
    expect(outputOf(refreshed)).toContain("3 unchanged");
    expect(none).toEqual([]);
    outputOf(await at.pulumi(["state", "taint", "--yes", urnOf("ZoneEntrypointRuleset", "custom")]));
    const { result, writes } = await at.watch(() => at.up());
    expect(outputOf(result)).toMatch(/1 replaced/);
    expect(outputOf(result)).not.toContain("orphan");
    expect(writes.map((write) => write.split(" ")[0])).toEqual(["POST", "PATCH"]);
    // The engine leaves the ruleset to the deletion of the token, which does not delete it.
    const { writes: deleted } = await at.watch(() => at.destroy());
    expect(deleted).toEqual([expect.stringMatching(/^DELETE \/user\/tokens\//)]);
    expect(await liveObjects(at)).toEqual({
      "example.com http_request_firewall_custom": ['admin: log if http.request.uri.path eq "/admin"'],
    });
  });

  if (isNative)
    it("get their credential from the environment variable that their provider maps", async () => {
      const at = await begin(MAPPED);
      at.env["DEPLOY_CREDENTIAL"] = at.ready.token;
      delete at.env["EDGE_API_TOKEN"];
      outputOf(await at.up());
      expect(Object.keys(await liveObjects(at))).toEqual(["example.com http_request_firewall_custom"]);
    });
});
