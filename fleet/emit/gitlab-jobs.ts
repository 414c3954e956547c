import { rateShare } from "../stacks-at-a-time";
import { chunkStacks } from "./chunk-stacks";
import { checkScript, fleetCommand } from "./fleet-command";
import { gitlabEnvironment, gitlabName, gitlabPreparation } from "./gitlab-words";
import {
  DEPLOYING_SECRET,
  READING_SECRET,
  stacksByWave,
  type ChangedStack,
  type FleetPipeline,
  type PipelineWave,
} from "./pipeline";
import { printYaml } from "./print-yaml";
import { shellWord } from "./shell-word";

/** Installations of GitLab limit the jobs of a pipeline, often to 500. */
const MOST_JOBS = 250;

/** Returns the child pipeline that updates the changed stacks, wave by wave. */
export function gitlabJobs(pipeline: FleetPipeline, changed: readonly ChangedStack[], since: string): string {
  const { run, waves } = pipeline;
  const due = stacksByWave(waves, changed)
    .map((part, index) => ({ ...part, stage: `wave ${index + 1}` }))
    .filter(({ stacks }) => stacks.length > 0);
  const comments = [
    "Printed by `edge-platform fleet emit gitlab --jobs`, in a job that the same command has printed.",
  ];
  if (due.length === 0)
    return printYaml(comments, [{ "no changed stack": { script: ["echo 'No stack has changed.'"] } }]);
  const shared = {
    default: { image: `node:${run.node}`, before_script: gitlabPreparation(pipeline) },
    stages: due.flatMap(({ wave, stage }) => [
      ...(wave.approval ? [`${stage}: approval`] : []),
      stage,
      `${stage}: check`,
    ]),
  };
  const limit = Math.floor(MOST_JOBS / due.length);
  const jobs = due.flatMap(({ wave, stacks, stage }) => [
    ...(wave.approval ? [approvalJob(wave, stage)] : []),
    ...updateJobs(pipeline, { wave, stacks, stage }, limit),
    checkJob(pipeline, { wave, stacks, stage }, since),
  ]);
  return printYaml(comments, [{ ...shared, ...Object.fromEntries(jobs) }]);
}

type Job = readonly [name: string, job: object];

interface WaveOfJobs {
  readonly wave: PipelineWave;
  readonly stacks: readonly ChangedStack[];
  readonly stage: string;
}

function approvalJob(wave: PipelineWave, stage: string): Job {
  // Without `allow_failure: false`, the pipeline would not wait.
  const job = {
    stage: `${stage}: approval`,
    when: "manual",
    allow_failure: false,
    before_script: [],
    script: ["true"],
  };
  return [`approve ${wave.name}`, job];
}

/** A resource group runs one job at a time. There are as many as stacks at a time, and a stack is always in the same one. */
function updateJobs(pipeline: FleetPipeline, { wave, stacks, stage }: WaveOfJobs, limit: number): Job[] {
  const { run } = pipeline;
  const lanes = Array.from({ length: run.jobs }, (_, lane) =>
    stacks.filter(({ stack }) => laneOf(stack, run.jobs) === lane),
  );
  return lanes.flatMap((lane, index) =>
    chunkStacks(lane, Math.max(1, Math.floor(limit / run.jobs))).map(({ name, stacks: part }): Job => {
      const options = part.map(({ stack }) => `--stack=${shellWord(stack)}`).join(" ");
      return [
        `up ${name}`,
        {
          stage,
          resource_group: `${gitlabName(pipeline)}-lane-${index + 1}`,
          environment: { name: run.environment },
          variables: {
            EDGE_RATE_SHARE: rateShare(run.jobs),
            ...gitlabEnvironment(run, DEPLOYING_SECRET),
          },
          script: [fleetCommand(pipeline, `up --yes --jobs 1 --wave=${shellWord(wave.name)} ${options}`)],
        },
      ];
    }),
  );
}

/** Stacks are numbered, so consecutive ones are in different lanes. */
function laneOf(stack: string, lanes: number): number {
  const [digits] = /\d+(?=\D*$)/.exec(stack) ?? [];
  const number = Number(digits ?? [...Buffer.from(stack)].reduce((sum, byte) => sum + byte, 0));
  return number % lanes;
}

function checkJob(pipeline: FleetPipeline, { wave, stacks, stage }: WaveOfJobs, since: string): Job {
  const commit = ` --since=${shellWord(since)}`;
  return [
    `check ${wave.name}`,
    {
      stage: `${stage}: check`,
      variables: {
        GIT_DEPTH: "0",
        ...gitlabEnvironment(pipeline.run, READING_SECRET),
        // What `fleet up` gives a check, too.
        EDGE_FLEET_WAVE: wave.name,
        EDGE_FLEET_STACKS: stacks.map(({ stack }) => stack).join(" "),
      },
      script: [
        fleetCommand(pipeline, `drift --wave=${shellWord(wave.name)}${commit}`),
        ...(wave.check === undefined ? [] : [checkScript(pipeline, wave.check)]),
      ],
    },
  ];
}
