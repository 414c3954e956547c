import * as pulumi from "@pulumi/pulumi";
import { pathTo, type Problem } from "../api";
import { installedMocks } from "../mocks";
import { containsLater, failureOf, isLater, isPlain } from "./known-parts";

/** Arguments and options without the values that fail, and a problem for each of these; undefined if none can fail. */
interface Settled<A, O> {
  readonly args: A;
  readonly opts: O;
  readonly faults?: Promise<readonly Problem[]>;
}

/** The problems of values, each known once its value is. */
type Faults = Promise<Problem[]>[];

/**
 * Puts another value in place of each output or promise that fails, such as a lookup that finds nothing. So the resource reaches the
 * engine, and its check reports the failures. The SDK would give the resource up; the engine could then take the resource for one that the
 * program no longer declares, and delete it: an inline program tells the engine that it is done before it looks at its errors.
 *
 * In a unit test with mocks nobody checks the resource, and a value that fails must fail the test. There, only a preview replaces it.
 */
export function settledValues<A extends object, O extends pulumi.ResourceOptions>(
  args: A,
  opts: O,
): Settled<A, O> {
  if (installedMocks() !== undefined && !pulumi.runtime.isDryRun()) return { args, opts };
  const faults: Faults = [];
  // The casts hold: the copies have the same members, and an input for each input.
  const settled = {
    args: settle(args, "", faults) as A,
    opts: settleOptions(opts, faults) as O,
  };
  return faults.length > 0
    ? { ...settled, faults: Promise.all(faults).then((found) => found.flat()) }
    : settled;
}

/** Copies what contains outputs and promises. */
function settle(value: unknown, path: string, faults: Faults): unknown {
  if (!containsLater(value)) return value;
  if (isLater(value)) return orElse(value, pulumi.unknown, path, faults);
  if (Array.isArray(value)) return value.map((item, index) => settle(item, pathTo(path, index), faults));
  if (!isPlain(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    settle(member, pathTo(path, name), faults),
  ]);
  return Object.fromEntries(members) as unknown;
}

/** The id of `.get` if that of the program fails. Its read reports the failure. */
const NO_ID = "unknown";

/** Copies the options that have a value which can fail. The SDK takes no unknown value in any of them. */
function settleOptions(
  opts: pulumi.ResourceOptions & Pick<pulumi.CustomResourceOptions, "id">,
  faults: Faults,
): object {
  const { dependsOn, replaceWith, aliases, id } = opts;
  // The SDK's type is `any`.
  const replacementTrigger: unknown = opts.replacementTrigger;
  const settled = {
    ...(containsLater(dependsOn) && { dependsOn: orElse(dependsOn, [], "dependsOn", faults) }),
    ...(containsLater(replaceWith) && { replaceWith: orElse(replaceWith, [], "replaceWith", faults) }),
    ...(containsLater(replacementTrigger) && {
      replacementTrigger: orElse(replacementTrigger, "", "replacementTrigger", faults),
    }),
    ...(containsLater(aliases) && {
      aliases: aliases?.map((alias, index) =>
        containsLater(alias) ? orElse(alias, {}, pathTo("aliases", index), faults) : alias,
      ),
    }),
    ...(containsLater(id) && { id: orElse(id, NO_ID, "id", faults) }),
  };
  return Object.keys(settled).length > 0 ? { ...opts, ...settled } : opts;
}

/** Returns a value that is known later, or the other one if it fails. */
function orElse(value: unknown, other: unknown, path: string, faults: Faults): pulumi.Output<unknown> {
  const failure = failureOf(value);
  faults.push(
    failure.then((reason) =>
      reason === undefined ? [] : [{ path, message: `cannot be computed: ${reason}` }],
    ),
  );
  // An output of an output keeps what that depends on, and whether it is secret or unknown.
  return pulumi.output(failure.then((reason) => (reason === undefined ? value : other)));
}
