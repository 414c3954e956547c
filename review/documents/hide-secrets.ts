import { isMembers, pathTo, UNKNOWN } from "../../provider/api";
import { SIGNATURE } from "../../provider/properties/envelope";

/** How the engine prints a secret. */
const SECRET = "[secret]";

/**
 * Returns a value of the engine with `UNKNOWN` for each secret, at any depth. This includes the plain text that
 * `--show-secrets` prints.
 */
export function hideSecrets(value: unknown): unknown {
  if (value === SECRET) return UNKNOWN;
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (!isMembers(value)) return value;
  if (Object.hasOwn(value, SIGNATURE)) return UNKNOWN;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideSecrets(member)]));
}

/** The value of a token or of a key: a prefix that says whose it is, and random characters. */
const VALUE = /cf(?:ut|at|k)_[A-Za-z0-9]{40,76}/g;

/**
 * Returns the paths of a stack's outputs that contain the value of a token in plain text. The engine shows an output that is marked as
 * secret as `[secret]`, so these were made public with `pulumi.unsecret`, or written into the program.
 */
export function exportedTokens(outputs: unknown): string[] {
  return [...new Set(pathsIn(outputs, ""))];
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value === "string") return value.search(VALUE) >= 0 ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, pathTo(path, index)));
  if (!isMembers(value) || Object.hasOwn(value, SIGNATURE)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const shown = name.replace(VALUE, "(a token's value)");
    const at = path === "" ? shown : pathTo(path, shown);
    return [...(shown === name ? [] : [at]), ...pathsIn(member, at)];
  });
}
