import { z } from "zod";
import { Cidr, isUnknown } from "../../provider/api";
import { type TokenMakingNames, tokenMakingProblems } from "../../provider/tokens";
import { excludesAllClients } from "../../provider/tokens/check/check-condition";
import type { ReviewedToken } from "../model/reviewed";
import { definePolicy, shown, unjudged, verdict, type Verdict } from "./policy";
import { judgedTokens, networksPath } from "./token-access";
import { counted } from "../../provider/words";

const DAY_MS = 86_400_000;

export const limitTokenLifetime = definePolicy({
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
  config: z.object({
    maxDays: z.int().min(1).max(3650).default(90).describe("The maximum number of days until a token ends."),
  }),
  judge: (resources, { maxDays }, now = new Date()) =>
    judgedTokens(resources)
      .filter(({ rotates }) => !rotates)
      .flatMap((token) => judgeEnd(token, maxDays, now)),
});

function judgeEnd(resource: ReviewedToken, maxDays: number, now: Date): Verdict[] {
  const { expiresOn } = resource.token;
  const path = resource.nameOf("expires_on");
  const cure =
    resource.origin === "edge"
      ? `set it to a time within ${counted(maxDays, "day")}, or set rotation`
      : `set it to a time within ${counted(maxDays, "day")}`;
  if (expiresOn === undefined)
    return [verdict(resource, path, `is missing, so the token never ends: ${cure}`)];
  if (isUnknown(expiresOn)) return [unjudged(resource, path)];
  const end = Date.parse(expiresOn);
  if (end - now.getTime() <= maxDays * DAY_MS) return [];
  const found = shown(resource, path, expiresOn);
  const what = Number.isNaN(end)
    ? `is no time, found ${found}`
    : `is more than ${counted(maxDays, "day")} away, found ${found}`;
  return [verdict(resource, path, `${what}: ${cure}`)];
}

const SECRET_GROUP =
  "a permission group must not be in a token that can create tokens; such a token must have no other permission";

/**
 * A token that can create tokens must have no other permission, and must be limited by client networks or an expiry. `ApiToken`
 * checks this as well; the policy enforces it whatever release of the package a program uses, and despite `allowTokenMaking`.
 */
export const limitTokenMakers = definePolicy({
  name: "limit-token-makers",
  displayName: "Tokens that create tokens are limited",
  description:
    "A token that can create tokens must have no other permission, and must be limited by client networks or an expiry: it can give away all of its user's access.",
  severity: "critical",
  enforcementLevel: "mandatory",
  tags: ["tokens", "least-privilege"],
  remediationSteps:
    "Move the other permissions to other tokens; set the allowed client networks (condition.requestIp.in in ApiToken, condition.requestIp.ins in @pulumi/cloudflare), expiresOn, or both, on the token that creates tokens.",
  unknownValues: "Unknown permission groups, networks and times are reported as not judged.",
  judge: (resources) =>
    resources.flatMap((resource) => (resource.kind === "token" ? judgeToken(resource) : [])),
});

function judgeToken(token: ReviewedToken): Verdict[] {
  const { urn, label } = token;
  const found = tokenMakingProblems(token.token, namesIn(token)).map(({ path: here, message }) => {
    const path = here.replace("permissionGroups", token.nameOf("permission_groups"));
    const what = path !== "" && token.isSecret(path) ? SECRET_GROUP : message;
    return { urn, path, message: `${label}${path === "" ? "" : `: ${path}:`} ${what}.${reasonGiven(token)}` };
  });
  if (found.length > 0 || !token.isPartlyUnknown) return found;
  const message = `${label}: policies cannot be judged before the update, because some of their values are not known yet.`;
  return [{ urn, path: "policies", message, isUnjudged: true }];
}

/** Only the token of this package has a reason that turns off its checks. */
function namesIn({ origin, nameOf }: ReviewedToken): TokenMakingNames | undefined {
  if (origin === "edge") return undefined;
  return { networks: networksPath(nameOf), expiresOn: nameOf("expires_on") };
}

function reasonGiven(token: ReviewedToken): string {
  const { tokenMakingReason: reason } = token;
  if (reason === undefined) return "";
  const isKnown = !isUnknown(reason) && !token.isSecret("allowTokenMaking");
  return ` The program allows this with ${isKnown ? `the reason ${JSON.stringify(reason)}` : "a reason that is secret or unknown"}.`;
}

const FAMILIES = ["0.0.0.0/0", "::/0"];

export const requireClientNetworks = definePolicy({
  name: "require-client-networks",
  displayName: "Tokens are limited by client networks",
  description:
    "A token must name the networks of its clients, and these must not cover all IPv4 or all IPv6 addresses: a token that leaked cannot be used from elsewhere.",
  severity: "medium",
  enforcementLevel: "advisory",
  tags: ["tokens", "networks"],
  remediationSteps:
    "Set the allowed networks to those of the clients: condition.requestIp.in in ApiToken, condition.requestIp.ins in @pulumi/cloudflare. If the clients have no fixed networks, allow the resource of the token, with a reason, and limit its lifetime.",
  unknownValues: "Unknown networks are reported as not judged, unless a known one covers all addresses.",
  judge: (resources) => judgedTokens(resources).flatMap(judgeNetworks),
});

function judgeNetworks(resource: ReviewedToken): Verdict[] {
  const { nameOf, token } = resource;
  const path = networksPath(nameOf);
  const networks = token.condition?.requestIp.in ?? [];
  const cure = "name the networks of the clients in CIDR notation, such as 192.0.2.0/24";
  if (networks.length === 0)
    return [verdict(resource, path, `is missing, so the token works from everywhere: ${cure}`)];
  // Other texts are no networks, so they let no client in.
  const known = networks.filter((network) => Cidr.safeParse(network).success);
  const covered = FAMILIES.find((family) => excludesAllClients([family], known));
  if (covered !== undefined) {
    const what = `covers every address of ${covered}, so the token works from everywhere: ${cure}`;
    return [verdict(resource, path, what)];
  }
  return networks.some(isUnknown) ? [unjudged(resource, path)] : [];
}
