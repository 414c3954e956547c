import { UNKNOWN, isMembers } from "../../provider/api";

/** How the engine prints a secret. */
const SECRET = "[secret]";
/** The member that marks an object which the engine wraps around a special value, such as an encrypted secret or an asset. */
export const SIGNATURE = "4dabf18193072939515e22adb298388d";

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
