import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { ROOT } from "../../scripts/prepare";
import { runStep } from "../../scripts/processes";
import { temporaryFolder, writeCommand, writeFiles } from "../support/fake-commands";

/** The members of a workflow that this test plays. */
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Finished {
  readonly statuses: Readonly<Record<string, number>>;
  readonly output: string;
  readonly outputs: Readonly<Record<string, string>>;
}

const MAIN = path.join(ROOT, "dist/cli/main.js");
const FLEET = `stacks: { name: "edge-{number}", size: 1 }
zones: [a.example, b.example, c.example]
waves:
  - { name: canary, zones: [c.example] }
  - { name: rest }
`;
/** Without Pulumi: what runs stacks is logged with its part of the rate limit and its credential. Other commands are real. */
const COMMAND = `const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const args = process.argv.slice(2);
if (["up", "preview", "drift"].includes(args[1])) {
  const { CALLS, EDGE_RATE_SHARE: share = "all", EDGE_API_TOKEN: token } = process.env;
  fs.appendFileSync(CALLS, [token, share, ...args].join(" ") + "\\n");
  const review = args.indexOf("--review");
  if (review > 0) fs.writeFileSync(args[review + 1], "<!-- fleet -->\\nreviewed\\n");
  process.exit(args[1] === "preview" ? 1 : 0);
}
process.exit(spawnSync(process.execPath, [${JSON.stringify(MAIN)}, ...args], { stdio: "inherit" }).status);`;
/** The hosted service cannot be had here: what it answers is in two files. */
const GH = `const fs = require("node:fs");
const path = require("node:path");
const args = process.argv.slice(2);
const file = (name) => path.join(process.env.HOSTED, name);
const read = (name) => fs.existsSync(file(name)) ? fs.readFileSync(file(name), "utf8") : "";
if (args[0] === "run") process.stdout.write(read("success"));
else if (args[1].includes("/compare/")) process.stdout.write(read("status"));
else if (args[1] !== "graphql") fs.copyFileSync(args[args.indexOf("--field") + 1].slice("body=@".length), file("comment"));`;

