import { declaredElsewhere } from "../../support/declared-elsewhere";
import { ask, identity, renew, testEngine, watch, withFaults, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

/** What a preview of entry points says about what is live, and the requests that it sends. */
const KIND = "ZoneEntrypointRuleset";
const CUSTOM = "http_request_firewall_custom";
const ENTRYPOINT = `/rulesets/phases/${CUSTOM}/entrypoint`;
const FREE = "5".repeat(32);

const platform = useTestPlatform();
beforeEach(async () => {
  await renew(platform);
  await platform.control("POST", "/seed", { zones: [{ id: FREE, name: "free.example", plan: "free" }] });
});

const block = (ref: string, more: object = {}) => ({ ref, action: "block", expression: "ssl", ...more });
const args = (rules: unknown, more: object = {}) => ({
  zoneId: EXAMPLE_COM,
  phase: CUSTOM,
  rules,
  __preview: true,
  ...more,
});
const blocks = (...refs: string[]) => refs.map((ref) => block(ref));
const byHand = (zone: string, rules: object[], phase = CUSTOM) =>
  ask<{ rules: { id: string }[] }>(platform, "PUT", `/zones/${zone}/rulesets/phases/${phase}/entrypoint`, {
    rules,
  });
/** The ref of a rule of another stack, on the wire. */
const ofOther = (ref: string) => `${ref}~shop/other~0000000000000aaaaaaa`;
const newRun = () => testEngine(platform);

/** The problems at preview, the warnings, and the requests. */
async function foreseen(given: Record<string, unknown>, run = newRun()) {
  const before = run.log.length;
  const { result, requests, writes } = await watch(platform, () => run.problems(KIND, given));
  expect(writes).toEqual([]);
  const warnings = run.log.slice(before).filter((line) => line.startsWith("warning: "));
  return { problems: result, warnings, requests };
}

describe("the requests of a preview", () => {
  const inZone = (zone: string, path = "") => `GET /zones/${zone}/rulesets${path}`;

  it("are four for a first new zone, one for each more, and one more for each entry point that exists", async () => {
    const run = newRun();
    const first = await foreseen(args(blocks("a")), run);
    expect(first).toMatchObject({ problems: [], warnings: [] });
    expect(first.requests.map((line) => line.replace(/tokens\/[0-9a-f]{32}/, "tokens/<id>"))).toEqual([
      "GET /user/tokens/verify",
      "GET /user/tokens/<id>",
      "GET /zones",
      inZone(EXAMPLE_COM),
    ]);
    for (const phase of [CUSTOM, "http_request_transform", "http_request_origin"])
      await byHand(FREE, [], phase);
    const next = (phase: string) => foreseen(args([], { zoneId: FREE, phase }), run);
    expect((await next(CUSTOM)).requests).toEqual([
      inZone(FREE),
      inZone(FREE, `/phases/${CUSTOM}/entrypoint`),
    ]);
    expect((await next("http_request_transform")).requests).toEqual([
      inZone(FREE, "/phases/http_request_transform/entrypoint"),
    ]);
    expect((await next("http_request_origin")).requests).toHaveLength(1);
    expect((await next(CUSTOM)).requests).toEqual([]);
  });

  it("are none for an unchanged resource, an unknown zone, and a resource with errors", async () => {
    const given = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: blocks("a") };
    const state = await newRun().up(KIND, given);
    const unchanged = await watch(platform, () =>
      newRun().preview(KIND, { ...given, __preview: true }, state),
    );
    expect(unchanged).toMatchObject({ result: "same", requests: [] });
    expect((await foreseen(args(blocks("a"), { zoneId: UNKNOWN }))).requests).toEqual([]);
    expect((await foreseen(args([block("a", { action: "blok" })]))).requests).toEqual([]);
  });

  it("are none in an update, which reads when it writes", async () => {
    const { requests } = await foreseen(args(blocks("a"), { __preview: undefined }));
    expect(requests).toEqual([]);
  });
});

