import { ask, renew, testEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
let engine: ReturnType<typeof testEngine>;
beforeEach(async () => {
  await renew(platform);
  engine = testEngine(platform, { "edge:accountId": platform.accountId });
});

const CUSTOM = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const rule = (ref: string) => ({ ref, action: "block", expression: "ssl" });
const ADVICE =
  ": taken over from whoever made it. From now on, `pulumi destroy` deletes it, and so does removing the resource from the program, unless " +
  "its options have `protect: true`, which stops such a run, or `retainOnDelete: true`, which leaves it live.";
const told = () =>
  engine.log.filter((line) => line.includes("taken over")).map((line) => line.replace(ADVICE, " …"));

describe("the update that takes over what existed says what a destroy does to it", () => {
  it("for rules of an entry point, and not again when the resource is renamed or changed", async () => {
    const rules = [rule("admin"), rule("bots")];
    await ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: CUSTOM, rules });
    const args = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules, refs: "exact", takeOver: true };
    const state = await engine.up("ZoneEntrypointRuleset", args);
    const subject = `The entry point of ${CUSTOM} in zone ${EXAMPLE_COM}`;
    expect(told()).toEqual([`${subject}: 2 rules, "admin", "bots" …`]);
    // A resource that is renamed is made anew while the state still has the old one.
    await engine.up("ZoneEntrypointRuleset", args);
    await engine.up("ZoneEntrypointRuleset", { ...args, rules: [rule("admin")] }, state);
    expect(told()).toHaveLength(1);
  });

  it("for a custom ruleset of the account", async () => {
    const body = { name: "shared", kind: "custom", phase: CUSTOM, rules: [rule("admin")] };
    const { id } = await ask<{ id: string }>(
      platform,
      "POST",
      `/accounts/${platform.accountId}/rulesets`,
      body,
    );
    await engine.up("Ruleset", { name: "shared", phase: CUSTOM, rules: [rule("admin")], takeOver: true });
    expect(told()).toEqual([
      expect.stringMatching(new RegExp(`^The custom ruleset "shared".* \\(id ${id}\\) …$`)),
    ]);
  });

  it("for OWASP of a zone", async () => {
    await ask(platform, "POST", RULESETS, {
      name: "default",
      kind: "zone",
      phase: "http_request_firewall_managed",
      rules: [{ ref: "hand", action: "execute", expression: "true", action_parameters: { id: OWASP } }],
    });
    const args = { zoneId: EXAMPLE_COM, paranoiaLevel: 1, scoreThreshold: "low", takeOver: true };
    await engine.up("OwaspConfig", args);
    expect(told()).toEqual([expect.stringMatching(/^OWASP of zone .*: the rule "hand" …$/)]);
  });

  it("for an exclusive list, and for no shared one", async () => {
    const lists = `/accounts/${platform.accountId}/rules/lists`;
    const { id } = await ask<{ id: string }>(platform, "POST", lists, { name: "office", kind: "ip" });
    const args = { name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] };
    await engine.up("List", args);
    expect(told()).toEqual([]);
    await engine.up("List", { ...args, ownership: "exclusive", takeOver: true });
    expect(told()).toEqual([`The list "office" (${id}, 1 item) …`]);
  });

  it("for what an update of a resource takes over: a rule that it declares now, a list that it only used before", async () => {
    const rules = [rule("admin"), rule("bots")];
    await ask(platform, "POST", RULESETS, { name: "default", kind: "zone", phase: CUSTOM, rules });
    const args = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: [rule("admin")], takeOver: true };
    const state = await engine.up("ZoneEntrypointRuleset", args);
    const subject = `The entry point of ${CUSTOM} in zone ${EXAMPLE_COM}`;
    expect(told()).toEqual([`${subject}: the rule "admin" …`]);
    await engine.up("ZoneEntrypointRuleset", { ...args, rules }, state);
    expect(told().slice(1)).toEqual([`${subject}: the rule "bots" …`]);

    const lists = `/accounts/${platform.accountId}/rules/lists`;
    const { id } = await ask<{ id: string }>(platform, "POST", lists, { name: "office", kind: "ip" });
    const list = { name: "office", kind: "ip", items: [{ ip: "192.0.2.1" }] };
    const used = await engine.up("List", list);
    const owned = { ...list, ownership: "exclusive" };
    expect((await engine.stopped("List", owned, used)).message).toContain("did not make already exists");
    await engine.up("List", { ...owned, takeOver: true }, used);
    expect(told().slice(2)).toEqual([`The list "office" (${id}, 1 item) …`]);
  });

  it("says nothing of what the resource makes", async () => {
    const args = { zoneId: EXAMPLE_COM, phase: CUSTOM, rules: [rule("admin")], takeOver: true };
    await engine.up("ZoneEntrypointRuleset", { ...args, ownership: "exclusive" });
    expect(told()).toEqual([]);
  });
});
