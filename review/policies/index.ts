import type { z } from "zod";
import { isMembers, type Members } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import * as all from "../all-policies";
import {
  type Allowance,
  Allowances,
  isAllowed,
  markAllowed,
  markAllowedByResource,
  ResourceAllowances,
  withoutFormerSettings,
} from "./allowances";
import type { EdgePolicy } from "./policy";

export * from "./policy";

/** A policy of any configuration. */
type AnyPolicy = Omit<EdgePolicy<never>, "config"> & { readonly config: z.ZodObject<z.ZodRawShape> };

/** A configuration of a policy: its own settings, and what it allows. */
interface Parsed {
  readonly own: never;
  readonly allowances: readonly Allowance[];
  readonly resourceAllowances: boolean;
}

/** All policies, by name. Their functions take any object as configuration, and fill in the defaults of what it lacks. */
export const EDGE_POLICIES: readonly EdgePolicy[] = Object.values(all)
  .map((policy) => configurable(policy))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Returns the policy with functions that parse their configuration. They throw a `ZodError` if it is invalid. */
export function configurable({ judge, judgeChange, remediate, ...facts }: AnyPolicy): EdgePolicy {
  const { repeatsPreviews = false } = facts;
  const config = facts.config.extend({
    allowances: Allowances,
    ...(repeatsPreviews && { resourceAllowances: ResourceAllowances }),
  });
  // A pack judges each resource with the same configuration, and no caller changes one.
  let last: { readonly settings: unknown; readonly parsed: Parsed } | undefined;
  const parse = (settings: unknown): Parsed => {
    if (last === undefined || last.settings !== settings) {
      const { allowances, resourceAllowances, ...own } = config.parse(
        isMembers(settings) ? withoutFormerSettings(settings, config.shape) : settings,
      );
      // The schema returns the configuration of the policy, as its type says.
      const parsed = { own: own as never, allowances: Allowances.parse(allowances) };
      last = {
        settings,
        parsed: { ...parsed, resourceAllowances: ResourceAllowances.parse(resourceAllowances) },
      };
    }
    return last.parsed;
  };
  return {
    ...facts,
    config,
    judge: (resources, settings, now) => {
      const { own, allowances, resourceAllowances } = parse(settings);
      if (!repeatsPreviews) return markAllowed(judge(resources, own, now), resources, allowances, now);
      const judged = resourceAllowances ? resources : resources.map(withoutAllowances);
      const found = markAllowedByResource(judge(judged, own, now), judged, now);
      return markAllowed(found, judged, allowances, now);
    },
    ...(judgeChange && {
      judgeChange: (
        before: readonly Reviewed[],
        after: readonly Reviewed[],
        settings: unknown,
        now?: Date,
      ) => {
        const { own, allowances } = parse(settings);
        return markAllowed(judgeChange(before, after, own, now), [...before, ...after], allowances, now);
      },
    }),
    ...(remediate && {
      remediate: (resource: Reviewed, args: Members, settings: unknown, now?: Date) => {
        const { own, allowances } = parse(settings);
        return isAllowed(resource, allowances, now) ? undefined : remediate(resource, args, own, now);
      },
    }),
  };
}

function withoutAllowances(resource: Reviewed): Reviewed {
  return { ...resource, allowances: undefined };
}
