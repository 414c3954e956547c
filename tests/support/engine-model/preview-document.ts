import type { Planned } from "./engine-model";
import type { Entry, Properties } from "./steps";

/** Returns what `pulumi preview --json --show-sames --show-replacement-steps` prints of a preview of the engine's model. */
export function previewDocument(planned: readonly Planned[]): string {
  const steps = planned.flatMap(stepsOf);
  const changeSummary: Record<string, number> = {};
  for (const { operation, old } of planned)
    if (!old?.deleted) changeSummary[operation] = (changeSummary[operation] ?? 0) + 1;
  const diagnostics = planned.flatMap(({ urn, lines }) =>
    lines.map((message) => ({ urn, message, severity: "info" })),
  );
  return JSON.stringify({ steps, diagnostics, duration: 1, changeSummary });
}

function stepsOf({ urn, kind, operation, old, inputs, deleteFirst }: Planned): object[] {
  const type = typeIn(urn, kind);
  const [oldState, newState] = [
    old && stateOf(old),
    inputs && { urn, type, custom: true, inputs: shown(inputs) },
  ];
  const step = (op: string) => ({
    op,
    urn,
    ...(op !== "create" && op !== "create-replacement" && oldState && { oldState }),
    ...(op !== "delete-replaced" && newState && { newState }),
  });
  if (operation === "delete") return [step(old?.deleted ? "delete-replaced" : "delete")];
  if (operation !== "replace") return [step(operation)];
  if (old?.pendingReplacement) return [step("replace"), step("create-replacement")];
  return deleteFirst
    ? [step("delete-replaced"), step("replace"), step("create-replacement")]
    : [step("create-replacement"), step("replace"), step("delete-replaced")];
}

function stateOf({ urn, kind, id, inputs, outs }: Entry): object {
  return { urn, type: typeIn(urn, kind), custom: true, id, inputs: shown(inputs), outputs: shown(outs) };
}

function typeIn(urn: string, kind: string): string {
  return urn.split("::").at(-2) ?? kind;
}

/** The engine prints hidden properties, but not the code of the provider. */
function shown(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "__provider"));
}
