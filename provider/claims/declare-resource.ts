import type { Members } from "../api";
import type { ResourceKind } from "../properties";
import type { Declaration, Declared, DeclaredName } from "./claim-conflict";
import { declareEntrypoint, declareOwasp, refsOf } from "./declare-parts";

/**
 * Returns what a resource declares. If its rules are judged together with those of other resources, the first declaration is about them.
 *
 * @param args the arguments; each, and what is in it, may be known later
 * @param refs returns the refs of rules: the declaration of a rule needs only its ref
 */
export function declareResource(
  kind: ResourceKind,
  name: string,
  args: Members,
  refs: (rules: unknown) => unknown = refsOf,
): readonly Declaration<Declared>[] {
  const { connection, zoneId, accountId, rules, rulesetName } = args;
  const zone = { connection, id: zoneId, noun: "zone" } as const;
  switch (kind) {
    case "AccountEntrypointRuleset":
      return declareEntrypoint(name, { connection, id: accountId, noun: "account" }, args, refs(rules));
    case "ZoneEntrypointRuleset":
      return declareEntrypoint(name, zone, args, refs(rules));
    case "OwaspConfig":
      return [declareOwasp(name, zone, rulesetName)];
    case "ApiToken":
      return declareNames(name, { ...args, kind, phase: undefined });
    case "Ruleset":
      return declareNames(name, { ...args, kind, adopt: undefined });
    case "GatewayEndpoint":
    case "List":
    case "ValidatedFilter":
      return [];
  }
}

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
