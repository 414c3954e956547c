import { createRequire } from "node:module";

/** Optional peer dependencies, since programs that only declare resources do without them: 20 MB. */
const PARTS = ["libsql", "hono", "@hono/node-server", "@noble/hashes"] as const;

/** @throws an error with the command to type if a package of the platform is not installed */
export function checkParts(): void {
  const missing = PARTS.filter((name) => !isInstalled(name));
  if (missing.length > 0) throw new Error(missingText(missing));
}

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function missingText(missing: readonly string[]): string {
  // A path by the package name, since source and compiled files are at different depths. A unit test compares PARTS with the file.
  const { peerDependencies } = createRequire(__filename)("pulumi-edge-platform/package.json") as {
    peerDependencies: Record<string, string>;
  };
  const wanted = PARTS.map((name) => `"${name}@${String(peerDependencies[name])}"`);
  return (
    `the local platform needs packages that are not installed: ${missing.join(", ")}. ` +
    `Install them: npm install --save-dev ${wanted.join(" ")}`
  );
}
