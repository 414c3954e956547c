/** What the class and the lifecycle of a resource need to know about one of its properties. */
interface Property {
  /** `argument`: the program sets it. `added`: `check` adds it to the inputs. `output`: the lifecycle adds it to the state. */
  readonly kind: "argument" | "added" | "output";
  /** Describes the remote object itself: sent to the API, and read back from it. */
  readonly described?: true;
  /** Cannot be changed in place. */
  readonly replaces?: true;
  /** The texts that an argument can have, or `boolean`. `check` reports any other value; an argument without this has a check of its own. */
  readonly values?: readonly string[] | "boolean";
  /** A time that `check` reads from the clock when it has no old one. */
  readonly time?: true;
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

const ARGUMENT = { kind: "argument" } as const;
const DESCRIBED = { ...ARGUMENT, described: true } as const;
const REPLACING = { ...ARGUMENT, replaces: true } as const;
const NOT_COMPARED = { ...ARGUMENT, compared: false } as const;
const OUTPUT = { kind: "output" } as const;
/** An output that stays the same for the life of the resource. */
const KEPT_OUTPUT = { ...OUTPUT, keptUnless: [] } as const;

/** What the judge of rules finds and the author allows: it changes nothing of the rules. */
const ALLOWANCES = { allowances: NOT_COMPARED } as const;

/** The names of the secret arguments, which the base class of all resources finds out. */
const SECRET_INPUTS = { secretInputs: ARGUMENT } as const;

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

/** Returns the names of the inputs that `check` reads from the clock. */
export function timesOf(table: PropertyTable): string[] {
  return namesWhere(table, ({ time }) => time === true);
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

export const API_TOKEN = {
  name: DESCRIBED,
  accountId: { ...DESCRIBED, replaces: true },
  policies: DESCRIBED,
  condition: DESCRIBED,
  notBefore: DESCRIBED,
  expiresOn: DESCRIBED,
  status: DESCRIBED,
  rotation: ARGUMENT,
  rotationTrigger: ARGUMENT,
  warnBefore: ARGUMENT,
  // Only read when a token is made.
  adopt: NOT_COMPARED,
  keepValue: { ...NOT_COMPARED, values: "boolean" },
  allowTokenMaking: ARGUMENT,
  connection: REPLACING,
  ...SECRET_INPUTS,
  // Inputs, so that a preview shows `generation: 3 => 4`.
  generation: { kind: "added" },
  generationSince: { kind: "added", time: true },
  tokenId: { ...OUTPUT, keptUnless: ["generation"] },
  value: { ...OUTPUT, keptUnless: ["generation", "rotationTrigger"], secret: true },
  previous: OUTPUT,
  issuedOn: OUTPUT,
  modifiedOn: OUTPUT,
} as const satisfies PropertyTable;

export const GATEWAY_ENDPOINT = {
  network: REPLACING,
  onRetired: { ...ARGUMENT, values: ["fail", "migrate"] },
  connection: ARGUMENT,
  ...SECRET_INPUTS,
  url: { ...OUTPUT, keptUnless: ["network", "connection"] },
} as const satisfies PropertyTable;

/** A list of an account. Another connection reaches the same list of the same account. */
export const LIST = {
  accountId: { ...DESCRIBED, replaces: true },
  name: { ...DESCRIBED, replaces: true },
  kind: { ...DESCRIBED, replaces: true, values: ["ip", "hostname", "asn", "redirect"] },
  description: DESCRIBED,
  items: DESCRIBED,
  ownership: { ...ARGUMENT, values: ["shared", "exclusive"] },
  takeOver: { ...NOT_COMPARED, values: "boolean" },
  connection: ARGUMENT,
  ...SECRET_INPUTS,
  listId: KEPT_OUTPUT,
  createdList: OUTPUT,
  numItems: OUTPUT,
  itemIds: OUTPUT,
  modifiedOn: OUTPUT,
} as const satisfies PropertyTable;

export const OWASP_CONFIG = {
  zoneId: { ...DESCRIBED, replaces: true },
  paranoiaLevel: DESCRIBED,
  scoreThreshold: DESCRIBED,
  action: DESCRIBED,
  rules: DESCRIBED,
  expression: DESCRIBED,
  enabled: DESCRIBED,
  rulesetName: { ...DESCRIBED, replaces: true },
  ref: DESCRIBED,
  takeOver: { ...NOT_COMPARED, values: "boolean" },
  connection: REPLACING,
  ...ALLOWANCES,
  ...SECRET_INPUTS,
  // An input, so that a refresh and a preview show it.
  drift: { kind: "added" },
  rulesetId: KEPT_OUTPUT,
  ruleId: KEPT_OUTPUT,
  managedRulesetId: { ...OUTPUT, keptUnless: ["rulesetName"] },
  managedVersion: OUTPUT,
  createdEntrypoint: KEPT_OUTPUT,
  version: OUTPUT,
  lastUpdated: OUTPUT,
  ruleCount: OUTPUT,
} as const satisfies PropertyTable;

/** What every resource that writes rules has. */
const RULES = {
  phase: REPLACING,
  description: ARGUMENT,
  rules: ARGUMENT,
  refs: { ...ARGUMENT, values: ["marked", "exact"] },
  takeOver: { ...NOT_COMPARED, values: "boolean" },
  onConcurrentChange: { ...NOT_COMPARED, values: ["overwrite", "fail"] },
  ...ALLOWANCES,
  ...SECRET_INPUTS,
  rulesetId: KEPT_OUTPUT,
  version: OUTPUT,
  lastUpdated: OUTPUT,
  ruleIds: OUTPUT,
} as const satisfies PropertyTable;

/** A custom ruleset. Another connection reaches the same ruleset of the same account or zone. */
const CUSTOM_RULESET = {
  name: REPLACING,
  connection: ARGUMENT,
  ...RULES,
} as const satisfies PropertyTable;

export const RULESET = {
  accountId: REPLACING,
  ...CUSTOM_RULESET,
} as const satisfies PropertyTable;

export const ZONE_CUSTOM_RULESET = {
  zoneId: REPLACING,
  ...CUSTOM_RULESET,
} as const satisfies PropertyTable;

const ENTRYPOINT_RULESET = {
  ownership: { ...ARGUMENT, values: ["shared", "exclusive"] },
  position: ARGUMENT,
  connection: REPLACING,
  ...RULES,
  createdEntrypoint: KEPT_OUTPUT,
  ruleCount: OUTPUT,
} as const satisfies PropertyTable;

export const ZONE_ENTRYPOINT_RULESET = {
  zoneId: REPLACING,
  ...ENTRYPOINT_RULESET,
} as const satisfies PropertyTable;

export const ACCOUNT_ENTRYPOINT_RULESET = {
  accountId: REPLACING,
  ...ENTRYPOINT_RULESET,
} as const satisfies PropertyTable;

export const VALIDATED_FILTER = {
  expression: REPLACING,
  phase: ARGUMENT,
  mode: { ...ARGUMENT, values: ["both", "local", "api"] },
  connection: ARGUMENT,
  ...ALLOWANCES,
  ...SECRET_INPUTS,
  fields: { ...OUTPUT, keptUnless: ["expression"] },
} as const satisfies PropertyTable;

/**
 * The properties of each resource, by the name of its class. This table defines the kinds: a new entry is a compile error wherever the
 * kind must be handled.
 */
export const PROPERTIES = {
  AccountEntrypointRuleset: ACCOUNT_ENTRYPOINT_RULESET,
  ApiToken: API_TOKEN,
  GatewayEndpoint: GATEWAY_ENDPOINT,
  List: LIST,
  OwaspConfig: OWASP_CONFIG,
  Ruleset: RULESET,
  ValidatedFilter: VALIDATED_FILTER,
  ZoneCustomRuleset: ZONE_CUSTOM_RULESET,
  ZoneEntrypointRuleset: ZONE_ENTRYPOINT_RULESET,
} as const satisfies Readonly<Record<string, PropertyTable>>;

/** The name of a resource class, which is the name in its type token and in every state. */
export type ResourceKind = keyof typeof PROPERTIES;

/** What each kind of resource has in some room. Without an entry for a kind, the table does not compile. */
export type ByKind<T> = Readonly<Record<ResourceKind, T>>;

/** Whether a text is the name of a class of this release: states contain names of earlier and later releases, too. */
export function isResourceKind(name: string | undefined): name is ResourceKind {
  return name !== undefined && Object.hasOwn(PROPERTIES, name);
}

/** Returns the entry of a kind that a state or a plan names; undefined if this release has no such kind. */
export function ofKind<T>(table: ByKind<T>, name: string | undefined): T | undefined {
  return isResourceKind(name) ? table[name] : undefined;
}
