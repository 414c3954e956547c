import fs from "node:fs";
import { registerOrphans } from "../../cli/orphans/orphans";
import type { CommandIo } from "../../cli/command-io";
import { runCommand } from "./command";
import { recordedAttempts } from "../../provider/evidence";
import { identityText, markTextOf } from "../../provider/marks";
import { stateResource, useCommandLine } from "./command-line";
import { ask as request } from "./lifecycle";
import { EXAMPLE_COM } from "./platform";

export const PHASE = "http_request_firewall_custom";
const names = { organization: "organization", project: "shop", urn: "" };
const digestOf = (stack: string, owner?: string) =>
  identityText({ ...names, stack, owner })
    .replace(/^.*~/, "")
    .slice(0, 12);
/** Digests of organization/shop/dev, of the same with `edge:owner` team-a, and of organization/shop/prod. */
export const DEV = digestOf("dev");
export const DEV_OF_TEAM_A = digestOf("dev", "team-a");
export const PROD = digestOf("prod");
const RESOURCE = "d21fd33dk3v9";
const ZONE_READ = "c8fed203ed3043cba015a93ad1616f1f";
export const WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";

export const mark = (nonce: string, stack = DEV, owner = "shop/dev") =>
  markTextOf(`${owner}~${stack}${RESOURCE}`, `${nonce}00`);
export const tokenName = (base: string, nonce: string, stack = DEV) =>
  `${base}-${mark(nonce, stack).replace(/^.*~/, "")}`;
/** Lets the machine have recorded that the attempts with these nonces were interrupted. */
export const interrupted = (...nonces: readonly string[]) => {
  for (const nonce of nonces) recordedAttempts().fail(mark(nonce).replace(/^.*~/, ""));
};

/** A ruleset resource of the stack shop/dev, in the zone example.com. */
export const rules = (nonce: string, more: object = {}) =>
  stateResource("ZoneEntrypointRuleset", "rules", {
    inputs: { zoneId: EXAMPLE_COM, phase: PHASE, __mark: mark(nonce) },
    ...more,
  });

export const zoneRulesets = `/zones/${EXAMPLE_COM}/rulesets`;
export const rule = (ref: string, more: object = {}) => ({
  ref,
  action: "block",
  expression: "ssl",
  ...more,
});
export const idsOf = (found: { id: string }[]) => found.map(({ id }) => id).sort();

interface Rule {
  readonly id: string;
  readonly ref: string;
}
export interface Ruleset {
  readonly id: string;
  readonly name: string;
  readonly rules?: Rule[];
}

interface Answer {
  readonly stacks: { owner: string; digest: string }[];
  readonly lookedAt: {
    zones: { name: string }[];
    accounts: string[];
    unread: string[];
    otherConnections: string[];
  };
  readonly orphans: {
    id: string;
    kind: string;
    inUse: boolean;
    item?: string | null;
    outcome?: string;
    reason?: string | null;
  }[];
  readonly suspected: Answer["orphans"];
  readonly pending: { id: string }[];
  readonly gone?: string[];
  readonly alsoRemoved?: { id: string; kind: string }[];
}

/** What tests of `edge-platform orphans` share: a platform with live objects, states, and the command itself. */
export function useOrphans() {
  const { platform, pathOf, write } = useCommandLine();
  beforeEach(() => {
    process.env["PULUMI_HOME"] = pathOf("home");
    fs.rmSync(pathOf("home"), { recursive: true, force: true });
  });
  const orphans = (args: string[], ask?: CommandIo["ask"]) =>
    runCommand(registerOrphans, ["orphans", ...args], ask);
  let states = 0;
  return {
    platform,
    pathOf,
    write,
    orphans,
    answered: async (args: string[], ask?: CommandIo["ask"]) => {
      const { code, stdout, stderr } = await orphans([...args, "--json"], ask);
      expect(stderr).toBe("");
      // A missing member fails the expectations.
      return { code, ...(JSON.parse(stdout) as Answer) };
    },
    /** Writes a state with these resources and interrupted creations. */
    state: (resources: object[], creating: object[] = []): string => {
      const pending = creating.map((resource) => ({ resource, type: "creating" }));
      const deployment = { resources, pending_operations: pending };
      return write(`state-${(states += 1)}.json`, { version: 3, deployment });
    },
    entrypoint: (rulesOfIt: object[], name = "default", phase = PHASE) =>
      request<Ruleset>(platform, "POST", zoneRulesets, { name, kind: "zone", phase, rules: rulesOfIt }),
    liveRefs: async () => {
      const path = `${zoneRulesets}/phases/${PHASE}/entrypoint`;
      return ((await request<Ruleset>(platform, "GET", path)).rules ?? []).map(({ ref }) => ref);
    },
    makeToken: (name: string, owner = "/user") => {
      const resources = { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" };
      return request<{ id: string; value: string }>(platform, "POST", `${owner}/tokens`, {
        name,
        policies: [{ effect: "allow", resources, permission_groups: [{ id: ZONE_READ }] }],
      });
    },
    tokenIds: async (owner = "/user") =>
      (await request<{ id: string }[]>(platform, "GET", `${owner}/tokens`)).map(({ id }) => id),
  };
}
