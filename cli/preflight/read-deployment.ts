import { z } from "zod";
import type { DeployedResource } from "../../provider/tokens";
import { edgeKindOf } from "../../review/model/from-edge";
import { readJsonFile } from "../json-file";

const StateResource = z.looseObject({
  type: z.string(),
  urn: z.string(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  external: z.boolean().optional(),
});
type StateResource = z.infer<typeof StateResource>;

/** The members of the `pulumi stack export` output that are used. */
const StackExport = z.looseObject({
  deployment: z.looseObject({ resources: z.array(StateResource).nullish() }),
});

/** The members of the `pulumi preview --json` output that are used: the old state, the new state, or both. */
const Preview = z.looseObject({
  steps: z.array(z.looseObject({ newState: StateResource.optional(), oldState: StateResource.optional() })),
});

const Deployment = z.union([StackExport, Preview], {
  error: "expected the output of `pulumi stack export` or `pulumi preview --json`",
});

/** Reads the resources of this package from an exported state or a preview. `-` is stdin. @throws UsageError */
export function readDeployment(file: string): DeployedResource[] {
  const read = readJsonFile(Deployment, file);
  const found =
    StackExport.safeParse(read).data?.deployment.resources ??
    Preview.safeParse(read).data?.steps.flatMap(statesOf);
  return (found ?? []).flatMap(({ type, urn, inputs = {}, external = false }) => {
    const kind = edgeKindOf(type);
    return kind === undefined ? [] : [{ kind, name: nameOf(urn), inputs, external }];
  });
}

function statesOf({ newState, oldState }: z.infer<typeof Preview>["steps"][number]): StateResource[] {
  return [newState, oldState].filter((state) => state !== undefined);
}

/** Returns the last part of a URN. */
function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}
