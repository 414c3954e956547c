import type { PlannedStep } from "../../../../review/documents/planned-change";
import type { Reviewed } from "../../../../review/model/reviewed";
import { reviewChange } from "../../../../review/changes/review-change";
import { reviewPage } from "../../../../review/pages/review-page";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { printText } from "../../../../review/print/print-text";
import { printSarif } from "../../../../review/print/print-sarif";
import { argumentsOf, PROPERTIES, type ResourceKind } from "../../../../provider/properties";
import { rulesToMap, type RuleState } from "../../../../provider/rulesets";
import { edgeResource } from "../../../support/reviewed";

/** Two values of an argument, each with what outputs show of it. */
type Sample = readonly [first: unknown, shows: RegExp, second: unknown, shows: RegExp];

const texts = (name: string): Sample => [
  `${name}-one`,
  RegExp(`${name}-one`),
  `${name}-two`,
  RegExp(`${name}-two`),
];
const ids = (one: string, two: string): Sample => [
  one.repeat(32),
  RegExp(one.repeat(32)),
  two.repeat(32),
  RegExp(two.repeat(32)),
];
const RULE: RuleState = { ref: "scanners", action: "block", expression: "ssl" };
const rules = (expression: string) => rulesToMap([{ ...RULE, expression }]);

const COMMON: Readonly<Record<string, Sample>> = {
  accountId: ids("1", "2"),
  zoneId: ids("3", "4"),
  allowances: [
    [{ id: "hazard", reason: "allowed-one" }],
    /allowances.*allowed-one/,
    [{ id: "hazard", reason: "allowed-two" }],
    /allowances.*allowed-two/,
  ],
  connection: texts("connection"),
  description: texts("description"),
  name: texts("name"),
  ref: texts("ref"),
  rulesetName: texts("ruleset"),
  expression: ['http.host eq "one.example"', /one\.example/, 'http.host eq "two.example"', /two\.example/],
  ownership: ["exclusive", /ownership: exclusive/, "shared", /ownership:.* shared/],
  phase: [
    "http_request_origin",
    /http_request_origin/,
    "http_request_late_transform",
    /http_request_late_transform/,
  ],
  position: ["first", /position.*first/, { before: "other" }, /position.*before.*other/],
  refs: ["exact", /refs.*exact/, "marked", /refs.*marked/],
  takeOver: [true, /takeOver.*true/, undefined, /takeOver.*(false|not set|none)/],
  onConcurrentChange: ["fail", /onConcurrentChange.*fail/, "overwrite", /onConcurrentChange.*overwrite/],
  adopt: texts("adopt"),
  keepValue: [true, /keepValue.*true/, false, /keepValue.*false/],
  warnBefore: ["11d", /warnBefore.*11d/, "12d", /warnBefore.*12d/],
  allowTokenMaking: texts("making"),
  rotation: [{ every: "31d" }, /rotation\.every.*31d/, { every: "32d" }, /rotation\.every.*32d/],
  rotationTrigger: texts("trigger"),
  status: ["disabled", /status.*disabled/, "active", /status.*active/],
  notBefore: ["2031-01-01T00:00:00Z", /2031-01-01/, "2032-01-01T00:00:00Z", /2032-01-01/],
  expiresOn: ["2041-01-01T00:00:00Z", /2041-01-01/, "2042-01-01T00:00:00Z", /2042-01-01/],
  condition: [
    { requestIp: { in: ["192.0.2.0/24"] } },
    /192\.0\.2\.0/,
    { requestIp: { in: ["198.51.100.0/24"] } },
    /198\.51\.100\.0/,
  ],
  policies: [
    [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "Zone Read" }] }],
    /Zone Read/,
    [{ resources: { "zone.*": "*" }, permissionGroups: [{ name: "DNS Write" }] }],
    /DNS Write/,
  ],
  network: texts("network"),
  onRetired: ["migrate", /onRetired.*migrate/, "fail", /onRetired.*fail/],
  mode: ["local", /mode.*local/, "api", /mode.*api/],
  kind: ["asn", /kind.*asn/, "ip", /kind.*ip/],
  items: [
    [{ ip: "203.0.113.1", comment: "one" }],
    /items\["203\.0\.113\.1"\].*one/,
    [{ ip: "203.0.113.2", comment: "two" }],
    /items\["203\.0\.113\.2"\].*two/,
  ],
  rules: [rules('http.host eq "one.example"'), /one\.example/, rules("ssl and tcp.x"), /ssl and tcp\.x/],
};

