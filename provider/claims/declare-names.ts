import type { Declaration, DeclaredName } from "./declaration";

/** A named remote object, as a program may write it. Each value may be known later. */
export interface Named {
  readonly kind: "ApiToken" | "Ruleset";
  readonly connection?: unknown;
  readonly accountId?: unknown;
  readonly phase?: unknown;
  readonly name?: unknown;
  /** The id of an existing object that the resource takes. */
  readonly adopt?: unknown;
}

/**
 * Returns what a resource declares about the name of its token or ruleset, and about the token that it adopts. A derived name is never
 * declared: it is unique.
 */
export function declareNames(resource: string, args: Named): readonly Declaration<DeclaredName>[] {
  const { kind, connection, accountId, phase, adopt } = args;
  const adopts = adopt !== undefined && adopt !== null;
  return (["name", "adopt"] as const).flatMap((path) => {
    const value = args[path];
    if (value === undefined || value === null) return [];
    return [
      {
        values: [connection, accountId, phase, value],
        read: (known) => ({
          kind: "name" as const,
          subject: JSON.stringify([path, kind, ...known]),
          resource,
          of: kind,
          path,
          adopts,
        }),
      },
    ];
  });
}
