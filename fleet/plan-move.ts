/** A resource of a state, as far as a move needs it. */
export interface StateEntry {
  readonly urn: string;
  readonly type: string;
  readonly id?: string | undefined;
  readonly parent?: string | undefined;
  readonly dependencies?: readonly string[] | null | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Set for the old object of a replacement that is not deleted yet. */
  readonly delete?: boolean;
  /** Set for what the program only reads, and does not manage. */
  readonly external?: boolean;
  readonly pendingReplacement?: boolean;
}

/** The state of one of the two stacks. */
export interface MoveState {
  readonly stack: string;
  readonly resources: readonly StateEntry[];
  /** URNs of resources with an interrupted operation. */
  readonly pending: readonly string[];
}

/** A dependency that the move cuts: `urn` needs `on`, and only one of them moves. */
export interface CutDependency {
  readonly urn: string;
  readonly on: string;
}

export type MovePlan =
  | {
      readonly kind: "move";
      /** What `pulumi state move` gets: it moves all children, too. */
      readonly roots: readonly string[];
      /** In the order of the state: a resource is behind what it depends on. */
      readonly moved: readonly StateEntry[];
      readonly cut: readonly CutDependency[];
    }
  /** The first stack has nothing of the zone. `found` is what the second one has: of an earlier move, or nothing. */
  | { readonly kind: "absent"; readonly found: readonly StateEntry[] }
  /** Both states have the same resources, since `pulumi state move` was interrupted. The first one must forget these, in this order. */
  | { readonly kind: "copied"; readonly urns: readonly string[] }
  /** Nothing may be moved. The text says why, and what to do. */
  | { readonly kind: "refused"; readonly why: string };

/** Plans the move of a zone's resources from one state to another. */
export function planMove(zoneId: string, from: MoveState, to: MoveState): MovePlan {
  const unfinished = [from, to].find(({ pending }) => pending.length > 0);
  if (unfinished)
    return refused(
      `the stack ${unfinished.stack} has an interrupted operation: ${unfinished.pending.join(", ")}. ` +
        `Run \`pulumi up --stack ${unfinished.stack}\` first.`,
    );
  const found = to.resources.filter((one) => zoneOf(one) === zoneId);
  const lineageOf = lineages(from.resources);
  const ofZone = from.resources.filter((one) => zoneOf(one) === zoneId);
  const roots = [...new Set(ofZone.flatMap((one) => [...lineageOf(one)].at(-1) ?? []))];
  if (roots.length === 0) return { kind: "absent", found };
  const rootOf = (one: StateEntry) => roots.find((root) => lineageOf(one).has(root));
  const moved = from.resources.filter((one) => !PROVIDER_TYPE.test(one.type) && rootOf(one) !== undefined);
  if (found.length > 0) return inBoth(from, to, moved, found);

  const foreign = moved.find((one) => (zoneOf(one) ?? zoneId) !== zoneId);
  if (foreign)
    return refused(
      `${rootOf(foreign)} in the stack ${from.stack} has resources of several zones, such as ${foreign.urn}, and a component moves ` +
        "with all of its parts. Declare one component for each zone.",
    );
  const replaced = moved.find((one) => one.delete === true || one.pendingReplacement === true);
  if (replaced)
    return refused(
      `${replaced.urn} is in the middle of a replacement. Run \`pulumi up --stack ${from.stack}\` first.`,
    );
  const urns = new Set(to.resources.map(({ urn }) => urn));
  const taken = moved.map(({ urn }) => urnIn(to.stack, urn)).find((urn) => urns.has(urn));
  if (taken !== undefined)
    return refused(
      `the stack ${to.stack} has a resource of the same type and name: ${taken}. Give the resources of each zone names of their ` +
        "own, for example with the zone's name.",
    );
  return { kind: "move", roots, moved, cut: cutDependencies(moved, from.resources) };
}

/** Returns how the URN of a resource reads in another stack. */
export function urnIn(stack: string, urn: string): string {
  return urn.replace(/^urn:pulumi:[^:]*::/, () => `urn:pulumi:${stack}::`);
}

/** Returns the id of the zone that a resource belongs to, of any package; undefined for a resource of no zone. */
export function zoneOf({ type, id, inputs, outputs }: StateEntry): string | undefined {
  if (ZONE_TYPE.test(type)) return id;
  const { zoneId } = { ...inputs, ...outputs };
  return typeof zoneId === "string" ? zoneId : undefined;
}

/** A resource that is a zone, such as that of `@pulumi/cloudflare`. */
const ZONE_TYPE = /^cloudflare:[^:]*:Zone$/;

function refused(why: string): MovePlan {
  return { kind: "refused", why };
}

const STACK_TYPE = "pulumi:pulumi:Stack";
const PROVIDER_TYPE = /^pulumi:providers:/;

/** Returns a function that lists the URNs of a resource and of its components, from the inside out. */
function lineages(resources: readonly StateEntry[]): (resource: StateEntry) => ReadonlySet<string> {
  const byUrn = new Map(resources.map((one) => [one.urn, one]));
  return (resource) => {
    const urns = new Set<string>();
    let one: StateEntry | undefined = resource;
    // A state that was edited by hand may have a circle.
    while (one && one.type !== STACK_TYPE && !urns.has(one.urn)) {
      urns.add(one.urn);
      one = one.parent === undefined ? undefined : byUrn.get(one.parent);
    }
    return urns;
  };
}

function cutDependencies(moved: readonly StateEntry[], resources: readonly StateEntry[]): CutDependency[] {
  const moving = new Set(moved.map(({ urn }) => urn));
  return resources
    .filter(({ type }) => !PROVIDER_TYPE.test(type))
    .flatMap(({ urn, dependencies }) =>
      (dependencies ?? []).filter((on) => moving.has(urn) !== moving.has(on)).map((on) => ({ urn, on })),
    );
}

/** Says how two states that both have resources of the zone came about. */
function inBoth(
  from: MoveState,
  to: MoveState,
  moved: readonly StateEntry[],
  found: readonly StateEntry[],
): MovePlan {
  const copies = new Map(found.map((one) => [one.urn, one.id]));
  const ofZone = moved.filter((one) => zoneOf(one) !== undefined);
  const isCopied = ({ urn, id }: StateEntry) => {
    const copy = urnIn(to.stack, urn);
    return copies.has(copy) && copies.get(copy) === id;
  };
  if (ofZone.length === found.length && ofZone.every(isCopied))
    return { kind: "copied", urns: moved.map(({ urn }) => urn).toReversed() };
  return refused(
    `both states have resources of the zone, and not the same ones: ${from.stack} has ${ofZone.length}, ${to.stack} has ` +
      `${found.length}. Declare the zone in one program only, run \`pulumi up\` for both stacks, and try again.`,
  );
}
