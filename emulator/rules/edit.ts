import { isDeepStrictEqual } from "node:util";
import { isMembers, type Notice, type Position, type RuleWrite } from "../../provider/api";
import { invalidValue } from "../decode";
import { failures } from "../failures";
import type { StoredRule, StoredRuleset } from "../store/rulesets";

/** The time of an edit, and the source of new ids. */
export interface Editing {
  /** A timestamp with microseconds. */
  readonly now: string;
  readonly newId: () => string;
}

type Rules = readonly StoredRule[];

/**
 * Returns the rules after a PUT of the whole list. A rule that names an existing rule by id, or else by ref, keeps its id.
 * Any other rule is new, even if its content equals that of a removed rule.
 */
export function replaceRules(current: Rules, writes: readonly RuleWrite[], editing: Editing): StoredRule[] {
  const byId = new Map(current.map((rule) => [rule.id, rule]));
  const byRef = new Map(current.map((rule) => [rule.ref, rule]));
  return writes.map((write) => {
    const existing = write.id !== undefined ? byId.get(write.id) : write.ref && byRef.get(write.ref);
    return existing ? changedRule(existing, write, editing) : newRule(write, editing);
  });
}

export function addRule(
  current: Rules,
  write: RuleWrite,
  position: Position | undefined,
  editing: Editing,
): StoredRule[] {
  return placeRule(current, newRule(write, editing), position);
}

/** Replaces a rule without merging members. The rule keeps its place unless `position` moves it. */
export function patchRule(
  current: Rules,
  existing: StoredRule,
  write: RuleWrite,
  position: Position | undefined,
  editing: Editing,
): StoredRule[] {
  const changed = changedRule(existing, write, editing);
  if (!position) return current.map((rule) => (rule.id === existing.id ? changed : rule));
  return placeRule(removeRule(current, existing.id), changed, position);
}

export function moveRule(current: Rules, existing: StoredRule, position: Position): StoredRule[] {
  return placeRule(removeRule(current, existing.id), existing, position);
}

export function removeRule(current: Rules, id: string): StoredRule[] {
  return current.filter((rule) => rule.id !== id);
}

/** Returns the next version of a ruleset. Every accepted write makes one, even if it changes nothing. */
export function nextVersion(
  current: StoredRuleset,
  change: { readonly rules?: Rules; readonly description?: string | undefined },
  now: string,
): StoredRuleset {
  return {
    ...current,
    rules: change.rules ?? current.rules,
    description: change.description ?? current.description,
    version: current.version + 1,
    lastUpdated: now,
  };
}

function newRule(write: RuleWrite, { now, newId }: Editing): StoredRule {
  const id = newId();
  return { id, version: "1", ...contentOf(write, write.ref ?? id), last_updated: now };
}

function changedRule(existing: StoredRule, write: RuleWrite, { now }: Editing): StoredRule {
  const { id, version } = existing;
  const next = contentOf(write, write.ref ?? existing.ref ?? id);
  const unchanged = { id, version, ...next, last_updated: existing.last_updated };
  if (isDeepStrictEqual(unchanged, existing)) return existing;
  return { ...unchanged, version: String(Number(version) + 1), last_updated: now };
}

/** Adds the members that the API fills in. */
function contentOf(write: RuleWrite, ref: string): Omit<StoredRule, "id" | "version" | "last_updated"> {
  const { action, expression, description, enabled = true } = write;
  const parameters = filledIn(action, write.action_parameters);
  const logging = write.logging ?? (action === "skip" ? { enabled: true } : undefined);
  const ratelimit = write.ratelimit && {
    mitigation_timeout: 0,
    requests_to_origin: false,
    ...write.ratelimit,
  };
  return {
    action,
    ...(parameters && { action_parameters: parameters }),
    expression,
    ...(description && { description }),
    ref,
    enabled,
    ...(logging && { logging }),
    ...(ratelimit && { ratelimit }),
    ...(write.exposed_credential_check && { exposed_credential_check: write.exposed_credential_check }),
  };
}

function filledIn(
  action: string,
  parameters: RuleWrite["action_parameters"],
): RuleWrite["action_parameters"] {
  if (action === "execute") return { version: "latest", ...parameters };
  const target = parameters?.["from_value"];
  return action === "redirect" && isMembers(target)
    ? { ...parameters, from_value: { preserve_query_string: false, ...target } }
    : parameters;
}

/** Inserts a rule at a position, or at the end without one. @throws Failure if the position does not exist */
function placeRule(
  others: readonly StoredRule[],
  rule: StoredRule,
  position: Position | undefined,
): StoredRule[] {
  return others.toSpliced(indexFor(others, position), 0, rule);
}

function indexFor(others: readonly StoredRule[], position: Position | undefined): number {
  if (!position) return others.length;
  if ("index" in position) {
    const last = others.length + 1;
    if (position.index > last) {
      throw misplaced(
        invalidValue(
          position.index,
          "index",
          `it must be between 1 and ${last}, the number of rules`,
          "/position/index",
        ),
      );
    }
    return position.index - 1;
  }
  if ("before" in position) {
    return position.before === "" ? 0 : indexOf(others, position.before, "before");
  }
  return position.after === "" ? others.length : indexOf(others, position.after, "after") + 1;
}

function indexOf(others: readonly StoredRule[], id: string, member: "before" | "after"): number {
  const index = others.findIndex((rule) => rule.id === id);
  if (index < 0) {
    throw misplaced(
      invalidValue(id, member, "there is no other rule with this id in the ruleset", `/position/${member}`),
    );
  }
  return index;
}

function misplaced(notice: Notice) {
  return failures.rulesets([notice]);
}
