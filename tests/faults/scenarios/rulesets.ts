import type { RuleArgs, ZoneEntrypointRulesetArgs } from "../../../provider";
import { ACCOUNT, COM, ORG, OTHER_ACCOUNT } from "../places";
import type { Program } from "../program";
import type { Scenario } from "../scenario";
import {
  accountRules,
  CUSTOM,
  editOf,
  entrypoint,
  nothing,
  operations,
  rules,
  zoneProgram,
  type Kind,
} from "./ruleset-operations";

const RATES = "http_ratelimit";
const TRANSFORM = "http_request_late_transform";

const inZone = entrypoint(`zones/${COM}`, "zone", CUSTOM, "hand-1", "hand-2");
const zone = { rules, drift: editOf(`zone:${COM}`) };
const shared: Kind = { ...zone, name: "ZoneRules", program: zoneProgram(), setup: inZone };
const positioned = zoneProgram({ position: "first" });
const byAnchor = zoneProgram({ position: { after: "hand-1" } });
const exclusive = zoneProgram({ ownership: "exclusive" });

const account: Kind = {
  name: "AccountRules",
  rules: accountRules,
  program:
    (logical, list) =>
    ({ AccountEntrypointRuleset }) =>
      new AccountEntrypointRuleset(logical, { accountId: ACCOUNT, phase: CUSTOM, rules: list }),
  setup: entrypoint(`accounts/${ACCOUNT}`, "root", CUSTOM, "hand-1"),
  drift: editOf(`account:${ACCOUNT}`),
};

const custom: Kind = {
  name: "Ruleset",
  rules,
  program:
    (logical, list) =>
    ({ Ruleset }) =>
      new Ruleset(logical, { accountId: ACCOUNT, name: "Shared rules", phase: CUSTOM, rules: list }),
  drift: editOf(`account:${ACCOUNT}`),
};

const zoneCustom: Kind = {
  ...zone,
  name: "ZoneCustomRuleset",
  program:
    (logical, list) =>
    ({ ZoneCustomRuleset }) =>
      new ZoneCustomRuleset(logical, { zoneId: COM, name: "Rules of the zone", rules: list }),
};

const customNamed =
  (name: string, accountId = ACCOUNT): Program =>
  ({ Ruleset }) =>
    new Ruleset("waf", { accountId, name, phase: CUSTOM, rules: rules("a", "b") });

const zoneCustomIn =
  (zoneId: string): Program =>
  ({ ZoneCustomRuleset }) =>
    new ZoneCustomRuleset("waf", { zoneId, rules: rules("a", "b") });

const three = rules("a", "b", "c");

/** Without a mark, only the state proves ownership, so a rename is not among these. */
const exactRefs = operations({
  ...zone,
  name: "ZoneRulesExact",
  program: zoneProgram({ refs: "exact", takeOver: true }),
  setup: inZone,
}).filter(({ name }) => !/rename|target-replace/.test(name));

/** A renamed resource with an alias: first nothing changes, then one rule. */
const aliased: readonly Scenario[] = [
  { name: "rules-rename", before: shared.program("waf", three), program: zoneAliased(three) },
  {
    name: "rules-rename-and-change",
    before: shared.program("waf", three),
    program: zoneAliased(rules("a", "b=changed")),
  },
].map((scenario) => ({ setup: inZone, ...scenario, name: `Aliased/${scenario.name}` }));

function zoneAliased(list: RuleArgs[]): Program {
  const aliases = [{ name: "waf" }];
  return ({ ZoneEntrypointRuleset }) =>
    new ZoneEntrypointRuleset("shield", { zoneId: COM, phase: CUSTOM, rules: list }, { aliases });
}

/** Two resources in one entry point: the first has the rules `left`, the second `right`. */
function pair(left: readonly string[], right: readonly string[]): Program {
  return ({ ZoneEntrypointRuleset }) => {
    if (left.length > 0)
      new ZoneEntrypointRuleset("left", { zoneId: COM, phase: CUSTOM, rules: rules(...left) });
    if (right.length > 0)
      new ZoneEntrypointRuleset("right", { zoneId: COM, phase: CUSTOM, rules: rules(...right) });
  };
}

/** Another stack has rules with the same refs and content in the same entry point. */
const neighbours: readonly Scenario[] = [
  { name: "rules-create", program: shared.program("waf", three) },
  {
    name: "rules-update",
    before: shared.program("waf", three),
    program: shared.program("waf", rules("a=x", "c")),
  },
  { name: "rules-rename", before: shared.program("shield", three), program: shared.program("waf", three) },
  {
    name: "rules-target-replace",
    before: shared.program("waf", three),
    program: shared.program("waf", three),
    replace: ["waf"],
  },
  { name: "rules-delete", before: shared.program("waf", three), program: nothing },
].map((scenario) => ({
  ...scenario,
  neighbour: shared.program("waf", three),
  name: `Neighbours/${scenario.name}`,
}));

