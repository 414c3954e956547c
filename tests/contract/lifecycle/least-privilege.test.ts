import type { OperationName, TokenCreate } from "../../../provider/api";
import type { Properties } from "../../../provider/lifecycle";
import {
  accessGroups,
  comparePrivilege,
  expandResources,
  leastPrivilege,
  policiesOf,
  publishedGroups,
  toWire,
  usesOf,
  type Grant,
  type Use,
} from "../../../provider/tokens";
import { ask, renew, testEngine, type State, type TestEngine } from "../../support/lifecycle";
import { operationOf } from "../../support/operation-of";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
const ADMIN = { ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' };
const BOTS = { ref: "bots", action: "log", expression: "cf.client.bot" };
const REDIRECT = {
  ref: "old",
  action: "redirect",
  actionParameters: { fromValue: { targetUrl: { value: "https://example.com/" }, statusCode: 301 } },
  expression: 'http.request.uri.path eq "/old"',
};

/** A resource's life: made, changed, looked at, removed. */
interface Life {
  readonly kind: string;
  readonly first: Properties;
  readonly then: Properties;
}

const owasp = { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: 40 };
const custom = { zoneId: EXAMPLE_COM, phase: "http_request_firewall_custom" };
const redirects = { zoneId: EXAMPLE_COM, phase: "http_request_dynamic_redirect" };
const policies: Properties[] = [
  { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] },
];

const ofAccount = [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] }];
const accountId = "01a7362d577a6c3019a474fd6f485823";

function lives(): [string, Life][] {
  const place = { accountId, phase: "http_request_firewall_custom" };
  return [
    [
      "ZoneEntrypointRuleset",
      {
        kind: "ZoneEntrypointRuleset",
        first: { ...custom, rules: [ADMIN] },
        then: { ...custom, rules: [BOTS, ADMIN] },
      },
    ],
    [
      "ZoneEntrypointRuleset of another phase",
      {
        kind: "ZoneEntrypointRuleset",
        first: { ...redirects, rules: [REDIRECT] },
        then: { ...redirects, rules: [{ ...REDIRECT, enabled: false }] },
      },
    ],
    [
      "AccountEntrypointRuleset",
      {
        kind: "AccountEntrypointRuleset",
        first: { ...place, rules: [ADMIN] },
        then: { ...place, rules: [{ ...ADMIN, action: "log" }] },
      },
    ],
    [
      "Ruleset",
      {
        kind: "Ruleset",
        first: { ...place, name: "ours", rules: [ADMIN] },
        then: { ...place, name: "ours", rules: [ADMIN, BOTS] },
      },
    ],
    [
      "ZoneCustomRuleset",
      {
        kind: "ZoneCustomRuleset",
        first: { zoneId: custom.zoneId, name: "ours", rules: [ADMIN] },
        then: { zoneId: custom.zoneId, name: "ours", rules: [ADMIN, BOTS] },
      },
    ],
    [
      "List",
      {
        kind: "List",
        first: { accountId, name: "ours", kind: "asn", items: [{ asn: 1 }, { asn: 2 }] },
        then: { accountId, name: "ours", kind: "asn", items: [{ asn: 1 }, { asn: 3 }], description: "ours" },
      },
    ],
    ["OwaspConfig", { kind: "OwaspConfig", first: owasp, then: { ...owasp, paranoiaLevel: 3 } }],
    [
      "ApiToken of a user",
      {
        kind: "ApiToken",
        first: { name: "ours", policies },
        then: { name: "ours", policies, status: "disabled" },
      },
    ],
    [
      "ApiToken of an account",
      {
        kind: "ApiToken",
        first: { name: "ours", accountId, policies: ofAccount },
        then: { name: "ours", accountId, policies: ofAccount, rotationTrigger: "again" },
      },
    ],
    [
      "ValidatedFilter",
      { kind: "ValidatedFilter", first: { expression: "ssl" }, then: { expression: "ssl", mode: "api" } },
    ],
    [
      "GatewayEndpoint",
      {
        kind: "GatewayEndpoint",
        first: { network: "sepolia" },
        then: { network: "sepolia", onRetired: "migrate" },
      },
    ],
  ];
}

beforeEach(async () => {
  await renew(platform);
  await platform.control("POST", "/seed", { accounts: [{ id: accountId, name: "ours" }] });
});

const usesIn = ({ kind, first, then }: Life): Use[] =>
  [first, then].flatMap((inputs) => usesOf({ kind, name: "it", inputs, external: false }));
const grantsFor = (life: Life): Grant[] => leastPrivilege(usesIn(life));

