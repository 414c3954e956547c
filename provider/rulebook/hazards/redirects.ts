import { isMembers } from "../../api";
import { type Expression, neverMatchesWith, type Place, stillMatches } from "../../filter";
import type { Reader } from "../constraint";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import type { JudgedRule } from "./judged-rule";
import { followingRequest, type FollowingRequest } from "./redirect-target";

/** Finds redirects to an address that matches the rule again, whichever request it redirects. */
export function* redirectHazards(
  rules: readonly JudgedRule[],
  { nameOf, language }: Place & Reader,
): Iterable<Finding> {
  for (const { path, action, parameters, condition } of rules) {
    const { from_value: from } = parameters;
    if (action !== "redirect" || condition === undefined || !isMembers(from)) continue;
    const following = followingRequest(from, condition, language);
    if (following === undefined || !matchesAgain(condition, following)) continue;
    const at = `${path}.${["action_parameters", "from_value", "target_url"].map(nameOf).join(".")}`;
    const message =
      "matches the expression of the rule again, so the redirect is a loop: exclude this address in the expression";
    yield hazard("redirects-to-itself", at, message);
  }
}

/** Whether every request that the rule redirects matches it again at the new address. */
function matchesAgain(condition: Expression, following: FollowingRequest): boolean {
  const { elsewhere: given } = following;
  return (
    stillMatches(condition, following) &&
    // Otherwise the address may lie outside of the zone.
    (given === undefined || neverMatchesWith(condition, given))
  );
}