export const rulesetScenarios: readonly Scenario[] = [
  ...neighbours,
  ...exactRefs,
  ...aliased,
  ...operations(shared),
  ...operations({ ...zone, name: "ZoneRulesAlone", program: zoneProgram() }),
  ...operations({ ...zone, name: "ZoneRulesFirst", program: positioned, setup: inZone }),
  ...operations({ ...zone, name: "ZoneRulesAfter", program: byAnchor, setup: inZone }),
  ...operations({ ...zone, name: "ZoneRulesExclusive", program: exclusive }),
  ...operations(account),
  ...operations(custom),
  ...operations(zoneCustom),
  ...[
    { name: "replace-zone", changes: { zoneId: ORG } },
    { name: "replace-connection", changes: { connection: "other" } },
    { name: "replace-phase", changes: { phase: TRANSFORM }, list: transforms() },
  ].flatMap(({ name, changes, list = three }) =>
    [shared, { ...zone, name: "ZoneRulesAlone", program: zoneProgram(), setup: undefined }].map(
      ({ name: kind, program, setup }): Scenario => ({
        name: `${kind}/${name}`,
        ...(setup && { setup }),
        before: program("waf", three),
        program: program("waf", list, changes as Partial<ZoneEntrypointRulesetArgs>),
      }),
    ),
  ),
  {
    name: "ZoneRulesAlone/replace-rates",
    before: zoneProgram()("waf", three),
    program: zoneProgram()("waf", limits(), { phase: RATES }),
  },
  {
    name: "AccountRules/replace-account",
    before: account.program("waf", accountRules("a", "b")),
    program: ({ AccountEntrypointRuleset }) =>
      new AccountEntrypointRuleset("waf", {
        accountId: OTHER_ACCOUNT,
        phase: CUSTOM,
        rules: accountRules("a", "b"),
      }),
  },
  { name: "Ruleset/replace-name", before: customNamed("One"), program: customNamed("Two") },
  {
    name: "ZoneCustomRuleset/replace-zone",
    before: zoneCustomIn(COM),
    program: zoneCustomIn(ORG),
  },
  { name: "Ruleset/replace-account", before: customNamed("One"), program: customNamed("One", OTHER_ACCOUNT) },
  {
    name: "ZoneRules/exclusive-begins",
    before: zoneProgram()("waf", three),
    program: exclusive("waf", three),
  },
  {
    name: "Moves/left-to-right",
    setup: inZone,
    before: pair(["a", "b"], ["c"]),
    program: pair(["a"], ["b", "c"]),
    gap: true,
    history: true,
  },
  {
    name: "Moves/right-to-left",
    setup: inZone,
    before: pair(["a"], ["b", "c"]),
    program: pair(["a", "b"], ["c"]),
    gap: true,
    history: true,
  },
  {
    name: "Moves/swap",
    setup: inZone,
    before: pair(["a"], ["b"]),
    program: pair(["b"], ["a"]),
    gap: true,
    history: true,
  },
  {
    name: "Moves/split",
    setup: inZone,
    before: pair(["a", "b", "c"], []),
    program: pair(["a"], ["b", "c"]),
    gap: true,
    history: true,
  },
  {
    name: "Moves/merge",
    setup: inZone,
    before: pair(["a"], ["b", "c"]),
    program: pair(["a", "b", "c"], []),
    gap: true,
    history: true,
  },
  {
    name: "Moves/alone-split",
    before: pair(["a", "b", "c"], []),
    program: pair(["a"], ["b", "c"]),
    gap: true,
    history: true,
  },
  {
    name: "Moves/alone-hand-over",
    before: pair(["a", "b"], []),
    program: pair([], ["a", "b"]),
    gap: true,
    history: true,
  },
];

function transforms(): RuleArgs[] {
  return ["a", "b", "c"].map((ref) => ({
    ref,
    action: "rewrite",
    expression: "true",
    actionParameters: { headers: { [`x-${ref}`]: { operation: "set", value: "1" } } },
  }));
}

function limits(): RuleArgs[] {
  return ["a", "b"].map((ref) => ({
    ref,
    action: "log",
    expression: "true",
    ratelimit: { characteristics: ["ip.src", "cf.colo.id"], period: 60, requestsPerPeriod: 20 },
  }));
}
