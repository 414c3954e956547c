/** Returns the version of this package. The package is found by its name, since source, build and bundle lie at different depths. */
export function packageVersion(): string {
  // npm requires a version in every package.json.
  const { version } = require("pulumi-edge-platform/package.json") as { version: string };
  return version;
}
