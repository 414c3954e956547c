import { containsUnknown, isUnknown, type Problem } from "../api";
import { checkNetwork, gatewayUrl } from "../gateway";
import { argumentsOf, GATEWAY_ENDPOINT } from "../properties";
import {
  changedNames,
  checkArguments,
  checkConnectionName,
  connectionOf,
  isImport,
  pick,
  replacingNames,
  requiredText,
  text,
} from "./inputs";
import { LifecycleError, refuse, type Context, type Lifecycle, type Properties } from "./lifecycle";

const ARGUMENTS = argumentsOf(GATEWAY_ENDPOINT);

/**
 * An address of the chain gateway. It has no remote object: the network is checked, and the address is an output. `check` lets a
 * retired network pass, because a policy can only replace it after `check`. Whatever comes after the policies refuses it.
 */
export const gatewayEndpoint: Lifecycle = {
  check(context, _olds, news) {
    const given = pick(news, ARGUMENTS);
    const { network, onRetired } = given;
    const checked = checkNetwork(network, { now: context.now(), onRetired: "migrate" });
    const problems = [
      ...checkArguments(GATEWAY_ENDPOINT, news),
      ...checkConnectionName(given),
      ...checked.problems,
    ];
    // An unknown value may turn out to be migrate.
    const migrates = onRetired === "migrate" || isUnknown(onRetired);
    const inputs = pick(
      { ...given, ...(migrates && checked.network && { network: checked.network }) },
      ARGUMENTS,
    );
    if (problems.length === 0) problems.push(...checkGatewayUrl(context, given));
    // No policy helps a resource with another problem.
    else if (checked.problems.length === 0) problems.push(...networkProblems(context, inputs));
    return Promise.resolve({ inputs, problems });
  },

  diff(context, _id, olds, news) {
    const changed = changedNames(olds, news, ARGUMENTS);
    // The address depends on both.
    const isUnknownUrl = isUnknown(news["network"]) || isUnknown(news["connection"]);
    const isMoved = !isUnknownUrl && olds["url"] !== urlOf(context, news);
    // Without a change, nothing would refuse a network that was retired since the last update.
    if (networkProblems(context, news).length > 0)
      return Promise.resolve({ changes: true, replaces: ["network"] });
    return Promise.resolve({
      changes: changed.length > 0 || isMoved,
      replaces: replacingNames(GATEWAY_ENDPOINT, changed),
    });
  },

  foresee(context, inputs) {
    refuse(networkProblems(context, inputs));
    if (containsUnknown(inputs["network"]) || isUnknown(inputs["connection"])) return {};
    return { id: requiredText(inputs, "network"), outputs: outputsOf(context, inputs) };
  },

  create(context, inputs) {
    refuse(networkProblems(context, inputs));
    return Promise.resolve({ id: requiredText(inputs, "network"), outputs: outputsOf(context, inputs) });
  },

  read(context, id, outputs) {
    const known = { ...outputs, network: text(outputs, "network") ?? id };
    // An import that fails only its check is carried out with a warning.
    if (isImport(outputs)) refuse(networkProblems(context, known));
    return Promise.resolve({ outputs: outputsOf(context, known), inputs: pick(known, ARGUMENTS) });
  },

  update: (context, _id, _olds, news) => Promise.resolve(outputsOf(context, news)),

  remove: () => Promise.resolve(),
};

/** Reports a wrong network, also a retired one, which `check` accepts. With `onRetired: "migrate"`, `check` has already replaced it. */
function networkProblems(context: Context, { network }: Properties): Problem[] {
  return checkNetwork(network, { now: context.now(), onRetired: "fail" }).problems;
}

function checkGatewayUrl(context: Context, inputs: Properties): Problem[] {
  if (isUnknown(inputs["connection"])) return [];
  try {
    urlOf(context, { ...inputs, network: "sepolia" });
    return [];
  } catch (error) {
    if (error instanceof Error) return [{ path: "", message: error.message }];
    throw error;
  }
}

function urlOf(context: Context, inputs: Properties): string {
  const base = context.settings(connectionOf(inputs)).gatewayUrl;
  if (base === undefined) {
    throw new LifecycleError(
      "the address of the gateway is not configured: set EDGE_GATEWAY_URL, or `pulumi config set edge:gatewayUrl`",
    );
  }
  return gatewayUrl(base, requiredText(inputs, "network"));
}

function outputsOf(context: Context, inputs: Properties): Properties {
  return { ...pick(inputs, ARGUMENTS), url: urlOf(context, inputs) };
}
