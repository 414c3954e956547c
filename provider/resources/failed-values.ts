import * as pulumi from "@pulumi/pulumi";
import { pathTo, type Problem } from "../api";
import { containsLater, failureOf, isLater, isPlain } from "./known-parts";

/** Arguments without the values that fail, and a problem for each of these; undefined if none can fail. */
interface Settled<A> {
  readonly args: A;
  readonly faults?: Promise<readonly Problem[]>;
}

/**
 * In a preview, puts an unknown value in place of each output or promise that fails, such as a lookup that finds nothing. So the resource
 * reaches the engine, and its check reports the failures beside all other problems; the SDK would give the resource up. An update has
 * nothing to write without the value, so it gets the arguments as they are.
 */
export function settledArguments<A extends object>(args: A): Settled<A> {
  if (!pulumi.runtime.isDryRun() || !containsLater(args)) return { args };
  const faults: Promise<Problem[]>[] = [];
  // The cast holds: the copy has the same members, and an input for each input.
  const settled = settle(args, "", faults) as A;
  return { args: settled, faults: Promise.all(faults).then((found) => found.flat()) };
}

/** Copies what contains outputs and promises. */
function settle(value: unknown, path: string, faults: Promise<Problem[]>[]): unknown {
  if (!containsLater(value)) return value;
  if (isLater(value)) {
    const failure = failureOf(value);
    faults.push(failure.then((message) => (message === undefined ? [] : [{ path, message }])));
    // An output of an output keeps what that depends on, and whether it is secret or unknown.
    return pulumi.output(failure.then((message) => (message === undefined ? value : pulumi.unknown)));
  }
  if (Array.isArray(value)) return value.map((item, index) => settle(item, pathTo(path, index), faults));
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    settle(member, pathTo(path, name), faults),
  ]);
  return Object.fromEntries(members) as unknown;
}
