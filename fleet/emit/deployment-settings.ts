import { rateShare } from "../stacks-at-a-time";
import { type ChangedStack, type FleetPipeline } from "./pipeline";
import { printYaml } from "./print-yaml";

/** Returns the name of the file in which `pulumi deployment settings push` of older CLIs looks for the settings of a stack. */
export function deploymentFile(stack: string): string {
  return `Pulumi.${stack}.deploy.yaml`;
}

/**
 * Returns the text of that file. It contains the hash of what the stack depends on, and deployments start only for pushes that change
 * this file: so a push runs the changed stacks.
 */
export function deploymentSettings(
  pipeline: FleetPipeline,
  { stack, hash }: Pick<ChangedStack, "stack" | "hash">,
  repository: string,
): string {
  const { run, folder } = pipeline;
  const path = `${folder === "." ? "" : `${folder}/`}${deploymentFile(stack)}`;
  const [, github] = GITHUB.exec(repository) ?? [];
  const comments = [
    "Printed by `edge-platform fleet emit deployments --write`. Write the files again with each lock file, and commit both.",
    `The stack depends on files with the hash ${hash}.`,
    `Secrets: ${["EDGE_API_TOKEN", ...run.secrets.filter((name) => name !== "PULUMI_ACCESS_TOKEN")].join(", ")}, from a Pulumi ESC`,
    "environment that the stack's settings import. Pulumi Deployments sets PULUMI_ACCESS_TOKEN.",
    `After the first time, and after a change of the settings: pulumi deployment settings push --stack ${stack} --yes`,
    "A CLI that has no such command sends them as docs/fleet-pipelines.md shows.",
  ];
  const settings = {
    sourceContext: {
      git: {
        branch: `refs/heads/${run.branch}`,
        ...(folder !== "." && { repoDir: folder }),
        ...(github === undefined && { repoUrl: repository }),
      },
    },
    ...(github !== undefined && {
      gitHub: {
        repository: github,
        deployCommits: true,
        previewPullRequests: true,
        paths: [path],
      },
    }),
    operationContext: {
      environmentVariables: { ...run.variables, EDGE_RATE_SHARE: rateShare(run.jobs) },
      options: { skipIntermediateDeployments: true },
    },
  };
  return printYaml(comments, [{ settings }]);
}

const GITHUB =
  /^(?:https:\/\/github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/;
