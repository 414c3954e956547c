import type { z } from "zod";
import type { Members } from "../../provider/api";
import type { Reviewed } from "../model/reviewed";
import * as all from "../all-policies";
import type { EdgePolicy } from "./policy";

export * from "./policy";

/** A policy of any configuration. */
type AnyPolicy = Omit<EdgePolicy<never>, "config"> & { readonly config: z.ZodObject<z.ZodRawShape> };

/** All policies, by name. Their functions take any object as configuration, and fill in the defaults of what it lacks. */
export const EDGE_POLICIES: readonly EdgePolicy[] = Object.values(all)
  .map((policy) => configurable(policy))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Returns the policy with functions that parse their configuration. They throw a `ZodError` if it is invalid. */
export function configurable({ judge, judgeChange, remediate, ...facts }: AnyPolicy): EdgePolicy {
  // A pack judges each resource with the same configuration, and no caller changes one.
  let last: { readonly config: unknown; readonly parsed: never } | undefined;
  const parse = (config: unknown): never => {
    // The schema returns the configuration of the policy, as its type says.
    if (last === undefined || last.config !== config)
      last = { config, parsed: facts.config.parse(config) as never };
    return last.parsed;
  };
  return {
    ...facts,
    judge: (resources, config, now) => judge(resources, parse(config), now),
    ...(judgeChange && {
      judgeChange: (before: readonly Reviewed[], after: readonly Reviewed[], config: unknown) =>
        judgeChange(before, after, parse(config)),
    }),
    ...(remediate && {
      remediate: (resource: Reviewed, args: Members, config: unknown, now?: Date) =>
        remediate(resource, args, parse(config), now),
    }),
  };
}
