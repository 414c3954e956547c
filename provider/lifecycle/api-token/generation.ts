import { containsUnknown, isMembers, isUnknown } from "../../api";
import { dueGeneration, parseDuration, type Generation } from "../../tokens";
import { changedNames, text } from "../inputs";
import type { Checked, Properties } from "../lifecycle";

/** What `check` adds to the arguments, so that a preview shows `generation: 3 => 4`. */
export const KEPT = ["generation", "generationSince"] as const;

/** Milliseconds. */
export interface Rotation {
  readonly every: number;
  readonly overlap: number;
}

/** The rotation that checked inputs ask for; undefined where they ask for none, or it is not known yet. */
export function rotationOf({ rotation }: Properties): Rotation | undefined {
  if (!isMembers(rotation) || containsUnknown(rotation)) return undefined;
  const [every, overlap] = [rotation["every"], rotation["overlap"]].map((duration) =>
    parseDuration(String(duration)),
  );
  return every === undefined || overlap === undefined ? undefined : { every, overlap };
}

/** Which generation properties of the state hold: the first, where it was never counted. */
export function generationOf({ generation }: Properties): number {
  return typeof generation === "number" ? generation : 1;
}

/** `check` with the generation that is due beside the arguments. */
export async function withGeneration(
  olds: Properties,
  news: Properties,
  now: Date,
  check: (written: Properties) => Promise<Checked>,
): Promise<Checked> {
  // `ignoreChanges` hands back what was added here, in the place of what the program wrote.
  const handedBack = KEPT.filter((name) => news[name] !== undefined && news[name] === olds[name]);
  const written = Object.entries(news).filter(([name]) => !handedBack.some((one) => one === name));
  const { inputs, problems } = await check(Object.fromEntries(written));
  const held = handedBack.includes("generation");
  return { inputs: { ...inputs, ...(held ? keptOf(olds) : due(olds, inputs, now)) }, problems };
}

/** The generation that is due. Without `rotation` it stays what it is, and so it does for a token that is at rest. */
function due(olds: Properties, inputs: Properties, now: Date): Partial<Generation> {
  const old = keptOf(olds);
  const rotation = rotationOf(inputs);
  if (!rotation) {
    const { generation } = old;
    return inputs["rotation"] !== undefined ? old : generation === undefined ? {} : { generation };
  }
  const another = changedNames(olds, inputs, ["rotationTrigger"]).length > 0;
  const triggered = another && old.generation !== undefined && !isUnknown(inputs["rotationTrigger"]);
  const next = dueGeneration(old, { every: rotation.every, triggered, now });
  return atRest(inputs, now) ? { ...next, ...old } : next;
}

function keptOf({ generation, generationSince }: Properties): Partial<Generation> {
  return {
    ...(typeof generation === "number" && { generation }),
    ...(typeof generationSince === "string" && { generationSince }),
  };
}

/** Nobody can use a token that is disabled, has ended or has not begun, and a successor would be no better. */
function atRest(inputs: Properties, now: Date): boolean {
  const [start, end] = ["notBefore", "expiresOn"].map((name) => Date.parse(text(inputs, name) ?? ""));
  return inputs["status"] === "disabled" || Number(start) > now.getTime() || Number(end) <= now.getTime();
}
