import { type RuleState, rulesToMap } from "../../../../provider/rulesets";
import { reviewChange } from "../../../../review/changes/review-change";
import type { Review } from "../../../../review/changes/review";
import type { PlannedStep } from "../../../../review/documents/planned-change";
import { edgeResource, entrypoint } from "../../../support/reviewed";

const OUTSIDE: RuleState = { ref: "outside", action: "block", expression: "not ip.src in $office" };

const list = (items: readonly object[], more: object = {}, name = "office") =>
  edgeResource("list", "List", name, { name, kind: "ip", ownership: "exclusive", items, ...more });

const change = (before: ReturnType<typeof list>, after: ReturnType<typeof list>): PlannedStep => ({
  operation: "update",
  before,
  after,
});
const same = (resource: ReturnType<typeof entrypoint>): PlannedStep => ({
  operation: "same",
  before: resource,
  after: resource,
});
const rules = (...all: readonly RuleState[]) => entrypoint(all, { ownership: "exclusive" });

const review = (...steps: readonly PlannedStep[]): Review =>
  reviewChange({ source: "pulumi-preview", stack: "shop/dev", steps, others: 0 }, { policies: [] });

const OFFICE = [{ ip: "192.0.2.0/24" }];
const WIDE = [...OFFICE, { ip: "64.0.0.0/8" }];

describe("the review of a changed list", () => {
  it("says which requests of which rule pass that the rule blocked", () => {
    const { severity, reasons, others } = review(change(list(OFFICE), list(WIDE)), same(rules(OUTSIDE)));
    expect(severity).toBe("dangerous");
    const [reason] = reasons;
    expect(reason).toMatchObject({ id: "requests-open", severity: "dangerous" });
    expect(reason?.text).toMatch(
      /: requests change from "block by outside" to "passes", for example GET \S+ from 64\./,
    );
    expect(others[0]?.texts.at(-1)).toMatch(
      /^By ZoneEntrypointRuleset "custom", requests change from "block by outside" to "passes", for example .* from 64\..* \(opens\)\. No other request/,
    );
  });

  it("says that a smaller list blocks more, and that a network which another one covers changes nothing", () => {
    const less = review(change(list(WIDE), list(OFFICE)), same(rules(OUTSIDE)));
    expect(less.severity).toBe("review");
    expect(less.others[0]?.texts.at(-1)).toContain('from "passes" to "block by outside"');
    const covered = review(
      change(list(OFFICE), list([...OFFICE, { ip: "192.0.2.7" }])),
      same(rules(OUTSIDE)),
    );
    expect(covered.others[0]?.texts.at(-1)).toBe(
      'By ZoneEntrypointRuleset "custom", no request changes (proved).',
    );
  });

  it("knows a list without items, and of systems", () => {
    const from = (expression: string): RuleState => ({ ...OUTSIDE, expression });
    const emptied = review(change(list(OFFICE), list([])), same(rules(from("ip.src in $office"))));
    expect(emptied.reasons[0]).toMatchObject({ id: "requests-open", severity: "dangerous" });
    const systems = (...numbers: readonly number[]) =>
      list(
        numbers.map((asn) => ({ asn })),
        { kind: "asn" },
      );
    const opened = review(
      change(systems(64496), systems(64496, 64497)),
      same(rules(from("not ip.src.asnum in $office"))),
    );
    expect(opened.reasons[0]?.id).toBe("requests-open");
    expect(opened.reasons[0]?.text).toContain("64497");
  });

  it("knows only the own items of a shared list", () => {
    const shared = { ownership: "shared" };
    const { reasons } = review(change(list(OFFICE, shared), list(WIDE, shared)), same(rules(OUTSIDE)));
    expect(reasons[0]?.text).toMatch(/from 64\./);
  });

  it("follows a list into the custom ruleset that an entry point executes", () => {
    const id = "0a".repeat(16);
    const custom = edgeResource(
      "ruleset",
      "Ruleset",
      "shared",
      {
        phase: "http_request_firewall_custom",
        name: "shared",
        rules: rulesToMap([OUTSIDE]),
      },
      `account/${"b".repeat(32)}/${id}`,
    );
    const execute: RuleState = {
      ref: "shared",
      action: "execute",
      actionParameters: { id },
      expression: "true",
    };
    const { reasons, others } = review(
      change(list(OFFICE), list(WIDE)),
      { operation: "same", before: custom, after: custom },
      same(rules(execute)),
    );
    expect(reasons[0]?.id).toBe("requests-open");
    expect(others[0]?.texts.filter((text) => text.startsWith("By "))).toHaveLength(1);
  });

  it("does not pass over a custom ruleset whose rules are in no known order", () => {
    const custom = edgeResource("ruleset", "Ruleset", "shared", {
      phase: "http_request_firewall_custom",
      name: "shared",
      rules: { outside: { ...OUTSIDE, after: "missing" } },
    });
    const { others } = review(change(list(OFFICE), list(WIDE)), {
      operation: "same",
      before: custom,
      after: custom,
    });
    expect(others[0]?.texts.at(-1)).toContain("it is not known which requests change");
  });

  it("is a part of the section of a ruleset that changes in the same update", () => {
    const before = rules(OUTSIDE);
    const after = rules(OUTSIDE, { ref: "b", action: "block", expression: 'http.host eq "b.example.com"' });
    const { places, others } = review(change(list(OFFICE), list(WIDE)), {
      operation: "update",
      before,
      after,
    });
    const rows = places[0]?.rulesets[0]?.requests?.rows ?? [];
    expect(rows[0]).toMatchObject({ direction: "opens", before: "block by outside", now: "passes" });
    expect(others[0]?.texts.some((text) => text.startsWith("By "))).toBe(false);
  });

  it("claims nothing of items that are hidden, of hosts, of too many items, and of two lists with one name", () => {
    const hidden = list(WIDE, { secretInputs: ["items"] });
    const secret = review(change(list(OFFICE, { secretInputs: ["items"] }), hidden), same(rules(OUTSIDE)));
    expect(JSON.stringify([secret.reasons, secret.others])).not.toContain("64.");
    const hosts = { kind: "hostname" };
    const [from, to] = [list([], hosts), list([{ hostname: { urlHostname: "a.example.com" } }], hosts)];
    const notKnown = "it is not known which requests change";
    const host: RuleState = { ...OUTSIDE, expression: "http.host in $office" };
    expect(review(change(from, to), same(rules(host))).others[0]?.texts.at(-1)).toContain(notKnown);
    const many = Array.from({ length: 501 }, (_, index) => ({ ip: `10.0.${index >> 8}.${index & 255}` }));
    const large = review(change(list(OFFICE), list(many)), same(rules(OUTSIDE)));
    expect(large.others[0]?.texts.at(-1)).toContain(notKnown);
    const second = (items: readonly object[]) =>
      edgeResource("list", "List", "second", { name: "office", kind: "ip", items });
    const twice = review(
      change(list(OFFICE), list(WIDE)),
      change(second(OFFICE), second([])),
      same(rules(OUTSIDE)),
    );
    expect(JSON.stringify(twice.others)).toContain(notKnown);
  });

  it("says nothing of rules that do not name the list", () => {
    const { others } = review(
      change(list(OFFICE), list(WIDE)),
      same(rules({ ...OUTSIDE, expression: "not ip.src in $other" })),
    );
    expect(others[0]?.texts.some((text) => text.startsWith("By "))).toBe(false);
  });
});
