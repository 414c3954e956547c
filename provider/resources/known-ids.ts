import * as pulumi from "@pulumi/pulumi";
import { isMembers } from "../api/plain";
import { typeToken } from "./edge-resource";

/** In the outputs of each kind: the API's ids of what it has made. */
const IDS = {
  // A predecessor that is not deleted yet is no resource of the answer: its successor names it.
  ApiToken: ["tokenId", "__replaced"],
  Ruleset: ["rulesetId"],
} as const;

type Outputs = readonly Record<string, unknown>[];

const states = new WeakMap<object, Promise<Outputs>>();

/**
 * Ids of what the stack's last state holds of a kind: of what is live under the same name, or the digests of the same resource,
 * only the state tells what another resource has from what an interrupted run left. Empty in a preview, which makes nothing, and
 * if the engine does not say.
 */
export async function knownIds(kind: keyof typeof IDS): Promise<string[]> {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || pulumi.runtime.isDryRun()) return [];
  const state = states.get(stack) ?? readState().catch(() => []);
  states.set(stack, state);
  const ofKind = (await state).filter(({ type }) => type === typeToken(kind));
  const ids = ofKind.flatMap(({ outputs }) =>
    isMembers(outputs) ? IDS[kind].flatMap((name) => outputs[name]) : [],
  );
  return ids.filter((id) => typeof id === "string");
}

async function readState(): Promise<Outputs> {
  const name = pulumi.getStack();
  // The engine ends in a panic if it is asked for the resources of a stack without a state; one with outputs has a state.
  const stack = await ask("pulumi:pulumi:readStackOutputs", { name });
  if (!isMembers(stack["outputs"]) || Object.keys(stack["outputs"]).length === 0) return [];
  const { outputs } = await ask("pulumi:pulumi:readStackResourceOutputs", { stackName: name });
  return Object.values(isMembers(outputs) ? outputs : {}).filter(isMembers);
}

async function ask(token: string, args: Record<string, string>): Promise<Record<string, unknown>> {
  const answer: unknown = await pulumi.runtime.invoke(token, args, { async: true });
  return isMembers(answer) ? answer : {};
}
