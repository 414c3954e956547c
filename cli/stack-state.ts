import { z } from "zod";

const EDGE_TYPE = "pulumi-nodejs:dynamic/edge:";

const StateResource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  /** The old half of a replacement, which is still to be removed. */
  delete: z.boolean().default(false),
  /** The old half of a delete-first replacement: it is gone, and its successor is not made yet. */
  pendingReplacement: z.boolean().default(false),
  initErrors: z.array(z.string()).nullish(),
});
export type StateResource = z.infer<typeof StateResource>;

const PendingOperation = z.looseObject({ resource: StateResource, type: z.string() });
export type PendingOperation = z.infer<typeof PendingOperation>;

const Deployment = z.looseObject({
  resources: z.array(StateResource).nullish(),
  pending_operations: z.array(PendingOperation).nullish(),
});

/** What `pulumi stack export` prints. */
const StackExport = z.looseObject({ deployment: Deployment });
/** A file of the file backend: `.pulumi/stacks/<project>/<stack>.json`. */
const CheckpointFile = z.looseObject({ checkpoint: z.looseObject({ latest: Deployment.nullish() }) });

/** The text of a stack's state, as `pulumi stack export` or as the file backend writes it. */
export const StateDocument = z
  .union([StackExport, CheckpointFile], { error: "expected what `pulumi stack export` prints" })
  .transform((document): StackState => {
    const deployment =
      StackExport.safeParse(document).data?.deployment ??
      CheckpointFile.safeParse(document).data?.checkpoint.latest;
    return {
      resources: deployment?.resources ?? [],
      pending: deployment?.pending_operations ?? [],
    };
  });

export interface StackState {
  readonly resources: readonly StateResource[];
  readonly pending: readonly PendingOperation[];
}

/** Project and stack of a state, which only its URNs tell; undefined for a state that holds none. */
export function stackOf({ resources, pending }: StackState): { project: string; stack: string } | undefined {
  const [first] = [...resources, ...pending.map(({ resource }) => resource)];
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(first?.urn ?? "") ?? [];
  return stack === undefined || project === undefined ? undefined : { project, stack };
}

/** The class of this package that a resource is one of; undefined for the resources of others. */
export function edgeKind({ type }: StateResource): string | undefined {
  return type.startsWith(EDGE_TYPE) ? type.slice(EDGE_TYPE.length) : undefined;
}

/** `ApiToken deploy`: class and logical name. */
export function resourceLabel(resource: StateResource): string {
  const name = resource.urn.slice(resource.urn.lastIndexOf("::") + 2);
  return `${edgeKind(resource) ?? resource.type} ${name}`;
}
