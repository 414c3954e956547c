import fs from "node:fs";
import path from "node:path";
import { createWorkspace, type Workspace } from "../support/engine";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const env = { EDGE_API_TOKEN: "a-token-that-nothing-reads-0123456789abcdef" };
/** Nothing listens there: neither a preview nor its policies need the API. */
const config = { "edge:baseUrl": "http://127.0.0.1:9/client/v4" };

/**
 * Resources with the types of `@pulumi/cloudflare`, without the package: the engine asks the plugin below, which it finds on PATH, in
 * place of the real provider. A resource of this package is in the same program.
 */
const MIXED = `
const pulumi = require("@pulumi/pulumi");
const edge = require("pulumi-edge-platform");
class Ruleset extends pulumi.CustomResource {
  constructor(name, props) {
    super("cloudflare:index/ruleset:Ruleset", name, props);
  }
}
const zoneId = "${ZONE}";
const rule = { action: "block", expression: pulumi.secret('http.host in {"hunter2" "hunter2"}') };
new Ruleset("secret", { zoneId, kind: "zone", phase: "http_ratelimit", name: "n", rules: [rule] });
const everything = { action: "block", expression: "true", description: "all", ref: "all" };
new Ruleset("open", { zoneId, kind: "zone", phase: "http_request_firewall_custom", name: "n", rules: [everything] });
new edge.ValidatedFilter("checked", { expression: 'ip.geoip.country eq "DE"' });
const allowances = [{ id: "deprecated-field", reason: "OPS-17: until the old zone is gone" }];
new edge.ValidatedFilter("allowed", { expression: 'ip.geoip.country eq "FR"', allowances });
`;

/** A provider that accepts everything. */
const PLUGIN = `
const pulumi = require("@pulumi/pulumi");
const provider = {
  version: "6.22.1",
  check: async (urn, olds, news) => ({ inputs: news }),
  diff: async () => ({}),
  create: async (urn, inputs) => ({ id: "1", outs: inputs }),
};
pulumi.provider.main(provider, process.argv.slice(2));
`;

/** A value that only the update knows decides about the rules of a zone, which are good or not. */
const UNKNOWN_RULE = `
const pulumi = require("@pulumi/pulumi");
const provider = { create: async (inputs) => ({ id: "1", outs: { made: inputs.text } }) };
class Later extends pulumi.dynamic.Resource {
  constructor(name, text) {
    super(provider, name, { made: undefined, text });
  }
}
const { made } = new Later("later", new pulumi.Config().require("expression"));
class Ruleset extends pulumi.dynamic.Resource {
  constructor(name, props) {
    super({ create: async () => ({ id: "2", outs: {} }) }, name, props, undefined, "edge", "ZoneEntrypointRuleset");
  }
}
const rules = { home: { action: "log", expression: made, description: "home" } };
new Ruleset("custom", { zoneId: "${ZONE}", phase: "http_request_firewall_custom", rules });
`;

describe("the policy pack", () => {
  let workspace: Workspace;
  afterEach(() => workspace.dispose());

  it("judges a program with resources of both packages, and hides what is secret", async () => {
    const program = { "index.js": MIXED, "plugin.js": PLUGIN };
    workspace = await createWorkspace({ program, policyPack: "policy", config, env });
    addPlugin(workspace);
    const result = await workspace.preview(
      ...configFile(workspace, {
        ...quiet,
        "no-filter-warnings": "advisory",
        "forbid-block-everything": "advisory",
        "hide-secrets": "remediate",
      }),
    );
    expect(result).toMatchObject({ code: 0 });
    expect(result.stdout).toContain('cloudflare.Ruleset "open": rules[0]');
    expect(result.stdout).toContain('ValidatedFilter "checked": expression: deprecated-field: ');
    expect(result.stdout).not.toContain('ValidatedFilter "allowed"');
    expect(result.stdout).toContain(
      'cloudflare.Ruleset "secret": rules[0].expression: duplicate-item: the message is hidden',
    );
    expect(result.stdout).not.toContain("hunter2");
  });

  it("lists at preview what it cannot judge, and judges it in the update", async () => {
    const program = { "index.js": UNKNOWN_RULE };
    workspace = await createWorkspace({ program, policyPack: "policy", config: { expression: DEPRECATED } });
    const settings = { ...quiet, "no-filter-warnings": "mandatory", "report-unjudged": "advisory" };
    const preview = await workspace.preview(...configFile(workspace, settings));
    expect(preview).toMatchObject({ code: 0 });
    expect(preview.stdout).toMatch(
      /\[advisory\].*report-unjudged[^]*no-filter-warnings: ZoneEntrypointRuleset "custom": rules\["home"\]\.expression cannot be judged/,
    );

    const update = await workspace.up(...configFile(workspace, settings));
    expect(update.code).not.toBe(0);
    expect(update.stdout).toMatch(/\[mandatory\].*no-filter-warnings[^]*deprecated-field/);
    expect(update.stdout).not.toContain("report-unjudged");
    expect((await workspace.exportState()).deployment.resources?.map(({ type }) => type)).not.toContain(
      "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset",
    );
  });

  it("judges an existing stack without its program", async () => {
    const program = { "index.js": UNKNOWN_RULE };
    workspace = await createWorkspace({ program, policyPack: "policy", config: { expression: DEPRECATED } });
    expect(await workspace.up(...configFile(workspace, quiet))).toMatchObject({ code: 0 });
    workspace.write("index.js", "throw new Error('nothing runs the program');");
    const settings = { ...quiet, "no-filter-warnings": "mandatory" };
    const result = await workspace.analyze(...configFile(workspace, settings));
    expect(result.code).not.toBe(0);
    expect(result.stdout).toMatch(
      /\[mandatory\].*no-filter-warnings[^]*rules\["home"\]\.expression: deprecated-field/,
    );

    const advisory = { ...quiet, "no-filter-warnings": "advisory" };
    expect(await workspace.analyze(...configFile(workspace, advisory))).toMatchObject({ code: 0 });
  });

  it("explains a setting that does not exist", async () => {
    workspace = await createWorkspace({
      program: { "index.js": UNKNOWN_RULE },
      policyPack: "policy",
      config: { expression: DEPRECATED },
    });
    const result = await workspace.preview(
      ...configFile(workspace, { "require-owasp": { minimunLevel: 3 } }),
    );
    expect(result.code).not.toBe(0);
    expect(result.stdout).toContain(
      'require-owasp has no setting "minimunLevel": it has "minimumLevel", "allowLog", "maxLogOnlyDays" and "allowances"; did you mean "minimumLevel"?',
    );
    expect(result.stdout).not.toContain("    at ");
  });
});

const DEPRECATED = 'ip.geoip.country eq "DE"';
/** All policies off, so that a test sees those that it turns on. */
const quiet = { all: "disabled" };

function addPlugin({ commands, program }: Workspace): void {
  const script = `#!/bin/sh\nexec '${process.execPath}' '${path.join(program, "plugin.js")}' "$@"\n`;
  fs.writeFileSync(path.join(commands, "pulumi-resource-cloudflare"), script, { mode: 0o755 });
}

function configFile(workspace: Workspace, settings: object): string[] {
  const file = path.join(workspace.directory, "policy-config.json");
  fs.writeFileSync(file, JSON.stringify(settings));
  return ["--policy-pack-config", file];
}
