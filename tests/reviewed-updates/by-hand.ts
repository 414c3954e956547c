import { ACCOUNT, COM } from "../faults/places";
import type { Random } from "../faults/random";
import type { World } from "../faults/world";
import { CUSTOM } from "../histories/live";

type Json = Readonly<Record<string, unknown>>;
/** Writes as a person does, and returns in words what was done; undefined if there is nothing to write to. */
type Edit = (world: World, random: Random, fresh: () => number) => Promise<string | undefined>;

const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";

async function anyRuleset(world: World, random: Random, phase?: string) {
  const scopes = [`/zones/${COM}`, `/accounts/${ACCOUNT}`];
  const found: { path: string; ruleset: Json; rules: readonly Json[] }[] = [];
  for (const scope of scopes)
    for (const one of await world.must<Json[]>("GET", `${scope}/rulesets`)) {
      if (one["kind"] === "managed" || (phase !== undefined && one["phase"] !== phase)) continue;
      const path = `${scope}/rulesets/${String(one["id"])}`;
      const ruleset = await world.must<Json>("GET", path);
      const { rules = [] } = ruleset as { rules?: readonly Json[] };
      if (rules.length > 0) found.push({ path, ruleset, rules });
    }
  return found.length > 0 ? random.pick(found) : undefined;
}

const written = ({ action, expression, description, enabled, action_parameters, ref }: Json) => ({
  action,
  expression,
  enabled,
  ref,
  ...(description !== undefined && { description }),
  ...(action_parameters !== undefined && { action_parameters }),
});

const editRule: Edit = async (world, random, fresh) => {
  const found = await anyRuleset(world, random, CUSTOM);
  if (!found) return undefined;
  const rule = random.pick(found.rules);
  const change = random.pick<Json>([
    { expression: `http.request.uri.path eq "/by-hand-${fresh()}"` },
    { enabled: rule["enabled"] !== true },
    { description: `by hand ${fresh()}` },
  ]);
  await world.must("PATCH", `${found.path}/rules/${String(rule["id"])}`, { ...written(rule), ...change });
  return `changes ${JSON.stringify(change)} of the rule ${String(rule["ref"])}`;
};

const removeRule: Edit = async (world, random) => {
  const found = await anyRuleset(world, random, CUSTOM);
  if (!found) return undefined;
  const rule = random.pick(found.rules);
  await world.must("DELETE", `${found.path}/rules/${String(rule["id"])}`);
  return `removes the rule ${String(rule["ref"])}`;
};

const moveRule: Edit = async (world, random) => {
  const found = await anyRuleset(world, random, CUSTOM);
  if (!found || found.rules.length < 2) return undefined;
  const rule = found.rules.at(-1) ?? {};
  await world.must("PATCH", `${found.path}/rules/${String(rule["id"])}`, {
    ...written(rule),
    position: { index: 1 },
  });
  return `moves the rule ${String(rule["ref"])} to the front`;
};

const addRule: Edit = async (world, random, fresh) => {
  const found = await anyRuleset(world, random, CUSTOM);
  if (!found) return undefined;
  const ref = `h${fresh()}`;
  const rule = { ref, action: "log", expression: `http.request.uri.path eq "/${ref}"` };
  await world.must("POST", `${found.path}/rules`, rule);
  return `adds the rule ${ref}`;
};

const editDeployment: Edit = async (world, random, fresh) => {
  const found = await anyRuleset(world, random, "http_request_firewall_managed");
  const [rule] = found?.rules ?? [];
  if (!found || !rule) return undefined;
  const change = random.pick<Json>([
    { enabled: rule["enabled"] !== true },
    { expression: `http.host eq "h${fresh()}.example.com"` },
  ]);
  await world.must("PATCH", `${found.path}/rules/${String(rule["id"])}`, { ...written(rule), ...change });
  return `changes ${JSON.stringify(change)} of the OWASP deployment`;
};

async function anyList(world: World, random: Random) {
  const lists = await world.must<Json[]>("GET", `/accounts/${ACCOUNT}/rules/lists`);
  if (lists.length === 0) return undefined;
  const list = random.pick(lists);
  const path = `/accounts/${ACCOUNT}/rules/lists/${String(list["id"])}`;
  return { list, path, items: await world.must<Json[]>("GET", `${path}/items?per_page=500`) };
}

const addItem: Edit = async (world, random, fresh) => {
  const found = await anyList(world, random);
  if (!found) return undefined;
  const ip = `203.0.113.${fresh()}`;
  await world.must("POST", `${found.path}/items`, [{ ip, comment: "by hand" }]);
  return `adds ${ip} to ${String(found.list["name"])}`;
};

const removeItem: Edit = async (world, random) => {
  const found = await anyList(world, random);
  if (!found || found.items.length === 0) return undefined;
  const item = random.pick(found.items);
  await world.must("DELETE", `${found.path}/items`, { items: [{ id: item["id"] }] });
  return `removes ${String(item["ip"])} from ${String(found.list["name"])}`;
};

const editItem: Edit = async (world, random) => {
  const found = await anyList(world, random);
  if (!found || found.items.length === 0) return undefined;
  const item = random.pick(found.items);
  await world.must("POST", `${found.path}/items`, [{ ip: item["ip"], comment: "by hand" }]);
  return `changes the comment of ${String(item["ip"])} of ${String(found.list["name"])}`;
};

const describeList: Edit = async (world, random, fresh) => {
  const found = await anyList(world, random);
  if (!found) return undefined;
  await world.must("PUT", found.path, { description: `by hand ${fresh()}` });
  return `describes ${String(found.list["name"])}`;
};

const editToken: Edit = async (world, random) => {
  const tokens = (await world.must<Json[]>("GET", "/user/tokens?per_page=50")).filter(({ name }) =>
    String(name).startsWith("ci"),
  );
  if (tokens.length === 0) return undefined;
  const { id, name, status, policies } = random.pick(tokens);
  const resources = { [`com.cloudflare.api.account.zone.${COM}`]: "*" };
  const change = random.pick<Json>([
    { status: status === "active" ? "disabled" : "active" },
    { policies: [{ effect: "allow", resources, permission_groups: [{ id: ZONE_READ }] }] },
  ]);
  await world.must("PUT", `/user/tokens/${String(id)}`, { name, status, policies, ...change });
  return `changes ${Object.keys(change).join()} of the token`;
};

const EDITS = [
  editRule,
  editRule,
  removeRule,
  moveRule,
  addRule,
  editDeployment,
  addItem,
  removeItem,
  editItem,
  describeList,
  editToken,
];

export async function editByHand(
  world: World,
  random: Random,
  fresh: () => number,
): Promise<string | undefined> {
  const said = await random.pick(EDITS)(world, random, fresh);
  world.clock.advance(10_000);
  return said;
}
