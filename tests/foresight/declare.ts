import type { AccountEntrypointRulesetArgs, ApiTokenArgs, ZoneEntrypointRulesetArgs } from "../../provider";
import type { ForesightProgram } from "./case";
import type { World } from "./world";

/** A program that needs no other file. */
type Declaration = (...given: [library: Parameters<ForesightProgram>[0], world: World]) => unknown;

/** Members as a program in JavaScript writes them, without a compiler. */
type Untyped = Readonly<Record<string, unknown>>;

const DEFAULTS = { ref: "a", expression: 'http.request.uri.path eq "/a"' };

/** Declares rules in a zone. Ref and expression of each have defaults. */
export function inZone(
  phase: string,
  rules: readonly unknown[] | ((world: World) => readonly unknown[]),
  { zone = "enterprise", ...others }: { readonly zone?: keyof World["zones"] } & Untyped = {},
): Declaration {
  return (edge, world) => {
    const args = { zoneId: world.zones[zone], phase, rules: complete(rules, world), ...others };
    // The compiler would reject many of these programs.
    return new edge.ZoneEntrypointRuleset("site", args as unknown as ZoneEntrypointRulesetArgs);
  };
}

/** Declares the rules of one resource in the zone. The name is also the beginning of their refs. */
type DeclareRules = (name: string, phase: string, rules: readonly object[], others?: object) => unknown;

/** Declares several resources of one zone. */
export function inOneZone(
  declare: (rules: DeclareRules, edge: Parameters<ForesightProgram>[0], zoneId: string) => unknown,
): Declaration {
  return (edge, { zones: { enterprise: zoneId } }) => {
    const rules: DeclareRules = (name, phase, given, others = {}) => {
      const named = given.map((rule, index) => ({ ref: `${name}-${index}`, ...rule }));
      // Phase and rules belong together in each program.
      const args = { zoneId, phase, rules: named, ...others } as unknown as ZoneEntrypointRulesetArgs;
      return new edge.ZoneEntrypointRuleset(name, args);
    };
    return declare(rules, edge, zoneId);
  };
}

/** Declares rules in the entry point of the account. */
export function inAccount(
  phase: string,
  rules: readonly unknown[] | ((world: World) => readonly unknown[]),
  others: Untyped = {},
): Declaration {
  return (edge, world) => {
    const args = { accountId: world.accountId, phase, rules: complete(rules, world), ...others };
    // The compiler would reject many of these programs.
    return new edge.AccountEntrypointRuleset("site", args as unknown as AccountEntrypointRulesetArgs);
  };
}

/** Declares a token of the user. */
export function token(args: (edge: Parameters<ForesightProgram>[0], world: World) => Untyped): Declaration {
  // The compiler would reject many of these programs.
  return (edge, world) => new edge.ApiToken("ci", args(edge, world) as unknown as ApiTokenArgs);
}

function complete(
  rules: readonly unknown[] | ((world: World) => readonly unknown[]),
  world: World,
): unknown[] {
  const given = typeof rules === "function" ? rules(world) : rules;
  return given.map((rule, index) =>
    typeof rule === "object" && rule !== null && !("apply" in rule)
      ? { ...DEFAULTS, ...(index > 0 && { ref: `${DEFAULTS.ref}${index}` }), ...rule }
      : rule,
  );
}
