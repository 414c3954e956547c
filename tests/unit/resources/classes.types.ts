/**
 * Compiled, never run: programs with values that TypeScript knows only as `string` or `number`. `rule-args.test.ts` also compiles
 * them with the native classes. Each line below `@ts-expect-error` has to be refused, everything else to pass.
 */
/* eslint @typescript-eslint/no-unsafe-enum-assignment: "off" -- a number of a configuration is not an enum's */
/* eslint @typescript-eslint/no-unsafe-assignment: "off", @typescript-eslint/no-unsafe-return: "off" -- what is refused has no type */
import * as pulumi from "@pulumi/pulumi";
import {
  AccountEntrypointRuleset,
  type Action,
  ApiToken,
  type ApiTokenArgs,
  GatewayEndpoint,
  type GatewayEndpointArgs,
  List,
  type ListKind,
  OwaspConfig,
  type RotationArgs,
  type RuleArgs,
  Ruleset,
  ZoneBaseline,
  ZoneCustomRuleset,
  ZoneEntrypointRuleset,
} from "../../../provider/index";

const config = new pulumi.Config();
const text: string = config.require("text");
const number = config.requireNumber("number");
const at = { ref: "r", expression: "true" };
const custom = { zoneId: "z", phase: "http_request_firewall_custom" } as const;
const { phase } = custom;
const toServer = { targetUrl: { value: "/" } };

/** Rules whose actions and parameters are no literals. */
const inferred = [{ ref: "a", action: "block", expression: "ssl" }];
const inferredWithParameters = [
  { ...at, action: "log" },
  { ...at, action: "skip", actionParameters: { ruleset: "current" } },
];
const typed: RuleArgs[] = [{ ...at, action: "block" }];

new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: text }] });
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: config.require("action") }] });
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: config.require<Action>("action") }] });
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: config.requireSecret("action") }] });
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: Promise.resolve(text) }] });
new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: [
    { ...at, action: text },
    { ...at, action: "skip", actionParameters: { ruleset: "current" } },
  ],
});
new AccountEntrypointRuleset("r", { phase, rules: [{ ...at, action: text }] });
new Ruleset("r", { phase, rules: [{ ...at, action: text }] });
new ZoneCustomRuleset("r", { zoneId: "z", rules: [{ ...at, action: text }] });
new ZoneCustomRuleset("r", { zoneId: "z", phase, rules: [{ ...at, action: "block" }] });
new ZoneBaseline("r", { zoneId: "z", customRules: [{ ...at, action: text }, at] });
new ZoneBaseline("r", {
  zoneId: "z",
  filters: { office: "ssl" },
  customRules: ({ office }) => [{ ...at, action: text, expression: office }],
});

new ZoneEntrypointRuleset("r", { ...custom, rules: inferred });
new ZoneEntrypointRuleset("r", { ...custom, rules: inferredWithParameters });
new ZoneEntrypointRuleset("r", { ...custom, rules: pulumi.output(inferred) });
new ZoneEntrypointRuleset("r", { ...custom, rules: [...inferred, { ...at, action: "log" }] });
new ZoneEntrypointRuleset("r", { ...custom, rules: [...typed, { ...at, action: "log" }] });
new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: ["a", "b"].map((ref) => ({ ref, action: "block", expression: "ssl" })),
});
new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: ["a", "b"].map((ref) =>
    pulumi.output("ssl").apply((expression) => ({ ref, action: "block", expression })),
  ),
});
new ZoneBaseline("r", { zoneId: "z", customRules: inferred });

new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: [
    { ...at, action: "redirect", actionParameters: { fromValue: { ...toServer, statusCode: number } } },
  ],
});
new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: [
    {
      ...at,
      action: "redirect",
      actionParameters: { fromValue: { ...toServer, statusCode: config.requireSecretNumber("status") } },
    },
  ],
});

