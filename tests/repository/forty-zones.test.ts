import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ControlClient } from "../../cli/local-platform";
import { costOf } from "../../scripts/bench/costs";
import { ROOT } from "../../scripts/prepare";
import { runStep } from "../../scripts/processes";
import type { Finding } from "../support/doctor";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { type PulumiResult } from "../support/engine";
import { interruptUp, typeCommands } from "../support/interrupt";
import { diagnosticLines, readablePreview } from "./readable-preview";
import zones from "./forty-zones/program/zones.json";

const HERE = path.join(__dirname, "forty-zones");
/** The expected preview. CAPTURE=write in the environment writes it anew. */
const GOLDEN = path.join(HERE, "preview.txt");
const PNPM = "pnpm@10.34.9";
const OFFICES = ["192.0.2.0/24", "198.51.100.0/28"];

/** A change of the component that all zones share: five edits of `site.ts`. */
const CHANGE: readonly (readonly [string, string])[] = [
  [
    "logging: { enabled: true },\n      },\n    ];",
    'logging: { enabled: true },\n      },\n      { ref: "env-files", action: "block", expression: \'ends_with(http.request.uri.path, "/.env")\' },\n    ];',
  ],
  ["scoreThreshold: 40", "scoreThreshold: 60"],
  ['"max-age=31536000"', '"max-age=63072000; includeSubDomains"'],
  ['[{ name: "Cache Purge" }]', '[{ name: "Cache Purge" }, { name: "Zone Read" }]'],
  // Another name, with an alias: nothing happens to these resources.
  ['this.rules("cache", "', 'this.rules("images", "'],
];

/** What a step prints, and what the platform has counted meanwhile. */
interface Step {
  readonly output: string;
  readonly requests: {
    readonly reads: number;
    readonly writes: number;
    /** Requests that change nothing: dry runs, and validations of expressions. */
    readonly questions: number;
  };
}

/**
 * The repository of a company with 39 zones, as a user installs and runs it: a pnpm workspace whose program gets the package through
 * another one of the workspace. Each test starts from what the one before it has left.
 */
