import type { FaultyProgram, ForesightProgram } from "../case";

const FIREWALL = "http_request_firewall_custom";
const MANAGED_PHASE = "http_request_firewall_managed";
const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

type Edge = Parameters<ForesightProgram>[0];
const deploy = (edge: Edge, name: string, zoneId: string, id: string, ref = name) =>
  new edge.ZoneEntrypointRuleset(name, {
    zoneId,
    phase: MANAGED_PHASE,
    rules: [{ ref, action: "execute", expression: "true", actionParameters: { id } }],
  });
const custom = (edge: Edge, name: string, zoneId: string, others: object = {}, rule: object = {}) =>
  new edge.ZoneEntrypointRuleset(name, {
    zoneId,
    phase: FIREWALL,
    rules: [{ ref: name, action: "block", expression: `http.request.uri.path eq "/${name}"`, ...rule }],
    ...others,
  });
const owasp = (edge: Edge, name: string, zoneId: string) =>
  new edge.OwaspConfig(name, { zoneId, paranoiaLevel: 1, scoreThreshold: 60 });
const token = (edge: Edge, name: string, zoneId: string, args: object) =>
  new edge.ApiToken(name, {
    policies: [{ resources: edge.zone(zoneId), permissionGroups: [{ name: "Zone Read" }] }],
    ...args,
  });

const fault = (
  title: string,
  declare: (edge: Edge, zoneId: string, world: Parameters<ForesightProgram>[1]) => unknown,
  property: string,
  remedy: RegExp,
  as?: "warning",
): FaultyProgram => ({
  title,
  program: (edge, world) => void declare(edge, world.zones.enterprise, world),
  property,
  remedy,
  ...(as && { as }),
});

/** Faults between the resources of one program. */
export const several: readonly FaultyProgram[] = [
  fault(
    "two OwaspConfigs of one zone",
    (edge, zone) => [owasp(edge, "one", zone), owasp(edge, "two", zone)],
    "OwaspConfig",
    /once|remove/,
  ),
  fault(
    "OWASP by a rule and by a config",
    (edge, zone) => [deploy(edge, "rules", zone, OWASP), owasp(edge, "config", zone)],
    "rules",
    /once|OwaspConfig|remove/,
  ),
  fault(
    "OWASP by a rule beside a baseline",
    (edge, zone) => [new edge.ZoneBaseline("base", { zoneId: zone }), deploy(edge, "rules", zone, OWASP)],
    "rules",
    /owasp: false|once|remove/,
  ),
  fault(
    "an OwaspConfig beside a baseline",
    (edge, zone) => [new edge.ZoneBaseline("base", { zoneId: zone }), owasp(edge, "config", zone)],
    "OwaspConfig",
    /owasp: false|once/,
  ),
  fault(
    "one managed ruleset by two resources",
    (edge, zone) => [deploy(edge, "one", zone, MANAGED), deploy(edge, "two", zone, MANAGED)],
    "rules",
    /once|one|two/,
  ),
  fault(
    "the managed ruleset of a baseline again",
    (edge, zone) => [new edge.ZoneBaseline("base", { zoneId: zone }), deploy(edge, "rules", zone, MANAGED)],
    "rules",
    /managedRules|once|remove/,
  ),
  fault(
    "two baselines of one zone",
    (edge, zone) => [
      new edge.ZoneBaseline("one", { zoneId: zone }),
      new edge.ZoneBaseline("two", { zoneId: zone }),
    ],
    "zoneId",
    /once|one of them|remove/,
  ),
  fault(
    "two exclusive owners",
    (edge, zone) => [
      custom(edge, "one", zone, { ownership: "exclusive" }),
      custom(edge, "two", zone, { ownership: "exclusive" }),
    ],
    "ownership",
    /shared|exclusive/,
  ),
  fault(
    "an exclusive owner beside a shared one",
    (edge, zone) => [custom(edge, "one", zone, { ownership: "exclusive" }), custom(edge, "two", zone)],
    "ownership",
    /shared|exclusive/,
  ),
  fault(
    "one ref in two resources",
    (edge, zone) => [custom(edge, "one", zone), custom(edge, "two", zone, {}, { ref: "one" })],
    "ref",
    /unique|another|two resources|one/,
  ),
  fault(
    "two who are first",
    (edge, zone) => [
      custom(edge, "one", zone, { position: "first" }),
      custom(edge, "two", zone, { position: "first" }),
    ],
    "position",
    /first|before|after/,
  ),
  fault(
    "two who are before each other",
    (edge, zone) => [
      custom(edge, "one", zone, { position: { before: "two" } }),
      custom(edge, "two", zone, { position: { before: "one" } }),
    ],
    "position",
    /before|circle|cycle|each other/,
  ),
  fault(
    "a skip of another resource's rules",
    (edge, zone) => [
      custom(
        edge,
        "all",
        zone,
        { position: "first" },
        { action: "skip", expression: "true", actionParameters: { ruleset: "current" } },
      ),
      custom(edge, "late", zone, { position: "last" }),
    ],
    "rules",
    /skip|never|every request|all requests/i,
    "warning",
  ),
  fault(
    "a skip of the phase of another resource",
    (edge, zone) => [
      custom(
        edge,
        "all",
        zone,
        {},
        { action: "skip", expression: "true", actionParameters: { phases: [MANAGED_PHASE] } },
      ),
      owasp(edge, "owasp", zone),
    ],
    "rules",
    /skip|every request|all requests|owasp/i,
    "warning",
  ),
  {
    ...fault(
      "two tokens of one name",
      (edge, zone) => [token(edge, "one", zone, { name: "ci" }), token(edge, "two", zone, { name: "ci" })],
      "name",
      /unique|another name|two|same name/,
    ),
    as: "warning",
  },
  {
    ...fault(
      "two rulesets of one name",
      (edge, _, { accountId }) =>
        ["one", "two"].map(
          (name) => new edge.Ruleset(name, { accountId, name: "Own", phase: FIREWALL, rules: [] }),
        ),
      "name",
      /unique|another name|two|same name/,
    ),
    as: "warning",
  },
  fault(
    "two rulesets taken over as one",
    (edge, _, { accountId }) =>
      ["one", "two"].map(
        (name) =>
          new edge.Ruleset(name, {
            accountId,
            name: "Shared firewall_custom",
            phase: FIREWALL,
            rules: [],
            takeOver: true,
          }),
      ),
    "name",
    /unique|another name|two|same/,
  ),
  fault(
    "two tokens that adopt one",
    (edge, zone) =>
      ["one", "two"].map((name) => token(edge, name, zone, { adopt: "0123456789abcdef0123456789abcdef" })),
    "adopt",
    /one|two|once|same/,
  ),
  fault(
    "a ruleset that nothing runs",
    (edge, _, { accountId }) =>
      new edge.Ruleset("own", {
        accountId,
        name: "Inert",
        phase: FIREWALL,
        rules: [{ ref: "a", action: "block", expression: 'http.request.uri.path eq "/a"' }],
      }),
    "own",
    /execute|AccountEntrypointRuleset/,
    "warning",
  ),
  fault(
    "six custom rules by two resources on plan free",
    (edge, _, { zones }) =>
      ["one", "two"].map(
        (name) =>
          new edge.ZoneEntrypointRuleset(name, {
            zoneId: zones.free,
            phase: FIREWALL,
            rules: [1, 2, 3].map((n) => ({
              ref: `${name}-${n}`,
              action: "block" as const,
              expression: `http.request.uri.path eq "/${name}/${n}"`,
            })),
          }),
      ),
    "rules",
    /5/,
  ),
];
