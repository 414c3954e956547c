import {
  ARGUMENT,
  DESCRIBED,
  NOT_COMPARED,
  OUTPUT,
  REPLACING,
  SECRET_INPUTS,
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
