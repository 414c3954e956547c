import type { OwaspConfigArgs } from "../../../provider";
import { omit } from "../../support/omit";
import { ACCOUNT, COM, ORG } from "../places";
import type { Program } from "../program";
import type { Scenario } from "../scenario";
import type { World } from "../world";
import { CUSTOM, rules } from "./ruleset-operations";

const MANAGED = "http_request_firewall_managed";
const VENDOR_RULESET = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP_RULESET = "4814384a9e5d4991b9815dcfc25d2f1f";

const nothing: Program = () => undefined;

function owasp(logical: string, changes: Partial<OwaspConfigArgs> = {}): Program {
  return ({ OwaspConfig }) =>
    new OwaspConfig(logical, { zoneId: COM, paranoiaLevel: 2, scoreThreshold: 40, ...changes });
}

/** A person deploys another managed ruleset in the phase. */
async function managedByHand(world: World): Promise<void> {
  const rule = {
    ref: "hand-1",
    action: "execute",
    expression: "true",
    action_parameters: { id: VENDOR_RULESET },
  };
  await world.must("POST", `/zones/${COM}/rulesets`, {
    name: "default",
    kind: "zone",
    phase: MANAGED,
    rules: [rule],
  });
}

/** A person also deploys OWASP. */
async function owaspByHand(world: World): Promise<void> {
  const ruleset = world.store.rulesets.getEntrypoint(`zone:${COM}`, MANAGED);
  const action_parameters = { id: OWASP_RULESET };
  const rule = { ref: "hand-2", action: "execute", expression: "true", action_parameters };
  await world.must("POST", `/zones/${COM}/rulesets/${String(ruleset?.id)}/rules`, rule);
}

async function owaspEdited(world: World): Promise<void> {
  const ruleset = world.store.rulesets.getEntrypoint(`zone:${COM}`, MANAGED);
  const rule = ruleset?.rules.find(({ ref }) => ref?.startsWith("owasp"));
  if (!ruleset || !rule) throw new Error("OWASP is not deployed");
  const content = omit(rule, "id", "version", "last_updated");
  await world.must("PATCH", `/zones/${COM}/rulesets/${ruleset.id}/rules/${rule.id}`, {
    ...content,
    enabled: false,
  });
}

function owaspOperations(kind: string, setup?: (world: World) => Promise<void>): Scenario[] {
  const before = owasp("owasp");
  const scenarios: Scenario[] = [
    { name: "create", program: before },
    { name: "update-level", before, program: owasp("owasp", { paranoiaLevel: 3 }) },
    { name: "update-action", before, program: owasp("owasp", { action: "log", scoreThreshold: "low" }) },
    {
      name: "update-rules",
      before,
      program: owasp("owasp", { rules: [{ number: "920272", enabled: false }] }),
    },
    { name: "update-disable", before, program: owasp("owasp", { enabled: false }) },
    { name: "replace-zone", before, program: owasp("owasp", { zoneId: ORG }) },
    { name: "replace-connection", before, program: owasp("owasp", { connection: "other" }) },
    { name: "target-replace", before, program: before, replace: ["owasp"] },
    { name: "rename", before, program: owasp("protection") },
    { name: "rename-and-change", before, program: owasp("protection", { paranoiaLevel: 3 }) },
    { name: "refresh", before, program: before, operation: "refresh" },
    { name: "drift", before, meanwhile: owaspEdited, program: before, operation: "repair" },
    { name: "update-drifted", before, meanwhile: owaspEdited, program: owasp("owasp", { paranoiaLevel: 1 }) },
    { name: "delete", before, program: nothing },
    { name: "destroy", before, program: before, operation: "destroy" },
  ];
  return scenarios.map((scenario) => ({
    ...(setup && { setup }),
    ...scenario,
    name: `${kind}/${scenario.name}`,
  }));
}

/** Deployments that a person made, and one whose resource was renamed by alias. */
const taken: readonly Scenario[] = [
  {
    name: "OwaspTaken/take-over",
    setup: managedByHand,
    meanwhile: owaspByHand,
    program: owasp("owasp", { takeOver: true }),
    // The person's description stays.
    history: true,
  },
  {
    name: "OwaspTaken/rename-with-alias",
    before: owasp("owasp"),
    program: ({ OwaspConfig }) =>
      new OwaspConfig(
        "protection",
        { zoneId: COM, paranoiaLevel: 2, scoreThreshold: 40 },
        { aliases: [{ name: "owasp" }] },
      ),
  },
];

