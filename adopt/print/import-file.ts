import { resourcesOf, type AdoptedProgram } from "../program";

/**
 * Prints the file of `pulumi import --file` for the native provider. It leaves out what has no remote object, and what cannot be
 * imported: one such object fails the whole import.
 */
export function printImportFile(program: AdoptedProgram): string {
  const resources = resourcesOf(program).flatMap(({ kind, name, importId, notImported }) =>
    importId === undefined || notImported !== undefined
      ? []
      : [{ type: `edge:index:${kind}`, name, id: importId }],
  );
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}
