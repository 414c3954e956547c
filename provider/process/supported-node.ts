/** The oldest Node with which the package works: `engines.node`. */
export const OLDEST_NODE = [20, 19] as const;

/** Returns why the package does not run on a version of Node, such as `20.18.1`; undefined if it does. */
export function tooOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldest, oldestMinor] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return undefined;
  return `pulumi-edge-platform needs Node ${OLDEST_NODE.join(".")} or later, and \`node\` is ${version} here: install a later one (https://nodejs.org/).`;
}

/** The SDK prints the message of an error with this member, without a stack. Providers do not load the SDK and its `RunError`. */
class OldNodeError extends Error {
  readonly __pulumiRunError = true;
}

/** Refuses an old Node when a process starts, because it would fail somewhere within an update. @throws OldNodeError */
export function requireSupportedNode(): void {
  const problem = tooOldNode(process.versions.node);
  if (problem !== undefined) throw new OldNodeError(problem);
}
