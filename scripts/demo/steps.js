// @ts-check
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { backendOf, privatePulumi } = require("../engine-env");
const { endEngineProcesses } = require("../engine-processes");
const { ROOT } = require("../prepare");

const ZONE = "example.com";
const OTHER_ZONE = "shop.example";
const CUSTOM = "http_request_firewall_custom";
/** The rule that the demo inserts in the middle of the list. */
const NEW_RULE =
  '    { ref: "old-php", action: "block", expression: \'ends_with(http.request.uri.path, ".php")\' },\n';
const AFTER_NEW_RULE = '    { ref: "admin-area",';

/**
 * @typedef {object} Tools
 * @property {import("./platform-process").Ready} ready
 * @property {ReturnType<typeof demoStack>} stack
 * @property {ReturnType<typeof import("./platform-api").platformApi>} api
 */

/** @typedef {{ title: string, run: () => Promise<string | void> }} Step `run` returns text to show, and throws if a check fails */

/**
 * Returns the steps of the demo in order. A step throws if a check fails.
 * @param {Tools} tools
 * @returns {Step[]}
 */
function steps({ ready, stack, api }) {
  const { pulumi } = stack;
  /** Outputs of the stack, set by the first step. */
  let outputs = { zoneId: "", editorToken: "" };

  return [
    {
      title: "pulumi up: one zone, protected",
      run: async () => {
        expectCode(await pulumi("stack", "init", "demo"), 0);
        // The demo's requests come from this machine, so the office network is the loopback network.
        expectCode(await pulumi("config", "set", "office", "127.0.0.0/8"), 0);
        const up = expectCode(await pulumi("up", "--yes", "--skip-preview"), 0);
        const { output } = expectCode(await pulumi("stack", "output", "--json", "--show-secrets"), 0);
        /** @type {unknown} */
        const parsed = JSON.parse(output);
        outputs = /** @type {typeof outputs} */ (parsed);
        await expectProtected(api, outputs.zoneId);
        const readable = stack.filesWith([outputs.editorToken, ready.token]);
        assert.deepEqual(readable, [], `a credential is readable in ${readable.join(", ")}`);
        return lines(up.output, /^ \+ .* created/, /^ {4}\+ \d+ created/);
      },
    },
    {
      title: "a second up changes nothing",
      run: async () => {
        const { value, writes } = await api.watch(() => pulumi("up", "--yes", "--skip-preview"));
        expectCode(value, 0);
        assert.deepEqual(writes, [], "an unchanged up sent writes");
        assert.match(value.output, /\d+ unchanged/);
        assert.doesNotMatch(value.output, /\d+ (created|updated|replaced|deleted)/);
        return lines(value.output, /unchanged/);
      },
    },
    {
      title: "raising the paranoia level is one PATCH",
      run: async () => {
        stack.edit("paranoiaLevel: 2", "paranoiaLevel: 3");
        const { value, writes } = await api.watch(() => pulumi("up", "--yes", "--skip-preview", "--diff"));
        expectCode(value, 0);
        assert.match(value.output, /~ 1 updated/);
        assert.equal(writes.length, 1, `expected one write, saw: ${writes.join("; ")}`);
        assert.match(
          writes[0] ?? "",
          /^PATCH \/zones\/[0-9a-f]{32}\/rulesets\/[0-9a-f]{32}\/rules\/[0-9a-f]{32}$/,
        );
        return `${lines(value.output, /paranoiaLevel/, /updated/)}\nthe platform saw one write: ${writes[0]}`;
      },
    },
    {
      title: "an inserted rule reads as one insert",
      run: async () => {
        stack.edit(AFTER_NEW_RULE, `${NEW_RULE.trimStart()}    ${AFTER_NEW_RULE.trimStart()}`);
        const preview = expectCode(await pulumi("preview", "--diff"), 0);
        assert.match(preview.output, /\+ old-php/);
        const shown = lines(preview.output, /^ *[+~-] (old-php|admin-area|after|rules|action|expression)/);
        assert.equal(
          (shown.match(/[+~-] after/g) ?? []).length <= 2,
          true,
          "an insert moved more than its neighbour",
        );
        const { value, writes } = await api.watch(() => pulumi("up", "--yes", "--skip-preview"));
        expectCode(value, 0);
        assert.equal(writes.length, 1, `expected one write, saw: ${writes.join("; ")}`);
        assert.match(writes[0] ?? "", /^POST .*\/rules$/);
        return `${shown}\nthe platform saw one write: ${writes[0]}`;
      },
    },
    {
      title: "a broken expression fails the preview, marked",
      run: async () => {
        stack.edit('http.user_agent eq ""', 'http.user_agnt eq ""');
        const { value, writes } = await api.watch(() => pulumi("preview"));
        assert.notEqual(value.code, 0, "the preview of a broken expression succeeded");
        assert.deepEqual(writes, [], "a failing preview wrote");
        assert.match(value.output, /^ *\^+/m);
        stack.edit('http.user_agnt eq ""', 'http.user_agent eq ""');
        return diagnostics(value.output);
      },
    },
    {
      title: "a policy stops a preview",
      run: async () => {
        stack.edit("paranoiaLevel: 3", "paranoiaLevel: 1");
        const { value, writes } = await api.watch(() =>
          pulumi("preview", "--policy-pack", path.join(ROOT, "policy")),
        );
        assert.notEqual(value.code, 0, "the policy did not stop the preview");
        assert.deepEqual(writes, [], "a failing preview wrote");
        assert.match(value.output, /\[mandatory\]|mandatory/);
        stack.edit("paranoiaLevel: 1", "paranoiaLevel: 3");
        return lines(value.output, /mandatory/, /paranoia/i);
      },
    },
    {
      title: "refresh finds an edit made behind Pulumi's back",
      run: async () => {
        const { zoneId } = outputs;
        const before = await api.entrypoint(zoneId, CUSTOM);
        // The ref ends with the mark of the rule's owner.
        const rule = before.rules.find(({ ref }) => ref.startsWith("scanners~"));
        assert.ok(rule);
        const { ref, action, expression } = rule;
        const path = `/zones/${zoneId}/rulesets/${before.id}/rules/${rule.id}`;
        const edited = await api.call("PATCH", path, { body: { ref, action, expression, enabled: false } });
        assert.equal(edited.status, 200);
        const found = expectCode(await pulumi("refresh", "--yes", "--skip-preview", "--diff"), 0);
        assert.match(found.output, /enabled/);
        const { value, writes } = await api.watch(() => pulumi("up", "--yes", "--skip-preview"));
        expectCode(value, 0);
        assert.equal(writes.length, 1, `expected one write to put it back, saw: ${writes.join("; ")}`);
        const after = await api.entrypoint(zoneId, CUSTOM);
        assert.equal(after.rules.find(({ id }) => id === rule.id)?.enabled, true);
        return `${lines(found.output, /^ *[+~-] (scanners|enabled) /, /updated/)}\nup put it back: ${writes[0]}`;
      },
    },
    {
      title: "the new token works for its zone alone",
      run: async () => {
        const other = (await api.zones()).find(({ name }) => name === OTHER_ZONE);
        assert.ok(other);
        const { zoneId, editorToken: token } = outputs;
        const own = await api.call("GET", `/zones/${zoneId}/rulesets`, { token });
        const foreign = await api.call("GET", `/zones/${other.id}/rulesets`, { token });
        assert.equal(own.status, 200);
        assert.equal(foreign.status, 403);
        return `GET rulesets of ${ZONE}: ${own.status}\nGET rulesets of ${OTHER_ZONE}: ${foreign.status}`;
      },
    },
    {
      title: "pulumi destroy leaves nothing",
      run: async () => {
        const destroy = expectCode(await pulumi("destroy", "--yes", "--skip-preview"), 0);
        const left = await api.leftovers();
        assert.deepEqual(left, [], `the platform still has ${left.join(", ")}`);
        return `${lines(destroy.output, / - \d+ deleted/)}\nthe platform lists no token, rule or entry point of the stack`;
      },
    },
  ];
}