describe("a repository of 39 zones", () => {
  let stack: EdgeStack;
  let control: ControlClient;
  let first: string[];
  /** One row of docs/performance.md for each step. */
  const figures: string[] = [];

  beforeAll(async () => {
    stack = await createEdgeStack({
      program: path.join(HERE, "program"),
      secretConfig: { partnerKey: "8f3a51c2d7e94b60" },
      // The processes are those of a user, without the shortcuts of other tests.
      env: { NODE_OPTIONS: "" },
    });
    control = new ControlClient(stack.ready.baseUrl);
    // The file names plans.
    const seeded = zones as { name: string; plan: "free" | "pro" | "business" | "enterprise" }[];
    await control.seed({ zones: seeded.map(({ name, plan }) => ({ name, plan })) });
    await install(stack);
    await stack.setConfig("accountId", stack.ready.accountId);
    await stack.setConfig("offices", JSON.stringify(OFFICES));
  });
  afterAll(async () => {
    if (process.env["CAPTURE"] === "write") process.stderr.write(`${figures.join("\n")}\n`);
    await stack.dispose();
  });

  it("is previewed as a whole before anything exists, without a warning", async () => {
    const { output, requests } = await step("first preview", () => stack.preview());
    expect(output).toMatch(/\+ 278 to create/);
    expect(output).not.toMatch(/warning|error/);
    expect(requests).toEqual({ reads: 86, writes: 0, questions: 172 });
    first = diagnosticLines(output);
    // The types are right: later runs need not check them.
    stack.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
  });

  it("is complete after a kill in the middle of the first update, and has nothing twice", async () => {
    let writes = 0;
    const sixtieth = {
      source: "the 60th write",
      test: (request: string) => /^(POST|PUT|PATCH|DELETE) /.test(request) && ++writes === 60,
    };
    await interruptUp(stack, sixtieth, "the CLI is killed");
    // The kill may come between two writes of the state, which makes it unreadable.
    const { findings } = JSON.parse(await edgePlatform("doctor", "--json")) as { findings: Finding[] };
    const about = (subject: string) => findings.find((finding) => finding.subject === subject);
    await typeCommands(stack, about("checkpoint") ?? about("lock"));
    await step("refresh", () => stack.refresh("--clear-pending-creates"));
    // The token of the platform is one of them.
    expect(await live()).toEqual({ tokens: 25, lists: 1, rulesets: 161, rules: 229 });
    const { output, requests } = await step("unchanged preview", () => stack.preview());
    expect(output).toMatch(/278 unchanged/);
    // One lookup by name for each zone.
    expect(requests).toEqual({ reads: 39, writes: 0, questions: 0 });
  });

  it("previews a change of the shared component in a text that people can read", async () => {
    change(stack);
    const { output, requests } = await step("preview of a change", () => stack.preview());
    expect(requests).toEqual({ reads: 169, writes: 0, questions: 90 });
    const readable = readablePreview(output);
    if (process.env["CAPTURE"] === "write") fs.writeFileSync(GOLDEN, readable);
    expect(readable).toBe(fs.readFileSync(GOLDEN, "utf8"));
  });

  it("shows the same with a credential that only reads, and what the credential of the update needs", async () => {
    const { stdout } = await stack.pulumi(["preview", "--json", "--show-sames"]);
    stack.write("preview.json", stdout);
    const body = JSON.parse(
      await edgePlatform("preflight", "preview.json", "--preview", "--as", "json"),
    ) as object;
    const { result } = await stack.api.call("POST", "/user/tokens", { body });
    // The answer to a new token.
    const { id, value } = result as { id: string; value: string };
    const { output, requests } = await step("preview that only reads", () =>
      stack.pulumi(["preview"], { EDGE_API_TOKEN: value }),
    );
    expect(requests).toEqual({ reads: 169, writes: 0, questions: 0 });
    await stack.api.call("DELETE", `/user/tokens/${id}`);
    const golden = fs.readFileSync(GOLDEN, "utf8").split("\n");
    const found = readablePreview(output).split("\n");
    expect(golden.filter((line) => !found.includes(line))).toEqual([]);
    const more = found.filter((line) => !golden.includes(line) && !line.endsWith("):"));
    // One line for all zones.
    expect(
      more.map((line) => [...line.matchAll(/"([\w ]+ Write)"/g)].map(([, name]) => name).sort()),
    ).toEqual([["API Tokens Write", "Zone Transform Rules Write", "Zone WAF Write"]]);
  });

  it("makes the change with one write for each changed rule or token", async () => {
    const { output, requests } = await step("update", () => stack.up());
    expect(output).toMatch(/106 updated/);
    expect(requests).toMatchObject({ writes: 106, questions: 0 });
    // Each entry point once or twice, and the list of tokens once for each token.
    expect(requests.reads).toBeLessThanOrEqual(162);
  });

  it("keeps what is protected, and leaves nothing once that is destroyed too", async () => {
    const { output } = await step("destroy", () => stack.destroy("--exclude-protected"));
    expect(output).toMatch(/231 deleted/);
    outputOf(await stack.pulumi(["state", "unprotect", "--all", "--yes"]));
    outputOf(await stack.destroy());
    expect(await live()).toEqual({ tokens: 1, lists: 0, rulesets: 0, rules: 0 });
  });

  it("is previewed with the same words by the native plugin", async () => {
    useNative(stack);
    const { output } = await step("first preview, native", () => stack.preview());
    expect(output).toMatch(/\+ 278 to create/);
    expect(diagnosticLines(output)).toEqual(first);
  });

  async function step(name: string, run: () => Promise<PulumiResult>): Promise<Step> {
    const watched = await stack.api.watch(() => costOf(stack.directory, async () => outputOf(await run())));
    const { value: output, cost } = watched.value;
    const reads = watched.requests.filter(({ method }) => method === "GET").length;
    const writes = watched.writes.length;
    const questions = watched.requests.length - reads - writes;
    const numbers = [reads, questions, writes, cost.cpuSeconds?.toFixed(1), cost.wallSeconds.toFixed(1)];
    figures.push(`| ${[name, ...numbers].join(" | ")} |`);
    return { output, requests: { reads, writes, questions } };
  }

  /** The numbers of objects on the platform, besides its managed rulesets. */
  async function live(): Promise<object> {
    const { tokens, lists = [], rulesets, ruleset_versions } = (await control.getSnapshot()).tables;
    const own = rulesets.filter(({ scope }) => scope !== "vendor");
    const versions = own.flatMap(({ id, latest }) =>
      ruleset_versions.filter(({ ruleset_id, version }) => ruleset_id === id && version === latest),
    );
    // Ids of rules with their versions.
    const rules = versions.flatMap((version) => JSON.parse(version.rules) as unknown[]);
    return { tokens: tokens.length, lists: lists.length, rulesets: own.length, rules: rules.length };
  }

  /** Returns stdout. `doctor` ends with 1 if it has found something. */
  async function edgePlatform(...args: readonly string[]): Promise<string> {
    const bin = path.join(stack.directory, "packages/edge/node_modules/.bin/edge-platform");
    const { stdout } = await runStep(bin, [...args], { cwd: stack.program, env: stack.env });
    return stdout;
  }
});

/** Puts the workspace around the program, and installs what `npm publish` would publish, with pnpm's strict layout. */
async function install({ directory }: EdgeStack): Promise<void> {
  fs.rmSync(path.join(directory, "node_modules"), { recursive: true });
  for (const name of ["package.json", "pnpm-workspace.yaml", "packages"])
    fs.cpSync(path.join(HERE, name), path.join(directory, name), { recursive: true });
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", directory];
  const tarball = execFileSync("npm", args, { cwd: ROOT, encoding: "utf8" }).trim();
  fs.renameSync(path.join(directory, tarball), path.join(directory, "pulumi-edge-platform.tgz"));
  const { code, stdout, stderr } = await runStep("npx", ["--yes", PNPM, "install"], {
    cwd: directory,
    env: process.env,
  });
  if (code !== 0) throw new Error(`pnpm install failed:\n${stdout}${stderr}`);
}

/** Undoes the change, and lets the native plugin of the installed package manage the resources. */
function useNative({ directory, program }: EdgeStack): void {
  const sources = "packages/edge/src";
  for (const name of fs.readdirSync(path.join(HERE, sources))) {
    const text = fs.readFileSync(path.join(HERE, sources, name), "utf8");
    const native = text.replace('"pulumi-edge-platform"', '"pulumi-edge-platform/native"');
    fs.writeFileSync(path.join(directory, sources, name), native);
  }
  const plugin = "../packages/edge/node_modules/pulumi-edge-platform/plugin";
  fs.appendFileSync(
    path.join(program, "Pulumi.yaml"),
    `plugins:\n  providers:\n    - name: edge\n      path: ${plugin}\n`,
  );
}

function change({ directory }: EdgeStack): void {
  const file = path.join(directory, "packages/edge/src/site.ts");
  const changed = CHANGE.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`site.ts does not contain ${from}`);
      return text.replaceAll(from, to);
    },
    fs.readFileSync(file, "utf8"),
  );
  fs.writeFileSync(file, changed);
}
