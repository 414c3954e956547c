import { containsUnknown } from "../api";
import { LifecycleError, type Properties } from "../lifecycle";

/** The version of the state's shape. A release that changes the shape still reads older ones. */
const STATE_VERSION = 1;

export function stored(outputs: Properties): Properties {
  return plain({ ...outputs, stateVersion: STATE_VERSION });
}

/** Returns plain JSON: an undefined in an answer makes the SDK fail after the remote object was made. */
export function plain(properties: Properties): Properties {
  const parsed: unknown = JSON.parse(JSON.stringify(properties));
  // The cast holds: a stringified object parses to an object.
  return parsed as Properties;
}

/** Rejects a state of a later release, whose shape this one does not know. */
export function refuseLaterState(outputs: Properties): void {
  const { stateVersion } = outputs;
  if (typeof stateVersion !== "number" || stateVersion <= STATE_VERSION) return;
  throw new LifecycleError(
    `stateVersion: a later release of pulumi-edge-platform wrote this state (version ${stateVersion}; this release knows ` +
      `${STATE_VERSION}). Nothing was written: install the later release, then try again.`,
  );
}

/** Rejects inputs that only a preview may have. Names only the properties, since a name inside them may be secret. */
export function refuseUnknown(inputs: Properties): void {
  const names = Object.keys(inputs).filter((name) => containsUnknown(inputs[name]));
  if (names.length === 0) return;
  throw new LifecycleError(
    `${names.join(", ")}: the value is not known yet, and the engine asked to write it. Nothing was written: find what the program ` +
      "passes there, such as an Output that was made into a text, then run `pulumi up` again.",
  );
}
