import { createRequire } from "node:module";

/** Returns the version of this package. It is found by the package's name, since source and compiled files are at different depths. */
export function packageVersion(): string {
  // npm requires a version in every package.json.
  const { version } = createRequire(__filename)("pulumi-edge-platform/package.json") as { version: string };
  return version;
}
