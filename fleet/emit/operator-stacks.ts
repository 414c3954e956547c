import { rateShare } from "../stacks-at-a-time";
import { KUBERNETES_SECRET } from "./kubernetes-jobs";
import { objectName } from "./object-name";
import { plainVariables, stacksByWave, type ChangedStack, type FleetPipeline } from "./pipeline";
import { printYaml } from "./print-yaml";

export interface StackSource {
  /** The address from which the operator clones the repository. */
  readonly repository: string;
  /** A commit that the address has. */
  readonly commit: string;
}

/** Returns a `Stack` of the Pulumi Kubernetes Operator for each changed stack. */
export function operatorStacks(
  pipeline: FleetPipeline,
  changed: readonly ChangedStack[],
  { repository, commit }: StackSource,
): string {
  const { run, folder, waves } = pipeline;
  const due = stacksByWave(waves, changed).filter(({ stacks }) => stacks.length > 0);
  const approved = due.filter(({ wave }) => wave.approval).map(({ wave }) => wave.name);
  const comments = [
    `Printed by \`edge-platform fleet emit operator --commit ${commit}\`, for the Pulumi Kubernetes Operator 2.`,
    `Secret ${KUBERNETES_SECRET} in the same namespace: ${["EDGE_API_TOKEN", ...run.secrets].join(", ")}.`,
    "A stack whose object is not applied again keeps its commit, and is not run.",
    ...(due.length === 0 ? ["No stack has changed."] : []),
    // A successful prerequisite is one that has run with the object as it is applied now.
    ...(due.length > 1 ? ["A wave starts when all stacks of the wave before have succeeded."] : []),
    ...(approved.length > 0
      ? [`Not waited for: the approval of ${approved.join(", ")}. Apply these waves later.`]
      : []),
    ...(due.some(({ wave }) => wave.check !== undefined) ? ["Not run: the checks of the waves."] : []),
  ];
  const objects = due.flatMap(({ stacks }, index) =>
    stacks.map(({ stack }) => ({
      apiVersion: "pulumi.com/v1",
      kind: "Stack",
      metadata: { name: objectName(stack) },
      spec: {
        stack,
        projectRepo: repository,
        commit,
        ...(folder !== "." && { repoDir: folder }),
        ...(run.backend !== undefined && { backend: run.backend }),
        envRefs: environment(pipeline),
        retryOnUpdateConflict: true,
        ...(index > 0 && {
          prerequisites: due[index - 1]?.stacks.map((earlier) => ({ name: objectName(earlier.stack) })) ?? [],
        }),
      },
    })),
  );
  return printYaml(comments, objects);
}

function environment({ run }: FleetPipeline): object {
  const plain = { ...plainVariables(run), EDGE_RATE_SHARE: rateShare(run.jobs) };
  return Object.fromEntries([
    ...Object.entries(plain).map(([name, value]) => [name, { type: "Literal", literal: { value } }]),
    ...["EDGE_API_TOKEN", ...run.secrets].map((key) => [
      key,
      { type: "Secret", secret: { name: KUBERNETES_SECRET, key } },
    ]),
  ]) as object;
}
