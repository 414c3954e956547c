import { ask, renew, testEngine, withFaults } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

/** The log of an update: a line for each request that wrote. */
const ZONE = `/zones/${EXAMPLE_COM}/rulesets`;
const PHASE = "http_request_firewall_custom";
/** The vendor's general managed ruleset. */
const GENERAL = "efb7b8c949ac4650a09736fc376e9aee";
const rule = (ref: string, action = "block") => ({ ref, action, expression: `http.host eq "${ref}"` });
const args = (...rules: object[]) => ({ zoneId: EXAMPLE_COM, phase: PHASE, rules });

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform);
});

it("the log says for each step what it did to which rule, and by which call", async () => {
  const made = await engine.up("ZoneEntrypointRuleset", args(rule("a"), rule("b"), rule("c")));
  const ruleset = `${ZONE}/${String(made.outs["rulesetId"])}`;
  const ids = made.outs["ruleIds"] as Record<string, string>;
  expect(engine.log.splice(0)).toEqual([`${PHASE}: created a ruleset with 3 rules: POST ${ZONE}`]);

  const changed = await engine.up(
    "ZoneEntrypointRuleset",
    args(rule("a", "log"), rule("new"), rule("c")),
    made,
  );
  expect(engine.log.splice(0)).toEqual([
    `${PHASE}: 3 writes: changed rule "a"; inserted rule "new" after "a"; removed rule "b"`,
  ]);

  const moved = await engine.up(
    "ZoneEntrypointRuleset",
    args(rule("new"), rule("c"), rule("a", "log")),
    changed,
  );
  expect(engine.log.splice(0)).toEqual([
    `${PHASE}: moved rule "a" after "c": PATCH ${ruleset}/rules/${ids["a"]}`,
  ]);

  await engine.destroy("ZoneEntrypointRuleset", moved);
  expect(engine.log.splice(0)).toEqual([`${PHASE}: removed the ruleset with its rules: DELETE ${ruleset}`]);
});

it("the log says for several writes what each did, also if the last of them fails", async () => {
  const made = await engine.up("ZoneEntrypointRuleset", args(rule("a"), rule("b"), rule("c")));
  const proxied = testEngine(platform, {}, { details: true });
  await proxied.up("ZoneEntrypointRuleset", args(rule("a", "log"), rule("b", "log"), rule("c")), made);
  // With EDGE_LOG, each request has its line.
  expect(proxied.log.filter((line) => line.includes(": changed rule "))).toHaveLength(2);
  engine.log.splice(0);
  const path = "/rules$";
  await withFaults(platform, [{ method: "POST", path, kind: "status", status: 403 }], () =>
    engine.stopped("ZoneEntrypointRuleset", args(rule("a"), rule("b"), rule("c"), rule("d")), made),
  );
  expect(engine.log).toEqual([`${PHASE}: 2 writes: changed rule "a"; changed rule "b"`]);
});

it("a destroy and a refresh call a zone by the name that the program has looked up, which the state keeps", async () => {
  const kind = "ZoneEntrypointRuleset";
  const made = await engine.up(kind, { ...args(rule("a")), __zone: "example.com" });
  // A new process, which no program tells the name.
  engine = testEngine(platform);
  const read = await engine.refresh(kind, made);
  expect(read?.inputs).toMatchObject({ __zone: "example.com" });
  await engine.destroy(kind, read ?? made);
  expect(engine.log).toEqual([
    expect.stringMatching(
      /^example\.com, http_request_firewall_custom: removed the ruleset with its rules: /,
    ),
  ]);
});

it("a removed deployment of OWASP beside another rule is named by its ref, not by its id", async () => {
  const phase = "http_request_firewall_managed";
  const execute = {
    ref: "general",
    action: "execute",
    actionParameters: { id: GENERAL },
    expression: "true",
  };
  const other = await engine.up("ZoneEntrypointRuleset", { zoneId: EXAMPLE_COM, phase, rules: [execute] });
  const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 };
  const made = await engine.up("OwaspConfig", args);
  engine.log.splice(0);
  await engine.destroy("OwaspConfig", made);
  expect(engine.log).toEqual([expect.stringContaining('removed rule "owasp-core-ruleset": DELETE ')]);
  await engine.destroy("ZoneEntrypointRuleset", other);
});

/** Takes the lines about the order of rules from the log. */
const orders = () => engine.log.splice(0).filter((line) => line.includes(": rules in order: "));

