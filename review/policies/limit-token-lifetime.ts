import { z } from "zod";
import { isUnknown } from "../../provider/api";
import type { ReviewedToken } from "../model/reviewed";
import { verdict, shown, unjudged } from "./verdicts";
import { judgedTokens } from "./judged-tokens";
import type { EdgePolicy, Verdict } from "./policy";

const DAY_MS = 86_400_000;

const Config = z.object({
  maxDays: z.int().min(1).max(3650).default(90).describe("The maximum number of days until a token ends."),
});
type Config = z.infer<typeof Config>;

/** A token must end within some days, or be replaced on a schedule: a token that leaked is valid until it ends. */
export const limitTokenLifetime: EdgePolicy<Config> = {
  name: "limit-token-lifetime",
  displayName: "Tokens end or rotate",
  description:
    "A token must end within a number of days, or be replaced on a schedule: a token that leaked is valid until it ends.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["tokens", "rotation"],
  remediationSteps:
    "Set rotation, or set expiresOn to a time within the limit. If a token must live longer, allow its resource, with a reason.",
  unknownValues: "An unknown end is reported as not judged, unless the token rotates.",
  config: Config,
  scope: "resource",
  judge: (resources, { maxDays }, now = new Date()) =>
    judgedTokens(resources)
      .filter(({ rotates }) => !rotates)
      .flatMap((token) => judgeEnd(token, maxDays, now)),
};

function judgeEnd(resource: ReviewedToken, maxDays: number, now: Date): Verdict[] {
  const { expiresOn } = resource.token;
  const path = resource.nameOf("expires_on");
  const cure =
    resource.origin === "edge"
      ? `set it to a time within ${maxDays} days, or set rotation`
      : `set it to a time within ${maxDays} days`;
  if (expiresOn === undefined)
    return [verdict(resource, path, `is missing, so the token never ends: ${cure}`)];
  if (isUnknown(expiresOn)) return [unjudged(resource, path)];
  const end = Date.parse(expiresOn);
  if (end - now.getTime() <= maxDays * DAY_MS) return [];
  const found = shown(resource, path, expiresOn);
  const what = Number.isNaN(end)
    ? `is no time, found ${found}`
    : `is more than ${maxDays} days away, found ${found}`;
  return [verdict(resource, path, `${what}: ${cure}`)];
}
