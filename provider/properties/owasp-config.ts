import {
  DESCRIBED,
  KEPT_OUTPUT,
  NOT_COMPARED,
  OUTPUT,
  REPLACING,
  SECRET_INPUTS,
  type PropertyTable,
} from "./property";

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
