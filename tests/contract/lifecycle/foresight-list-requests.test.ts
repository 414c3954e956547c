import { UNKNOWN } from "../../../provider/api";
import { identity, renew, testEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

/** What a preview says of a list whose items change about the requests of the rules that name it. */
const CUSTOM = "http_request_firewall_custom";
const OPENS =
  `example.com, ${CUSTOM}, by the new items of $office in the rules of this resource alone: opens: ` +
  'requests change from "block by outside" to "passes", for example GET https://www.example.com/ from 64.0.0.7, with nothing in $office';

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
beforeEach(() => renew(platform));

interface Step {
  readonly kind: string;
  readonly before: object;
  readonly now: object;
}
const listStep = (more: readonly string[] = ["64.0.0.0/8"], extra: object = {}): Step => {
  const args = {
    name: "office",
    kind: "ip",
    accountId: platform.accountId,
    __mark: identity("office"),
    ...extra,
  };
  const items = [{ ip: "192.0.2.0/24" }];
  return {
    kind: "List",
    before: { ...args, items },
    now: { ...args, items: [...items, ...more.map((ip) => ({ ip }))] },
  };
};
const rulesStep = (expression = "not ip.src in $office", extra: object = {}): Step => {
  const rules = [{ ref: "outside", action: "block", expression }];
  const args = { zoneId: EXAMPLE_COM, phase: CUSTOM, __mark: identity("rules"), rules, ...extra };
  return { kind: "ZoneEntrypointRuleset", before: args, now: args };
};

const isAboutList = (line: string) => line.includes("by the new items of");

/** The lines of the preview of a program of several resources, checked in this order, after an update of the former one. */
async function dynamicLines(...steps: readonly Step[]): Promise<string[]> {
  const first = testEngine(platform);
  const states = new Map<Step, Awaited<ReturnType<typeof first.up>>>();
  for (const step of [...steps].sort((a, b) => a.kind.localeCompare(b.kind)))
    states.set(step, await first.up(step.kind, { ...step.before }));
  const next = testEngine(platform);
  for (const step of steps) await next.preview(step.kind, { ...step.now, __preview: true }, states.get(step));
  return next.log.filter(isAboutList);
}

/** The same by the plugin, which judges a changed resource after its check. */
async function pluginLines(...steps: readonly Step[]): Promise<string[]> {
  const made = [];
  for (const { kind, before, now } of [...steps].sort((a, b) => a.kind.localeCompare(b.kind))) {
    const urn = plugin.urn(kind, kind === "List" ? "office" : "rules");
    const { inputs: olds } = await plugin.check(urn, {}, { ...before });
    made.push({ urn, olds, now, kind, ...(await plugin.create(urn, olds)) });
  }
  await plugin.restart();
  plugin.lines.splice(0);
  for (const { kind } of steps) {
    const one = made.find((known) => known.kind === kind);
    if (one === undefined) throw new Error(`no resource of kind ${kind}`);
    const { urn, olds, now, id, outputs } = one;
    const { inputs } = await plugin.check(urn, olds, { ...now });
    const { changes } = await plugin.diff(urn, id, outputs, inputs);
    if (changes) await plugin.update(urn, id, outputs, inputs, { preview: true, oldInputs: olds });
  }
  return plugin.lines.map((line) => line.replace(/^(office|rules): /, "")).filter(isAboutList);
}

describe.each([
  ["dynamic provider", dynamicLines],
  ["plugin", pluginLines],
])("the line of the %s about the rules that name a changed list", (_, linesOf) => {
  it("says once which requests of which rule change, whichever resource is checked first", async () => {
    for (const steps of [
      [listStep(), rulesStep()],
      [rulesStep(), listStep()],
    ]) {
      await renew(platform);
      expect(await linesOf(...steps)).toEqual([OPENS]);
    }
  });

  it("is missing if the items of the list change no request", async () => {
    expect(await linesOf(listStep(["192.0.2.7"]), rulesStep())).toEqual([]);
    await renew(platform);
    expect(await linesOf(listStep(), rulesStep("not ip.src in {10.0.0.0/8}"))).toEqual([]);
  });
});

describe("the line about the rules that name a changed list", () => {
  it("says why it is not decided if the list is too long, has other items, or is not known yet", async () => {
    const line = (why: string) =>
      `example.com, ${CUSTOM}, by the new items of $office in the rules of this resource alone: not decided, because ${why}`;
    const many = Array.from({ length: 500 }, (_, at) => `198.51.${100 + (at >> 8)}.${at & 255}`);
    expect(await dynamicLines(listStep(many), rulesStep())).toEqual([line("it has more than 500 items")]);
    await renew(platform);
    const { kind, before, now } = listStep([], { kind: "hostname" });
    const items = [{ hostname: { urlHostname: "example.com" } }];
    const hosts = {
      kind,
      before: { ...before, items },
      now: { ...now, items: [...items, { hostname: { urlHostname: "example.net" } }] },
    };
    expect(await dynamicLines(hosts, rulesStep("not http.host in $office"))).toEqual([
      line("its items are neither addresses nor numbers of systems"),
    ]);
    await renew(platform);
    const later = listStep();
    expect(await dynamicLines({ ...later, now: { ...later.now, items: UNKNOWN } }, rulesStep())).toEqual([
      line("its items are not known yet"),
    ]);
  });

  it("comes beside one that says which redirects of a list go elsewhere, unless they are secret", async () => {
    const redirects = (target: string, extra: object) => ({
      ...listStep([], { kind: "redirect", name: "moved", ...extra }).now,
      items: [
        { redirect: { sourceUrl: "example.com/old", targetUrl: target } },
        { redirect: { sourceUrl: "example.com/kept", targetUrl: "https://example.com/kept-too" } },
      ],
    });
    for (const [extra, expected] of [
      [
        {},
        [
          "list moved redirects elsewhere: example.com/old to https://example.com/new (was https://example.com/)",
        ],
      ],
      [{ secretInputs: ["items"] }, []],
    ] as const) {
      await renew(platform);
      const state = await testEngine(platform).up("List", redirects("https://example.com/", extra));
      const engine = testEngine(platform);
      await engine.preview(
        "List",
        { ...redirects("https://example.com/new", extra), __preview: true },
        state,
      );
      expect(engine.log.filter((line) => line.includes("redirects elsewhere"))).toEqual(expected);
    }
  });

  it("shows no item of a list with secret items, and no value of a secret rule", async () => {
    const hidden = await dynamicLines(listStep(["64.0.0.0/8"], { secretInputs: ["items"] }), rulesStep());
    expect(hidden).toEqual([expect.stringContaining("(no example: an item of the list is secret)")]);
    await renew(platform);
    const ofRule = await dynamicLines(listStep(), rulesStep(undefined, { secretInputs: ["rules"] }));
    expect(ofRule).toEqual([
      expect.stringContaining('"block by a secret rule" to "passes" (no example: a rule is secret)'),
    ]);
    expect([...hidden, ...ofRule].join("\n")).not.toContain("64.");
  });

  it("is not printed in an update", async () => {
    const [list, rules] = [listStep(), rulesStep()];
    const first = testEngine(platform);
    const ofList = await first.up(list.kind, { ...list.before });
    const ofRules = await first.up(rules.kind, { ...rules.before });
    const next = testEngine(platform);
    await next.up(list.kind, { ...list.now }, ofList);
    await next.up(rules.kind, { ...rules.now }, ofRules);
    expect(next.log.filter(isAboutList)).toEqual([]);
  });
});
