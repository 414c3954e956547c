import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const FIREWALL = "http_request_firewall_custom";
const MANAGED = "efb7b8c949ac4650a09736fc376e9aee";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

const block = { action: "block", expression: 'http.request.uri.path eq "/x"' };

/** What others own in the same entry point, and what a position names. */
export const owners: readonly FaultyProgram[] = [
  {
    title: "the ref of a rule made by hand",
    program: inZone(FIREWALL, [{ ...block, ref: "hand-made" }], { zone: "shared", refs: "exact" }),
    property: "rules[0]",
    remedy: /takeOver|another ref|other/,
  },
  {
    title: "all rules, beside those of others",
    program: inZone(FIREWALL, [block], { zone: "shared", ownership: "exclusive" }),
    property: "ownership",
    remedy: /takeOver|shared/,
  },
  {
    title: "all rules of a full zone",
    program: inZone(FIREWALL, [block], { zone: "full", ownership: "exclusive" }),
    property: "ownership",
    remedy: /takeOver|shared/,
  },
  {
    title: "a position before no rule",
    program: inZone(FIREWALL, [block], { zone: "shared", position: { before: "hand-maid" } }),
    property: "position",
    remedy: /hand-made/,
  },
  {
    title: "a position after no rule",
    program: inZone(FIREWALL, [block], { zone: "shared", position: { after: "nothing" } }),
    property: "position",
    remedy: /hand-made|billing-first/,
  },
  {
    title: "a position in an entry point that is not there",
    program: inZone(FIREWALL, [block], { position: { before: "a-rule" } }),
    property: "position",
    remedy: /no rule|no entry point|first|empty/,
  },
  {
    title: "first of all, as another stack",
    program: inZone(FIREWALL, [block], { zone: "shared", position: "first" }),
    property: "position",
    remedy: /billing\/prod|before/,
    as: "warning",
  },
  {
    title: "a position before and after",
    program: inZone(FIREWALL, [block], {
      zone: "shared",
      position: { before: "hand-made", after: "billing-first" },
    }),
    property: "position",
    remedy: /before|after/,
  },
  {
    title: "a position by number",
    program: inZone(FIREWALL, [block], { zone: "shared", position: 1 }),
    property: "position",
    remedy: /first|before/,
  },
  {
    title: "a position by another name",
    program: inZone(FIREWALL, [block], { zone: "shared", position: "top" }),
    property: "position",
    remedy: /first/,
  },
  {
    title: "an owner of another kind",
    program: inZone(FIREWALL, [block], { zone: "shared", ownership: "partial" }),
    property: "ownership",
    remedy: /shared/,
  },
  {
    title: "a take-over by a shared owner",
    program: inZone(FIREWALL, [block], { zone: "shared", takeOver: true }),
    property: "takeOver",
    remedy: /exclusive/,
    as: "warning",
  },
  {
    title: "a managed ruleset that is deployed by hand",
    program: inZone(
      "http_request_firewall_managed",
      [{ action: "execute", expression: "true", actionParameters: { id: MANAGED } }],
      { zone: "managed" },
    ),
    property: "rules[0]",
    remedy: /once|by hand|remove/,
  },
  {
    title: "OWASP that another stack has, by a rule",
    program: inZone(
      "http_request_firewall_managed",
      [{ action: "execute", expression: "true", actionParameters: { id: OWASP } }],
      { zone: "managed" },
    ),
    property: "rules[0]",
    remedy: /billing\/prod|once/,
  },
  {
    title: "OWASP that another stack has",
    program: (edge, { zones }) =>
      new edge.OwaspConfig("owasp", { zoneId: zones.managed, paranoiaLevel: 2, scoreThreshold: 40 }),
    property: "zoneId",
    remedy: /billing\/prod/,
  },
  {
    title: "OWASP of another stack, taken over",
    program: (edge, { zones }) =>
      new edge.OwaspConfig("owasp", {
        zoneId: zones.managed,
        paranoiaLevel: 2,
        scoreThreshold: 40,
        takeOver: true,
      }),
    property: "takeOver",
    remedy: /billing\/prod/,
  },
  {
    title: "a baseline over a managed ruleset made by hand",
    program: (edge, { zones }) => new edge.ZoneBaseline("site", { zoneId: zones.managed, owasp: false }),
    property: "rules[0]",
    remedy: /managedRules|once|by hand|remove/,
  },
  {
    title: "the name of a ruleset that is there",
    program: (edge, { accountId }) =>
      new edge.Ruleset("own", { accountId, name: "Shared firewall_custom", phase: FIREWALL, rules: [] }),
    property: "name",
    remedy: /takeOver|another name/,
  },
  {
    title: "a ruleset to take over that is not there",
    program: (edge, { accountId }) =>
      new edge.Ruleset("own", {
        accountId,
        name: "Shared firewall",
        phase: FIREWALL,
        rules: [],
        takeOver: true,
      }),
    property: "takeOver",
    remedy: /Shared firewall_custom|no ruleset|name/,
    as: "warning",
  },
  {
    title: "a token to adopt that is not there",
    program: (edge, { zones }) =>
      new edge.ApiToken("ci", {
        adopt: "0123456789abcdef0123456789abcdef",
        policies: [{ resources: edge.zone(zones.enterprise), permissionGroups: [{ name: "Zone Read" }] }],
      }),
    property: "adopt",
    remedy: /no token|token/,
  },
];