const OWASP: Readonly<Record<string, Sample>> = {
  paranoiaLevel: [3, /paranoia level.* 3/, 4, /paranoia level.* 4/],
  scoreThreshold: [61, /score threshold.* 61/, 62, /score threshold.* 62/],
  action: ["log", /action.*log/, "managed_challenge", /action.*managed_challenge/],
  enabled: [false, /enabled.*\bno\b/, true, /enabled.*\byes\b/],
  rules: [
    [{ number: "920111", enabled: false }],
    /920111: off/,
    [{ tag: "lang-php", action: "log" }],
    /tag lang-php: action log/,
  ],
};

/** What a resource of a kind has anyway. */
const LEAST: Readonly<Record<ResourceKind, object>> = {
  AccountEntrypointRuleset: { accountId: "9".repeat(32), phase: "http_request_firewall_custom" },
  ApiToken: {},
  GatewayEndpoint: {},
  List: {},
  OwaspConfig: { zoneId: "9".repeat(32) },
  Ruleset: { accountId: "9".repeat(32), phase: "http_request_firewall_custom" },
  ValidatedFilter: {},
  ZoneCustomRuleset: { zoneId: "9".repeat(32), phase: "http_request_firewall_custom" },
  ZoneEntrypointRuleset: { zoneId: "9".repeat(32), phase: "http_request_firewall_custom" },
};
const REVIEWED: Readonly<Record<ResourceKind, Reviewed["kind"]>> = {
  AccountEntrypointRuleset: "ruleset",
  ApiToken: "token",
  GatewayEndpoint: "endpoint",
  List: "list",
  OwaspConfig: "owasp",
  Ruleset: "ruleset",
  ValidatedFilter: "filter",
  ZoneCustomRuleset: "ruleset",
  ZoneEntrypointRuleset: "ruleset",
};

/** Which arguments are secret is what the values show: the class finds it out. */
const NOT_SHOWN = ["secretInputs"];

const resource = (kind: ResourceKind, properties: object) =>
  edgeResource(REVIEWED[kind], kind, "subject", { ...LEAST[kind], ...properties });

