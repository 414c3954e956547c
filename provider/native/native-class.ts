import * as pulumi from "@pulumi/pulumi";
import { withPluginHint } from "./plugin-hint";
import type { ResourceKind } from "../properties";
import { FAULTS, ZONE } from "../properties/hidden";
import { checkUnderMocks } from "../resources/check-under-mocks";
import {
  isResourceOfType,
  REPORTED,
  reportedFaults,
  reportProblems,
  unsetProperties,
  warnOfDeletion,
  zoneNameIn,
} from "../resources/edge-resource";
import { listOrder } from "../resources/declared-lists";
import { settledValues } from "../resources/failed-values";
import { knownMembers } from "../resources/known-parts";
import { startRegistration } from "../resources/start-registration";

/** A native resource with the outputs of the class `R` of the dynamic provider. */
export type NativeOf<R> = pulumi.CustomResource & Omit<R, keyof pulumi.CustomResource>;

/** A class of native resources, with the arguments `A` and the outputs of the class `R`. */
export interface NativeClass<A, R> extends NativeStatics<R> {
  new (name: string, args: A, opts?: pulumi.CustomResourceOptions): NativeOf<R>;
}

/** What a class of native resources has besides its constructor. */
export interface NativeStatics<R> {
  /** @internal */
  readonly __pulumiType: string;
  /** Reads an existing object without managing it. */
  get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): NativeOf<R>;
  /** Whether a value is a resource of this class, also if another copy of the package made it. */
  isInstance(value: unknown): value is NativeOf<R>;
}

/**
 * Returns the class of a kind of resource, which the plugin `edge` manages. A resource of the dynamic provider with the same name
 * becomes native without a change, by an alias.
 */
export function nativeClass<A extends object, R>(kind: ResourceKind): NativeClass<A, R> {
  const type = `edge:index:${kind}`;
  const aliases = [{ type: `pulumi-nodejs:dynamic/edge:${kind}` }];

  class Native extends pulumi.CustomResource {
    static readonly __pulumiType = type;

    constructor(name: string, written: A, options: pulumi.CustomResourceOptions = {}) {
      const { args, opts, faults } = settledValues(written, options);
      // The engine reports the check of what it imports, as warnings.
      const isReported = pulumi.runtime.isDryRun() && opts.import === undefined;
      const inputs = {
        ...unsetProperties(kind),
        ...args,
        [ZONE]: opts.id === undefined ? zoneNameIn({ ...args }) : undefined,
        ...(faults && { [FAULTS]: reportedFaults([], faults) }),
        ...(isReported && REPORTED),
      };
      const checked = checkUnderMocks(kind, name, written, opts);
      const order = listOrder(kind, written, checked, () =>
        knownMembers(Object.fromEntries(Object.entries(args))),
      );
      const registration = startRegistration();
      try {
        super(type, name, inputs, withPluginHint(pulumi.mergeOptions({ aliases }, order.opts)));
      } catch (problem) {
        throw registration.failed(problem);
      } finally {
        registration.end();
      }
      order.made(this);
      warnOfDeletion(this, kind, opts);
      if (isReported) reportProblems(this, type, name);
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Native {
      // The cast holds: the SDK reads a resource with an id by the id alone.
      return new Native(name, {} as A, { ...opts, id });
    }

    static override isInstance(value: unknown): value is Native {
      return isResourceOfType(type, value);
    }
  }
  Object.defineProperty(Native, "name", { value: kind });
  // The cast holds: the SDK adds an output for each name, and `R` declares them.
  return Native as unknown as NativeClass<A, R>;
}
