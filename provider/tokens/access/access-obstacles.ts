import type { Token } from "../../api";
import { AccessQuestionError } from "./access-resource";
import { ipAllowed, isAddress } from "./client-ip";

/** Why a token cannot be used, whatever its policies say. @throws AccessQuestionError where `from` is no address */
export function accessObstacles(
  token: Pick<Token, "status" | "not_before" | "expires_on" | "condition">,
  { at, from }: { readonly at?: Date | undefined; readonly from?: string | undefined },
): string[] {
  const { status, not_before: start, expires_on: end, condition } = token;
  const obstacles: string[] = [];
  if (status !== "active") obstacles.push(`the token is ${status}`);
  if (at && start != null && at.getTime() < Date.parse(start)) obstacles.push(`it begins at ${start}`);
  // The API says expired where the end has passed.
  if (at && end != null && Date.parse(end) <= at.getTime() && status !== "expired")
    obstacles.push(`it ended at ${end}`);
  if (from !== undefined) {
    if (!isAddress(from)) throw new AccessQuestionError(`${JSON.stringify(from)} is no IP address.`);
    if (!ipAllowed(condition, from)) obstacles.push(`its condition lets no client in from ${from}`);
  }
  return obstacles;
}
