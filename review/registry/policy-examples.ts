import {
  allowing,
  blockHost,
  type ExampleResource,
  owasp,
  token,
  USER,
  waf,
  ZONE,
} from "../../provider/claims/example-resource";
import { GENERAL_RULESET, OWASP_RULESET } from "../../provider/rulebook/registry/example";
import type * as all from "../all-policies";
import { changing, creating, type ChangeExample } from "./entry";

const MANAGED = { phase: "http_request_firewall_managed" };
const executing = (id: string, overrides?: object, more: object = {}) =>
  waf(
    [
      {
        ref: "managed",
        action: "execute",
        expression: "true",
        actionParameters: { id, ...(overrides && { overrides }) },
        ...more,
      },
    ],
    MANAGED,
    "managed",
  );
const skipping = (expression: string, actionParameters: object = { ruleset: "current" }) =>
  waf([{ ref: "skip", action: "skip", actionParameters, expression }]);
const limiting = (path: string) =>
  waf(
    [
      {
        ref: "login",
        action: "block",
        expression: `http.request.uri.path eq "${path}"`,
        ratelimit: { characteristics: ["ip.src", "cf.colo.id"], period: 60, requestsPerPeriod: 5 },
      },
    ],
    { phase: "http_ratelimit" },
    "limits",
  );
const endpoint = (network: string): ExampleResource => ({
  type: "GatewayEndpoint",
  name: "chain",
  args: { network },
});
const pair = (bad: ExampleResource, good: ExampleResource): ChangeExample => ({
  bad: creating(bad),
  good: creating(good),
});
const six = ["a", "b", "c", "d", "e", "f"].map((ref) => blockHost(ref));
const maker = (more: object = {}) => token({ policies: [allowing(["API Tokens Write"], "user")], ...more });

/** An example for each policy, by its export. */
export const POLICY_EXAMPLES = {
  allowPermissionGroups: {
    ...pair(token(), token({}, ["Zone Read"])),
    config: { allow: ["Zone Read"] },
  },
  forbidBlockEverything: pair(waf([blockHost("a", { expression: "true" })]), waf([blockHost("a")])),
  forbidDisabledTags: pair(
    executing(GENERAL_RULESET, { categories: [{ category: "wordpress", enabled: false }] }),
    executing(GENERAL_RULESET, { categories: [{ category: "wordpress", action: "log" }] }),
  ),
  forbidDuplicateDeployments: {
    bad: creating(owasp(), executing(OWASP_RULESET)),
    good: creating(owasp(), executing(GENERAL_RULESET)),
  },
  forbidInvalidExpressions: pair(waf([blockHost("a", { expression: "http.hots" })]), waf([blockHost("a")])),
  forbidManagedSkips: pair(
    skipping('http.user_agent eq "monitor"', { phases: ["http_request_firewall_managed"] }),
    skipping("ip.src in {192.0.2.0/24}", { phases: ["http_request_firewall_managed"] }),
  ),
  forbidUnreachableRules: pair(
    waf([blockHost("a"), blockHost("b", { expression: 'ssl and http.host eq "a.example"' })]),
    waf([blockHost("a"), blockHost("b")]),
  ),
  forbidUserResources: pair(token({ policies: [allowing(["User Details Read"], `user.${USER}`)] }), token()),
  forbidWideIpSkips: pair(skipping("ip.src in {10.0.0.0/8}"), skipping("ip.src in {192.0.2.0/24}")),
  forbidWildcardResources: pair(token({ policies: [allowing(["DNS Write"], "zone.*")] }), token()),
  holdInvariants: {
    ...pair(
      waf([blockHost("a", { expression: 'http.request.uri.path eq "/admin"' })]),
      waf([blockHost("a", { expression: 'starts_with(http.request.uri.path, "/admin")' })]),
    ),
    config: {
      invariants: [
        {
          name: "nobody reaches the admin area",
          requests: 'starts_with(http.request.uri.path, "/admin")',
          outcome: "blocked",
        },
      ],
    },
  },
  limitLogOnly: pair(owasp({ action: "log" }), owasp()),
  limitRemovedRules: {
    bad: changing(waf(six), waf([])),
    good: changing(waf(six), waf(six.slice(1))),
  },
  limitTokenLifetime: pair(token({ expiresOn: "2035-01-01T00:00:00Z" }), token()),
  limitTokenMakers: pair(token({ policies: [allowing(["API Tokens Write", "DNS Write"], "user")] }), maker()),
  listOverrides: pair(
    executing(GENERAL_RULESET, { categories: [{ category: "wordpress", action: "log" }] }),
    executing(GENERAL_RULESET),
  ),
  noFilterWarnings: pair(
    waf([blockHost("a", { expression: 'ip.geoip.country eq "DE"' })]),
    waf([blockHost("a", { expression: 'ip.src.country eq "DE"' })]),
  ),
  noHazards: pair(waf([blockHost("a", { expression: "true" })]), waf([blockHost("a")])),
  protectZones: {
    ...pair({ ...owasp(), protect: false }, { ...owasp(), protect: true }),
    config: { zones: [ZONE] },
  },
  refuseRetiredNetworks: pair(endpoint("rinkeby"), endpoint("mainnet")),
  refuseRuleBookViolations: pair(
    waf([blockHost("a", { logging: { enabled: true } })]),
    waf([blockHost("a")]),
  ),
  requireClientNetworks: pair(token({ condition: undefined }), token()),
  requireLoginRateLimit: { ...pair(limiting("/search"), limiting("/login")), config: { paths: ["/login"] } },
  requireManagedRuleset: pair(executing(OWASP_RULESET), executing(GENERAL_RULESET)),
  requireOwasp: { bad: creating(waf([])), good: creating(waf([]), owasp()) },
  requireOwaspLevel: pair(owasp({ paranoiaLevel: 1 }), owasp()),
  requireRefForm: pair(waf([blockHost("Old_Shop")]), waf([blockHost("old-shop")])),
  requireRuleDescriptions: pair(
    waf([blockHost("a")]),
    waf([blockHost("a", { description: "The shop has moved" })]),
  ),
  requireSharedOwnership: pair(waf([], { ownership: "exclusive" }), waf([], { ownership: "shared" })),
  requireTakeoverApproval: pair(
    waf([], { ownership: "exclusive", takeOver: true }),
    waf([], { ownership: "shared", takeOver: true }),
  ),
  requireTokenMakingReview: pair(
    maker({ allowTokenMaking: "It is urgent." }),
    maker({ allowTokenMaking: "Runners have no fixed address. Reviewed by ada@example.com" }),
  ),
} satisfies Readonly<Record<keyof typeof all, ChangeExample>>;
