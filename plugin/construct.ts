/**
 * Components: the engine asks the plugin to declare resources, as a program does. The plugin speaks to the engine directly. It needs no
 * part of the SDK, whose settings are one set per process.
 */
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { ConstructResponse, type ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import {
  RegisterResourceRequest,
  Result,
  type RegisterResourceResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { UNKNOWN, type Problem } from "../provider/api";
import { ProviderFailure } from "../provider/engine";
import type { Properties } from "../provider/lifecycle";
import { SIGNATURE } from "../provider/properties/envelope";
import type { BaselineMember } from "../provider/rulesets/baseline/baseline-parts";
import { baselineChildren, baselineProblems, type BaselineChild } from "./baseline-children";
import { isShutDown, Monitor, propertiesOf, structOf } from "./monitor";
import { packageVersion } from "./package-version";
import { hasEnvelope } from "./secrets";
import { kindOfType } from "./urn";

/** How the engine marks a reference to a resource. */
const RESOURCE = "5cf8f73096256a8f31e491e813e4eb8e";

/** Registers a component and its resources, which the provider of that reference manages. */
export async function construct(request: ConstructRequest, provider: string): Promise<ConstructResponse> {
  if (kindOfType(request.getType()) !== "ZoneBaseline")
    throw new ProviderFailure([
      `The installed edge plugin has no component ${request.getType()}: update the plugin.`,
    ]);
  const given = propertiesOf(request.getInputs());
  const problems = baselineProblems(given);
  if (problems.length > 0) throw failureOf(problems, given);
  const monitor = new Monitor(request.getMonitorendpoint());
  try {
    return await registered(request, given, provider, monitor);
  } catch (error) {
    // The engine would print an error as another problem of the component.
    if (isShutDown(error)) return new ConstructResponse();
    throw error;
  } finally {
    monitor.close();
  }
}

async function registered(
  request: ConstructRequest,
  given: Properties,
  provider: string,
  monitor: Monitor,
): Promise<ConstructResponse> {
  const urn = (await monitor.register(componentRequest(request))).getUrn();
  const made = new Map<BaselineMember, Promise<RegisterResourceResponse>>();
  for (const child of baselineChildren(request.getName(), given)) {
    const before = child.after && made.get(child.after);
    const register = async (): Promise<RegisterResourceResponse> => {
      const dependencies = before ? [(await before).getUrn()] : [];
      return monitor.register(childRequest(child, { request, urn, provider, dependencies }));
    };
    made.set(child.member, register());
  }
  // All have ended before the first error is reported.
  await Promise.allSettled(made.values());
  const answer = new ConstructResponse();
  answer.setUrn(urn);
  const outputs: Properties = { zoneId: given["zoneId"] };
  setDependencies(answer, "zoneId", argumentDependencies(request, "zoneId"));
  for (const [member, child] of made) {
    const resource = await child;
    outputs[member] = referenceTo(resource);
    setDependencies(answer, member, [resource.getUrn()]);
  }
  answer.setState(structOf(outputs));
  await monitor.registerOutputs(urn, outputs);
  return answer;
}

/** Returns the registration of the component, with the options that its resources inherit. */
function componentRequest(request: ConstructRequest): RegisterResourceRequest {
  const component = baseRequest(request.getType(), request.getName(), request.getParent());
  component.setCustom(false);
  component.setDependenciesList(request.getDependenciesList());
  component.setAliasesList(request.getAliasesList());
  component.setDeletedwith(request.getDeletedwith());
  const [isProtected, isRetained] = [request.getProtect(), request.getRetainondelete()];
  if (request.hasProtect() && isProtected !== undefined) component.setProtect(isProtected);
  if (request.hasRetainondelete() && isRetained !== undefined) component.setRetainondelete(isRetained);
  request.getProvidersMap().forEach((reference, name) => component.getProvidersMap().set(name, reference));
  const hooks = request.getResourceHooks();
  // Two messages with the same fields.
  if (hooks)
    component.setHooks(
      RegisterResourceRequest.ResourceHooksBinding.deserializeBinary(hooks.serializeBinary()),
    );
  return component;
}

function childRequest(
  { member, kind, name, inputs }: BaselineChild,
  {
    request,
    urn,
    provider,
    dependencies,
  }: { request: ConstructRequest; urn: string; provider: string; dependencies: readonly string[] },
): RegisterResourceRequest {
  const child = baseRequest(`edge:index:${kind}`, name, urn);
  child.setCustom(true);
  child.setObject(structOf(inputs));
  child.setProvider(provider);
  const spec = new Alias.Spec().setType(`pulumi-nodejs:dynamic/edge:${kind}`);
  child.setAliasesList([new Alias().setSpec(spec)]);
  const all = new Set(dependencies);
  for (const input of Object.keys(inputs)) {
    if (input === "phase") continue;
    const urns = argumentDependencies(request, input === "zoneId" || input === "connection" ? input : member);
    if (urns.length === 0) continue;
    const list = new RegisterResourceRequest.PropertyDependencies().setUrnsList(urns);
    child.getPropertydependenciesMap().set(input, list);
    for (const one of urns) all.add(one);
  }
  child.setDependenciesList([...all]);
  return child;
}

/** What every registration has, as the SDK sends it. */
function baseRequest(type: string, name: string, parent: string): RegisterResourceRequest {
  const request = new RegisterResourceRequest().setType(type).setName(name).setParent(parent);
  request.setObject(structOf({}));
  request.setAliasspecs(true);
  request.setAcceptsecrets(true);
  request.setAcceptresources(true);
  request.setSupportspartialvalues(true);
  // With `--continue-on-error`, a failed resource is an answer, and the engine skips what depends on that resource.
  request.setSupportsresultreporting(true);
  return request;
}

function argumentDependencies(request: ConstructRequest, argument: string): string[] {
  return request.getInputdependenciesMap().get(argument)?.getUrnsList() ?? [];
}

function setDependencies(answer: ConstructResponse, output: string, urns: string[]): void {
  const list = new ConstructResponse.PropertyDependencies().setUrnsList(urns);
  answer.getStatedependenciesMap().set(output, list);
}

/** Returns a reference to a resource, which programs see as a resource; unknown if there is none. */
function referenceTo(resource: RegisterResourceResponse): unknown {
  if (resource.getResult() !== Result.SUCCESS) return UNKNOWN;
  return {
    [SIGNATURE]: RESOURCE,
    urn: resource.getUrn(),
    id: resource.getId() || UNKNOWN,
    packageVersion: packageVersion(),
  };
}

/** Names the arguments of problems. The engine prints the value of each named one, so it gets no name of a secret or large value. */
function failureOf(problems: readonly Problem[], given: Properties): ProviderFailure {
  const isShown = ({ path }: Problem): boolean => {
    const [argument = ""] = path.split(".");
    const value = given[argument];
    return !hasEnvelope(value) && (path !== argument || typeof value !== "object");
  };
  const [shown, others] = [problems.filter(isShown), problems.filter((problem) => !isShown(problem))];
  // In the form in which the engine prints the others.
  const lines = others.map(({ path, message }) => `\t\t- property ${path} has a problem: ${message}`);
  return new ProviderFailure(["its arguments have problems:", ...lines], undefined, shown);
}
