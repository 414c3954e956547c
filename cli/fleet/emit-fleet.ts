import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deploymentFile, deploymentSettings } from "../../fleet/emit/deployment-settings";
import { githubMatrix } from "../../fleet/emit/github-matrix";
import { githubWorkflow, workflowId } from "../../fleet/emit/github-workflow";
import { gitlabJobs } from "../../fleet/emit/gitlab-jobs";
import { gitlabPipeline } from "../../fleet/emit/gitlab-pipeline";
import { kubernetesJobs } from "../../fleet/emit/kubernetes-jobs";
import { operatorStacks } from "../../fleet/emit/operator-stacks";
import type { FleetPipeline } from "../../fleet/emit/pipeline";
import { allWaves } from "../../fleet/waves";
import { CommandError } from "../question";
import { fileError, UsageError } from "../usage-error";
import { chosenStacks, type FleetStack, type StackChoice } from "./choose-stacks";
import { portablePath, readFleetFile, type FleetFile } from "./fleet-file";
import { findCommit } from "./lock-at-commit";

export interface EmitFlags extends StackChoice {
  readonly file: string;
}

/** What a command prints, and whether it answers "yes". */
export interface Emitted {
  readonly text: string;
  readonly yes?: boolean;
}

export interface GithubFlags extends EmitFlags {
  readonly jobs: boolean;
  /** What identifies the workflow that runs the command. */
  readonly settings?: string;
}

/** Prints the workflow, or in a run of it the matrices of its jobs. @throws UsageError */
export function emitGithub(flags: GithubFlags): Emitted {
  const file = readFleetFile(flags.file);
  const pipeline = pipelineOf(file);
  if (!flags.jobs) return { text: githubWorkflow(pipeline) };
  if (flags.settings !== undefined && flags.settings !== workflowId(pipeline))
    throw new UsageError(
      `${file.file} has other \`run\` or \`waves\` than the workflow was printed from, so it would leave stacks out. Nothing is updated. ` +
        "Print the workflow again: edge-platform fleet emit github",
    );
  return { text: githubMatrix(pipeline.waves, changedStacks(file, flags)) };
}

export interface GitlabFlags extends EmitFlags {
  readonly jobs: boolean;
}

/** Prints the part of `.gitlab-ci.yml`, or in a job of it the child pipeline. @throws UsageError */
export function emitGitlab(flags: GitlabFlags): Emitted {
  const file = readFleetFile(flags.file);
  const pipeline = pipelineOf(file);
  return {
    text: flags.jobs
      ? gitlabJobs(pipeline, changedStacks(file, flags), flags.since ?? "")
      : gitlabPipeline(pipeline),
  };
}

export interface KubernetesFlags extends EmitFlags {
  readonly image: string;
}

/** Prints Jobs that update the changed stacks. @throws UsageError */
export function emitKubernetes(flags: KubernetesFlags): Emitted {
  const file = readFleetFile(flags.file);
  return { text: kubernetesJobs(pipelineOf(file), changedStacks(file, flags), flags.image) };
}

export interface OperatorFlags extends EmitFlags {
  readonly commit: string;
}

/** Prints a `Stack` of the Pulumi Kubernetes Operator for each changed stack. @throws UsageError */
export function emitOperator(flags: OperatorFlags): Emitted {
  const file = readFleetFile(flags.file);
  const source = { repository: repositoryAddress(file), commit: commitOf(file, flags.commit) };
  return { text: operatorStacks(pipelineOf(file), changedStacks(file, flags), source) };
}

export interface DeploymentsFlags extends EmitFlags {
  readonly write: boolean;
  readonly check: boolean;
}

/** Prints, writes or compares the files with the settings of Pulumi Deployments. @throws UsageError */
export function emitDeployments(flags: DeploymentsFlags): Emitted {
  const file = readFleetFile(flags.file);
  const pipeline = pipelineOf(file);
  const repository = repositoryAddress(file);
  const files = chosenStacks(file, flags).map((stack) => {
    const name = deploymentFile(stack.stack);
    const at = path.join(file.programFolder, name);
    return { name, at, text: deploymentSettings(pipeline, stack, repository) };
  });
  if (!flags.write && !flags.check)
    return { text: files.map(({ name, text }) => `# ${name}\n${text}`).join("---\n") };
  const stale = files.filter(({ at, text }) => !existsSync(at) || readFileSync(at, "utf8") !== text);
  if (flags.write) for (const one of stale) write(one.at, one.text);
  const verb = flags.write ? "is written" : "would change: edge-platform fleet emit deployments --write";
  const lines = stale.map(({ name }) => `${name} ${verb}\n`);
  return {
    text: `${lines.join("")}${files.length - stale.length} up to date\n`,
    yes: flags.write || stale.length === 0,
  };
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw fileError(file, "written", error);
  }
}

function changedStacks(file: FleetFile, flags: EmitFlags): FleetStack[] {
  return chosenStacks(file, flags).filter(({ changed = true }) => changed);
}

function pipelineOf(file: FleetFile): FleetPipeline {
  const root = repositoryOf(file.programFolder);
  if (root === undefined)
    throw new UsageError(
      `${file.programFolder} is in no repository of git. A scheduler clones one, and paths are relative to it.`,
    );
  return {
    run: file.run,
    waves: allWaves(file.waves),
    folder: portablePath(path.relative(root, file.programFolder)) || ".",
    file: portablePath(path.relative(file.programFolder, path.resolve(file.file))),
  };
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, ".git"))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

function repositoryAddress({ file, run }: FleetFile): string {
  if (run.repository !== undefined) return run.repository;
  throw new UsageError(
    `${file}: run.repository is missing: the address from which the repository is cloned, such as https://github.com/shop/edge`,
  );
}

/** Returns the hash of a commit. @throws CommandError if git does not know it */
function commitOf({ programFolder }: FleetFile, commit: string): string {
  const found = findCommit(programFolder, commit);
  if (found !== undefined) return found;
  throw new CommandError(`git knows no commit ${JSON.stringify(commit)} in ${programFolder}.`);
}
