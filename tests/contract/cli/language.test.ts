import fs from "node:fs";
import path from "node:path";
import { registerAdopt } from "../../../cli/adopt/adopt";
import { registerDrift } from "../../../cli/drift/drift";
import { registerReport } from "../../../cli/report/report";
import { registerReview } from "../../../cli/review/review";
import { ROOT } from "../../../scripts/prepare";
import { runCommand } from "../../support/command";
import { stateResource } from "../../support/command-line";
import { temporaryFolder } from "../../support/fake-commands";
import { ask, testEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform({ unknownNames: "warn" });
const environment = process.env;
const DECLARED = '{"cf.new.score": "Int"}';
/** A configuration of a stack as `pulumi config --json` prints it. */
const CONFIG = { "edge:fields": { value: DECLARED, secret: false } };
const NEW_RULE = "cf.new.score lt 20";

let folder: string;
const written = (name: string, content: string) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  return file;
};
/** Returns the ways to tell a command of the new field. */
const ways = (): [string, string][] => [
  ["--config", written("config.json", JSON.stringify(CONFIG))],
  ["--fields", written("fields.json", DECLARED)],
  ["--unknown-names", "warn"],
];

beforeAll(async () => {
  folder = temporaryFolder();
  process.env = { ...environment, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
  await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets`, {
    name: "default",
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: [{ ref: "new", action: "block", expression: NEW_RULE }],
  });
});
afterAll(() => {
  process.env = environment;
  fs.rmSync(folder, { recursive: true });
});

describe("a field that this release does not know", () => {
  it("is adopted if the stack's configuration or an option declares it", async () => {
    const adopt = async (...args: string[]) =>
      (await runCommand(registerAdopt, ["adopt", "--zone", "example.com", ...args])).stdout;
    expect(await adopt()).not.toContain(`expression: "${NEW_RULE}"`);
    for (const way of ways()) expect(await adopt(...way)).toContain(`expression: "${NEW_RULE}"`);
  });

  it("does not appear in a report on live rules", async () => {
    const report = async (...args: string[]) =>
      (await runCommand(registerReport, ["report", "--zone", "example.com", ...args])).stdout;
    expect(await report()).toContain("forbid-invalid-expressions");
    for (const way of ways()) expect(await report(...way)).not.toContain("forbid-invalid-expressions");
  });

  it("is known to a review by the stack's configuration, which the preview itself contains", async () => {
    const sample = (name: string) =>
      fs
        .readFileSync(path.join(ROOT, "tests/data/reviews", name), "utf8")
        .replaceAll('http.user_agent contains \\"nikto\\"', NEW_RULE);
    const review = async (...args: string[]) =>
      (await runCommand(registerReview, ["review", ...args])).stdout;
    const preview = sample("change.preview.json");
    const plain = written("plain.json", preview);
    expect(await review(plain)).toContain("unknown identifier");
    for (const way of ways()) expect(await review(plain, ...way)).not.toContain("unknown identifier");
    const config = { "edge:fields": DECLARED };
    const members: unknown = JSON.parse(preview);
    const configured = written("configured.json", JSON.stringify({ config, ...(members as object) }));
    expect(await review(configured)).not.toContain("unknown identifier");
    const events = sample("change.events.jsonl");
    expect(await review(written("plain.jsonl", events))).toContain("unknown identifier");
    const prelude = events.replace('"config": {}', `"config": ${JSON.stringify(config)}`);
    expect(prelude).not.toBe(events);
    expect(await review(written("configured.jsonl", prelude))).not.toContain("unknown identifier");
    const live = await review(configured, "--live", "--config", written("c.json", JSON.stringify(CONFIG)));
    expect(live).not.toContain("unknown identifier");
  });

  it("is read by drift in a skip rule in front of OWASP", async () => {
    const engine = testEngine(platform, { "edge:fields": DECLARED });
    const args = {
      zoneId: EXAMPLE_COM,
      paranoiaLevel: 2,
      scoreThreshold: 40,
      expression: "cf.new.score lt 10",
    };
    const { id, inputs, outs: outputs } = await engine.up("OwaspConfig", args);
    const { rulesetId } = outputs;
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets/${String(rulesetId)}/rules`, {
      ref: "by-hand",
      action: "skip",
      expression: NEW_RULE,
      position: { index: 1 },
      action_parameters: { ruleset: "current" },
    });
    const resource = { ...stateResource("OwaspConfig", "owasp"), id, inputs, outputs };
    const state = written("state.json", JSON.stringify({ deployment: { resources: [resource] } }));
    const drift = async (...options: string[]) =>
      (await runCommand(registerDrift, ["drift", "--state", state, ...options])).stdout;
    const found = 'the skip rule "by-hand"';
    expect(await drift()).not.toContain(found);
    const [byConfig, byFields, byWarning] = ways();
    for (const way of [byConfig, byFields]) expect(await drift(...(way ?? []))).toContain(found);
    // What a field is whose name is only tolerated is not known, so nothing is claimed of all requests.
    expect(await drift(...(byWarning ?? []))).not.toContain(found);
  });

  it("is refused in an option that cannot be read, with the name of the option's file", async () => {
    const file = written("wrong.json", '{"cf.new.score": "Number"}');
    const run = await runCommand(registerAdopt, ["adopt", "--zone", "example.com", "--fields", file]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`${file}: cf.new.score has the type "Number"`);
  });
});
