import fs from "node:fs";
import { registerFleet } from "../../../cli/fleet/fleet";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { gitIn } from "../../support/git";
import { documentsOf, yamlOf } from "../../support/published-schemas";

const { pathOf, write } = useCommandLine();
const fleet = (...args: readonly string[]) =>
  runCommand(registerFleet, ["fleet", ...args, "--file", pathOf("infra/fleet.yaml")]);
const emit = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await fleet("emit", ...args);
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
};
const { git, commit } = gitIn(pathOf);
const FLEET = `stacks: { name: "edge-{number}", size: 1 }
zones: [a.example, b.example, c.example]
waves:
  - { name: canary, zones: [c.example] }
  - { name: rest, approval: true }
`;
const SECOND = "Pulumi.edge-0002.yaml";

describe("edge-platform fleet emit", () => {
  beforeEach(async () => {
    write("infra/fleet.yaml", FLEET);
    write("infra/Pulumi.yaml", "name: waf\n");
    git("init", "-q", "-b", "main");
    expect((await fleet("plan")).code).toBe(0);
    commit();
  });

  it("prints a workflow of GitHub that does not change when the fleet changes", async () => {
    const workflow = await emit("github");
    expect(yamlOf(workflow)).toMatchObject({
      name: "Fleet infra",
      defaults: { run: { "working-directory": "infra" } },
    });
    expect(workflow).toContain(
      "`edge-platform fleet emit github --file=infra/fleet.yaml > .github/workflows/fleet.yml`",
    );
    write("infra/fleet.yaml", FLEET.replace("b.example", "b.example, d.example"));
    expect((await fleet("plan")).code).toBe(0);
    expect(await emit("github")).toBe(workflow);
  });

  it("prints the matrices of the stacks that have changed", async () => {
    write(`infra/${SECOND}`, "config: {}\n");
    expect(await emit("github", "--jobs", "--since", "HEAD")).toBe(
      'wave_1=[]\nwave_2=[{"name":"edge-0002","stacks":"edge-0002"}]\n',
    );
    expect(await emit("github", "--jobs", "--since", "")).toContain('wave_1=[{"name":"edge-0003"');
  });

  it("fails if the workflow was printed from other waves, which would leave stacks out", async () => {
    const [, id = ""] = /--settings (\w+)/.exec(await emit("github")) ?? [];
    await emit("github", "--jobs", "--since", "HEAD", "--settings", id);
    write("infra/fleet.yaml", FLEET.replace("name: rest", "name: most, percent: 50 }\n  - { name: rest"));
    const { code, stdout, stderr } = await fleet(
      "emit",
      "github",
      "--jobs",
      "--since",
      "HEAD",
      "--settings",
      id,
    );
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Print the workflow again: edge-platform fleet emit github");
  });

  it("prints a pipeline of GitLab, and its child with the stacks that have changed", async () => {
    expect(Object.keys(yamlOf(await emit("gitlab")) as object)).toEqual([
      "fleet-infra:preview",
      "fleet-infra:changes",
      "fleet-infra:update",
    ]);
    write(`infra/${SECOND}`, "config: {}\n");
    expect(Object.keys(yamlOf(await emit("gitlab", "--jobs", "--since", "HEAD")) as object)).toEqual([
      "default",
      "stages",
      "approve rest",
      "up edge-0002",
      "check rest",
    ]);
  });

  it("prints Jobs of Kubernetes, and needs the name of the image", async () => {
    const jobs = documentsOf<{ kind: string }>(
      await emit("kubernetes", "--image", "registry.example/edge:1"),
    );
    expect(jobs.map(({ kind }) => kind)).toEqual(["ConfigMap", "Job", "ConfigMap", "Job"]);
    expect(await fleet("emit", "kubernetes")).toMatchObject({ code: 2, stdout: "" });
  });

  it("prints Stacks of the operator that are pinned to a commit of git", async () => {
    write("infra/fleet.yaml", `${FLEET}run: { repository: "https://git.example/edge.git" }\n`);
    write(`infra/${SECOND}`, "config: {}\n");
    const [stack, ...others] = documentsOf<object>(await emit("operator", "--since", "HEAD"));
    expect(stack).toMatchObject({
      spec: {
        stack: "edge-0002",
        projectRepo: "https://git.example/edge.git",
        repoDir: "infra",
        commit: git("rev-parse", "HEAD").trim(),
      },
    });
    expect(others).toEqual([]);
    const { code, stderr } = await fleet("emit", "operator", "--commit", "nowhere");
    expect([code, stderr]).toEqual([1, expect.stringContaining('git knows no commit "nowhere"')]);
  });

  it("writes the settings of Pulumi Deployments, of which a changed stack changes one file", async () => {
    write("infra/fleet.yaml", `${FLEET}run: { repository: "https://github.com/shop/edge" }\n`);
    expect((await fleet("emit", "deployments", "--check")).code).toBe(1);
    expect(await emit("deployments", "--write")).toContain(
      "Pulumi.edge-0003.deploy.yaml is written\n0 up to date\n",
    );
    expect(await emit("deployments", "--check")).toBe("3 up to date\n");
    write(`infra/${SECOND}`, "config: {}\n");
    expect(await fleet("emit", "deployments", "--check")).toMatchObject({
      code: 1,
      stdout:
        "Pulumi.edge-0002.deploy.yaml would change: edge-platform fleet emit deployments --write\n2 up to date\n",
    });
    const printed = documentsOf<object>(await emit("deployments", "--stack", "edge-0001"));
    expect(printed).toEqual([yamlOf(fs.readFileSync(pathOf("infra/Pulumi.edge-0001.deploy.yaml"), "utf8"))]);
  });

  it.each(["operator", "deployments"])("says that %s needs the repository's address", async (target) => {
    const { code, stderr } = await fleet("emit", target);
    expect([code, stderr]).toEqual([2, expect.stringContaining("run.repository is missing")]);
  });

  it.each([
    ["jobs: 0", "run.jobs: "],
    ["environment: 'a: b'", "run.environment: it must have letters"],
    ["branch: 'main]'", "run.branch: it must have letters"],
    ["backend: states", "run.backend: expected an address"],
    ['variables: { "A=B": c }', "run.variables.A=B: "],
    ['variables: { A: "a\\nb" }', "run.variables.A: it must have no control characters"],
    [
      "variables: { EDGE_API_TOKEN: abc }",
      "EDGE_API_TOKEN, EDGE_RATE_SHARE, PULUMI_BACKEND_URL are set without",
    ],
    ["secrets: ['A }}']", "run.secrets.0: expected the name of an environment variable"],
    ["job: 4", 'run: Unrecognized key: "job"'],
  ])("rejects %s", async (setting, message) => {
    write("infra/fleet.yaml", `${FLEET}run: { ${setting} }\n`);
    const { code, stdout, stderr } = await fleet("emit", "github");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("names the secrets that the backend needs", async () => {
    expect(await emit("github")).toContain("${{ secrets.PULUMI_ACCESS_TOKEN }}");
    write("infra/fleet.yaml", `${FLEET}run: { backend: "s3://states" }\n`);
    const workflow = await emit("github");
    expect(workflow).toContain("PULUMI_BACKEND_URL: s3://states");
    expect(workflow).toContain("${{ secrets.PULUMI_CONFIG_PASSPHRASE }}");
    expect(workflow).not.toContain("PULUMI_ACCESS_TOKEN");
  });

  it("needs a repository of git", async () => {
    fs.rmSync(pathOf(".git"), { recursive: true });
    const { code, stderr } = await fleet("emit", "github");
    expect([code, stderr]).toEqual([2, expect.stringContaining("is in no repository of git")]);
  });
});
