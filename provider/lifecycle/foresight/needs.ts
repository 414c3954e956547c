import { isPermissionError, type EdgeClient, type EdgeError } from "../../client";
import { leastPrivilege, type Use } from "../../tokens";
import { tell } from "../redaction";

/** Returns the permissions that calls need, as `edge-platform preflight` lists them: `"Zone WAF Write" on zone.<id>`. */
export function grantsText(uses: readonly Use[]): string {
  return leastPrivilege(uses)
    .map(({ group, key }) => `"${group.name}" on ${key}`)
    .join(" and ");
}

/** Returns the text of a refusal, with the permissions that a token may lack. Email and key have all permissions of their user. */
export function refusalText({ settings }: EdgeClient, refusal: EdgeError, uses: readonly Use[]): string {
  const text = tell(refusal);
  if (!isPermissionError(refusal) || settings.credential?.kind !== "token" || uses.length === 0) return text;
  return (
    `${text} The token needs ${grantsText(uses)}: add it, or use another credential. \`edge-platform preflight\` lists what the ` +
    "whole stack needs."
  );
}
