/** The name of the OWASP ruleset in the hosted API. */
export const DEFAULT_OWASP_NAME = "Cloudflare OWASP Core Ruleset";
/** The vendor's general managed ruleset. */
export const GENERAL_MANAGED_ID = "efb7b8c949ac4650a09736fc376e9aee";

/** The ids of managed rulesets that are the same in every zone of the hosted API, by name. */
const MANAGED_IDS: Readonly<Record<string, string>> = {
  "Cloudflare Managed Ruleset": GENERAL_MANAGED_ID,
  [DEFAULT_OWASP_NAME]: "4814384a9e5d4991b9815dcfc25d2f1f",
};

/** Returns the public id of a managed ruleset, or its name if the id is not known. */
export function managedIdOf(name: string): string {
  return Object.hasOwn(MANAGED_IDS, name) ? (MANAGED_IDS[name] ?? name) : name;
}
