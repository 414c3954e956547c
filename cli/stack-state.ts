import { z } from "zod";
import { edgeKindOf } from "../review/model/from-edge";

const StateResource = z.looseObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional(),
  parent: z.string().optional(),
  dependencies: z.array(z.string()).nullish(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  outputs: z.record(z.string(), z.unknown()).default({}),
  /** Set for the old object of a replacement that is not deleted yet. */
  delete: z.boolean().default(false),
  /** Set for a resource that the program reads with `.get` and does not manage. */
  external: z.boolean().default(false),
  /** Set if the old object of a delete-before-replace is deleted and the new one is not created yet. */
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

/** The output of `pulumi stack export`. */
const StackExport = z.looseObject({ deployment: Deployment });
/** A checkpoint of the file backend: `.pulumi/stacks/<project>/<stack>.json`. */
const CheckpointFile = z.looseObject({ checkpoint: z.looseObject({ latest: Deployment.nullish() }) });

/** A stack's state as `pulumi stack export` or the file backend writes it. */
export const StateDocument = z
  .union([StackExport, CheckpointFile], { error: "expected the output of `pulumi stack export`" })
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

/** Returns project and stack, which only the URNs of the state contain; undefined for a state without resources. */
export function stackOf({ resources, pending }: StackState): { project: string; stack: string } | undefined {
  const [first] = [...resources, ...pending.map(({ resource }) => resource)];
  const [, stack, project] = /^urn:pulumi:([^:]+)::([^:]+)::/.exec(first?.urn ?? "") ?? [];
  return stack === undefined || project === undefined ? undefined : { project, stack };
}

export function edgeKind({ type }: StateResource): string | undefined {
  return edgeKindOf(type);
}

/** Returns class and logical name: `ApiToken deploy`. */
export function resourceLabel(resource: StateResource): string {
  const name = resource.urn.slice(resource.urn.lastIndexOf("::") + 2);
  return `${edgeKind(resource) ?? resource.type} ${name}`;
}
