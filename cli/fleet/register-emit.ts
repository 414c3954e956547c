import type { Command } from "commander";
import type { CommandIo } from "../command-io";
import { runJob } from "../question";
import {
  emitDeployments,
  emitGithub,
  emitGitlab,
  emitKubernetes,
  emitOperator,
  type DeploymentsFlags,
  type EmitFlags,
  type Emitted,
  type GithubFlags,
  type GitlabFlags,
  type KubernetesFlags,
  type OperatorFlags,
} from "./emit-fleet";

/** Adds `fleet emit`, which prints what runs the stacks on a scheduler. */
export function registerEmit(fleet: Command, io: CommandIo, addChoice: (command: Command) => Command): void {
  const emit = fleet
    .command("emit")
    .description("print what runs the stacks on a scheduler: a workflow, jobs, or settings");
  const add = (name: string, description: string) =>
    addChoice(
      emit
        .command(name)
        .description(description)
        .option("--file <file>", "the fleet file; fleet.lock.json is beside it", "fleet.yaml"),
    );
  const action =
    <Flags extends EmitFlags>(name: string, work: (flags: Flags) => Emitted) =>
    (flags: Flags) =>
      runJob(io, `fleet emit ${name}`, () => {
        const { text, yes = true } = work(flags);
        io.output.write(text);
        return yes;
      });

  add("github", "a workflow of GitHub Actions: previews of pull requests, and updates wave by wave")
    .option("--jobs", "print the matrices of its jobs, in a run of the workflow", false)
    .option("--settings <id>", "fail unless the workflow was printed from these settings")
    .action(action<GithubFlags>("github", emitGithub));
  add("gitlab", "a part of .gitlab-ci.yml: previews of merge requests, and updates wave by wave")
    .option("--jobs", "print the child pipeline, in a job of the pipeline", false)
    .action(action<GitlabFlags>("gitlab", emitGitlab));
  add("kubernetes", "an indexed Job for each wave")
    .requiredOption(
      "--image <image>",
      "the image with the program, its dependencies, Node and the Pulumi CLI",
    )
    .action(action<KubernetesFlags>("kubernetes", emitKubernetes));
  add("operator", "a Stack of the Pulumi Kubernetes Operator for each stack")
    .option("--commit <commit>", "the commit to run", "HEAD")
    .action(action<OperatorFlags>("operator", emitOperator));
  add("deployments", "settings of Pulumi Deployments: a file for each stack")
    .option("--write", "write the files beside Pulumi.yaml", false)
    .option("--check", "write nothing; exit code 1 if a file would change", false)
    .action(action<DeploymentsFlags>("deployments", emitDeployments));
}
