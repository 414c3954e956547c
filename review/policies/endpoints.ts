import { isUnknown } from "../../provider/api";
import { checkNetwork } from "../../provider/gateway";
import type { Reviewed, ReviewedEndpoint } from "../model/reviewed";
import { definePolicy, unjudged, verdict, type Verdict } from "./policy";

export const refuseRetiredNetworks = definePolicy({
  name: "refuse-retired-networks",
  displayName: "Endpoints use supported networks",
  description:
    'An endpoint of the chain gateway must not use a retired network, unless onRetired is "migrate": calls to it fail.',
  severity: "medium",
  enforcementLevel: "mandatory",
  tags: ["gateway"],
  remediationSteps: "Change the network to its successor, which the message names. The calls stay the same.",
  remediation:
    "Replaces a retired network by its successor, also for a native GatewayEndpoint. The engine checks a resource before it remediates it. So an endpoint with another problem, such as a connection that is no text, fails in that check.",
  unknownValues:
    "An unknown network is reported as not judged. If the network is retired, so is an unknown onRetired.",
  judge: (resources, _config, now = new Date()) =>
    resources.flatMap((resource) => (resource.kind === "endpoint" ? judgeEndpoint(resource, now) : [])),
  remediate: (resource, args, _config, now = new Date()) => {
    const network = successorOf(resource, now);
    return network === undefined ? undefined : { ...args, network };
  },
});

function judgeEndpoint(endpoint: ReviewedEndpoint, now: Date): Verdict[] {
  const { network, onRetired, isSecret } = endpoint;
  if (isUnknown(network)) return [unjudged(endpoint, "network")];
  const { problems } = checkNetwork(network, {
    now,
    onRetired: onRetired === "migrate" ? "migrate" : "fail",
  });
  if (problems.length > 0 && isUnknown(onRetired) && successorOf(endpoint, now) !== undefined)
    return [unjudged(endpoint, "onRetired")];
  return problems.map(({ path, message }) =>
    verdict(endpoint, path, isSecret(path) ? "is not a supported network, found a secret value" : message),
  );
}

/** Returns the network that replaces the retired one of an endpoint; undefined if it is not retired. */
function successorOf(resource: Reviewed, now: Date): string | undefined {
  if (resource.kind !== "endpoint" || resource.network === undefined || isUnknown(resource.network))
    return undefined;
  const { network } = checkNetwork(resource.network, { now, onRetired: "migrate" });
  return network === resource.network ? undefined : network;
}
