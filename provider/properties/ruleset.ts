import {
  ARGUMENT,
  KEPT_OUTPUT,
  NOT_COMPARED,
  OUTPUT,
  REPLACING,
  SECRET_INPUTS,
  type PropertyTable,
} from "./property";

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
