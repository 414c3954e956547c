type Properties = Readonly<Record<string, unknown>>;

/** Returns the state as `pulumi stack export` prints it. `creating`: the inputs of the creations that were interrupted. */
export function exported(
  states: readonly { readonly inputs: Properties; readonly outs: Properties }[],
  creating: readonly Properties[] = [],
): object {
  const pending = creating.map((inputs) => ({ type: "creating", resource: { inputs } }));
  const resources = states.map(({ inputs, outs }) => ({ inputs, outputs: outs }));
  return { deployment: { resources, pending_operations: pending } };
}
