import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { temporaryFolder, writeCommand, writeFiles } from "../support/fake-commands";
import { gitIn } from "../support/git";
import { GH, workflowJobs } from "../support/workflow-jobs";

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

describe("the workflow that `fleet emit github` prints", () => {
  let folder: string;
  let runJob: ReturnType<typeof workflowJobs>;
  const at = (name: string) => path.join(folder, name);
  const repository = () => at("repository");
  const { git, commit } = gitIn(repository);
  const edge = (...args: readonly string[]) =>
    execFileSync(process.execPath, [MAIN, "fleet", ...args], { cwd: repository(), encoding: "utf8" });
  const change = () => {
    writeFiles(repository(), { "Pulumi.edge-0002.yaml": "config: {}\n" });
    edge("plan");
    return commit();
  };
  const hosted = (files: Readonly<Record<string, string>>) => writeFiles(at("hosted"), files);
  const calls = () => fs.readFileSync(at("calls.txt"), "utf8").trim().split("\n");

  beforeEach(() => {
    folder = temporaryFolder();
    writeFiles(folder, { "calls.txt": "" });
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
    runJob = workflowJobs(edge("emit", "github"), {
      folder,
      repository: repository(),
      commit: () => git("rev-parse", "HEAD"),
      // A secret is its own name.
      secretOf: (name) => name,
      env: { ...process.env, CALLS: at("calls.txt") },
    });
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
});
