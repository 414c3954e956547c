import type { ResourceKind } from "../../provider/properties";
import { EXAMPLE_COM } from "./platform";

/** The change of one property of a resource in use, and what is said about it. */
export interface ChangeInUse {
  readonly kind: ResourceKind;
  readonly property: string;
  /** What differs from `BASES` before the change. Default: nothing. */
  readonly from?: Readonly<Record<string, unknown>>;
  readonly to: Readonly<Record<string, unknown>>;
  /** What the engine plans. */
  readonly plans: "update" | "replace" | "same";
  /** A part of the lines of the preview. "": no line, only the difference that the engine shows. */
  readonly preview: string;
  /** Severities and ids of the reasons of the review. */
  readonly review: readonly string[];
}

const RULE = { ref: "a", action: "block", expression: 'http.host eq "a.example"' };
/** Rules of an account apply to zones of the Enterprise plan. */
const OF_ENTERPRISE = { ...RULE, expression: '(http.host eq "a.example") and cf.zone.plan eq "ENT"' };
const EXECUTE = {
  ref: "managed",
  action: "execute",
  expression: 'cf.zone.plan eq "ENT"',
  actionParameters: { id: "efb7b8c949ac4650a09736fc376e9aee" },
};
const ROUTE = { ...RULE, action: "route", actionParameters: { origin: { port: 8443 } } };
const LIMIT = {
  ...RULE,
  ratelimit: {
    characteristics: ["ip.src", "cf.colo.id"],
    period: 60,
    requestsPerPeriod: 100,
    mitigationTimeout: 60,
  },
};
const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
/** Stands for the account of the platform. */
export const PLATFORM_ACCOUNT = "platform";
const OTHER_ZONE = "1".repeat(32);
const OTHER_ACCOUNT = "2".repeat(32);
const POLICY = { resources: { [`zone.${EXAMPLE_COM}`]: "*" }, permissionGroups: [{ name: "Zone Read" }] };
const ROTATION = { every: "30d", overlap: "24h" };

/** The arguments of each kind before a change. `accountId` is left out: that of the platform. */
export const BASES: Readonly<Partial<Record<ResourceKind, Readonly<Record<string, unknown>>>>> = {
  AccountEntrypointRuleset: { phase: CUSTOM, rules: [OF_ENTERPRISE] },
  ApiToken: {
    name: "ci",
    policies: [{ ...POLICY, permissionGroups: [{ name: "Zone Read" }, { name: "DNS Write" }] }],
    condition: { requestIp: { in: ["192.0.2.0/24"] } },
    expiresOn: "2031-01-01T00:00:00Z",
  },
  GatewayEndpoint: { network: "mainnet" },
  List: { name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] },
  OwaspConfig: { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 },
  Ruleset: { name: "shared", phase: CUSTOM, rules: [RULE] },
  ValidatedFilter: { expression: "ssl", mode: "local" },
  ZoneCustomRuleset: { zoneId: EXAMPLE_COM, name: "shared", rules: [RULE] },
  ZoneEntrypointRuleset: { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: [RULE] },
};

const EXCLUSIVE = { ownership: "exclusive" };

type Row = [
  property: string,
  to: ChangeInUse["to"],
  plans: ChangeInUse["plans"],
  preview: string,
  review: readonly string[],
  from?: ChangeInUse["from"],
];

const rowsOf = (kind: ResourceKind, rows: readonly Row[]): ChangeInUse[] =>
  rows.map(([property, to, plans, preview, review, from]) => ({
    kind,
    property,
    to,
    plans,
    preview,
    review,
    ...(from && { from }),
  }));

const ENDS = "stops working during the update, without an overlap";
const AFTER_OVERLAP = "stops working 24h after the update";
const DAYS = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, "Z");

/** Returns the rows of what the entry points of zones and accounts have in common. */
const entrypointRows = (rule: typeof RULE): readonly Row[] => [
  ["description", { description: "Of the shop" }, "update", "", ["low ruleset-settings"], EXCLUSIVE],
  [
    "rules",
    { rules: [{ ...rule, action: "log" }] },
    "update",
    "",
    ["dangerous requests-open", "review rule-changed"],
  ],
  [
    "rules",
    { rules: [] },
    "update",
    "",
    ["dangerous all-rules-removed", "dangerous requests-open", "review rule-removed"],
  ],
  ["refs", { refs: "exact" }, "update", "", ["low ruleset-settings"]],
  ["ownership", { ownership: "exclusive" }, "update", "", ["review becomes-exclusive"]],
  ["ownership", { ownership: "shared" }, "update", "", ["low ruleset-settings"], EXCLUSIVE],
  ["position", { position: "first" }, "update", "", ["review ruleset-settings"]],
  ["takeOver", { takeOver: true }, "same", "", []],
  ["onConcurrentChange", { onConcurrentChange: "fail" }, "same", "", []],
  ["allowances", { allowances: [] }, "same", "", []],
  ["connection", { connection: "other" }, "replace", "", ["review ruleset-replaced", "low ruleset-settings"]],
];

