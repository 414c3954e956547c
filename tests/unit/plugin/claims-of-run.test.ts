import { ClaimsOfRun } from "../../../plugin/claims-of-run";
import { declarationsOf } from "../../../plugin/declarations";
import { UNKNOWN } from "../../../provider/api";
import { conflictsOf, declaredElsewhere } from "../../../provider/claims/claim-conflict";

type Args = Record<string, unknown>;
type Kind = Parameters<typeof declarationsOf>[0];
type Resource = readonly [kind: Kind, name: string, args: Args];

const CUSTOM = "http_request_firewall_custom";
const MANAGED = "http_request_firewall_managed";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";

const rules = (name: string, refs: readonly unknown[], more: Args = {}): Resource => [
  "ZoneEntrypointRuleset",
  name,
  {
    zoneId: "z",
    phase: CUSTOM,
    rules: refs.map((ref) => ({ ref, action: "block", expression: "ssl" })),
    ...more,
  },
];
const deploying = (name: string): Resource => {
  const rule = { ref: name, action: "execute", expression: "true", actionParameters: { id: OWASP } };
  return rules(name, [], { phase: MANAGED, rules: [rule] });
};

/** Each resource with a contradiction to another one, and one without. */
const PROGRAM: readonly Resource[] = [
  rules("a", ["1", "2"], { position: "first" }),
  rules("b", ["2"], { position: "first" }),
  rules("c", ["3"], { position: { before: "4" } }),
  rules("d", ["4"], { position: { before: "3" } }),
  rules("alone", ["1"], { phase: "http_ratelimit" }),
  ["OwaspConfig", "owasp", { zoneId: "z" }],
  deploying("deploying"),
  ["ApiToken", "e", { name: "ci", adopt: "t" }],
  ["ApiToken", "f", { name: "ci", adopt: "t" }],
  ["Ruleset", "g", { name: "ci", phase: CUSTOM }],
];

/** Returns what each resource reports once all are checked in that order, by its name. */
function reported(resources: readonly Resource[]): Record<string, string[]> {
  const claims = new ClaimsOfRun();
  for (const [kind, name, args] of resources) claims.declare(name, declarationsOf(kind, name, args, args));
  return Object.fromEntries(
    [...resources]
      .sort(([, a], [, b]) => a.localeCompare(b))
      .map(([, name]) => [
        name,
        conflictsOf(claims.of(name))
          .map(({ path }) => path)
          .sort(),
      ]),
  );
}

describe("the resources of a run", () => {
  const expected = {
    a: ["position", 'rules["2"].ref'],
    alone: [],
    b: ["position", 'rules["2"].ref'],
    c: ["position"],
    d: ["position"],
    deploying: ['rules["deploying"].actionParameters.id'],
    e: ["adopt"],
    f: ["adopt"],
    g: [],
    owasp: ["zoneId"],
  };

  it("report the same contradictions in whichever order they were checked, also if some were checked twice", () => {
    for (let first = 0; first < PROGRAM.length; first += 1) {
      const order = [...PROGRAM.slice(first), ...PROGRAM.slice(0, first)];
      expect(reported(order)).toEqual(expected);
      expect(reported([...order].reverse())).toEqual(expected);
      const again = new ClaimsOfRun();
      for (const [kind, name, args] of [...order, ...order.slice(0, first)])
        again.declare(name, declarationsOf(kind, name, args, args));
      expect(conflictsOf(again.of("a"))).toHaveLength(2);
    }
  });

  it("report nothing about the values of each other that are not known", () => {
    const hidden = (resource: Resource, names: readonly string[]): Resource => {
      const [kind, name, args] = resource;
      return [kind, name, { ...args, ...Object.fromEntries(names.map((one) => [one, UNKNOWN])) }];
    };
    const places = ["zoneId", "name", "adopt", "rulesetName"];
    const half = PROGRAM.map((resource, index) => (index % 2 === 0 ? hidden(resource, places) : resource));
    expect(new Set(Object.values(reported(half)).flat())).toEqual(new Set());
  });

  it("declare the rules that the engine keeps by ignoreChanges, which are a map", () => {
    const kept = { "2": { action: "block", expression: "ssl" } };
    expect(reported([rules("a", ["1", "2"]), rules("b", [], { rules: kept })])).toEqual({
      a: ['rules["2"].ref'],
      b: ['rules["2"].ref'],
    });
    const impossible = { "2": { action: "block", after: "gone" } };
    expect(reported([rules("a", ["1", "2"]), rules("b", [], { rules: impossible })])).toEqual({
      a: [],
      b: [],
    });
  });
});

describe("the refs of the other resources", () => {
  it("are those of one entry point, and not those of the resource itself", () => {
    const claims = new ClaimsOfRun();
    for (const [kind, name, args] of PROGRAM) claims.declare(name, declarationsOf(kind, name, args, args));
    expect(declaredElsewhere(claims.of("a"))).toEqual(["2", "3", "4"]);
    expect(declaredElsewhere(claims.of("alone"))).toEqual([]);
    expect(declaredElsewhere(claims.of("e"))).toEqual([]);
    expect(declaredElsewhere(claims.of("never checked"))).toEqual([]);
  });
});
