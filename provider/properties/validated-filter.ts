import { ARGUMENT, OUTPUT, REPLACING, SECRET_INPUTS, type PropertyTable } from "./property";

export const VALIDATED_FILTER = {
  expression: REPLACING,
  phase: ARGUMENT,
  mode: { ...ARGUMENT, values: ["both", "local", "api"] },
  connection: ARGUMENT,
  ...SECRET_INPUTS,
  fields: { ...OUTPUT, keptUnless: ["expression"] },
} as const satisfies PropertyTable;
