import { rateShare } from "../stacks-at-a-time";
import { createHash } from "node:crypto";
import {
  plainVariables,
  stacksByWave,
  type ChangedStack,
  type FleetPipeline,
  type PipelineWave,
} from "./pipeline";
import { fleetCommand } from "./fleet-command";
import { printYaml } from "./print-yaml";
import { shellWord } from "./shell-word";

/** The Secret with the variables that the jobs get. */
export const KUBERNETES_SECRET = "edge-fleet";

/** A large stack takes minutes. A job that is ended in the middle of an update leaves pending operations. */
const SECONDS_OF_A_STACK = 3600;
const KEPT_SECONDS = 7 * 24 * 3600;

/** Returns for each wave a Job with one index for each changed stack, and the names of its stacks. Later waves are suspended. */
export function kubernetesJobs(
  pipeline: FleetPipeline,
  changed: readonly ChangedStack[],
  image: string,
): string {
  const due = stacksByWave(pipeline.waves, changed).filter(({ stacks }) => stacks.length > 0);
  const release = createHash("sha256")
    .update(JSON.stringify([image, due.map(({ stacks }) => stacks)]))
    .digest("hex")
    .slice(0, 10);
  const parts = due.map((part, index) => ({ ...part, name: `edge-fleet-${release}-${index + 1}` }));
  const comments = [
    `Printed by \`edge-platform fleet emit kubernetes --image ${image}\`.`,
    `Secret ${KUBERNETES_SECRET} in the same namespace: ${["EDGE_API_TOKEN", ...pipeline.run.secrets].join(", ")}.`,
    "The image has Node, the Pulumi CLI and the program with its dependencies. Its working directory is the program's folder. User 1000",
    "can write there, and beside the fleet file.",
    ...(due.length === 0
      ? ["No stack has changed."]
      : ["Apply it after the jobs of the release before have ended. Then, in this order:"]),
    ...parts.flatMap((part, index) => steps(pipeline, part, index)),
  ];
  return printYaml(
    comments,
    parts.flatMap(({ wave, stacks, name }, index) => [
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name },
        immutable: true,
        data: { stacks: stacks.map(({ stack }) => `${stack}\n`).join("") },
      },
      job(pipeline, { wave, name, image, count: stacks.length, suspended: index > 0 }),
    ]),
  );
}

function steps(pipeline: FleetPipeline, part: { wave: PipelineWave; name: string }, index: number): string[] {
  const { wave, name } = part;
  return [
    ...(index === 0 ? [] : [`  kubectl patch job ${name} --type=merge -p '{"spec":{"suspend":false}}'`]),
    `  kubectl wait --for=condition=Complete --timeout=24h job/${name}`,
    `  ${fleetCommand(pipeline, `drift --wave=${shellWord(wave.name)}`)}`,
    ...(wave.check === undefined ? [] : checkLines(wave.name, name, wave.check)),
  ];
}

function checkLines(wave: string, name: string, check: string): string[] {
  const stacks = `"$(kubectl get configmap ${name} -o jsonpath='{.data.stacks}' | xargs)"`;
  const lines = [
    `export EDGE_FLEET_WAVE=${shellWord(wave)} EDGE_FLEET_STACKS=${stacks}`,
    ...check.trimEnd().split("\n"),
  ];
  return lines.map((line) => `  ${line}`);
}

interface JobOptions {
  readonly wave: PipelineWave;
  readonly name: string;
  readonly image: string;
  /** Number of stacks. */
  readonly count: number;
  readonly suspended: boolean;
}

function job(pipeline: FleetPipeline, { wave, name, image, count, suspended }: JobOptions): object {
  const { run } = pipeline;
  const env = { ...plainVariables(run), EDGE_RATE_SHARE: rateShare(run.jobs), HOME: "/tmp" };
  const command =
    'stack=$(sed -n "$((JOB_COMPLETION_INDEX + 1))p" /fleet/stacks)\n' +
    `exec ${fleetCommand(pipeline, `up --yes --jobs 1 --wave=${shellWord(wave.name)} --stack="$stack"`)}\n`;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name },
    spec: {
      completionMode: "Indexed",
      completions: count,
      parallelism: Math.min(run.jobs, count),
      ...(suspended && { suspend: true }),
      // With a limit for each stack, one that fails does not stop the others.
      backoffLimitPerIndex: 1,
      activeDeadlineSeconds: SECONDS_OF_A_STACK * Math.ceil(count / run.jobs),
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: {
        spec: {
          restartPolicy: "Never",
          automountServiceAccountToken: false,
          // An update that is asked to stop finishes the operation that is running.
          terminationGracePeriodSeconds: 300,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 1000,
            runAsGroup: 1000,
            fsGroup: 1000,
            seccompProfile: { type: "RuntimeDefault" },
          },
          containers: [
            {
              name: "update",
              image,
              command: ["sh", "-c", command],
              env: Object.entries(env).map(([key, value]) => ({
                name: key,
                value: value.replaceAll("$(", "$$$$("),
              })),
              envFrom: [{ secretRef: { name: KUBERNETES_SECRET } }],
              resources: { requests: { cpu: "500m", memory: "1Gi" }, limits: { memory: "2Gi" } },
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
              volumeMounts: [
                { name: "fleet", mountPath: "/fleet", readOnly: true },
                { name: "tmp", mountPath: "/tmp" },
              ],
            },
          ],
          volumes: [
            { name: "fleet", configMap: { name } },
            { name: "tmp", emptyDir: {} },
          ],
        },
      },
    },
  };
}
