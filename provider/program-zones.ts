/** Names of the zones that the lookups of this process have found, by id: lines about a resource call its zone by name. */
const names = new Map<string, string>();

export function noteZone({ id, name }: { readonly id: string; readonly name: string }): void {
  names.set(id, name);
}

/** Returns the name of a zone, if a lookup has found it. */
export function zoneNameOf(id: unknown): string | undefined {
  return typeof id === "string" ? names.get(id) : undefined;
}
