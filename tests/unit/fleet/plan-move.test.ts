import { planMove, type MoveState, type StateEntry } from "../../../fleet/plan-move";
import { proveMove } from "../../../fleet/prove-move";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const OTHER = "9a7806061c88ada191ed06f989cc3dac";
const urn = (stack: string, name: string, type = "Rules") => `urn:pulumi:${stack}::shop::${type}::${name}`;
const entry = (stack: string, name: string, more: Partial<StateEntry> = {}): StateEntry => ({
  urn: urn(stack, name),
  type: "Rules",
  id: name,
  inputs: {},
  outputs: {},
  ...more,
});
const ofZone = (stack: string, name: string, more: Partial<StateEntry> = {}) =>
  entry(stack, name, { inputs: { zoneId: ZONE }, outputs: { zoneId: ZONE, rules: name }, ...more });
const root = (stack: string) =>
  entry(stack, `shop-${stack}`, {
    urn: urn(stack, "shop", "pulumi:pulumi:Stack"),
    type: "pulumi:pulumi:Stack",
  });
const state = (stack: string, ...resources: readonly StateEntry[]): MoveState => ({
  stack,
  pending: [],
  resources: [root(stack), ...resources.map((one) => ({ parent: root(stack).urn, ...one }))],
});
const EMPTY = state("b");

describe("the plan of a move", () => {
  it("moves what belongs to the zone, of any package, and nothing else", () => {
    const zone = entry("a", "zone", { type: "cloudflare:index/zone:Zone", id: ZONE });
    const from = state(
      "a",
      ofZone("a", "waf"),
      zone,
      ofZone("a", "other", { inputs: {}, outputs: { zoneId: OTHER } }),
      entry("a", "token"),
    );
    expect(planMove(ZONE, from, EMPTY)).toMatchObject({
      kind: "move",
      roots: [urn("a", "waf"), urn("a", "zone")],
      moved: [{ id: "waf" }, { id: ZONE }],
      cut: [],
    });
  });

  it("moves a component with all of its parts", () => {
    const parent = urn("a", "baseline", "ZoneBaseline");
    const from = state(
      "a",
      entry("a", "baseline", { urn: parent, type: "ZoneBaseline" }),
      entry("a", "filter", { parent }),
      ofZone("a", "waf", { parent }),
    );
    expect(planMove(ZONE, from, EMPTY)).toMatchObject({
      kind: "move",
      roots: [parent],
      moved: [{ urn: parent }, { id: "filter" }, { id: "waf" }],
    });
  });

  it("names the dependencies that the move cuts, in both directions", () => {
    const from = state(
      "a",
      entry("a", "filter"),
      ofZone("a", "waf", { dependencies: [urn("a", "filter")] }),
      entry("a", "token", { dependencies: [urn("a", "waf"), urn("a", "filter")] }),
    );
    expect(planMove(ZONE, from, EMPTY)).toMatchObject({
      cut: [
        { urn: urn("a", "waf"), on: urn("a", "filter") },
        { urn: urn("a", "token"), on: urn("a", "waf") },
      ],
    });
  });

  it("finds a zone that an earlier move has carried over, and one that no stack has", () => {
    expect(planMove(ZONE, state("a"), state("b", ofZone("b", "waf")))).toMatchObject({
      kind: "absent",
      found: [{ id: "waf" }],
    });
    expect(planMove(ZONE, state("a"), EMPTY)).toEqual({ kind: "absent", found: [] });
  });

  it("lists, after an interrupted move, what the first state must forget: dependents first", () => {
    const from = state("a", ofZone("a", "waf"), ofZone("a", "owasp"));
    expect(planMove(ZONE, from, state("b", ofZone("b", "waf"), ofZone("b", "owasp")))).toEqual({
      kind: "copied",
      urns: [urn("a", "owasp"), urn("a", "waf")],
    });
  });

  it.each<[string, MoveState, MoveState, RegExp]>([
    [
      "both states have different resources of the zone",
      state("a", ofZone("a", "waf")),
      state("b", ofZone("b", "owasp")),
      /both states have resources of the zone, and not the same ones: a has 1, b has 1/,
    ],
    [
      "the objects of both states differ",
      state("a", ofZone("a", "waf")),
      state("b", ofZone("b", "waf", { id: "another" })),
      /not the same ones/,
    ],
    [
      "an operation was interrupted",
      state("a", ofZone("a", "waf")),
      { ...EMPTY, pending: [urn("b", "x")] },
      /^the stack b has an interrupted operation: .*::x\. Run `pulumi up --stack b` first\.$/,
    ],
    [
      "a replacement is unfinished",
      state("a", ofZone("a", "waf", { delete: true })),
      EMPTY,
      /::waf is in the middle of a replacement\. Run `pulumi up --stack a` first\./,
    ],
    [
      "a component has resources of several zones",
      state(
        "a",
        entry("a", "all"),
        ofZone("a", "waf", { parent: urn("a", "all") }),
        entry("a", "next", { parent: urn("a", "all"), inputs: { zoneId: OTHER } }),
      ),
      EMPTY,
      /::all in the stack a has resources of several zones, such as .*::next,/,
    ],
    [
      "the second state has a resource of that name",
      state("a", ofZone("a", "waf")),
      state("b", ofZone("b", "waf", { inputs: {}, outputs: { zoneId: OTHER } })),
      /the stack b has a resource of the same type and name: urn:pulumi:b::shop::Rules::waf\./,
    ],
  ])("refuses the move if %s", (_, from, to, why) => {
    expect(planMove(ZONE, from, to)).toEqual({ kind: "refused", why: expect.stringMatching(why) as string });
  });

  it("ends for a state whose components form a circle", () => {
    const from = state(
      "a",
      ofZone("a", "x", { parent: urn("a", "y") }),
      ofZone("a", "y", { parent: urn("a", "x") }),
    );
    expect(planMove(ZONE, from, EMPTY).kind).toBe("move");
  });
});

describe("the proof of a move", () => {
  const secret = (ciphertext: string) => ({
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    ciphertext,
  });
  const withSecret = (stack: string, text: string, rules = "r") =>
    ofZone(stack, "waf", { inputs: { zoneId: ZONE, token: secret(text) }, outputs: { zoneId: ZONE, rules } });
  const waf = withSecret("a", "one key");
  const before = { from: [root("a"), waf, entry("a", "stays")], to: [root("b"), entry("b", "there")] };
  const after = {
    from: [root("a"), entry("a", "stays")],
    to: [root("b"), entry("b", "there"), withSecret("b", "another key")],
  };

  it("holds if each resource kept id, inputs and outputs, in whatever way its stack encrypts", () => {
    expect(proveMove(before, after, [waf], "b")).toEqual([]);
  });

  it.each([
    [
      "a resource is in both states",
      { ...after, from: before.from },
      /::waf is still in the state that it left/,
    ],
    ["a resource is in no state", { ...after, to: before.to }, /::waf is missing in the state of b/],
    [
      "an output has changed",
      { ...after, to: [...before.to, withSecret("b", "key", "other")] },
      /::waf has changed/,
    ],
    [
      "another resource is gone",
      { ...after, from: [root("a")] },
      /::stays is gone, although it was not to move/,
    ],
    [
      "the second state has lost one",
      { ...after, to: [root("b"), withSecret("b", "key")] },
      /::there is gone/,
    ],
  ])("fails if %s", (_, now, problem) => {
    expect(proveMove(before, now, [waf], "b")).toEqual([expect.stringMatching(problem)]);
  });
});