it("only a preview says in which order new and moved rules will be", async () => {
  const kind = "ZoneEntrypointRuleset";
  const inPreview = (...rules: object[]) => ({ ...args(...rules), __preview: true });
  await engine.preview(kind, inPreview(rule("a"), rule("b")));
  expect(orders()).toEqual([`example.com, ${PHASE}: rules in order: a, b`]);
  const made = await engine.up(kind, args(rule("a"), rule("b")));
  engine.log.splice(0);
  await engine.preview(kind, inPreview(rule("a", "log"), rule("b")), made);
  expect(orders()).toEqual([]);
  await engine.preview(kind, inPreview(rule("b"), rule("new"), rule("a")), made);
  expect(orders()).toEqual([`example.com, ${PHASE}: rules in order: b (moved), new (new), a`]);
  const secret = { ...inPreview(rule("b"), rule("a")), secretInputs: ["rules"] };
  await engine.preview(kind, secret, made);
  expect(orders()).toEqual([]);
});

it("the order in a preview has the rules of others, and names those that go", async () => {
  const kind = "ZoneEntrypointRuleset";
  const made = await engine.up(kind, args(rule("a"), rule("b")));
  const byHand = { ref: "office", action: "log", expression: "ssl" };
  const [found] = await ask<{ id: string; phase: string }[]>(
    platform,
    "GET",
    `/zones/${EXAMPLE_COM}/rulesets`,
  );
  await ask(platform, "POST", `/zones/${EXAMPLE_COM}/rulesets/${found?.id}/rules`, byHand);
  const inPreview = { ...args(rule("b"), rule("new")), __preview: true };
  engine = testEngine(platform);
  await engine.preview(kind, inPreview, made);
  expect(orders()).toEqual([
    `example.com, ${PHASE}: rules in order: b, new (new), "office" (foreign); removed: a`,
  ]);
  await engine.preview(kind, { ...inPreview, ownership: "exclusive", takeOver: true }, made);
  expect(orders().at(-1)).toBe(
    `example.com, ${PHASE}: rules in order: b, new (new); removed: a, "office" (foreign)`,
  );
});

it("the log names the single call for a whole list, and is empty if nothing is sent", async () => {
  const whole = { ...args(rule("a"), rule("b"), rule("c")), ownership: "exclusive" };
  const state = await engine.up("ZoneEntrypointRuleset", whole);
  engine.log.splice(0);
  const rules = [rule("c", "log"), rule("b", "log"), rule("a", "log")];
  const next = await engine.up("ZoneEntrypointRuleset", { ...whole, rules }, state);
  expect(engine.log.splice(0)).toEqual([
    `${PHASE}: replaced the whole list with 3 rules: PUT ${ZONE}/phases/${PHASE}/entrypoint`,
  ]);
  await engine.up("ZoneEntrypointRuleset", { ...whole, rules }, next);
  expect(engine.log).toEqual([]);
});

it("the log of an OwaspConfig and of a custom ruleset has the same form", async () => {
  const owasp = { zoneId: EXAMPLE_COM, paranoiaLevel: 2, scoreThreshold: 40 };
  const state = await engine.up("OwaspConfig", owasp);
  const changed = await engine.up("OwaspConfig", { ...owasp, paranoiaLevel: 1 }, state);
  await engine.destroy("OwaspConfig", changed);
  const ruleset = `${ZONE}/${String(state.outs["rulesetId"])}`;
  // What it does to managed rules follows.
  expect(engine.log.splice(0).map((line) => line.split("; ", 1)[0])).toEqual([
    `http_request_firewall_managed: created a ruleset with 1 rule: POST ${ZONE}`,
    `http_request_firewall_managed: changed rule "owasp-core-ruleset": PATCH ${ruleset}/rules/${String(state.outs["ruleId"])}`,
    `http_request_firewall_managed: removed the ruleset with its rules: DELETE ${ruleset}`,
  ]);

  const { accountId } = platform;
  const custom = { accountId, name: "shared", phase: PHASE, rules: [rule("a")] };
  const made = await engine.up("Ruleset", custom);
  const other = await engine.up("Ruleset", { ...custom, rules: [rule("a", "log"), rule("b")] }, made);
  await engine.destroy("Ruleset", other);
  const own = `/accounts/${accountId}/rulesets`;
  const id = String(made.outs["rulesetId"]);
  expect(engine.log).toEqual([
    `${PHASE}: created a ruleset with 1 rule: POST ${own}`,
    `${PHASE}: replaced the whole list with 2 rules: PUT ${own}/${id}`,
    `${PHASE}: removed the ruleset with its rules: DELETE ${own}/${id}`,
  ]);
});
