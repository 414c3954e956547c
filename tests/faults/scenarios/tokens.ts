import type { ApiTokenArgs } from "../../../provider";
import { ACCOUNT, COM, ORG, OTHER_ACCOUNT } from "../places";
import type { Program } from "../program";
import type { Scenario } from "../scenario";
import type { World } from "../world";

const DAY = 86_400_000;
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";

type Changes = Partial<ApiTokenArgs>;

/** A token resource with that logical name. */
function token(logical: string, args: Changes): Program {
  return ({ ApiToken, zone }) => {
    const policies = [{ resources: zone(COM), permissionGroups: [{ name: "Zone Read" }] }];
    new ApiToken(logical, { policies, ...args });
  };
}

/** A token of an account, with access to that account. */
function ofAccount(accountId: string): Program {
  const policies = [
    {
      resources: { [`account.${accountId}`]: "*" as const },
      permissionGroups: [{ name: "Account Settings Read" }],
    },
  ];
  return token("deploy", { accountId, policies });
}

const nothing: Program = () => undefined;

/** Foreign tokens with similar names. */
async function strangers(world: World): Promise<void> {
  const policies = [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${COM}`]: "*" },
      permission_groups: [{ id: ZONE_READ }],
    },
  ];
  for (const name of ["deploy", "deploy-by-hand"])
    await world.must("POST", "/user/tokens", { name, policies });
  await world.must("POST", `/accounts/${ACCOUNT}/tokens`, { name: "deploy", policies });
}

/** Creates a token as a person does at the dashboard. */
async function narrow(world: World): Promise<void> {
  const tokens = await world.must<{ id: string; name: string }[]>("GET", "/user/tokens?per_page=50");
  const own = tokens.find(
    ({ name }) => /^(deploy|release)-?/.test(name) && !/^deploy(-by-hand)?$/.test(name),
  );
  if (!own) throw new Error("there is no token of the stack");
  const whole = await world.must<Record<string, unknown>>("GET", `/user/tokens/${own.id}`);
  await world.must("PUT", `/user/tokens/${own.id}`, {
    name: whole["name"],
    policies: whole["policies"],
    status: "disabled",
  });
}

/** Operations on a token, for each owner and each kind of name. */
function operations(kind: string, base: Changes): Scenario[] {
  const deploy = (changes: Changes = {}) => token("deploy", { ...base, ...changes });
  const before = deploy();
  const rotating = { rotation: { every: "30d", overlap: "1d" } } as const;
  const monthLater = (world: World) => {
    world.clock.advance(30 * DAY);
    return Promise.resolve();
  };
  const org = { resources: { [`zone.${ORG}`]: "*" as const }, permissionGroups: [{ name: "Zone Read" }] };
  const scenarios: Scenario[] = [
    { name: "create", program: before },
    { name: "create-disabled", program: deploy({ status: "disabled" }) },
    { name: "update-policies", before, program: deploy({ policies: [org] }) },
    {
      name: "update-condition",
      before,
      program: deploy({ condition: { requestIp: { in: ["127.0.0.0/8"] } } }),
    },
    { name: "update-end", before, program: deploy({ expiresOn: "2032-01-01T00:00:00Z" }) },
    { name: "update-disable", before, program: deploy({ status: "disabled" }) },
    { name: "roll", before, program: deploy({ rotationTrigger: "again" }) },
    { name: "target-replace", before, program: before, replace: ["deploy"] },
    { name: "replace-connection", before, program: deploy({ connection: "other" }) },
    { name: "rename", before, program: token("release", base) },
    { name: "rename-and-change", before, program: token("release", { ...base, policies: [org] }) },
    { name: "rotation-begins", before, program: deploy(rotating) },
    {
      name: "rotate",
      before: deploy(rotating),
      meanwhile: monthLater,
      program: deploy(rotating),
      overlap: true,
      history: true,
    },
    {
      name: "rotate-and-change",
      before: deploy(rotating),
      meanwhile: monthLater,
      program: deploy({ ...rotating, policies: [org] }),
      overlap: true,
      history: true,
    },
    {
      name: "rotate-triggered",
      before: deploy(rotating),
      program: deploy({ ...rotating, rotationTrigger: "now" }),
      overlap: true,
      history: true,
    },
    {
      name: "rotate-target-replace",
      before: deploy(rotating),
      meanwhile: monthLater,
      program: deploy(rotating),
      replace: ["deploy"],
    },
    {
      name: "rotate-rename",
      before: deploy(rotating),
      meanwhile: monthLater,
      program: token("release", { ...base, ...rotating }),
    },
    { name: "refresh", before, program: before, operation: "refresh" },
    { name: "delete", before, program: nothing },
    { name: "destroy", before, program: before, operation: "destroy" },
    { name: "destroy-rotating", before: deploy(rotating), program: deploy(rotating), operation: "destroy" },
  ];
  const named = base.name !== undefined;
  return scenarios.map((scenario) => ({
    setup: strangers,
    named,
    ...scenario,
    name: `${kind}/${scenario.name}`,
  }));
}

/** Another stack has a token with the same logical name and policies. */
const neighbours: readonly Scenario[] = [
  { name: "token-create", program: token("deploy", {}) },
  { name: "token-update", before: token("deploy", {}), program: token("deploy", { status: "disabled" }) },
  { name: "token-rename", before: token("ship", {}), program: token("deploy", {}) },
  { name: "token-delete", before: token("deploy", {}), program: nothing },
  {
    name: "token-destroy",
    before: token("deploy", {}),
    program: token("deploy", {}),
    operation: "destroy" as const,
  },
].map((scenario) => ({ ...scenario, neighbour: token("deploy", {}), name: `Neighbours/${scenario.name}` }));

/** A renamed resource with an alias. */
const aliased: readonly Scenario[] = [
  { name: "token-rename", before: token("deploy", {}), program: renamed() },
  { name: "token-rename-and-change", before: token("deploy", {}), program: renamed({ status: "disabled" }) },
].map((scenario) => ({ setup: strangers, history: true, ...scenario, name: `Aliased/${scenario.name}` }));

/** The token keeps its name. */
function renamed(changes: Changes = {}): Program {
  return ({ ApiToken, zone }) => {
    const policies = [{ resources: zone(COM), permissionGroups: [{ name: "Zone Read" }] }];
    new ApiToken("release", { policies, ...changes }, { aliases: [{ name: "deploy" }] });
  };
}

export const tokenScenarios: readonly Scenario[] = [
  ...neighbours,
  ...aliased,
  ...operations("ApiToken", {}),
  {
    name: "ApiToken/replace-account",
    setup: strangers,
    before: token("deploy", {}),
    program: token("deploy", { accountId: ACCOUNT }),
  },
  {
    name: "ApiToken/drift",
    setup: strangers,
    before: token("deploy", {}),
    meanwhile: narrow,
    program: token("deploy", {}),
    operation: "repair",
  },
  ...operations("ApiTokenNamed", { name: "deploy-pipeline" }),
  {
    name: "ApiTokenNamed/update-name",
    setup: strangers,
    before: token("deploy", { name: "deploy-pipeline" }),
    program: token("deploy", { name: "deploy-line" }),
  },
  ...operations("ApiTokenOfAccount", { accountId: ACCOUNT }),
  {
    name: "ApiTokenOfAccount/replace-account",
    setup: strangers,
    before: ofAccount(ACCOUNT),
    program: ofAccount(OTHER_ACCOUNT),
  },
  {
    name: "ApiTokenOfAccount/replace-user",
    setup: strangers,
    before: token("deploy", { accountId: ACCOUNT }),
    program: token("deploy", {}),
  },
];