const plain = (text: string) =>
  text
    .replace(/<[^<>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replace(/[|*]/g, "")
    .replace(/[^\S\n]+/g, " ");

const OUTPUTS = ["text", "Markdown", "HTML", "SARIF"] as const;

/** The outputs of a review as people read them: what a table or a list has of one argument is one line. */
function outputsOf(
  operation: PlannedStep["operation"],
  before: Reviewed | undefined,
  after: Reviewed | undefined,
): Readonly<Record<(typeof OUTPUTS)[number], string>> {
  const step: PlannedStep = { operation, ...(before && { before }), ...(after && { after }) };
  const review = reviewChange(
    { source: "pulumi-preview", stack: "shop/dev", steps: [step], others: 0 },
    { policies: [] },
  );
  const page = /<main[^]*<\/main>/.exec(reviewPage(review))?.[0] ?? "";
  const log = printSarif(review, { version: "1.0.0" }) as {
    readonly runs: readonly {
      readonly properties: { readonly changes: readonly { readonly lines: readonly string[] }[] };
    }[];
  };
  return {
    text: printText(review).replace(/\n {2,}(?![-+ ] )/g, " "),
    Markdown: plain(printMarkdown(review)),
    HTML: plain(
      page
        .replaceAll(/<\/(div|tr|li|p|h\d|section)>/g, "\n")
        .replaceAll("</td>", " ")
        .replaceAll("</th>", " "),
    ),
    SARIF: log.runs.flatMap(({ properties }) => properties.changes.flatMap(({ lines }) => lines)).join("\n"),
  };
}

const withArgument = (kind: ResourceKind, name: string, value: unknown) =>
  resource(kind, value === undefined ? {} : { [name]: value });

const ALL = (Object.keys(PROPERTIES) as ResourceKind[]).flatMap((kind) =>
  argumentsOf(PROPERTIES[kind])
    .filter((name) => !NOT_SHOWN.includes(name))
    .map((name) => [kind, name] as const),
);

describe("every output of a review", () => {
  it.each(ALL)("shows of a %s its %s, if it changes, is created or is removed", (kind, name) => {
    const [first, showsFirst, second, showsSecond] =
      (kind === "OwaspConfig" ? OWASP[name] : undefined) ??
      COMMON[name] ??
      fail(`${kind} has a new argument ${name}`);
    const [one, two, without] = [first, second, undefined].map((value) => withArgument(kind, name, value));
    const updated = outputsOf("update", one, two);
    const [created, deleted] = [outputsOf("create", undefined, one), outputsOf("delete", one, undefined)];
    const plainlyCreated = outputsOf("create", undefined, without);
    for (const output of OUTPUTS) {
      expect(updated[output]).toMatch(showsSecond);
      // What is in another place is another resource.
      if (!["zoneId", "phase", "accountId"].includes(name)) expect(updated[output]).toMatch(showsFirst);
      expect(created[output]).toMatch(showsFirst);
      expect(deleted[output]).toMatch(showsFirst);
      expect(plainlyCreated[output]).not.toMatch(showsFirst);
    }
  });

  const MEMBERS: readonly (readonly [string, Partial<RuleState>, RegExp])[] = [
    ["description", { description: "why-it-is" }, /why-it-is/],
    ["enabled", { enabled: false }, /disabled|enabled.*false/],
    ["logging", { logging: { enabled: false } }, /logging.*false/],
    [
      "actionParameters",
      { actionParameters: { response: { statusCode: 451, contentType: "a", content: "b" } } },
      /451/,
    ],
    [
      "ratelimit",
      { ratelimit: { characteristics: ["ip.src"], period: 60, requestsPerPeriod: 1234 } },
      /1234/,
    ],
    [
      "exposedCredentialCheck",
      { exposedCredentialCheck: { usernameExpression: "user-here", passwordExpression: "b" } },
      /user-here/,
    ],
    ["action", { action: "js_challenge" }, /js_challenge/],
    ["expression", { expression: 'http.host eq "one.example"' }, /one\.example/],
  ];

  it.each(MEMBERS)("shows %s of a rule that changes, is added or is removed", (_, more, shows) => {
    const ruleset = (list: readonly RuleState[]) =>
      resource("ZoneEntrypointRuleset", { rules: rulesToMap(list) });
    const other = { ...RULE, ref: "other" };
    const rule = { ...RULE, ...more };
    const steps: readonly (readonly [before: Reviewed | undefined, after: Reviewed | undefined])[] = [
      [ruleset([other, RULE]), ruleset([other, rule])],
      [ruleset([other]), ruleset([other, rule])],
      [ruleset([other, rule]), ruleset([other])],
      [undefined, ruleset([rule])],
      [ruleset([rule]), undefined],
    ];
    for (const [before, after] of steps) {
      const outputs = outputsOf(before && after ? "update" : after ? "create" : "delete", before, after);
      for (const output of OUTPUTS) expect(outputs[output]).toMatch(shows);
    }
    const others = outputsOf("create", undefined, ruleset([RULE]));
    for (const output of OUTPUTS) expect(others[output]).not.toMatch(shows);
  });

  it("shows no secret of a rule that is added, removed or gets parameters, also inside of a member", () => {
    const secret = { secretInputs: ["rules"], __secretMembers: { key: ["actionParameters.headers"] } };
    const headers = { "x-key": { operation: "set", value: "s3cr3t" } };
    const bare = { ref: "key", action: "rewrite", expression: "ssl" };
    const set = { ...bare, actionParameters: { headers } };
    const ruleset = (list: readonly RuleState[]) =>
      resource("ZoneEntrypointRuleset", { rules: rulesToMap(list), ...secret });
    for (const [before, after] of [
      [ruleset([RULE]), ruleset([RULE, set])],
      [ruleset([RULE, set]), ruleset([RULE])],
      [ruleset([RULE, bare]), ruleset([RULE, set])],
    ])
      for (const text of Object.values(outputsOf("update", before, after)))
        expect(text).not.toContain("s3cr3t");
  });
});

function fail(message: string): never {
  throw new Error(message);
}