describe("rules of other owners", () => {
  it("names a ref that is taken, and what would change", async () => {
    const { rules } = await byHand(EXAMPLE_COM, [block("a", { expression: "not ssl" })]);
    expect((await foreseen(args(blocks("a", "b")))).problems).toEqual([
      `rules["a"]: the entry point has a rule with ref "a" (id ${rules[0]?.id}) that this resource did not create, and its ` +
        "expression would change; declare another ref, or set takeOver: true to take over that rule",
    ]);
    for (const more of [{ takeOver: true }, { takeOver: UNKNOWN }])
      expect((await foreseen(args(blocks("a"), more))).problems).toEqual([]);
    expect((await foreseen(args([block("a", { expression: UNKNOWN })]))).problems).toEqual([]);
  });

  it("names a managed ruleset that a foreign rule deploys", async () => {
    const phase = "http_request_firewall_managed";
    const deploying = (ref: string) => ({
      ref,
      action: "execute",
      expression: "true",
      [ref === "mine" ? "actionParameters" : "action_parameters"]: { id: OWASP },
    });
    await byHand(EXAMPLE_COM, [deploying(ofOther("theirs"))], phase);
    expect((await foreseen(args([deploying("mine")], { phase }))).problems).toEqual([
      expect.stringMatching(
        /^rules\["mine"\]: the rule with ref "theirs" \(id [0-9a-f]{32}\), owned by shop\/other, already deploys the managed/,
      ),
    ]);
  });

  it("lists all foreign rules that an exclusive owner would remove", async () => {
    await byHand(EXAMPLE_COM, [block("a", { description: "Admin" }), block(ofOther("b"))]);
    const exclusive = args(blocks("mine"), { ownership: "exclusive" });
    const { problems } = await foreseen(exclusive);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^ownership: the entry point has a rule with ref "a" \(block: Admin\)/);
    expect(problems[0]).toContain('rule with ref "b" (block), owned by shop/other');
    expect(problems[0]).toContain("or set takeOver: true");
    expect((await foreseen({ ...exclusive, takeOver: true })).problems).toEqual([]);
    expect((await foreseen({ ...exclusive, ownership: UNKNOWN })).problems).toEqual([]);
  });

  it("warns a new owner that takes over nothing about rules that were made by hand", async () => {
    await byHand(EXAMPLE_COM, blocks("admin"));
    const shared = args(blocks("mine"), { takeOver: true });
    const { problems, warnings } = await foreseen(shared);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      'warning: takeOver: takes over nothing: with ownership: "shared" a rule made by hand is taken over by its ref, and no declared ' +
        'ref is "admin"; declare that ref, or set ownership: "exclusive", which removes the rules of others',
    ]);
    expect((await foreseen({ ...shared, rules: blocks("mine", "admin") })).warnings).toEqual([]);
    expect((await foreseen({ ...shared, zoneId: FREE })).warnings).toEqual([]);
    expect((await foreseen({ ...shared, ownership: "exclusive" })).warnings).toEqual([]);
  });

  it("warns a new owner with exact refs that nothing tells other stacks what it takes over", async () => {
    await byHand(EXAMPLE_COM, blocks("admin"));
    const exact = args(blocks("admin", "mine"), { takeOver: true, refs: "exact" });
    const { problems, warnings } = await foreseen(exact);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^warning: takeOver: takes over "admin", and refs: "exact" leaves no mark/),
    ]);
    expect((await foreseen({ ...exact, refs: "marked" })).warnings).toEqual([]);
  });

  it("lets a resource keep its own rules, also unmarked ones that its state lists", async () => {
    const given = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: blocks("a"), refs: "exact" };
    const run = newRun();
    const state = await run.up(KIND, given);
    const changed = args([block("a", { expression: "not ssl" })], { refs: "exact" });
    expect(await newRun().problems(KIND, changed, state)).toEqual([]);
  });
});

