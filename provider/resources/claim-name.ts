import { declareNames, type Named } from "../claims/declare-names";
import type { Claims } from "./claim-entrypoint";
import { claim, conflictsOfAll } from "./program-claims";
import { whenKnown } from "./when-known";
import { CONFLICTS } from "../properties/hidden";

/** Declares the name that a program gives to a token or ruleset, and the token that it adopts. */
export function claimName(resource: string, args: Named): Pick<Claims, "inputs"> {
  const agreed = declareNames(resource, args).flatMap(
    ({ values, read }) => claim(whenKnown(values, read)) ?? [],
  );
  return { inputs: agreed.length > 0 ? { [CONFLICTS]: conflictsOfAll(agreed) } : {} };
}
