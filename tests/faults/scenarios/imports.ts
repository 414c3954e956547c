/** Objects that a person made, and that a stack takes in: by `pulumi import`, or because its program names them. */
import { createHash } from "node:crypto";
import { OWASP_ID } from "../../../emulator/catalogue";
import { fixedId, USER } from "../../../emulator/ids";
import type { ApiTokenArgs } from "../../../provider";
import { ACCOUNT, COM } from "../places";
import type { Program } from "../program";
import type { Import } from "../../support/engine-model/steps";
import type { Scenario } from "../scenario";
import type { World } from "../world";
import { CUSTOM, nothing, rules } from "./ruleset-operations";

const TOKEN = fixedId("token", "by hand");
const MANAGED = "http_request_firewall_managed";
/** The rule of the OWASP ruleset with the threshold and the action. */
const ANOMALY_RULE = "6179ae15870a4bb7b2d480d4843b323c";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";

/** An object of a person, how it is imported, and the program that declares it as it is, or changed. */
interface Kind {
  readonly name: string;
  readonly setup: (world: World) => Promise<void>;
  readonly imports: (world: World) => readonly Import[];
  /** Has rules in the same entry point, which an import leaves to it. */
  readonly neighbour?: Program;
  readonly program: (changed?: boolean) => Program;
}

/** Creates a token with a known id, so that a program can name it. */
function tokenByHand(world: World): Promise<void> {
  const on = new Date(world.clock.now()).toISOString();
  const resources = { [`com.cloudflare.api.account.zone.${COM}`]: "*" as const };
  const policy = { id: "1".repeat(32), effect: "allow" as const, resources };
  world.store.tokens.create(
    {
      id: TOKEN,
      owner: `user:${USER.id}`,
      name: "by hand",
      status: "active",
      issuedOn: on,
      modifiedOn: on,
      lastUsedOn: null,
      notBefore: null,
      expiresOn: null,
      condition: null,
      policies: [{ ...policy, permission_groups: [{ id: ZONE_READ, name: "Zone Read" }] }],
    },
    createHash("sha256").update("by hand").digest("hex"),
  );
  return Promise.resolve();
}

async function owaspByHand(world: World): Promise<void> {
  const categories = [3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));
  const overrides = { categories, rules: [{ id: ANOMALY_RULE, action: "log", score_threshold: 40 }] };
  const deployed = { action: "execute", expression: "true", action_parameters: { id: OWASP_ID, overrides } };
  await world.must("POST", `/zones/${COM}/rulesets`, {
    name: "default",
    kind: "zone",
    phase: MANAGED,
    rules: [deployed],
  });
}

async function customByHand(world: World): Promise<void> {
  const made = { name: "by hand", kind: "custom", phase: CUSTOM, rules: rules("a", "b") };
  await world.must("POST", `/accounts/${ACCOUNT}/rulesets`, made);
}

function token(changes: Partial<ApiTokenArgs>): Program {
  return ({ ApiToken, zone }) =>
    new ApiToken("one", {
      name: "by hand",
      policies: [{ resources: zone(COM), permissionGroups: [{ name: "Zone Read" }] }],
      ...changes,
    });
}

const KINDS: readonly Kind[] = [
  {
    name: "token",
    setup: tokenByHand,
    imports: () => [{ name: "one", id: `user/${TOKEN}` }],
    program: (changed = false) => token(changed ? { status: "disabled" } : {}),
  },
  {
    name: "rules",
    setup: (world) =>
      world
        .must("POST", `/zones/${COM}/rulesets`, {
          name: "default",
          kind: "zone",
          phase: CUSTOM,
          rules: rules("a", "b"),
        })
        .then(() => undefined),
    imports: () => [{ name: "one", id: `${COM}/${CUSTOM}` }],
    neighbour: ({ ZoneEntrypointRuleset }) =>
      new ZoneEntrypointRuleset("two", { zoneId: COM, phase: CUSTOM, rules: rules("a", "c") }),
    program:
      (changed = false) =>
      ({ ZoneEntrypointRuleset }) =>
        new ZoneEntrypointRuleset("one", {
          zoneId: COM,
          phase: CUSTOM,
          rules: changed ? rules("b", "a=x") : rules("a", "b"),
        }),
  },
  {
    name: "ruleset",
    setup: customByHand,
    imports: (world) => {
      const own = world.store.rulesets.list(`account:${ACCOUNT}`).find(({ name }) => name === "by hand");
      return [{ name: "one", id: `account/${ACCOUNT}/${String(own?.id)}` }];
    },
    program:
      (changed = false) =>
      ({ Ruleset }) =>
        new Ruleset("one", {
          accountId: ACCOUNT,
          name: "by hand",
          phase: CUSTOM,
          rules: changed ? rules("b", "a=x") : rules("a", "b"),
        }),
  },
  {
    name: "owasp",
    setup: owaspByHand,
    imports: () => [{ name: "one", id: `${COM}/${OWASP_ID}` }],
    program:
      (changed = false) =>
      ({ OwaspConfig }) =>
        new OwaspConfig("one", {
          zoneId: COM,
          action: "log",
          paranoiaLevel: changed ? 3 : 2,
          scoreThreshold: 40,
        }),
  },
];

const imported = KINDS.flatMap(({ name, program, ...kind }): Scenario[] =>
  [
    { name: "same", operation: "import" as const, program: program() },
    { name: "edit", operation: "import" as const, program: program(true) },
    { name: "destroy", operation: "destroy" as const, program: program() },
  ].map((scenario) => ({ ...kind, history: true, ...scenario, name: `Imported/${scenario.name}-${name}` })),
);

/** A program that names a token takes it, and rolls its value, which nobody has. */
const adopted: readonly Scenario[] = [
  { name: "Adopted/create", program: token({ adopt: TOKEN }) },
  {
    name: "Adopted/edit",
    before: token({ adopt: TOKEN }),
    program: token({ adopt: TOKEN, status: "disabled" }),
  },
  { name: "Adopted/release", before: token({ adopt: TOKEN }), program: nothing },
  { name: "Adopted/destroy", before: token({ adopt: TOKEN }), program: nothing, operation: "destroy" },
].map((scenario) => ({ setup: tokenByHand, adopts: [TOKEN], history: true, ...scenario }) as Scenario);

export const importScenarios: readonly Scenario[] = [...imported, ...adopted];
