import type * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { claim } from "./program-claims";
import type { Claims } from "./claim-entrypoint";
import { whenKnown } from "./when-known";

/** A named remote object, as a program in JavaScript may write it. */
interface Named {
  readonly kind: "ApiToken" | "Ruleset";
  readonly connection?: unknown;
  readonly accountId?: unknown;
  readonly phase?: unknown;
  readonly name?: unknown;
  /** The id of an existing object that the resource takes. */
  readonly adopt?: unknown;
}

/**
 * Declares the name that a program gives to a token or ruleset, and the token that it adopts. A derived name is never claimed: it is
 * unique.
 */
export function claimName(resource: string, args: Named): Pick<Claims, "inputs"> {
  const { kind, connection, accountId, phase, name, adopt } = args;
  const place = [kind, connection, accountId, phase];
  const conflicts = [
    ...claimOnce(
      resource,
      "name",
      [...place, name],
      (other) =>
        `${other}, another ${kind} of this program, has the same name, which cannot tell the two apart after an interrupted run: give ` +
        "each its own name, or leave name out",
    ),
    ...claimOnce(
      resource,
      "adopt",
      [...place, adopt],
      (other) =>
        `${other}, another ${kind} of this program, adopts the same token: only one of the two can own it`,
    ),
  ];
  return { inputs: conflicts.length > 0 ? { __conflicts: conflicts } : {} };
}

/** Declares what only one resource of a program may have: the last of `parts`, if it is set. */
function claimOnce(
  resource: string,
  path: string,
  parts: readonly unknown[],
  message: (other: string) => string,
): pulumi.Output<Problem[]>[] {
  const value = parts.at(-1);
  if (value === undefined || value === null) return [];
  const declared = whenKnown(parts, (known) => ({
    subject: JSON.stringify([path, ...known]),
    own: resource,
  }));
  const agreed = claim<string>(declared);
  if (!agreed) return [];
  return [
    agreed.apply(({ others: [other] }) =>
      other === undefined ? [] : [{ path, message: message(JSON.stringify(other)) }],
    ),
  ];
}