/** Each property of each resource. */
/** What the custom rulesets of accounts and of zones have in common. */
const CUSTOM_ROWS: readonly Row[] = [
  ["name", { name: "other" }, "replace", "", ["review ruleset-replaced", "low ruleset-settings"]],
  ["description", { description: "Of the shop" }, "update", "", ["low ruleset-settings"]],
  [
    "rules",
    { rules: [{ ...RULE, action: "log" }] },
    "update",
    "",
    ["dangerous requests-open", "review rule-changed"],
  ],
  ["refs", { refs: "exact" }, "update", "", ["low ruleset-settings"]],
  ["takeOver", { takeOver: true }, "same", "", []],
  ["onConcurrentChange", { onConcurrentChange: "fail" }, "same", "", []],
  ["allowances", { allowances: [] }, "same", "", []],
  ["connection", { connection: "other" }, "update", "", ["low ruleset-settings"]],
];

export const CHANGES_IN_USE: readonly ChangeInUse[] = [
  ...rowsOf("ApiToken", [
    ["name", { name: "deploy" }, "update", "", ["low token-settings"]],
    [
      "accountId",
      { accountId: PLATFORM_ACCOUNT },
      "replace",
      ENDS,
      ["dangerous token-replaced", "low token-settings"],
    ],
    ["policies", { policies: [POLICY] }, "update", "", ["review token-loses-access"]],
    [
      "condition",
      { condition: { requestIp: { in: ["192.0.2.0/25"] } } },
      "update",
      "stops working during the update for clients in 192.0.2.0/24",
      ["review token-value-ends", "low token-settings"],
    ],
    [
      "condition",
      { condition: { requestIp: { in: ["198.51.100.0/24"] } } },
      "update",
      ENDS,
      ["dangerous token-value-ends", "low token-settings"],
    ],
    [
      "notBefore",
      { notBefore: DAYS(3) },
      "update",
      ENDS,
      ["dangerous token-value-ends", "low token-settings"],
    ],
    ["expiresOn", { expiresOn: "2030-12-01T00:00:00Z" }, "update", "", ["low token-settings"]],
    [
      "expiresOn",
      { expiresOn: DAYS(3) },
      "update",
      "stops working at ",
      ["review token-value-ends", "low token-settings"],
    ],
    ["status", { status: "disabled" }, "update", ENDS, ["dangerous token-value-ends", "low token-settings"]],
    ["rotation", { rotation: ROTATION }, "update", "", ["low token-settings"]],
    [
      "rotation",
      { rotation: { every: "30d", overlap: "1h" } },
      "update",
      "",
      ["low token-settings"],
      { rotation: ROTATION },
    ],
    [
      "rotationTrigger",
      { rotationTrigger: "b" },
      "update",
      ENDS,
      ["dangerous token-value-ends", "low token-settings"],
    ],
    [
      "rotationTrigger",
      { rotation: ROTATION, rotationTrigger: "b" },
      "update",
      AFTER_OVERLAP,
      ["review token-value-ends", "low token-settings"],
      { rotation: ROTATION },
    ],
    ["warnBefore", { warnBefore: "14d" }, "update", "", ["low token-settings"]],
    ["adopt", { adopt: OTHER_ZONE }, "same", "", []],
    ["keepValue", { adopt: OTHER_ZONE, keepValue: true }, "same", "", []],
    ["allowTokenMaking", { allowTokenMaking: "For the runners." }, "update", "", ["low token-settings"]],
    [
      "connection",
      { connection: "other" },
      "replace",
      ENDS,
      ["dangerous token-replaced", "low token-settings"],
    ],
  ]),
  ...rowsOf("ZoneEntrypointRuleset", [
    ["zoneId", { zoneId: OTHER_ZONE }, "replace", "", ["dangerous ruleset-deleted", "review rule-added"]],
    [
      "phase",
      { phase: "http_request_origin", rules: [ROUTE] },
      "replace",
      "",
      ["dangerous ruleset-deleted", "review rule-added", "review requests-otherwise"],
    ],
    ...entrypointRows(RULE),
  ]),
  ...rowsOf("AccountEntrypointRuleset", [
    [
      "accountId",
      { accountId: OTHER_ACCOUNT },
      "replace",
      "",
      ["dangerous ruleset-deleted", "review rule-added"],
    ],
    [
      "phase",
      { phase: MANAGED, rules: [EXECUTE] },
      "replace",
      "",
      ["dangerous ruleset-deleted", "review rule-added"],
    ],
    ...entrypointRows(OF_ENTERPRISE),
  ]),
  ...rowsOf("Ruleset", [
    [
      "accountId",
      { accountId: OTHER_ACCOUNT },
      "replace",
      "",
      ["dangerous ruleset-deleted", "review rule-added"],
    ],
    [
      "phase",
      { phase: "http_ratelimit", rules: [LIMIT] },
      "replace",
      "",
      ["dangerous ruleset-deleted", "review rule-added"],
    ],
    ...CUSTOM_ROWS,
  ]),
  ...rowsOf("ZoneCustomRuleset", [
    ["zoneId", { zoneId: OTHER_ZONE }, "replace", "", ["dangerous ruleset-deleted", "review rule-added"]],
    ["phase", { phase: CUSTOM }, "same", "", []],
    ...CUSTOM_ROWS,
  ]),
  ...rowsOf("OwaspConfig", [
    [
      "zoneId",
      { zoneId: OTHER_ZONE },
      "replace",
      "OWASP of zone",
      ["dangerous owasp-off", "review owasp-deployed"],
    ],
    ["paranoiaLevel", { paranoiaLevel: 1 }, "update", "OWASP of zone", ["dangerous owasp-weaker"]],
    ["scoreThreshold", { scoreThreshold: 60 }, "update", "OWASP of zone", ["dangerous owasp-weaker"]],
    ["action", { action: "log" }, "update", "OWASP of zone", ["dangerous owasp-weaker"]],
    [
      "rules",
      { rules: [{ number: "920272", enabled: false }] },
      "update",
      "OWASP of zone",
      ["review owasp-rules-off"],
    ],
    ["expression", { expression: "ssl" }, "update", "OWASP of zone", ["review owasp-changed"]],
    ["enabled", { enabled: false }, "update", "OWASP of zone", ["dangerous owasp-off"]],
    [
      "rulesetName",
      { rulesetName: "Cloudflare OWASP Core Ruleset" },
      "replace",
      "OWASP of zone",
      ["review owasp-replaced", "review owasp-changed"],
    ],
    ["ref", { ref: "owasp" }, "update", "OWASP of zone", ["review owasp-changed"]],
    ["takeOver", { takeOver: true }, "same", "", []],
    ["allowances", { allowances: [] }, "same", "", []],
    [
      "connection",
      { connection: "other" },
      "replace",
      "OWASP of zone",
      ["review owasp-replaced", "review owasp-changed"],
    ],
  ]),
  ...rowsOf("List", [
    ["accountId", { accountId: OTHER_ACCOUNT }, "replace", "", ["review list-changed"]],
    ["name", { name: "other" }, "replace", "", ["review list-changed"]],
    ["kind", { kind: "asn", items: [{ asn: 64496 }] }, "replace", "", ["review list-changed"]],
    ["description", { description: "Our offices" }, "update", "", ["review list-changed"]],
    ["items", { items: [{ ip: "192.0.2.2" }] }, "update", "", ["review list-changed"]],
    ["ownership", { ownership: "exclusive" }, "update", "", ["review list-changed"]],
    ["takeOver", { takeOver: true }, "same", "", []],
    ["connection", { connection: "other" }, "update", "", ["review list-changed"]],
  ]),
  ...rowsOf("ValidatedFilter", [
    ["expression", { expression: "not ssl" }, "replace", "", ["low other-changed"]],
    ["phase", { phase: CUSTOM }, "update", "", ["low other-changed"]],
    ["mode", { mode: "both" }, "update", "", ["low other-changed"]],
    ["allowances", { allowances: [] }, "same", "", []],
    ["connection", { connection: "other" }, "update", "", ["low other-changed"]],
  ]),
  ...rowsOf("GatewayEndpoint", [
    ["network", { network: "sepolia" }, "replace", "", ["low other-changed"]],
    ["onRetired", { onRetired: "migrate" }, "update", "", ["low other-changed"]],
    ["connection", { connection: "other" }, "update", "", ["low other-changed"]],
  ]),
];
