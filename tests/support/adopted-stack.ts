import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../scripts/prepare";
import { seedList, type EdgeStack } from "./edge-stack";
import { HOSTILE } from "./odd-zones";

const RULES = [
  {
    ref: "admin",
    action: "block",
    expression: 'starts_with(http.request.uri.path, "/admin")',
    description: HOSTILE[0],
  },
  { action: "log", expression: "ssl", enabled: false, description: HOSTILE[1] },
];
const HEADERS = { "x-a": { operation: "set", value: HOSTILE[3] }, X_Uber: { operation: "remove" } };
const REWRITE = { action: "rewrite", expression: "true", action_parameters: { headers: HEADERS } };
const SCORING = { id: "6179ae15870a4bb7b2d480d4843b323c", score_threshold: 60, action: "managed_challenge" };
const OWASP = {
  action: "execute",
  expression: "true",
  action_parameters: { id: "4814384a9e5d4991b9815dcfc25d2f1f", overrides: { rules: [SCORING] } },
};

const CORE = {
  action: "execute",
  expression: "true",
  action_parameters: { id: "efb7b8c949ac4650a09736fc376e9aee", overrides: { action: "log" } },
};
const CACHE = {
  action: "set_cache_control",
  expression: "true",
  action_parameters: { "max-age": { operation: "set", value: 60 } },
};

interface LiveRuleset {
  readonly rules: readonly { readonly id: string; readonly ref: string }[];
}

/** Makes four entry points of the zone, and two tokens of one name, as a person does by hand. */
export async function seedByHand(stack: EdgeStack): Promise<void> {
  const [zone] = await stack.api.zones();
  const at = `/zones/${zone!.id}/rulesets`;
  const bodies = [
    { name: "default", kind: "zone", phase: "http_request_firewall_custom", rules: RULES },
    { name: "default", kind: "zone", phase: "http_request_firewall_managed", rules: [CORE, OWASP] },
    { name: "default", kind: "zone", phase: "http_response_cache_settings", rules: [CACHE] },
    { name: "default", kind: "zone", phase: "http_request_late_transform", rules: [REWRITE] },
  ];
  for (const body of bodies) expect((await stack.api.call("POST", at, { body })).status).toBe(200);
  const policies = [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${zone!.id}`]: "*" },
      permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
    },
  ];
  const condition = { "request.ip": { in: ["127.0.0.0/8", "::/0"] } };
  const body = { name: "by hand", policies, condition };
  for (let made = 0; made < 2; made += 1)
    expect((await stack.api.call("POST", "/user/tokens", { body })).status).toBe(200);
}

/** Makes a custom ruleset of the account, an entry point that executes it, and a list, as a person does by hand. */
export async function seedAccountByHand(stack: EdgeStack): Promise<void> {
  const {
    api,
    ready: { accountId },
  } = stack;
  const at = `/accounts/${accountId}/rulesets`;
  // The API removes the list only after the rule that names it.
  await seedList(stack, [{ ip: "192.0.2.0/24", comment: HOSTILE[2] }, { ip: "2001:db8::1" }]);
  const named = { ref: "office", action: "log", expression: "not ip.src in $office" };
  const custom = { kind: "custom", phase: "http_request_firewall_custom", rules: [...RULES, named] };
  const made = await api.call("POST", at, { body: { name: "shared by hand", ...custom } });
  expect(made.status).toBe(200);
  const { id } = made.result as { id: string };
  const execute = { action: "execute", expression: 'cf.zone.plan eq "ENT"', action_parameters: { id } };
  const root = { name: "default", kind: "root", phase: "http_request_firewall_custom", rules: [execute] };
  expect((await api.call("POST", at, { body: root })).status).toBe(200);
}

/** Returns the rulesets, tokens and lists that a person has made, as the API answers. */
export async function liveOf(stack: EdgeStack): Promise<{
  readonly rulesets: readonly LiveRuleset[];
  readonly tokens: readonly { readonly name: string }[];
  readonly lists: readonly unknown[];
}> {
  const [zone] = await stack.api.zones();
  const { result } = await stack.api.call("GET", "/user/tokens?per_page=50");
  const places = [`/zones/${zone!.id}/rulesets`, `/accounts/${stack.ready.accountId}/rulesets`];
  const rulesets = await Promise.all(places.map((place) => rulesetsAt(stack, place)));
  const lists = `/accounts/${stack.ready.accountId}/rules/lists`;
  const found = (await stack.api.call("GET", lists)).result as { id: string }[];
  return {
    rulesets: rulesets.flat(),
    tokens: (result as { name: string }[]).filter(({ name }) => name === "by hand"),
    lists: await Promise.all(
      found.map(async (list) => ({
        ...list,
        items: (await stack.api.call("GET", `${lists}/${list.id}/items`)).result,
      })),
    ),
  };
}

async function rulesetsAt({ api }: EdgeStack, place: string): Promise<LiveRuleset[]> {
  const { result } = await api.call("GET", place);
  const own = (result as { id: string; kind: string }[]).filter(({ kind }) => kind !== "managed");
  return Promise.all(
    // The answer is a ruleset with its rules.
    own.map(async ({ id }) => (await api.call("GET", `${place}/${id}`)).result as LiveRuleset),
  );
}

/** Runs `edge-platform adopt SCOPE` with the connection of the stack. Returns the files that it wrote, by name. */
export async function adoptedFiles(
  stack: EdgeStack,
  language: string,
  ...scope: readonly string[]
): Promise<Record<string, string>> {
  const main = path.join(ROOT, "dist", "cli", "main.js");
  const out = path.join(stack.program, "adopted", scope.join("").replaceAll(".", "-"));
  fs.mkdirSync(path.dirname(out), { recursive: true });
  const args = [main, "adopt", ...scope, "--language", language, "--out", out];
  await promisify(execFile)(process.execPath, args, { env: stack.env });
  return Object.fromEntries(
    fs.readdirSync(out).map((name) => [name, fs.readFileSync(path.join(out, name), "utf8")]),
  );
}
