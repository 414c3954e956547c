import { deploymentFile, deploymentSettings } from "../../../../fleet/emit/deployment-settings";
import { PIPELINE } from "../../../support/pipelines";
import { yamlOf } from "../../../support/published-schemas";

const STACK = { stack: "edge-0001", hash: "00000000000000ff" };
const settingsOf = (repository: string, pipeline = PIPELINE) =>
  yamlOf(deploymentSettings(pipeline, STACK, repository));

describe("the settings of Pulumi Deployments", () => {
  it("start for a push that changes the file itself, which has the hash of the stack", () => {
    expect(deploymentFile("edge-0001")).toBe("Pulumi.edge-0001.deploy.yaml");
    expect(deploymentSettings(PIPELINE, STACK, "https://github.com/shop/edge")).toContain(
      "hash 00000000000000ff.\n",
    );
    const operationContext = {
      environmentVariables: { EDGE_PRESET: "cloudflare", EDGE_RATE_SHARE: "1/4" },
      options: { skipIntermediateDeployments: true },
    };
    expect(settingsOf("https://github.com/shop/edge.git", { ...PIPELINE, folder: "infra/edge" })).toEqual({
      settings: {
        sourceContext: { git: { branch: "refs/heads/main", repoDir: "infra/edge" } },
        gitHub: {
          repository: "shop/edge",
          deployCommits: true,
          previewPullRequests: true,
          paths: ["infra/edge/Pulumi.edge-0001.deploy.yaml"],
        },
        operationContext,
      },
    });
    expect(settingsOf("https://git.example/edge.git")).toEqual({
      settings: {
        sourceContext: { git: { branch: "refs/heads/main", repoUrl: "https://git.example/edge.git" } },
        operationContext,
      },
    });
  });

  it.each([
    "git@github.com:shop/edge.git",
    "ssh://git@github.com/shop/edge",
    "https://github.com/shop/edge/",
  ])("know the repository of GitHub in %s", (address) => {
    expect(settingsOf(address)).toMatchObject({ settings: { gitHub: { repository: "shop/edge" } } });
  });
});
