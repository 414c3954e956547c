import { ARGUMENT, OUTPUT, REPLACING, SECRET_INPUTS, type PropertyTable } from "./property";

export const GATEWAY_ENDPOINT = {
  network: REPLACING,
  onRetired: { ...ARGUMENT, values: ["fail", "migrate"] },
  connection: ARGUMENT,
  ...SECRET_INPUTS,
  url: { ...OUTPUT, keptUnless: ["network", "connection"] },
} as const satisfies PropertyTable;
