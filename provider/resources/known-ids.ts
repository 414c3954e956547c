import * as pulumi from "@pulumi/pulumi";
import { isMembers } from "../api/plain";
import { typeToken } from "./edge-resource";

/** The outputs of each kind that hold ids of remote objects. */
const IDS = {
  // The engine does not return a predecessor that is still to be deleted, so its successor lists it.
  ApiToken: ["tokenId", "__replaced"],
  Ruleset: ["rulesetId"],
} as const;

type Outputs = readonly Record<string, unknown>[];

const states = new WeakMap<object, Promise<Outputs>>();

/**
 * Returns the ids of the objects of a kind in the stack's last state. Among objects with the same name, or with the digests of the
 * same resource, only the state tells an orphan from an object that another resource owns. Returns none if the engine does not answer,
 * and in a preview only with `inPreview`: a preview makes nothing, so it needs them only for a name that the program gives.
 */
export async function knownIds(kind: keyof typeof IDS, inPreview: boolean): Promise<string[]> {
  const stack = pulumi.runtime.getStackResource();
  if (!stack || (pulumi.runtime.isDryRun() && !inPreview)) return [];
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
  // The engine panics if it is asked for the resources of a stack without a state. A stack with outputs has a state.
  const stack = await ask("pulumi:pulumi:readStackOutputs", { name });
  if (!isMembers(stack["outputs"]) || Object.keys(stack["outputs"]).length === 0) return [];
  const { outputs } = await ask("pulumi:pulumi:readStackResourceOutputs", { stackName: name });
  return Object.values(isMembers(outputs) ? outputs : {}).filter(isMembers);
}

async function ask(token: string, args: Record<string, string>): Promise<Record<string, unknown>> {
  const answer: unknown = await pulumi.runtime.invoke(token, args, { async: true });
  return isMembers(answer) ? answer : {};
}
