import fs from "node:fs";
import path from "node:path";
import { GITHUB_COMMENT } from "../../../../fleet/emit/github-comment";
import { githubMatrix } from "../../../../fleet/emit/github-matrix";
import { githubWorkflow, workflowId } from "../../../../fleet/emit/github-workflow";
import { changedStacks, NASTY, NASTY_PIPELINE, PIPELINE } from "../../../support/pipelines";
import { schemaErrors, yamlOf } from "../../../support/published-schemas";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly if?: string;
  readonly needs?: readonly string[];
  readonly environment?: string;
  readonly permissions: object;
  readonly strategy?: object;
  readonly concurrency?: object;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly env?: unknown;
  readonly concurrency: object;
  readonly permissions: object;
  readonly defaults?: { readonly run: { readonly "working-directory": string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflowOf = (pipeline: typeof PIPELINE) => yamlOf(githubWorkflow(pipeline)) as Workflow;
const { jobs, ...workflow } = workflowOf(PIPELINE);
const stepsOf = (name: string) => jobs[name]?.steps ?? [];
const step = (job: string, name: string) => stepsOf(job).find((one) => one.name === name);

describe("the workflow of GitHub Actions", () => {
  it.each([
    ["two waves", PIPELINE],
    ["one wave", { ...PIPELINE, waves: [{ name: "all" }] }],
    ["values with a meaning for YAML, shells and GitHub", NASTY_PIPELINE],
  ])("fits the published schema with %s", (_, pipeline) => {
    expect(schemaErrors("github-workflow", workflowOf(pipeline))).toEqual([]);
  });

  it("would not fit the schema with a misspelt member", () => {
    const broken = { ...workflow, jobs: { ...jobs, changes: { ...jobs["changes"], step: [] } } };
    expect(schemaErrors("github-workflow", broken)).not.toEqual([]);
  });

  it("says which command printed it, and which secrets it expects", () => {
    expect(
      githubWorkflow(PIPELINE)
        .split("\n")
        .filter((line) => line.startsWith("#")),
    ).toEqual([
      "# Printed by `edge-platform fleet emit github > .github/workflows/fleet.yml`, run in the repository's folder.",
      "# Print it again after a change of `run` or `waves` in the fleet file. Other changes of the fleet do not change it.",
      "# Secrets of the repository: EDGE_PREVIEW_TOKEN, PULUMI_ACCESS_TOKEN. EDGE_PREVIEW_TOKEN only reads.",
      "# Secret of the environment production: EDGE_DEPLOY_TOKEN. Limit the environment to the branch main.",
      "# The environment production-approval needs required reviewers, and no secrets: it approves waves.",
    ]);
  });

  it("gives secrets to steps that run Pulumi, and the writing credential to updates only", () => {
    expect([workflow.env, workflow.permissions]).toEqual([undefined, { contents: "read" }]);
    const steps = Object.entries(jobs).flatMap(([job, one]) => one.steps.map((each) => ({ job, ...each })));
    const withSecrets = steps.filter(({ env }) => JSON.stringify(env ?? {}).includes("secrets."));
    expect(withSecrets.map(({ job, name, env }) => [job, name, env?.["EDGE_API_TOKEN"]])).toEqual([
      ["preview", "Lock file", "${{ secrets.EDGE_PREVIEW_TOKEN }}"],
      ["preview", "Preview", "${{ secrets.EDGE_PREVIEW_TOKEN }}"],
      ["wave_1", "Update", "${{ secrets.EDGE_DEPLOY_TOKEN }}"],
      ["wave_1_check", "Drift", "${{ secrets.EDGE_PREVIEW_TOKEN }}"],
      ["wave_1_check", "Check", "${{ secrets.EDGE_PREVIEW_TOKEN }}"],
      ["wave_2", "Update", "${{ secrets.EDGE_DEPLOY_TOKEN }}"],
      ["wave_2_check", "Drift", "${{ secrets.EDGE_PREVIEW_TOKEN }}"],
    ]);
    // The API would refuse each dry run of a credential that only reads.
    for (const { env } of withSecrets)
      expect(env?.["EDGE_DRY_RUN"]).toBe(
        env?.["EDGE_API_TOKEN"]?.includes("PREVIEW") === true ? "false" : undefined,
      );
    const writing = Object.entries(jobs).filter(([, { permissions }]) =>
      JSON.stringify(permissions).includes("write"),
    );
    expect(writing.map(([job]) => job)).toEqual(["preview"]);
  });

  it("does not run for pull requests of forks, which get no secrets", () => {
    expect(jobs["preview"]?.if).toBe(
      "github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository",
    );
  });

  it("lets one run deploy at a time, and one job update a stack", () => {
    expect(workflow.concurrency).toEqual({
      group:
        "${{ github.workflow }}-${{ github.event_name == 'push' && 'deploy' || format('pull-{0}', github.event.pull_request.number) }}",
      "cancel-in-progress": "${{ github.event_name == 'pull_request' }}",
    });
    expect(jobs["wave_1"]?.concurrency).toEqual({
      group: "${{ github.workflow }}-stack-${{ matrix.name }}",
      "cancel-in-progress": false,
    });
  });

  it("starts a wave after the check of the wave before, also if that had no changed stack", () => {
    const due = (wave: string) =>
      `!failure() && !cancelled() && needs.changes.result == 'success' && needs.changes.outputs.${wave} != '[]'`;
    const order = Object.entries(jobs).map(([job, one]) => [job, one.needs, one.if]);
    expect(order.slice(2)).toEqual([
      ["wave_1", ["changes"], due("wave_1")],
      [
        "wave_1_check",
        ["changes", "wave_1"],
        "!failure() && !cancelled() && needs.wave_1.result == 'success'",
      ],
      ["wave_2_approval", ["changes", "wave_1", "wave_1_check"], due("wave_2")],
      ["wave_2", ["changes", "wave_1", "wave_1_check", "wave_2_approval"], due("wave_2")],
      [
        "wave_2_check",
        ["changes", "wave_2"],
        "!failure() && !cancelled() && needs.wave_2.result == 'success'",
      ],
    ]);
    expect(jobs["wave_2_approval"]?.environment).toBe("production-approval");
  });

  it("updates as many stacks at a time as `run.jobs` says, each with its part of the rate limit", () => {
    expect(jobs["wave_1"]?.strategy).toEqual({
      "fail-fast": false,
      "max-parallel": 4,
      matrix: { include: "${{ fromJSON(needs.changes.outputs.wave_1) }}" },
    });
    expect(step("wave_1", "Update")?.env).toMatchObject({
      EDGE_RATE_SHARE: "1/4",
      STACKS: "${{ matrix.stacks }}",
    });
  });

  it("names the wave of an update, whose approval was given, and tells a check which stacks it is about", () => {
    expect(step("wave_2", "Update")?.run).toContain(
      'fleet up --yes --jobs 1 --wave=rest "${stacks[@]/#/--stack=}"',
    );
    expect(step("wave_1_check", "Check")?.env).toMatchObject({
      EDGE_FLEET_WAVE: "canary",
      EDGE_FLEET_STACKS: "${{ join(fromJSON(needs.changes.outputs.wave_1).*.stacks, ' ') }}",
    });
  });

  it("comments as the action of the package does", () => {
    const action = yamlOf(fs.readFileSync(path.resolve(__dirname, "../../../../action.yml"), "utf8")) as {
      runs: { steps: Step[] };
    };
    expect(GITHUB_COMMENT).toBe(action.runs.steps.find(({ name }) => name === "Comment")?.run);
  });

  it("contains no expression of GitHub that comes from the fleet file", () => {
    const text = JSON.stringify(workflowOf(NASTY_PIPELINE)).replaceAll("${{ '${{' }}", "");
    const expressions = [...text.matchAll(/\$\{\{ (.*?) \}\}/g)].map(([, expression = ""]) => expression);
    const own =
      /^(?:github\.|matrix\.|needs\.|steps\.|runner\.temp$|fromJSON\(needs\.|join\(fromJSON\(needs\.|secrets\.(?:EDGE_PREVIEW_TOKEN|EDGE_DEPLOY_TOKEN|PULUMI_ACCESS_TOKEN)$)/;
    expect(expressions.filter((one) => !own.test(one))).toEqual([]);
    const check = workflowOf(NASTY_PIPELINE).jobs["wave_1_check"]?.steps.find(({ name }) => name === "Check");
    expect(check?.run?.replaceAll("${{ '${{' }}", "${{")).toBe(`cd ..\n${NASTY}`);
  });

  it("runs in the program's folder, which the fleet file may be outside of", () => {
    const { defaults, jobs: nasty } = workflowOf(NASTY_PIPELINE);
    expect(defaults?.run["working-directory"]).toBe("infra/it's $(id) ${{ '${{' }} secrets.X }}");
    const changes = nasty["changes"]?.steps.find(({ name }) => name === "Changed stacks")?.run;
    expect(changes).toContain("--file='../fleet'\\''s.yaml' >> \"$GITHUB_OUTPUT\"");
  });

  it("has another id if settings or waves change", () => {
    const ids = [
      PIPELINE,
      { ...PIPELINE, run: { ...PIPELINE.run, jobs: 5 } },
      { ...PIPELINE, waves: [...PIPELINE.waves, { name: "late" }] },
      { ...PIPELINE, waves: [{ ...PIPELINE.waves[0]!, check: "true" }, PIPELINE.waves[1]!] },
    ].map(workflowId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(step("changes", "Changed stacks")?.run).toContain(`--settings ${ids[0] ?? ""}`);
  });
});

describe("the matrices of its jobs", () => {
  it("have one line for each wave, with one job for each stack", () => {
    expect(githubMatrix(PIPELINE.waves, changedStacks("rest", 2))).toBe(
      'wave_1=[]\nwave_2=[{"name":"edge-0001","stacks":"edge-0001"},{"name":"edge-0002","stacks":"edge-0002"}]\n',
    );
  });

  it("have at most 256 jobs, of several stacks if need be", () => {
    const [, line = ""] = githubMatrix(PIPELINE.waves, changedStacks("rest", 600)).split("\n");
    const matrix = JSON.parse(line.replace("wave_2=", "")) as { name: string; stacks: string }[];
    expect(matrix).toHaveLength(200);
    expect(matrix[0]).toEqual({ name: "edge-0001 to edge-0003", stacks: "edge-0001 edge-0002 edge-0003" });
  });
});
