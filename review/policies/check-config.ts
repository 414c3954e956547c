import { didYouMean, found, isMembers, listOr } from "../../provider/api";
import { EDGE_POLICIES, type EdgePolicy } from "./index";
import { HIDE_SECRETS, REPORT_UNJUDGED } from "./pack-policies";

const LEVELS: readonly string[] = ["advisory", "disabled", "mandatory", "remediate"];
/** Sets the level of all policies. */
const ALL = "all";
const LEVEL = "enforcementLevel";

/** Returns the problems of a configuration of the policy pack: by policy name, a level or an object with a level and settings. */
export function checkConfig(config: unknown): string[] {
  if (!isMembers(config))
    return [`the configuration must be an object with one member per policy; found ${found(config)}`];
  const names = [...EDGE_POLICIES, REPORT_UNJUDGED, HIDE_SECRETS].map(({ name }) => name);
  return Object.entries(config).flatMap(([name, choice]) => {
    if (name !== ALL && !names.includes(name))
      return [`${JSON.stringify(name)} is not a policy${didYouMean(name, names)}`];
    return checkChoice(name, choice);
  });
}

/** Returns the problems of the settings of a policy. */
export function checkSettings(
  { name, config }: EdgePolicy,
  settings: Readonly<Record<string, unknown>>,
): string[] {
  const known = Object.keys(config.shape);
  const strangers = Object.keys(settings).filter((setting) => !known.includes(setting));
  const parsed = config.safeParse(settings);
  return [
    ...strangers.map((setting) => {
      const accepted = known.length > 0 ? `it has ${listOr(known).replace(" or ", " and ")}` : "it has none";
      return `${name} has no setting ${JSON.stringify(setting)}: ${accepted}${didYouMean(setting, known)}`;
    }),
    ...(parsed.error?.issues ?? []).map(
      ({ path, message }) => `${name}: ${path.map(String).join(".")}: ${message}`,
    ),
  ];
}

function checkChoice(name: string, choice: unknown): string[] {
  const policy = EDGE_POLICIES.find((one) => one.name === name);
  if (!isMembers(choice)) return checkLevel(name, choice);
  const { [LEVEL]: level, ...settings } = choice;
  return [
    ...(level === undefined ? [] : checkLevel(name, level)),
    ...(policy
      ? checkSettings(policy, settings)
      : Object.keys(settings).map((one) => `${name} has no setting ${JSON.stringify(one)}`)),
  ];
}

function checkLevel(name: string, level: unknown): string[] {
  if (typeof level === "string" && LEVELS.includes(level)) return [];
  const guess = typeof level === "string" ? didYouMean(level, LEVELS) : "";
  return [`${name}: the level must be ${listOr(LEVELS)}; found ${found(level)}${guess}`];
}
