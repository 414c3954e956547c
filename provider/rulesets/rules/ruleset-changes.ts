import { isMembers, pathTo, sortedJson } from "../../api";
import type { Ruleset } from "../../api/wire";
import { longestIncreasing } from "./longest-increasing";
import { rulesOf } from "./ownership";
import type { RuleState } from "./rule-map";
import { ruleFromWire } from "./rule-wire";

/** One difference between two versions of a ruleset. Refs identify rules; member names are camelCase. */
export type RulesetChange =
  | { readonly kind: "added" | "removed"; readonly ref: string; readonly rule: RuleState }
  /** `after` is the ref of the rule before the moved rule; undefined if the moved rule is the first. */
  | { readonly kind: "moved"; readonly ref: string; readonly after: string | undefined }
  /** `from` and `to` are undefined if the member is not set. */
  | {
      readonly kind: "changed";
      readonly ref: string;
      readonly member: string;
      readonly from: unknown;
      readonly to: unknown;
    }
  | { readonly kind: "described"; readonly from: string; readonly to: string };

/** The members of a ruleset that are compared. */
type ComparedRuleset = Pick<Ruleset, "description" | "rules">;

/** Returns the changes from one version to another, in the order of the rules in `to`, removed rules last. Moves are minimal. */
export function rulesetChanges(from: ComparedRuleset, to: ComparedRuleset): RulesetChange[] {
  const before = byRef(from);
  const after = byRef(to);
  const moved = movedRules([...before.keys()], [...after.keys()]);
  const changes: RulesetChange[] = [];
  let previous: string | undefined;
  for (const [ref, rule] of after) {
    const earlier = before.get(ref);
    if (!earlier) changes.push({ kind: "added", ref, rule });
    else {
      if (moved.has(ref)) changes.push({ kind: "moved", ref, after: previous });
      changes.push(...memberChanges(ref, "", withDefaults(earlier), withDefaults(rule)));
    }
    previous = ref;
  }
  for (const [ref, rule] of before) if (!after.has(ref)) changes.push({ kind: "removed", ref, rule });
  return [...descriptionChange(from, to), ...changes];
}

function byRef(ruleset: ComparedRuleset): Map<string, RuleState> {
  return new Map(
    rulesOf(ruleset)
      .map(ruleFromWire)
      .map((rule) => [rule.ref, rule]),
  );
}

/** Returns the refs in both orders that are not part of a longest common subsequence. */
function movedRules(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const places = new Map(before.map((ref, place) => [ref, place]));
  const common = after.flatMap((ref) => {
    const place = places.get(ref);
    return place === undefined ? [] : [{ ref, place }];
  });
  const staying = new Set(longestIncreasing(common.map(({ place }) => place)));
  return new Set(common.filter((_, index) => !staying.has(index)).map(({ ref }) => ref));
}

function descriptionChange(before: ComparedRuleset, after: ComparedRuleset): RulesetChange[] {
  const [from, to] = [before.description ?? "", after.description ?? ""];
  return from === to ? [] : [{ kind: "described", from, to }];
}

function withDefaults(rule: RuleState): object {
  return { enabled: true, ...rule };
}

/** Compares members recursively. A list is compared as one value: an inserted item would make every later item a change. */
function memberChanges(ref: string, path: string, from: unknown, to: unknown): RulesetChange[] {
  if (from === to) return [];
  if (isMembers(from) && isMembers(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => memberChanges(ref, pathTo(path, name), from[name], to[name]));
  }
  return sortedJson(from) === sortedJson(to) ? [] : [{ kind: "changed", ref, member: path, from, to }];
}