/** All orders of a list. */
function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((one) => ordersOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

describe("several resources of one entry point", () => {
  /** A program of three resources, which have six rules together. Each is handed what the others declare. */
  const PROGRAM = { one: ["a", "b"], two: ["c", "d"], three: ["e", "f"] };
  type Name = keyof typeof PROGRAM;
  const NAMES: readonly Name[] = ["one", "two", "three"];
  const othersOf = (name: Name) => NAMES.filter((other) => other !== name).flatMap((other) => PROGRAM[other]);

  /** What a preview of the program reports of each resource, if the engine checks them in this order. */
  async function inOrder(order: readonly Name[], more: (name: Name) => object): Promise<object> {
    const run = newRun();
    const found: Partial<Record<Name, string[]>> = {};
    for (const name of order) {
      const known = { __mark: identity(name), ...declaredElsewhere(CUSTOM, othersOf(name)), ...more(name) };
      found[name] = (await foreseen(args(blocks(...PROGRAM[name]), known), run)).problems;
    }
    return Object.fromEntries(NAMES.map((name) => [name, found[name]]));
  }

  it("that exceed the plan together are reported at each, whatever is checked first", async () => {
    const text = expect.stringContaining(
      "the entry point would have 6 rules (2 of this resource, 4 of other resources of this stack), and the plan free of free.example allows 5",
    ) as string;
    for (const order of ordersOf(NAMES))
      expect(await inOrder(order, () => ({ zoneId: FREE }))).toEqual({
        one: [text],
        two: [text],
        three: [text],
      });
  });

  it("can name each other's rules in a position, whatever is checked first", async () => {
    const positions = { one: { after: "c" }, two: { before: "f" }, three: { after: "nothing" } };
    const text = expect.stringContaining('position names "nothing"') as string;
    for (const order of ordersOf(NAMES))
      expect(await inOrder(order, (name) => ({ position: positions[name] }))).toEqual({
        one: [],
        two: [],
        three: [text],
      });
  });
});

describe("a position", () => {
  it("that names no rule is a problem, with the nearest ref", async () => {
    await byHand(EXAMPLE_COM, blocks("country"));
    expect((await foreseen(args(blocks("a"), { position: { after: "contry" } }))).problems).toEqual([
      'position names "contry", and the entry point has no foreign rule with that ref; did you mean "country"?',
    ]);
    expect((await foreseen(args(blocks("a"), { position: { before: "country" } }))).problems).toEqual([]);
  });

  it("can name a rule of another new resource of the program, with or without an entry point", async () => {
    const run = newRun();
    await foreseen(args(blocks("x"), { __mark: identity("one") }), run);
    const second = args(blocks("y"), { __mark: identity("two"), position: { after: "x" } });
    expect((await foreseen(second, run)).problems).toEqual([]);
    expect((await foreseen(second)).problems).toEqual([
      'position names "x", and the entry point has no foreign rule with that ref; it has no foreign rules: leave position out, or write "first" or "last"',
    ]);
  });

  it("at an edge where another stack has its rule is a warning", async () => {
    await byHand(EXAMPLE_COM, blocks(ofOther("theirs"), "unmarked"));
    const { problems, warnings } = await foreseen(args(blocks("a"), { position: "first" }));
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      'warning: position: is "first", where the rule "theirs", owned by shop/other, stands now. If that stack asks for "first" ' +
        "too, each update of one moves its rules past those of the other: let one of them name a rule ({ before } or { after })",
    ]);
    expect((await foreseen(args(blocks("a"), { position: "last" }))).warnings).toEqual([]);
  });
});