/** The operations that preflight says would be refused. */
function predictedWith(life: Life, grants: readonly Grant[]): Set<OperationName> {
  const world = {
    groups: accessGroups(publishedGroups("cloudflare"), "cloudflare"),
    vendor: "cloudflare",
    userId: platform.userId,
    accountOf: () => platform.accountId,
  };
  const { missing } = comparePrivilege(usesIn(life), tokenWith(grants).policies, world);
  return new Set(missing.map(({ operation }) => operation));
}

/** The body of a token that holds these grants and nothing else that matters. */
function tokenWith(grants: readonly Grant[]): TokenCreate {
  // A user's token has to hold something.
  const nothing = {
    resources: { [`zone.${EXAMPLE_COM}`]: "*" as const },
    permissionGroups: [{ id: "b415b70a4fd1412886f164451f20405c" }],
  };
  const held = [...policiesOf(grants), nothing].map((policy) => ({
    ...policy,
    resources: expandResources(policy.resources, "cloudflare", platform.userId),
  }));
  return toWire({ name: "deploys", policies: held });
}

async function engineWith(grants: readonly Grant[]): Promise<TestEngine> {
  const { value } = await ask<{ value: string }>(platform, "POST", "/user/tokens", tokenWith(grants));
  return testEngine(platform, { "edge:apiToken": value });
}

interface Seen {
  readonly refused: ReadonlySet<OperationName>;
  readonly done: ReadonlySet<OperationName>;
}

/** The operations that `work` asked for, by how they ended; that it failed is no matter. */
async function seenIn(work: () => Promise<unknown>): Promise<Seen> {
  await platform.control("DELETE", "/requests");
  await work().catch(() => undefined);
  const answer = await platform.control("GET", "/requests");
  const log = (answer.body as { requests: { method: string; path: string; status: number }[] }).requests;
  const named = (refused: boolean) =>
    log
      .filter(({ status }) => (status === 403) === refused)
      .map(({ method, path }) => operationOf(method, path));
  return { refused: new Set(named(true)), done: new Set(named(false)) };
}

/** Each step of a life with `engine`, on what `helper` has made, so that one that is refused does not end the others. */
async function seenInSteps(
  { kind, first, then }: Life,
  engine: TestEngine,
  helper: TestEngine,
): Promise<Seen> {
  const creation = await seenIn(async () => engine.destroy(kind, await engine.up(kind, first)));
  const made: State = await helper.up(kind, first);
  const others = [
    await seenIn(() => engine.refresh(kind, made)),
    await seenIn(() => engine.up(kind, then, made)),
    await seenIn(() => engine.destroy(kind, made)),
  ];
  const all = [creation, ...others];
  return {
    refused: new Set(all.flatMap(({ refused }) => [...refused])),
    done: new Set(all.flatMap(({ done }) => [...done])),
  };
}

describe("the permissions that are derived from a resource", () => {
  it.each(lives().map(([name], index) => [name, index] as const))(
    "are sufficient for the whole lifecycle of %s",
    async (_, index) => {
      const life = lives()[index]![1];
      const engine = await engineWith(grantsFor(life));
      let finished = false;
      const { kind, first, then } = life;
      const { refused } = await seenIn(async () => {
        const made = await engine.up(kind, first);
        const seen = await engine.refresh(kind, made);
        const changed = await engine.up(kind, then, seen);
        await engine.destroy(kind, changed);
        finished = true;
      });
      expect({ finished, refused: [...refused] }).toEqual({ finished: true, refused: [] });
    },
  );

  const losses = () =>
    lives().flatMap(([name, life], index) =>
      grantsFor(life).map((grant, lost) => [`${grant.group.name} of ${name}`, index, lost] as const),
    );

  it.each(losses())(
    "are all needed: without %s, exactly the predicted calls fail",
    async (_, index, lost) => {
      const life = lives()[index]![1];
      const grants = grantsFor(life);
      const left = grants.filter((_grant, position) => position !== lost);
      const predicted = predictedWith(life, left);
      const helper = testEngine(platform);
      const engine = await engineWith(left);
      const { refused, done } = await seenInSteps(life, engine, helper);
      expect(refused.size).toBeGreaterThan(0);
      // After a refusal, the zone or account is read, since it may be gone. No permission is needed for that.
      const proofs = new Set(["getZone", "getAccount", "listRulesets"]);
      expect([...refused].filter((name) => !predicted.has(name) && !proofs.has(name))).toEqual([]);
      expect([...done].filter((name) => predicted.has(name))).toEqual([]);
    },
  );
});
