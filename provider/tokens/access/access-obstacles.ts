import type { Token } from "../../api/wire";
import { AccessQuestionError } from "./access-resource";
import { ipAllowed, isAddress } from "./ip-allowed";

/**
 * Returns the reasons why a token cannot be used, regardless of its policies: its status, its validity period, the client address.
 *
 * @throws AccessQuestionError if `from` is not an IP address
 */
export function accessObstacles(
  token: Pick<Token, "status" | "not_before" | "expires_on" | "condition">,
  { at, from }: { readonly at?: Date | undefined; readonly from?: string | undefined },
): string[] {
  const { status, not_before: start, expires_on: end, condition } = token;
  const obstacles: string[] = [];
  if (status !== "active") obstacles.push(`the token is ${status}`);
  if (at && start != null && at.getTime() < Date.parse(start))
    obstacles.push(`it is not valid before ${start}`);
  // The API may already report the status "expired": one obstacle is enough.
  if (at && end != null && Date.parse(end) <= at.getTime() && status !== "expired")
    obstacles.push(`it expired at ${end}`);
  if (from !== undefined) {
    if (!isAddress(from)) throw new AccessQuestionError(`${JSON.stringify(from)} is not an IP address.`);
    if (!ipAllowed(condition, from)) obstacles.push(`its condition does not allow clients at ${from}`);
  }
  return obstacles;
}