// @ts-expect-error a misspelt action
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: "blok" }] });
new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: [
    { ...at, action: "log" },
    // @ts-expect-error a misspelt action beside one that there is
    { ...at, action: "blok" },
  ],
});
// @ts-expect-error parameters that may not be left out
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ...at, action: "skip" }] });
// @ts-expect-error a misspelt parameter
new Ruleset("r", { phase, rules: [{ ...at, action: "skip", actionParameters: { rules: "current" } }] });
// @ts-expect-error another phase
new ZoneCustomRuleset("r", { zoneId: "z", phase: "http_ratelimit", rules: [] });
// @ts-expect-error an account
new ZoneCustomRuleset("r", { zoneId: "z", accountId: "a", rules: [] });
// @ts-expect-error a misspelt member
new AccountEntrypointRuleset("r", { phase, rules: [{ ...at, action: text, expresion: "ssl" }] });
// @ts-expect-error no expression
new ZoneEntrypointRuleset("r", { ...custom, rules: [{ ref: "a", action: text }] });
// @ts-expect-error a misspelt action
new ZoneBaseline("r", { zoneId: "z", customRules: [{ ...at, action: "blok" }] });
new ZoneEntrypointRuleset("r", {
  ...custom,
  // @ts-expect-error a status that there is not
  rules: [{ ...at, action: "redirect", actionParameters: { fromValue: { ...toServer, statusCode: 300 } } }],
});

const redirect = { sourceUrl: "example.com/a", targetUrl: "https://example.com" };
const list = { name: "l", kind: "redirect" } as const;
// @ts-expect-error an address in a list of numbers
new List("l", { name: "n", kind: "asn", items: [{ ip: "192.0.2.1" }] });
// @ts-expect-error an item without the member of its kind
new List("l", { name: "n", kind: "ip", items: [{ comment: "Berlin" }] });
new List("l", { name: "n", kind: "ip", items: ["192.0.2.1"].map((ip) => ({ ip })) });
// A kind that the program computes.
new List("l", {
  name: "n",
  kind: config.require<ListKind>("kind"),
  items: [{ ip: "192.0.2.1" }, { asn: number }],
});
new List("l", { ...list, items: [{ redirect: { ...redirect, statusCode: number } }] });
// @ts-expect-error a status that there is not
new List("l", { ...list, items: [{ redirect: { ...redirect, statusCode: 300 } }] });

const zone = { zoneId: "z" };
new OwaspConfig("o", { ...zone, paranoiaLevel: 2, scoreThreshold: "low" });
new OwaspConfig("o", { ...zone, paranoiaLevel: number, scoreThreshold: number });
new OwaspConfig("o", { ...zone, paranoiaLevel: config.requireSecretNumber("level"), scoreThreshold: 1 });
new OwaspConfig("o", { ...zone, paranoiaLevel: config.getNumber("level") ?? 2, scoreThreshold: 1 });
// @ts-expect-error a level that there is not
new OwaspConfig("o", { ...zone, paranoiaLevel: 5, scoreThreshold: 1 });
// @ts-expect-error a level as text
new OwaspConfig("o", { ...zone, paranoiaLevel: "2", scoreThreshold: 1 });
// @ts-expect-error a name of a threshold that there is not
new OwaspConfig("o", { ...zone, paranoiaLevel: 2, scoreThreshold: "lowest" });

const endpoint: GatewayEndpointArgs = { network: text };
new GatewayEndpoint("g", { network: "sepolia" });
new GatewayEndpoint("g", { network: "rinkeby", onRetired: "migrate" });
new GatewayEndpoint("g", { network: text === "" ? "mainnet" : "sepolia" });
new GatewayEndpoint("g", { network: text });
new GatewayEndpoint("g", { network: config.requireSecret("network") });
new GatewayEndpoint("g", endpoint);
// @ts-expect-error a misspelt network
new GatewayEndpoint("g", { network: "mainet" });

const limit = { characteristics: ["cf.colo.id", "ip.src"], requestsPerPeriod: 10 };
new ZoneEntrypointRuleset("r", {
  ...zone,
  phase: "http_ratelimit",
  rules: [
    { ...at, action: "block", ratelimit: { ...limit, period: 60 } },
    { ...at, action: "block", ratelimit: { ...limit, period: number, mitigationTimeout: 77 } },
  ],
});