/**
 * Checks that the zone is protected, by reading it from the platform without Pulumi.
 * @param {Tools["api"]} api
 * @param {string} zoneId
 */
async function expectProtected(api, zoneId) {
  const custom = await api.entrypoint(zoneId, CUSTOM);
  assert.equal(custom.rules.length, 6);
  const managed = await api.entrypoint(zoneId, "http_request_firewall_managed");
  const { categories, rules } = managed.rules.at(0)?.action_parameters?.overrides ?? {};
  assert.deepEqual(categories, [
    { category: "paranoia-level-3", enabled: false },
    { category: "paranoia-level-4", enabled: false },
  ]);
  const [score] = rules ?? [];
  assert.deepEqual([score?.score_threshold, score?.action], [40, "managed_challenge"]);
}

/** @param {Awaited<ReturnType<Tools["stack"]["pulumi"]>>} run @param {number} code */
function expectCode(run, code) {
  if (run.code !== code) throw new Error(`pulumi ended with exit code ${run.code}:\n${run.output}`);
  return run;
}

/** Returns the diagnostics that the engine prints at the end. @param {string} output */
function diagnostics(output) {
  const [, diagnostics = ""] = output.split("Diagnostics:\n");
  return diagnostics.split("\nResources:")[0]?.trimEnd() ?? "";
}

/** Returns the lines that match one of the patterns, each once. @param {string} output @param {RegExp[]} patterns */
function lines(output, ...patterns) {
  const wanted = output.split("\n").filter((line) => patterns.some((pattern) => pattern.test(line)));
  return [...new Set(wanted)].join("\n");
}

/**
 * Copies the example to a folder where the demo can edit it, and runs Pulumi there without the user's login, backend, plugins and
 * passphrase.
 * @param {{ cli: import("../pulumi-cli").PulumiCli, directory: string, env: Record<string, string> }} options
 */
function demoStack({ cli, directory, env }) {
  const program = path.join(directory, "zone-baseline");
  fs.cpSync(path.join(ROOT, "examples/zone-baseline"), program, {
    recursive: true,
    filter: (file) => path.basename(file) !== "node_modules",
  });
  const source = path.join(program, "index.ts");
  return {
    pulumi: privatePulumi({ cli, directory, program, env }),
    /** Replaces a text in the program, and throws if the program does not contain it. @param {string} from @param {string} to */
    edit(from, to) {
      const text = fs.readFileSync(source, "utf8");
      if (!text.includes(from))
        throw new Error(`the example does not contain ${JSON.stringify(from)}: adapt scripts/demo/steps.js`);
      fs.writeFileSync(
        source,
        text.replace(from, () => to),
      );
    },
    /** Returns the files of the stack (state, history, backups, configuration) that contain a secret. @param {string[]} secrets */
    filesWith(secrets) {
      const folders = [backendOf(directory), program];
      const files = folders.flatMap((folder) =>
        fs
          .readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name)),
      );
      return files.filter((file) => secrets.some((secret) => fs.readFileSync(file, "utf8").includes(secret)));
    },
    /** Ends all processes that still run. */
    stop: () => endEngineProcesses(directory),
  };
}

module.exports = { demoStack, steps };
