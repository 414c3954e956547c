import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "../api";
import { claim } from "./program-claims";
import type { Claims } from "./claim-entrypoint";

/** A named remote object, as a program in JavaScript may write it. */
interface Named {
  readonly kind: "ApiToken" | "Ruleset";
  readonly connection?: unknown;
  readonly accountId?: unknown;
  readonly phase?: unknown;
  readonly name?: unknown;
  readonly takeOver?: unknown;
}

interface NameClaim {
  readonly resource: string;
  readonly takesOver: boolean;
}

/**
 * Declares the name that a program gives to a token or ruleset. The API accepts two objects of one name, so that is a warning; a
 * resource that takes over the object of the other is an error. A derived name is never claimed: it is unique.
 */
export function claimName(resource: string, args: Named): Claims {
  const { kind, connection, accountId, phase, name, takeOver } = args;
  if (name === undefined || name === null) return { inputs: {}, warnings: [] };
  const declared = pulumi.all([connection, accountId, phase, name, takeOver]).apply(([...given]) => ({
    subject: JSON.stringify([kind, ...given.slice(0, 4)]),
    own: { resource, takesOver: given[4] === true },
  }));
  const agreed = claim<NameClaim>(declared);
  if (!agreed) return { inputs: {}, warnings: [] };
  const found = agreed.apply(({ own, others }) => {
    const [other] = others;
    if (!other) return { conflicts: [], warnings: [] };
    const message = `${JSON.stringify(other.resource)}, another ${kind} of this program, has the same name`;
    const takesOver = own.takesOver || other.takesOver;
    const conflict: Problem = {
      path: "takeOver",
      message: `${message}, and one would take over the ruleset of the other`,
    };
    const warning: Problem = { path: "name", message: `${message}: give each its own name, or leave it out` };
    return takesOver ? { conflicts: [conflict], warnings: [] } : { conflicts: [], warnings: [warning] };
  });
  return {
    inputs: { __conflicts: [found.apply(({ conflicts }) => conflicts)] },
    warnings: [found.apply(({ warnings }) => warnings)],
  };
}
