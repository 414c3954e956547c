import type { CorrectProgram, ForesightProgram } from "../case";
import { inAccount, inZone } from "../declare";

const MANAGED_PHASE = "http_request_firewall_managed";
const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const SCORING = "6179ae15870a4bb7b2d480d4843b323c";
const DDOS = "4d21379b4f9f4bb088e0729962c8b3cf";
const SENSITIVE = "e22d83c647c64a3eae91b71b499d988e";
const EXPOSED = "c2e184081120413c86c3ab7e14069605";
const ENTERPRISE = 'cf.zone.plan eq "ENT"';

const deploy = (title: string, id: string, others: object = {}, phase = MANAGED_PHASE): CorrectProgram => ({
  title,
  program: inZone(phase, [{ action: "execute", expression: "true", actionParameters: { id, ...others } }]),
});
const owasp = (title: string, args: object): CorrectProgram => ({
  title,
  program: (edge, { zones }) =>
    new edge.OwaspConfig("owasp", {
      zoneId: zones.enterprise,
      paranoiaLevel: 1,
      scoreThreshold: "medium",
      ...args,
    }),
});
const baseline = (
  title: string,
  args: (edge: Parameters<ForesightProgram>[0]) => object,
): CorrectProgram => ({
  title,
  program: (edge, { zones }) => new edge.ZoneBaseline("site", { zoneId: zones.enterprise, ...args(edge) }),
});

/** Unusual deployments of rulesets that the API accepts. */
export const deployments: readonly CorrectProgram[] = [
  deploy("a managed ruleset as it is", MANAGED),
  deploy("the newest version, by name", MANAGED, { version: "latest" }),
  deploy("an override of a category and of a rule in it", MANAGED, {
    overrides: {
      categories: [{ category: "wordpress", action: "log", enabled: true }],
      rules: [{ id: "5de7edfa648c4d6891dc3e7f84534ffa", action: "block" }],
    },
  }),
  deploy("matched data", MANAGED, {
    matchedData: { publicKey: "Ycig/Zr/pZmklmFUN99nr+taURlYItL91g+NcHGYpB8=" },
  }),
  deploy("OWASP by a rule, with its score", OWASP, {
    overrides: {
      categories: [2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
      rules: [{ id: SCORING, action: "managed_challenge", scoreThreshold: 25 }],
    },
  }),
  deploy("exposed credentials", EXPOSED, { overrides: { action: "log" } }),
  deploy("sensitive data, with one rule off", SENSITIVE, {}, "http_response_firewall_managed"),
  deploy("DDoS rules that are less sensitive", DDOS, { overrides: { sensitivityLevel: "eoff" } }, "ddos_l7"),
  deploy(
    "one DDoS rule with another action",
    DDOS,
    {
      overrides: {
        rules: [
          { id: "fdfdac75430c4c47a959592f0aa5e68a", sensitivityLevel: "low", action: "managed_challenge" },
        ],
      },
    },
    "ddos_l7",
  ),
  {
    title: "two managed rulesets and an exception before them",
    program: inZone(MANAGED_PHASE, [
      {
        action: "skip",
        expression: 'http.request.uri.path eq "/upload"',
        actionParameters: { rulesets: [OWASP] },
      },
      { action: "execute", expression: "true", actionParameters: { id: MANAGED } },
      { action: "execute", expression: "true", actionParameters: { id: OWASP } },
    ]),
  },
  {
    title: "a managed ruleset twice in an account, with other filters",
    program: inAccount(
      MANAGED_PHASE,
      ["a.example", "b.example"].map((host) => ({
        action: "execute",
        expression: `(cf.zone.name eq "${host}") and ${ENTERPRISE}`,
        actionParameters: { id: MANAGED },
      })),
    ),
  },
  {
    title: "a skip of an account",
    program: inAccount("http_request_firewall_managed", [
      {
        action: "skip",
        expression: `(ip.src in {192.0.2.0/24}) and ${ENTERPRISE}`,
        actionParameters: { ruleset: "current" },
      },
    ]),
  },
  {
    title: "a custom ruleset of the account, and the rule that runs it",
    program: (edge, { accountId }) => {
      const shared = new edge.Ruleset("shared", {
        accountId,
        phase: "http_request_firewall_custom",
        rules: [{ ref: "a", action: "block", expression: 'http.request.uri.path eq "/a"' }],
      });
      return new edge.AccountEntrypointRuleset("run", {
        accountId,
        phase: "http_request_firewall_custom",
        rules: [
          {
            ref: "run",
            action: "execute",
            expression: `(ssl) and ${ENTERPRISE}`,
            actionParameters: { id: shared.rulesetId },
          },
        ],
      });
    },
  },
  {
    title: "a ruleset of exposed credentials",
    program: (edge, { accountId }) => {
      const checks = {
        usernameExpression: 'lookup_json_string(http.request.body.raw, "user")',
        passwordExpression: 'lookup_json_string(http.request.body.raw, "pass")',
      };
      const shared = new edge.Ruleset("shared", {
        accountId,
        phase: "http_request_firewall_custom",
        rules: [
          {
            ref: "a",
            action: "log",
            expression: 'http.request.uri.path eq "/login"',
            exposedCredentialCheck: checks,
          },
        ],
      });
      return new edge.AccountEntrypointRuleset("run", {
        accountId,
        phase: "http_request_firewall_custom",
        rules: [
          {
            ref: "run",
            action: "execute",
            expression: `(ssl) and ${ENTERPRISE}`,
            actionParameters: { id: shared.rulesetId },
          },
        ],
      });
    },
  },
  ...[1, 2, 3, 4].map((paranoiaLevel) => owasp(`OWASP at level ${paranoiaLevel}`, { paranoiaLevel })),
  ...(["low", "medium", "high", 1, 1000] as const).map((scoreThreshold) =>
    owasp(`OWASP from a score of ${scoreThreshold}`, { scoreThreshold }),
  ),
  ...(["block", "managed_challenge", "js_challenge", "challenge", "log"] as const).map((action) =>
    owasp(`OWASP that answers with ${action}`, { action }),
  ),
  owasp("OWASP without some rules", {
    rules: [
      { number: "920272", enabled: false },
      { tag: "language-php", enabled: false },
    ],
  }),
  owasp("OWASP for one host", { expression: 'http.host eq "a.example"' }),
  owasp("OWASP that is disabled", { enabled: false }),
  baseline("a baseline as it is", () => ({})),
  baseline("a baseline of nothing", () => ({ managedRules: false, owasp: false })),
  baseline("a baseline with filters that its rules share", () => ({
    filters: { login: 'http.request.uri.path eq "/login"' },
    customRules: ({ login }: { login: unknown }) => [{ ref: "a", expression: login }],
    rateLimits: ({ login }: { login: unknown }) => [{ ref: "a", expression: login, requestsPerPeriod: 20 }],
  })),
  baseline("a baseline that blocks", () => ({
    managedRules: { action: "block" },
    owasp: { action: "block", scoreThreshold: 25 },
  })),
  baseline("a baseline with the actions of the vendor", () => ({ managedRules: { action: "default" } })),
];
