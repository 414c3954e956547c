import { gitlabJobs } from "../../../../fleet/emit/gitlab-jobs";
import { gitlabPipeline } from "../../../../fleet/emit/gitlab-pipeline";
import { changedStacks, NASTY, NASTY_PIPELINE, PIPELINE } from "../../../support/pipelines";
import { schemaErrors, yamlOf } from "../../../support/published-schemas";

interface Job {
  readonly stage?: string;
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly resource_group?: string;
  readonly environment?: object;
  readonly trigger?: object;
  readonly when?: string;
  readonly allow_failure?: boolean;
}
interface Child {
  readonly stages: readonly string[];
  readonly [job: string]: unknown;
}

const parent = yamlOf(gitlabPipeline(PIPELINE)) as Record<string, Job>;
const changed = [...changedStacks("canary", 1), ...changedStacks("rest", 6, 2)];
const child = yamlOf(gitlabJobs(PIPELINE, changed, "abc")) as Child;
const job = (name: string) => child[name] as Job | undefined;

describe("the pipeline of GitLab", () => {
  it.each([
    ["two waves", PIPELINE],
    ["values with a meaning for YAML and shells", NASTY_PIPELINE],
  ])("fits the published schema with %s", (_, pipeline) => {
    expect(schemaErrors("gitlab-ci", yamlOf(gitlabPipeline(pipeline)))).toEqual([]);
    const stacks = [...changedStacks(pipeline.waves[0]?.name ?? "", 1), ...changedStacks("rest", 6, 2)];
    expect(schemaErrors("gitlab-ci", yamlOf(gitlabJobs(pipeline, stacks, "abc")))).toEqual([]);
  });

  it("would not fit the schema with a misspelt member", () => {
    expect(
      schemaErrors("gitlab-ci", { ...child, a: { ...job("up edge-0001"), resource_groups: "a" } }),
    ).not.toEqual([]);
  });

  it("previews merge requests with the credential that reads, and updates the branch in a child pipeline", () => {
    expect(Object.entries(parent).map(([name, one]) => [name, one.rules?.[0]?.if])).toEqual([
      ["fleet:preview", '$CI_PIPELINE_SOURCE == "merge_request_event"'],
      ["fleet:changes", '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == "main"'],
      ["fleet:update", '$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == "main"'],
    ]);
    expect(parent["fleet:preview"]?.variables?.["EDGE_API_TOKEN"]).toBe("$EDGE_PREVIEW_TOKEN");
    expect(parent["fleet:preview"]?.variables?.["EDGE_DRY_RUN"]).toBe("false");
    expect(JSON.stringify(parent)).not.toContain("EDGE_DEPLOY_TOKEN");
  });

  it("has one child pipeline at a time, whose result is the result of the job", () => {
    expect(parent["fleet:update"]).toMatchObject({
      resource_group: "fleet",
      trigger: { include: [{ artifact: "fleet-jobs.yml", job: "fleet:changes" }], strategy: "depend" },
    });
  });
});

describe("the child pipeline of GitLab", () => {
  it("has stages for each wave: its approval, its stacks, its check", () => {
    expect(child.stages).toEqual(["wave 1", "wave 1: check", "wave 2: approval", "wave 2", "wave 2: check"]);
    expect(job("approve rest")).toMatchObject({
      stage: "wave 2: approval",
      when: "manual",
      allow_failure: false,
    });
    expect(job("check canary")?.script).toEqual([
      "npx --no -- edge-platform fleet drift --wave=canary --since=abc",
      "curl --fail https://www.example.com/",
    ]);
  });

  it("updates as many stacks at a time as `run.jobs` says: a stack is always in the same resource group", () => {
    const groups = changed.map(({ stack }) => job(`up ${stack}`)?.resource_group);
    expect(groups).toEqual([2, 3, 4, 1, 2, 3, 4].map((lane) => `fleet-lane-${lane}`));
    const [later] = changedStacks("rest", 1, 5);
    const alone = yamlOf(gitlabJobs(PIPELINE, later ? [later] : [], "")) as Child;
    expect((alone["up edge-0005"] as Job).resource_group).toBe("fleet-lane-2");
  });

  it("gives the writing credential to updates, in the environment that has it", () => {
    const { script, variables, environment } = job("up edge-0001") ?? {};
    expect(script).toEqual([
      "npx --no -- edge-platform fleet up --yes --jobs 1 --wave=canary --stack=edge-0001",
    ]);
    expect(variables).toEqual({
      EDGE_RATE_SHARE: "1/4",
      EDGE_PRESET: "cloudflare",
      EDGE_API_TOKEN: "$EDGE_DEPLOY_TOKEN",
    });
    expect(environment).toEqual({ name: "production" });
    expect(job("check rest")?.variables).toMatchObject({
      EDGE_API_TOKEN: "$EDGE_PREVIEW_TOKEN",
      EDGE_FLEET_WAVE: "rest",
      EDGE_FLEET_STACKS: "edge-0002 edge-0003 edge-0004 edge-0005 edge-0006 edge-0007",
    });
  });

  it("leaves out waves without changed stacks, and has a job that says so if no stack has changed", () => {
    expect((yamlOf(gitlabJobs(PIPELINE, changedStacks("rest", 1), "")) as Child).stages).toEqual([
      "wave 2: approval",
      "wave 2",
      "wave 2: check",
    ]);
    expect(yamlOf(gitlabJobs(PIPELINE, [], ""))).toEqual({
      "no changed stack": { script: ["echo 'No stack has changed.'"] },
    });
  });

  it("has at most 300 jobs for 2000 stacks, each of which is in one of them", () => {
    const many = changedStacks("rest", 2000);
    const jobs = Object.values(yamlOf(gitlabJobs(PIPELINE, many, "")) as Child).filter(
      (one) => (one as Job).resource_group !== undefined,
    ) as Job[];
    expect(jobs.length).toBeLessThan(300);
    const stacks = jobs.flatMap(({ script }) =>
      [...(script?.[0] ?? "").matchAll(/--stack=(\S+)/g)].map(([, name]) => name),
    );
    expect(stacks.sort()).toEqual(many.map(({ stack }) => stack));
  });

  it("runs a check as it is written, and passes variables without expanding them", () => {
    const nasty = yamlOf(gitlabJobs(NASTY_PIPELINE, changedStacks("on", 1), "$(id)")) as Child;
    const check = nasty["check on"] as Job;
    expect(check.script).toEqual([
      "npx --no -- edge-platform fleet drift --wave=on --since='$(id)' --file='../fleet'\\''s.yaml'",
      `cd ..\n${NASTY}`,
    ]);
    expect(check.variables).toMatchObject({
      YES: "yes",
      TIME: "1:30",
      DOLLAR: "$$HOME $$(id) $${{ secrets.X }}",
    });
  });

  it.each(["image", "stages", "variables", ".hidden", "true", "-x"])(
    "has a job for a stack named %s",
    (stack) => {
      const text = gitlabJobs(PIPELINE, [{ stack, wave: "canary", hash: "0" }], "");
      expect(schemaErrors("gitlab-ci", yamlOf(text))).toEqual([]);
      expect(((yamlOf(text) as Child)[`up ${stack}`] as Job).script?.[0]).toContain(`--stack=${stack}`);
    },
  );
});
