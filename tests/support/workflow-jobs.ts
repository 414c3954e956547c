import fs from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { runStep } from "../../scripts/processes";

/** The members of a workflow of GitHub Actions that its steps are played from. */
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

export interface FinishedJob {
  /** The exit code of each step, by name. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly output: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** What a runner of GitHub has, which cannot be had here. */
export interface WorkflowRunner {
  /** The checked out repository. */
  readonly repository: string;
  /** Holds what the steps write, and `bin` with a `gh`. */
  readonly folder: string;
  readonly commit: () => string;
  readonly secretOf: (name: string) => string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The hosted service, as the command `gh`: what it answers is in the files `success` and `status` of `HOSTED`, and a comment is written
 * there.
 */
export const GH = `const fs = require("node:fs");
const path = require("node:path");
const args = process.argv.slice(2);
const file = (name) => path.join(process.env.HOSTED, name);
const read = (name) => fs.existsSync(file(name)) ? fs.readFileSync(file(name), "utf8") : "";
if (args[0] === "run") process.stdout.write(read("success"));
else if (args[1].includes("/compare/")) process.stdout.write(read("status"));
else if (args[1] !== "graphql") fs.copyFileSync(args[args.indexOf("--field") + 1].slice("body=@".length), file("comment"));`;

/** Runs the shell steps of jobs, without installing anything, each job until a step fails. */
export function workflowJobs(text: string, runner: WorkflowRunner) {
  // What the file contains is what its tests are about.
  const workflow = parse(text) as Workflow;
  const at = (name: string) => path.join(runner.folder, name);
  const env = () => ({
    ...runner.env,
    PATH: [at("bin"), runner.env["PATH"] ?? ""].join(path.delimiter),
    HOSTED: at("hosted"),
    GITHUB_OUTPUT: at("outputs.txt"),
    RUNNER_TEMP: at("temp"),
    GITHUB_REPOSITORY: "shop/edge",
    GITHUB_SHA: runner.commit(),
    GITHUB_WORKFLOW_REF: "shop/edge/.github/workflows/fleet.yml@refs/heads/main",
  });

  /** @param known values of expressions: `{ "matrix.stacks": "edge-0001" }` */
  return async (name: string, known: Readonly<Record<string, string>> = {}): Promise<FinishedJob> => {
    for (const folder of ["hosted", "temp"]) fs.mkdirSync(at(folder), { recursive: true });
    const values: Record<string, string> = { ...known };
    const fill = (template: string) => fillExpressions(template, values, runner);
    const statuses: Record<string, number> = {};
    const outputs: Record<string, string> = {};
    let output = "";
    // A job starts again only if a person says so.
    for (const step of workflow.jobs[name]?.steps.filter((one) => one.if === undefined) ?? []) {
      if (step.run === undefined || step.name === "Install") continue;
      fs.writeFileSync(at("outputs.txt"), "");
      const own = Object.fromEntries(
        Object.entries(step.env ?? {}).map(([key, value]) => [key, fill(value)]),
      );
      const { code, stdout, stderr } = await runStep(
        "bash",
        ["--noprofile", "--norc", "-eo", "pipefail", "-c", fill(step.run)],
        { cwd: runner.repository, env: { ...env(), ...own } },
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
  };
}

function fillExpressions(
  text: string,
  values: Readonly<Record<string, string>>,
  { folder, secretOf }: WorkflowRunner,
): string {
  const known: Readonly<Record<string, string>> = {
    ...values,
    "github.repository": "shop/edge",
    "github.event.pull_request.number": "7",
    "github.token": "not a real one",
    "runner.temp": path.join(folder, "temp"),
  };
  return text.replace(/\$\{\{ ([^}]+) \}\}/g, (_, name: string) => {
    const [, secret] = /^secrets\.(\w+)$/.exec(name) ?? [];
    const value = known[name] ?? (secret === undefined ? undefined : secretOf(secret));
    if (value === undefined) throw new Error(`The step uses ${name}, which this test does not know.`);
    return value;
  });
}
