import { z } from "zod";
import { Cidr, isUnknown } from "../../provider/api";
import { excludesAllClients } from "../../provider/tokens/check/check-condition";
import type { ReviewedToken } from "../model/reviewed";
import { verdict, unjudged } from "./verdicts";
import { judgedTokens, networksPath } from "./judged-tokens";
import type { EdgePolicy, Verdict } from "./policy";

const FAMILIES = ["0.0.0.0/0", "::/0"];

const Config = z.object({});
type Config = z.infer<typeof Config>;

/** A token must be limited to the networks of its clients, so that a token that leaked cannot be used elsewhere. */
export const requireClientNetworks: EdgePolicy<Config> = {
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
  config: Config,
  scope: "resource",
  judge: (resources) => judgedTokens(resources).flatMap(judgeNetworks),
};

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