const limits = { ...zone, phase: "http_ratelimit" } as const;
const ratelimit = { ...limit, period: 60 };
const ofPhase: RuleArgs<"http_ratelimit">[] = [{ ...at, action: "block", ratelimit }];
export const ofAnyPhase: ZoneEntrypointRuleset = new ZoneEntrypointRuleset<"http_ratelimit">("r", {
  ...limits,
  rules: [...ofPhase, { ...at, action: "execute", actionParameters: { id: "e" } }],
});
new ZoneEntrypointRuleset("r", { ...limits, rules: ofPhase });
new ZoneEntrypointRuleset("r", { ...limits, rules: typed });
new ZoneEntrypointRuleset<"http_ratelimit">("r", {
  ...limits,
  rules: [{ ...at, action: pulumi.output<Action>("log"), ratelimit }],
});
new ZoneEntrypointRuleset<"http_ratelimit", string>("r", {
  ...limits,
  rules: [{ ...at, action: text, ratelimit }],
});
// An action that only some sources list, and one whose phases are not known.
new ZoneEntrypointRuleset<"http_request_sbfm">("r", {
  ...zone,
  phase: "http_request_sbfm",
  rules: [
    { ...at, action: "execute", actionParameters: { id: "e" } },
    { ...at, action: "transform_response_html", actionParameters: { linkMaze: {} } },
  ],
});
// Without the type, an action that another phase lists is left to the preview, which `allowances` can change.
new ZoneEntrypointRuleset("r", {
  ...limits,
  rules: [{ ...at, action: "skip", actionParameters: { ruleset: "current" } }],
});
// @ts-expect-error another phase
new ZoneEntrypointRuleset<"http_ratelimit">("r", { ...custom, rules: [] });
// @ts-expect-error no rate limit
new ZoneEntrypointRuleset<"http_ratelimit">("r", { ...limits, rules: [{ ...at, action: "block" }] });
// @ts-expect-error an action that the phase does not have
const score: RuleArgs<"http_ratelimit"> = { ...at, action: "score", actionParameters: { increment: 1 } };
new AccountEntrypointRuleset<"http_ratelimit">("r", { phase: "http_ratelimit", rules: [score] });
// @ts-expect-error a rate limit in another phase
new Ruleset<"http_request_firewall_custom">("r", { phase, rules: [{ ...at, action: "block", ratelimit }] });

const policies = [{ resources: {}, permissionGroups: [{ name: "Zone WAF Write" }] }];
const token: ApiTokenArgs = { policies, rotation: { every: text, overlap: text }, warnBefore: text };
const rotation: RotationArgs = { every: text, overlap: "1d" };
const inferredRotation = { every: "30d", overlap: "1d" };
new ApiToken("t", {
  policies: [{ resources: {}, permissionGroups: [{ name: text }, { name: "New Write" }] }],
});
new ApiToken("t", { policies, rotation: { every: "30d", overlap: "90s" }, warnBefore: "2w" });
new ApiToken("t", { policies, rotation: { every: text, overlap: config.requireSecret("overlap") } });
new ApiToken("t", { policies, rotation: { every: `${number}d`, overlap: "2d" }, warnBefore: `${number}h` });
new ApiToken("t", { policies, rotation: inferredRotation });
new ApiToken("t", { policies, rotation: pulumi.output(rotation) });
new ApiToken("t", token);
// @ts-expect-error a duration in words
new ApiToken("t", { policies, rotation: { every: "30 days", overlap: "2d" } });
// @ts-expect-error a fraction of a day
new ApiToken("t", { policies, rotation: { every: "30d", overlap: "1.5d" } });
// @ts-expect-error a number without its unit
new ApiToken("t", { policies, warnBefore: "14" });

const { rules: byRef, ruleIds } = new ZoneEntrypointRuleset("r", { ...custom, rules: typed });
export const action: pulumi.Output<string> | undefined = byRef["login"]?.action;
export const before: pulumi.Output<string | undefined> | undefined = byRef[text]?.after;
export const id: pulumi.Output<string> | undefined = ruleIds["login"];
export const count = byRef.apply(
  (rules) => Object.entries(rules).filter(([ref, { action }]) => ref !== action).length,
);
// @ts-expect-error the rules are a map
export const first = byRef[0];
// @ts-expect-error the rules are a map
export const numbered = byRef.apply((rules) => rules[number]);
// @ts-expect-error the ids are a map
export const firstId = ruleIds[0];

/** A resource without its type parameters, and a class that extends one. */
export const ruleset: ZoneEntrypointRuleset = new ZoneEntrypointRuleset("r", {
  ...custom,
  rules: [{ ...at, action: "block" }],
});
export class Mine extends ZoneEntrypointRuleset {
  constructor() {
    super("mine", { ...custom, rules: [{ ...at, action: "block" }] });
  }
}
