import {
  ARGUMENT,
  DESCRIBED,
  KEPT_OUTPUT,
  NOT_COMPARED,
  OUTPUT,
  type PropertyTable,
  REPLACING,
  SECRET_INPUTS,
} from "./property";
export {
  argumentsOf,
  comparedOf,
  describedOf,
  inputsOf,
  keptOutputsOf,
  outputsOf,
  secretOutputsOf,
  type PropertyTable,
} from "./property";

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
  generationSince: { kind: "added" },
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
  ...SECRET_INPUTS,
  rulesetId: KEPT_OUTPUT,
  version: OUTPUT,
  lastUpdated: OUTPUT,
  ruleIds: OUTPUT,
} as const satisfies PropertyTable;

/** A custom ruleset. Another connection reaches the same ruleset of the same account. */
export const RULESET = {
  accountId: REPLACING,
  name: REPLACING,
  connection: ARGUMENT,
  ...RULES,
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
