import { z } from "zod";
import { didYouMean, isMembers, type Problem } from "../../provider/api";
import type { EdgePolicy } from "../policies/policy";

/** How a policy is run. */
export interface PolicySetting {
  readonly policy: EdgePolicy;
  readonly level: EdgePolicy["enforcementLevel"];
  readonly config: unknown;
}

const LEVELS = ["mandatory", "advisory", "disabled"] as const;
/** The member that sets the level of all policies. */
const ALL = "all";

/**
 * Reads a configuration of policies: the JSON of `pulumi preview --policy-pack-config`, which maps names of policies to a level, or
 * to an object with `enforcementLevel` and the policy's own settings.
 */
export function readPolicySettings(
  policies: readonly EdgePolicy[],
  configuration: unknown,
): { settings: PolicySetting[]; problems: Problem[] } {
  if (!isMembers(configuration))
    return {
      settings: [],
      problems: [{ path: "", message: "must be an object with the names of policies" }],
    };
  const names = policies.map(({ name }) => name);
  const problems: Problem[] = Object.keys(configuration)
    .filter((name) => name !== ALL && !names.includes(name))
    .map((name) => ({
      path: name,
      message: `is not the name of a policy${didYouMean(name, [...names, ALL])}`,
    }));
  const all = levelOf(configuration[ALL], ALL, problems);
  const settings = policies.map((policy): PolicySetting => {
    const value = configuration[policy.name];
    const { enforcementLevel, ...own } = isMembers(value) ? value : { enforcementLevel: value };
    const level = levelOf(enforcementLevel, policy.name, problems) ?? all ?? policy.enforcementLevel;
    const parsed = z.strictObject(policy.config.shape).safeParse(own);
    if (parsed.success) return { policy, level, config: parsed.data };
    problems.push(...parsed.error.issues.map((issue) => problemOf(issue, policy)));
    return { policy, level, config: undefined };
  });
  return { settings, problems };
}

function levelOf(value: unknown, path: string, problems: Problem[]): PolicySetting["level"] | undefined {
  if (value === undefined) return undefined;
  const level = LEVELS.find((known) => known === value);
  if (level === undefined) {
    const hint = typeof value === "string" ? didYouMean(value, LEVELS) : "";
    problems.push({ path, message: `must be one of ${LEVELS.join(", ")}${hint}` });
  }
  return level;
}

function problemOf(issue: z.core.$ZodIssue, { name, config }: EdgePolicy): Problem {
  const path = [name, ...issue.path.map(String)].join(".");
  if (issue.code !== "unrecognized_keys") return { path, message: issue.message };
  const known = Object.keys(config.shape);
  const hints = issue.keys.map((key) => `${JSON.stringify(key)}${didYouMean(key, known)}`);
  const rest = known.length === 0 ? "the policy has no settings" : `its settings are ${known.join(", ")}`;
  return { path, message: `has no setting ${hints.join(", ")}; ${rest}` };
}