describe("the plan's limit", () => {
  const free = (rules: unknown, more: object = {}) => args(rules, { zoneId: FREE, ...more });

  it("reports a managed ruleset that the plan lacks", async () => {
    const execute = { ref: "owasp", action: "execute", actionParameters: { id: OWASP }, expression: "true" };
    const { problems } = await foreseen(free([execute], { phase: "http_request_firewall_managed" }));
    expect(problems).toEqual([
      'rules["owasp"].actionParameters.id: is the id of Cloudflare OWASP Core Ruleset, which needs a Pro plan, but the plan is free; ' +
        "every plan has Cloudflare Managed Free Ruleset (77454fe2d30c4220b5701f6fdfb893ba)",
    ]);
  });

  it("counts foreign rules", async () => {
    await byHand(FREE, blocks("1", "2", "3"));
    expect((await foreseen(free(blocks("a", "b", "c")))).problems).toEqual([
      "rules: the entry point would have 6 rules (3 of this resource, 3 of other owners), and the plan free of free.example " +
        "allows 5 in this phase: join expressions with `or`, remove rules, or upgrade the plan",
    ]);
    expect((await foreseen(free(blocks("a", "b")))).problems).toEqual([]);
  });

  it("counts what other resources of the program declare", async () => {
    const run = newRun();
    const one = free(blocks("a", "b", "c"), { __mark: identity("one") });
    const two = free(blocks("d", "e", "f"), { __mark: identity("two") });
    expect((await foreseen(one, run)).problems).toEqual([]);
    expect((await foreseen(two, run)).problems).toEqual([
      expect.stringContaining("would have 6 rules (3 of this resource, 3 of other resources of this stack)"),
    ]);
  });

  it("is that of the zone also for actions, functions and rate limits", async () => {
    const limited = {
      ...block("limit"),
      ratelimit: {
        characteristics: ["ip.src", "cf.colo.id"],
        period: 60,
        requestsPerPeriod: 100,
        mitigationTimeout: 10,
      },
    };
    const rate = await foreseen(free([limited], { phase: "http_ratelimit" }));
    expect(rate.problems).toEqual([
      expect.stringMatching(/^rules\["limit"\]\.ratelimit\.period: must be 10 seconds/),
    ]);
    const log = { ...block("log"), action: "log" };
    const matches = { ...block("matches"), expression: 'http.host matches "a"' };
    expect((await foreseen(free([log, matches]))).problems).toEqual([
      'rules["log"].action: "log" needs an Enterprise plan, but the plan is free',
      'rules["matches"].expression: uses the operator matches, which needs a Business plan, but the plan is free',
    ]);
    expect((await foreseen(args([log, matches]))).problems).toEqual([]);
  });

  it("does not name what a secret expression needs, since the name is a part of the secret", async () => {
    const matches = { ...block("matches"), expression: 'http.host matches "a"' };
    const score = { ...block("score"), expression: "cf.bot_management.score lt 20" };
    const secrets = { secretInputs: ["rules"], __keyed: true, __secretMembers: { score: ["expression"] } };
    expect(
      (await foreseen(free({ matches, score: { ...score, after: "matches" } }, secrets))).problems,
    ).toEqual([
      'rules["matches"].expression: uses the operator matches, which needs a Business plan, but the plan is free',
      'rules["score"].expression: is secret, and uses a field that needs an Enterprise plan, but the plan is free',
    ]);
  });

  it("only warns of live rules of other resources of the stack, which the same run may remove", async () => {
    await newRun().up(KIND, {
      ...free(blocks("a", "b", "c"), { __preview: undefined }),
      __mark: identity("gone"),
    });
    const { problems, warnings } = await foreseen(free(blocks("d", "e", "f")));
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^warning: rules: the entry point would have 6 rules/)]);
  });

  it("is checked before the first of two writes of an update", async () => {
    await byHand(FREE, blocks("1", "2"));
    const given = { zoneId: FREE, phase: CUSTOM };
    const run = newRun();
    const state = await run.up(KIND, { ...given, rules: blocks("a", "b") });
    const more = { ...given, rules: blocks("a", "b", "c", "d") };
    const { result, requests, writes } = await watch(platform, () => run.stopped(KIND, more, state));
    expect(writes).toEqual([]);
    expect(requests).toEqual([`GET /zones/${FREE}${ENTRYPOINT}`, `GET /zones/${FREE}`]);
    expect(result.message).toContain("Nothing was written.");
    expect(result.message).toContain(
      "the entry point would have 6 rules, and the plan free of free.example allows 5",
    );
    expect(result.state).toBeUndefined();
  });

  it("lets an update remove rules first if the new ones only fit then", async () => {
    await byHand(FREE, blocks("1", "2", "3"));
    const given = { zoneId: FREE, phase: CUSTOM };
    const run = newRun();
    const state = await run.up(KIND, { ...given, rules: blocks("a", "b") });
    const swapped = { ...given, rules: blocks("a", "c") };
    expect(await run.problems(KIND, { ...swapped, __preview: true }, state)).toEqual([]);
    const { writes } = await watch(platform, () => run.up(KIND, swapped, state));
    expect(writes.map((line) => line.split(" ")[0])).toEqual(["DELETE", "POST"]);
  });
});

describe("an API that does not answer", () => {
  it.each([
    [503, "status"],
    [429, "status"],
  ] as const)("but fails with %i is one warning, and the preview continues", async (status, kind) => {
    const run = newRun();
    const faults = [{ method: "GET", path: "/rulesets$", kind, status, times: 100 }];
    await withFaults(platform, faults, async () => {
      const first = await foreseen(args(blocks("a"), { __mark: identity("one") }), run);
      expect(first.problems).toEqual([]);
      expect(first.warnings).toEqual([
        expect.stringMatching(/^warning: the preview goes on without what is live: GET \/zones/),
      ]);
      const second = await foreseen(args(blocks("b"), { zoneId: FREE }), run);
      expect(second).toEqual({ problems: [], warnings: [], requests: [] });
    });
  });

  it("at whose address nothing listens is one warning", async () => {
    const run = testEngine(platform, { "edge:baseUrl": "http://127.0.0.1:9/client/v4" });
    const { problems, warnings } = await foreseen(args(blocks("a")), run);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining("cannot connect to http://127.0.0.1:9")]);
  });
});

describe("the order of rules in the preview of a replacement", () => {
  const orderOf = async (given: Record<string, unknown>) => {
    const state = await newRun().up(KIND, { ...given, __preview: undefined });
    await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets/${String(state.outs["rulesetId"])}/rules`, {
      ...block("theirs"),
      expression: "not ssl",
    });
    const run = testEngine(platform, {}, { stack: new Set([state]) });
    // As the engine does for a taint: without what the state has.
    await run.provider(KIND).check({}, { ...given, __mark: identity("resource-1"), __stack: "prod" });
    return run.log.filter((line) => line.includes("rules in order"));
  };

  it("calls no rule of the resource foreign", async () => {
    expect(await orderOf(args(blocks("admin", "login")))).toEqual([]);
  });
});
