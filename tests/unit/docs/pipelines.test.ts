import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";

const ROOT = path.resolve(__dirname, "../../..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");
const page = read("docs/pipelines.md");

interface Workflow {
  readonly on: unknown;
  readonly permissions: unknown;
  readonly env?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Job {
  readonly if?: string;
  readonly env?: unknown;
  readonly environment?: string;
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

describe.each([
  ["review.yml", "review", "EDGE_PREVIEW_TOKEN"],
  ["deploy.yml", "deploy", "EDGE_DEPLOY_TOKEN"],
])("the workflow %s", (name, job, token) => {
  const text = read(`examples/policy-review/.github/workflows/${name}`);
  // What the file contains is what this test is about: a missing member fails it.
  const workflow = parse(text) as Workflow;
  const { steps, env } = workflow.jobs[job] ?? { steps: [] };

  it("is in the guide, complete", () => {
    expect(page).toContain(`\`\`\`yaml\n${text}\`\`\`\n`);
    expect(Object.keys(workflow)).toEqual(expect.arrayContaining(["on", "permissions", "jobs"]));
  });

  it("gives the credential, with the API's address, to the step that needs it and to no other", () => {
    expect([workflow.env, env]).toEqual([undefined, undefined]);
    const holding = steps.filter((step) => JSON.stringify(step.env ?? {}).includes("secrets."));
    expect(holding).toHaveLength(1);
    expect(holding[0]?.env).toMatchObject({
      EDGE_PRESET: "cloudflare",
      EDGE_API_TOKEN: `\${{ secrets.${token} }}`,
    });
    expect(holding[0]?.run ?? holding[0]?.uses).toMatch(/^pulumi up|pulumi-edge-platform$/);
  });
});

describe("the workflows together", () => {
  const workflow = (name: string) =>
    parse(read(`examples/policy-review/.github/workflows/${name}`)) as Workflow;

  it("review no pull request of a fork, and deploy from a protected environment only", () => {
    const { review } = workflow("review.yml").jobs;
    expect(workflow("review.yml").on).toBe("pull_request");
    expect(review?.if).toBe("github.event.pull_request.head.repo.full_name == github.repository");
    expect(workflow("deploy.yml").on).toEqual({ push: { branches: ["main"] } });
    expect(workflow("deploy.yml").jobs["deploy"]?.environment).toBe("production");
  });
});
