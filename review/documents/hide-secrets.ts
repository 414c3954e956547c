import { UNKNOWN, isMembers } from "../../provider/api";
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
