import type { RuleArgs, ZoneEntrypointRulesetArgs } from "../../../provider";
import { COM } from "../places";
import type { Program } from "../program";
import type { Scenario } from "../scenario";
import type { World } from "../world";

export const CUSTOM = "http_request_firewall_custom";

export const nothing: Program = () => undefined;

/** Rules that log the path of their name: `b=other` is the rule `b` with another path. */
export function rules(...paths: readonly string[]): RuleArgs[] {
  return paths.map((path) => {
    const [ref = "", more = path] = path.split("=");
    return { ref, action: "log", expression: `http.request.uri.path eq "/${more}"` };
  });
}

/** Rules of an account, whose expressions name zones. */
export function accountRules(...paths: readonly string[]): RuleArgs[] {
  return paths.map((path) => {
    const [ref = "", more = path] = path.split("=");
    const expression = `http.request.uri.path eq "/${more}" and cf.zone.plan eq "ENT"`;
    return { ref, action: "log", expression };
  });
}

/** The rules of a person in an entry point. */
export function entrypoint(scope: string, kind: "zone" | "root", phase: string, ...refs: readonly string[]) {
  return async (world: World): Promise<void> => {
    const made = refs.map((ref) => ({
      ref,
      action: "log",
      expression: 'http.request.uri.path eq "/by-hand" and cf.zone.plan eq "ENT"',
    }));
    await world.must("POST", `/${scope}/rulesets`, { name: "default", kind, phase, rules: made });
  };
}

type Rules = (...paths: readonly string[]) => RuleArgs[];

export interface Kind {
  readonly name: string;
  readonly rules: Rules;
  /** A resource with that logical name. */
  readonly program: (
    logical: string,
    rules: RuleArgs[],
    changes?: Partial<ZoneEntrypointRulesetArgs>,
  ) => Program;
  readonly setup?: (world: World) => Promise<void>;
  readonly drift: (world: World) => Promise<void>;
}

/** Operations on rules, for every kind of ruleset. */
export function operations({ name: kind, rules: make, program, setup, drift }: Kind): Scenario[] {
  const of = (...paths: readonly string[]) => program("waf", make(...paths));
  const before = of("a", "b", "c");
  const scenarios: Scenario[] = [
    { name: "create", program: before },
    { name: "update-edit", before, program: of("a", "b=changed", "c") },
    { name: "update-edit-all", before, program: of("a=x", "b=y", "c=z") },
    { name: "update-add", before, program: of("a", "new", "b", "c"), history: true },
    { name: "update-remove", before, program: of("a", "c") },
    { name: "update-reorder", before, program: of("c", "a", "b") },
    { name: "update-much", before, program: of("c=x", "new", "a"), history: true },
    { name: "target-replace", before, program: before, replace: ["waf"] },
    { name: "rename", before, program: program("shield", make("a", "b", "c")) },
    {
      name: "rename-and-change",
      before,
      program: program("shield", make("a", "b=changed", "d")),
      history: true,
    },
    { name: "refresh", before, program: before, operation: "refresh" },
    { name: "drift", before, meanwhile: drift, program: before, operation: "repair", history: true },
    { name: "update-drifted", before, meanwhile: drift, program: of("a", "b=changed", "c"), history: true },
    { name: "delete", before, program: nothing },
    { name: "destroy", before, program: before, operation: "destroy" },
  ];
  return scenarios.map((scenario) => ({
    ...(setup && { setup }),
    ...scenario,
    name: `${kind}/${scenario.name}`,
  }));
}

export const zoneProgram =
  (fixed: Partial<ZoneEntrypointRulesetArgs> = {}): Kind["program"] =>
  (logical, list, changes = {}) =>
  ({ ZoneEntrypointRuleset }) =>
    new ZoneEntrypointRuleset(logical, {
      zoneId: COM,
      phase: CUSTOM,
      rules: list,
      ...fixed,
      ...changes,
    });

/** A person edits a rule of the stack at the dashboard. */
export function editOf(scope: string) {
  return async (world: World): Promise<void> => {
    const own = world.store.rulesets
      .list(scope as `zone:${string}`)
      .flatMap(({ id }) => world.store.rulesets.get(id) ?? [])
      .flatMap((ruleset) => ruleset.rules.map((rule) => ({ ruleset, rule })))
      .find(({ rule }) => (rule.ref ?? "").startsWith("b"));
    if (!own) throw new Error("there is no rule of the stack");
    const { ruleset, rule } = own;
    const path = `/${scope.replace("zone:", "zones/").replace("account:", "accounts/")}/rulesets/${ruleset.id}/rules/${rule.id}`;
    const { action, ref, expression } = rule;
    await world.must("PATCH", path, { action, ref, expression, description: "by hand" });
  };
}