describe("the workflow that `fleet emit github` prints", () => {
  let folder: string;
  let workflow: Workflow;
  const at = (name: string) => path.join(folder, name);
  const repository = () => at("repository");
  const git = (...args: readonly string[]) =>
    execFileSync(
      "git",
      ["-C", repository(), "-c", "user.name=A", "-c", "user.email=a@example.com", ...args],
      {
        encoding: "utf8",
      },
    ).trim();
  const edge = (...args: readonly string[]) =>
    execFileSync(process.execPath, [MAIN, "fleet", ...args], { cwd: repository(), encoding: "utf8" });
  const commit = () => {
    git("add", "-A");
    git("commit", "-q", "-m", "change");
    return git("rev-parse", "HEAD");
  };
  const change = () => {
    writeFiles(repository(), { "Pulumi.edge-0002.yaml": "config: {}\n" });
    edge("plan");
    return commit();
  };
  const hosted = (files: Readonly<Record<string, string>>) => writeFiles(at("hosted"), files);
  const calls = () => fs.readFileSync(at("calls.txt"), "utf8").trim().split("\n");

  beforeEach(() => {
    folder = temporaryFolder();
    writeFiles(folder, { "hosted/.keep": "", "temp/.keep": "", "calls.txt": "" });
    writeFiles(repository(), {
      "fleet.yaml": FLEET,
      "Pulumi.yaml": "name: waf\n",
      ".gitignore": "node_modules\n",
    });
    writeCommand(path.join(repository(), "node_modules/.bin"), "edge-platform", COMMAND);
    writeCommand(at("bin"), "gh", GH);
    git("init", "-q", "-b", "main");
    edge("plan");
    commit();
    // What the file contains is what this test is about.
    workflow = parse(edge("emit", "github")) as Workflow;
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it("updates all stacks in the first run, and later those that differ from the last run that has succeeded", async () => {
    const first = await runJob("changes");
    expect(first.statuses).toEqual({ "Last success": 0, "Changed stacks": 0 });
    expect(first.outputs).toMatchObject({
      base: "",
      wave_1: '[{"name":"edge-0003","stacks":"edge-0003"}]',
      wave_2: '[{"name":"edge-0001","stacks":"edge-0001"},{"name":"edge-0002","stacks":"edge-0002"}]',
    });

    const success = git("rev-parse", "HEAD");
    change();
    // A commit whose run has failed is between them.
    git("commit", "-q", "--allow-empty", "-m", "next");
    hosted({ success, status: "ahead" });
    expect((await runJob("changes")).outputs).toEqual({
      base: success,
      wave_1: "[]",
      wave_2: '[{"name":"edge-0002","stacks":"edge-0002"}]',
    });
  });

  it("updates nothing if a later commit is deployed", async () => {
    hosted({ success: change(), status: "behind" });
    const { statuses, output } = await runJob("changes");
    expect(statuses).toEqual({ "Last success": 1 });
    expect(output).toContain("Nothing is updated: start no old run again.");
  });

  it("updates all stacks if the last commit is gone", async () => {
    hosted({ success: "a".repeat(40), status: "" });
    expect((await runJob("changes")).outputs["wave_1"]).toContain("edge-0003");
  });

  it("fails before it updates anything if a wave was added", async () => {
    writeFiles(repository(), { "fleet.yaml": `${FLEET}  - { name: late }\n` });
    const { statuses, output } = await runJob("changes");
    expect(statuses).toEqual({ "Last success": 0, "Changed stacks": 2 });
    expect(output).toContain("Print the workflow again: edge-platform fleet emit github");
  });

  it("updates the stacks of a job with the writing credential, and looks for drift with the other", async () => {
    await runJob("wave_2", { "matrix.stacks": "edge-0001 edge-0002" });
    await runJob("wave_2_check", { "needs.changes.outputs.base": "abc" });
    expect(calls()).toEqual([
      "EDGE_DEPLOY_TOKEN 1/4 fleet up --yes --jobs 1 --wave=rest --stack=edge-0001 --stack=edge-0002",
      "EDGE_PREVIEW_TOKEN all fleet drift --wave=rest --since=abc",
    ]);
  });

  it("comments on a pull request, and fails after that if a preview has failed", async () => {
    const { statuses } = await runJob("preview");
    expect(statuses).toEqual({ "Lock file": 0, Preview: 0, Comment: 0, Verdict: 1 });
    expect(fs.readFileSync(at("hosted/comment"), "utf8")).toContain("reviewed");
    expect(calls()).toEqual([
      `EDGE_PREVIEW_TOKEN all fleet preview --since HEAD^1 --jobs 4 --review ${at("temp/review.md")}`,
    ]);
  });

  it("does not preview a pull request whose lock file is out of date", async () => {
    writeFiles(repository(), { "Pulumi.edge-0002.yaml": "config: {}\n" });
    expect((await runJob("preview")).statuses).toEqual({ "Lock file": 1 });
  });

  /** Runs the shell steps of a job, without installing anything, until one fails. */
  async function runJob(name: string, known: Readonly<Record<string, string>> = {}): Promise<Finished> {
    const values: Record<string, string> = { ...known };
    const statuses: Record<string, number> = {};
    const outputs: Record<string, string> = {};
    let output = "";
    const steps = workflow.jobs[name]?.steps ?? [];
    // A job starts again only if a person says so.
    for (const step of steps.filter((one) => one.if === undefined)) {
      if (step.run === undefined || step.name === "Install") continue;
      fs.writeFileSync(at("outputs.txt"), "");
      const env = Object.fromEntries(
        Object.entries(step.env ?? {}).map(([key, value]) => [key, fill(value, values, folder)]),
      );
      const { code, stdout, stderr } = await runStep(
        "bash",
        ["--noprofile", "--norc", "-eo", "pipefail", "-c", fill(step.run, values, folder)],
        { cwd: repository(), env: { ...process.env, ...runner(), ...env } },
      );
      statuses[step.name ?? ""] = code;
      output += stdout + stderr;
      if (code !== 0) break;
      for (const line of fs.readFileSync(at("outputs.txt"), "utf8").split("\n").filter(Boolean)) {
        const [key = "", value = ""] = line.split(/=(.*)/s);
        outputs[key] = value;
        values[`steps.${step.id ?? ""}.outputs.${key}`] = value;
      }
    }
    return { statuses, output, outputs };
  }

  function runner(): Record<string, string> {
    return {
      PATH: [at("bin"), process.env["PATH"] ?? ""].join(path.delimiter),
      ...{ HOSTED: at("hosted"), CALLS: at("calls.txt"), GITHUB_OUTPUT: at("outputs.txt") },
      RUNNER_TEMP: at("temp"),
      GITHUB_REPOSITORY: "shop/edge",
      GITHUB_SHA: git("rev-parse", "HEAD"),
      GITHUB_WORKFLOW_REF: "shop/edge/.github/workflows/fleet.yml@refs/heads/main",
    };
  }
});

/** Fills the expressions of a step. A secret is its own name. */
function fill(text: string, values: Readonly<Record<string, string>>, folder: string): string {
  const known: Readonly<Record<string, string>> = {
    ...values,
    "github.repository": "shop/edge",
    "github.event.pull_request.number": "7",
    "github.token": "not a real one",
    "runner.temp": path.join(folder, "temp"),
  };
  return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
    const value = known[name] ?? /^secrets\.(\w+)$/.exec(name)?.[1];
    if (value === undefined) throw new Error(`The step uses ${name}, which this test does not know.`);
    return value;
  });
}
