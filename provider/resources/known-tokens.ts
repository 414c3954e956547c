import * as pulumi from "@pulumi/pulumi";
import { isMembers } from "../api/plain";
import { typeToken } from "./edge-resource";

const known = new WeakMap<object, Promise<string[]>>();

/**
 * Ids of the tokens that the stack's last state holds: of what is live under the same name, or the digests of the same resource,
 * only the state tells a predecessor from the token of an interrupted run. Empty in a preview, which makes nothing, and if the
 * engine does not say.
 */
export function knownTokens(): Promise<string[]> {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || pulumi.runtime.isDryRun()) return Promise.resolve([]);
  const ids = known.get(stack) ?? readTokens().catch(() => []);
  known.set(stack, ids);
  return ids;
}

async function readTokens(): Promise<string[]> {
  const name = pulumi.getStack();
  // The engine ends in a panic if it is asked for the resources of a stack without a state; one with outputs has a state.
  const stack = await ask("pulumi:pulumi:readStackOutputs", { name });
  if (!isMembers(stack["outputs"]) || Object.keys(stack["outputs"]).length === 0) return [];
  const { outputs } = await ask("pulumi:pulumi:readStackResourceOutputs", { stackName: name });
  const tokens = Object.values(isMembers(outputs) ? outputs : {}).flatMap((resource) =>
    isMembers(resource) && resource["type"] === typeToken("ApiToken") && isMembers(resource["outputs"])
      ? // A predecessor that is not deleted yet is no resource of the answer: its successor names it.
        [resource["outputs"]["tokenId"], resource["outputs"]["__replaced"]].flat()
      : [],
  );
  return tokens.filter((id) => typeof id === "string");
}

async function ask(token: string, args: Record<string, string>): Promise<Record<string, unknown>> {
  const answer: unknown = await pulumi.runtime.invoke(token, args, { async: true });
  return isMembers(answer) ? answer : {};
}
