/**
 * Inputs that a check draws by chance or from the clock. An update by a plan (`pulumi up --plan`) fails if one of them is another than in
 * the preview. What is unknown in a preview may be anything in the update.
 */
import { UNKNOWN } from "../api";
import { markOf } from "../lifecycle/evidence";
import type { Properties } from "../lifecycle";
import { codeOf } from "../marks";
import { PROPERTIES, timesOf, type ResourceKind } from "../properties";
import { MARK } from "../properties/hidden";

/** Returns the inputs of a preview with an unknown value in place of each time that its check has read from the clock. */
export function withoutTimes(kind: ResourceKind, olds: Properties, inputs: Properties): Properties {
  return withUnknown(
    inputs,
    timesOf(PROPERTIES[kind]).filter((name) => inputs[name] !== olds[name]),
  );
}

/** Returns the inputs of a preview with an unknown value in place of a mark that its check has drawn, and of each name with that mark. */
export function withoutMark(olds: Properties, inputs: Properties): Properties {
  const mark = markOf(inputs);
  if (mark === undefined || inputs[MARK] === olds[MARK]) return inputs;
  const isMarked = (value: unknown) => typeof value === "string" && value.endsWith(codeOf(mark));
  return withUnknown(
    inputs,
    Object.keys(inputs).filter((name) => isMarked(inputs[name])),
  );
}

function withUnknown(inputs: Properties, names: readonly string[]): Properties {
  const unknown = names.filter((name) => inputs[name] !== undefined).map((name) => [name, UNKNOWN] as const);
  return { ...inputs, ...Object.fromEntries<unknown>(unknown) };
}
