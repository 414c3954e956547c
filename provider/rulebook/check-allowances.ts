import { checkList, checkMembers, containsUnknown, found, pathTo, type Problem } from "../api";
import { FILTER_WARNING_RULES } from "../filter";
import { EXPRESSION_LANGUAGE } from "./expression-limits";
import { checkDay } from "./allowance";
import { HAZARD_IDS } from "./hazards/hazard";
import { CONSTRAINTS } from "./index";
import { LOG_ONLY } from "./log-only";
import { didYouMean } from "../words";

const PATH = "allowances";
const MEMBERS = ["id", "rule", "reason", "until"] as const;
/** The limit of a plan, which is no constraint on a single rule. */
const RULE_LIMIT = "rule-limit";

/** Checks the argument `allowances`. `refs` are those of the rules, if they are known. */
export function checkAllowances(value: unknown, refs?: readonly unknown[]): Problem[] {
  if (value === undefined) return [];
  if (containsUnknown(value))
    return [
      { path: PATH, message: "must be known in a preview: write it without outputs of other resources" },
    ];
  return checkList(value, PATH, "allowances", (item, path) =>
    checkMembers(item, path, MEMBERS, ({ id, rule, reason, until }) => [
      ...checkId(id, pathTo(path, "id")),
      ...checkRule(rule, refs, pathTo(path, "rule")),
      ...(typeof reason === "string" && /\p{L}/u.test(reason)
        ? []
        : [{ path: pathTo(path, "reason"), message: `must be a reason in words, found ${found(reason)}` }]),
      ...(until === undefined
        ? missingEnd(id, pathTo(path, "until"))
        : checkDay(until, pathTo(path, "until"))),
    ]),
  );
}

/** The ids of what an answer of the API proves, and of expressions that cannot be parsed. */
const FIRM: ReadonlySet<string> = new Set([
  ...CONSTRAINTS.filter(({ confidence }) => confidence === "observed").map(({ id }) => id),
  ...Object.keys(EXPRESSION_LANGUAGE),
]);
const ALLOWABLE: readonly string[] = [
  ...CONSTRAINTS.map(({ id }) => id).filter((id) => !FIRM.has(id)),
  ...FILTER_WARNING_RULES,
  ...HAZARD_IDS,
  RULE_LIMIT,
  LOG_ONLY,
];

/** Whether a resource can allow what has this id. */
export function isAllowable(id: string): boolean {
  return ALLOWABLE.includes(id);
}

function checkId(id: unknown, path: string): Problem[] {
  if (typeof id !== "string") return [{ path, message: `must be the id of a finding, found ${found(id)}` }];
  if (isAllowable(id)) return [];
  const message = FIRM.has(id)
    ? `cannot be allowed: the API is proved to refuse what ${id} reports`
    : `is not the id of a finding that can be allowed, found ${found(id)}${didYouMean(id, ALLOWABLE)}`;
  return [{ path, message }];
}

function checkRule(rule: unknown, refs: readonly unknown[] | undefined, path: string): Problem[] {
  if (rule === undefined) return [];
  if (typeof rule !== "string") return [{ path, message: `must be the ref of a rule, found ${found(rule)}` }];
  if (
    refs === undefined ||
    refs.includes(rule) ||
    refs.some((ref) => typeof ref !== "string" || containsUnknown(ref))
  )
    return [];
  const known = refs.filter((ref) => typeof ref === "string");
  return [
    {
      path,
      message: `is not the ref of a rule of this resource, found ${found(rule)}${didYouMean(rule, known)}`,
    },
  ];
}

function missingEnd(id: unknown, path: string): Problem[] {
  return id === LOG_ONLY ? [{ path, message: "is missing; write the last day on which it only logs" }] : [];
}