function filter(
  logical: string,
  expression: string,
  more: { phase?: "http_ratelimit"; mode?: "api" } = {},
): Program {
  return ({ ValidatedFilter }) => new ValidatedFilter(logical, { expression, ...more });
}

const ADMIN = 'http.request.uri.path eq "/admin"';

const filterScenarios: readonly Scenario[] = [
  { name: "create", program: filter("admin", ADMIN) },
  { name: "create-by-endpoint", program: filter("admin", ADMIN, { mode: "api" }) },
  {
    name: "update-phase",
    before: filter("admin", ADMIN),
    program: filter("admin", ADMIN, { phase: "http_ratelimit" }),
  },
  { name: "replace-expression", before: filter("admin", ADMIN), program: filter("admin", `not ${ADMIN}`) },
  {
    name: "target-replace",
    before: filter("admin", ADMIN),
    program: filter("admin", ADMIN),
    replace: ["admin"],
  },
  { name: "rename", before: filter("admin", ADMIN), program: filter("office", ADMIN) },
  { name: "refresh", before: filter("admin", ADMIN), program: filter("admin", ADMIN), operation: "refresh" },
  { name: "delete", before: filter("admin", ADMIN), program: nothing },
  { name: "destroy", before: filter("admin", ADMIN), program: filter("admin", ADMIN), operation: "destroy" },
].map((scenario) => ({ ...scenario, name: `ValidatedFilter/${scenario.name}` }) as Scenario);

function baseline(logical: string, { level = 1, path = "/.git", rate = 20 } = {}): Program {
  return ({ ZoneBaseline }) =>
    new ZoneBaseline(logical, {
      zoneId: COM,
      filters: { login: 'http.request.uri.path eq "/login"' },
      customRules: [
        { ref: "secret-files", action: "block", expression: `http.request.uri.path contains "${path}"` },
      ],
      rateLimits: ({ login }) => [{ ref: "login", expression: login, requestsPerPeriod: rate }],
      owasp: { paranoiaLevel: level as 1 | 2 },
    });
}

const baselineScenarios: readonly Scenario[] = [
  { name: "create", program: baseline("base") },
  {
    name: "update",
    before: baseline("base"),
    program: baseline("base", { level: 2, path: "/.env", rate: 10 }),
  },
  { name: "rename", before: baseline("base"), program: baseline("zone") },
  {
    name: "target-replace",
    before: baseline("base"),
    program: baseline("base"),
    replace: ["base-custom", "base-rate-limits", "base-managed", "base-owasp"],
  },
  {
    name: "adopted-later",
    program: baseline("base", { level: 2 }),
    gap: true,
    history: true,
    before: owasp("owasp", { paranoiaLevel: 2, action: "managed_challenge", scoreThreshold: "medium" }),
  },
  { name: "refresh", before: baseline("base"), program: baseline("base"), operation: "refresh" },
  { name: "delete", before: baseline("base"), program: nothing },
  { name: "destroy", before: baseline("base"), program: baseline("base"), operation: "destroy" },
].map((scenario) => ({ ...scenario, name: `ZoneBaseline/${scenario.name}` }) as Scenario);

/** Every kind of resource whose preview sends dry runs. */
function everyRuleset(change: string, level: number): Program {
  return ({ OwaspConfig, Ruleset, ZoneEntrypointRuleset }) => {
    const list = rules("a", `b=${change}`, `c=${change}c`);
    new ZoneEntrypointRuleset("waf", { zoneId: COM, phase: CUSTOM, rules: list });
    new Ruleset("shared", { accountId: ACCOUNT, name: "Shared rules", phase: CUSTOM, rules: list });
    new OwaspConfig("owasp", { zoneId: COM, paranoiaLevel: level, scoreThreshold: 40 });
  };
}

const previews: readonly Scenario[] = [
  { name: "Previews/preview-new", operation: "preview", program: everyRuleset("x", 1) },
  {
    name: "Previews/preview-changed",
    operation: "preview",
    before: everyRuleset("x", 1),
    program: everyRuleset("y", 2),
  },
];

export const otherScenarios: readonly Scenario[] = [
  ...previews,
  ...owaspOperations("Owasp"),
  ...owaspOperations("OwaspBesideOthers", managedByHand),
  ...taken,
  ...filterScenarios,
  ...baselineScenarios,
];
