/** What the class and the lifecycle of a resource need to know about one of its properties. */
export interface Property {
  /** `argument`: the program sets it. `added`: `check` adds it to the inputs. `output`: the lifecycle adds it to the state. */
  readonly kind: "argument" | "added" | "output";
  /** Describes the remote object itself: sent to the API, and read back from it. */
  readonly described?: true;
  /** Cannot be changed in place. */
  readonly replaces?: true;
  /** The texts that an argument can have, or `boolean`. `check` reports any other value; an argument without this has a check of its own. */
  readonly values?: readonly string[] | "boolean";
  /** False if a change alone causes no update: the argument affects how a write is done, not its content. */
  readonly compared?: false;
  /** Always a secret, whatever the program says. */
  readonly secret?: true;
  /** An output that an update keeps, unless it changes one of these inputs. Any update may change an output without it. */
  readonly keptUnless?: readonly string[];
}

/**
 * The properties of a resource by name. Argument lists, comparisons, replacements and the outputs of the class all derive from
 * it. Properties whose names begin with two underscores are internal to one lifecycle, and are not listed.
 */
export type PropertyTable = Readonly<Record<string, Property>>;

export const ARGUMENT = { kind: "argument" } as const;
export const DESCRIBED = { ...ARGUMENT, described: true } as const;
export const REPLACING = { ...ARGUMENT, replaces: true } as const;
export const NOT_COMPARED = { ...ARGUMENT, compared: false } as const;
export const OUTPUT = { kind: "output" } as const;
/** An output that stays the same for the life of the resource. */
export const KEPT_OUTPUT = { ...OUTPUT, keptUnless: [] } as const;

/** The names of the secret arguments, which the base class of all resources finds out. */
export const SECRET_INPUTS = { secretInputs: ARGUMENT } as const;

/** Returns the names of what a program may set. */
export function argumentsOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ kind }) => kind === "argument");
}

/** Returns the names of the inputs: the arguments, and what `check` adds. */
export function inputsOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ kind }) => kind !== "output");
}

/** Returns the names of the inputs whose change causes an update. */
export function comparedOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ kind, compared }) => kind !== "output" && compared !== false);
}

/** Returns the names of the arguments that describe the remote object itself. */
export function describedOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ described }) => described === true);
}

/** Returns the names of the outputs that are always secret. */
export function secretOutputsOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ kind, secret }) => kind === "output" && secret === true);
}

/** Returns the outputs that an update keeps which changes these inputs. */
export function keptOutputsOf(table: PropertyTable, changed: readonly string[]): string[] {
  return namesWhere(table, ({ keptUnless }) => keptUnless?.every((name) => !changed.includes(name)) === true);
}

/** Returns the names of the outputs: what the lifecycle adds to the state. */
export function outputsOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ kind }) => kind === "output");
}

function namesWhere(table: PropertyTable, holds: (property: Property) => boolean): string[] {
  return Object.entries(table).flatMap(([name, property]) => (holds(property) ? [name] : []));
}
