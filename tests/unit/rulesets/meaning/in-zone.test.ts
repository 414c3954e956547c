import { conditionOf } from "../../../../provider/rulebook/hazards/judged-rule";
import { type Change, difference } from "../../../../provider/rulesets/meaning/difference";
import { describeChange } from "../../../../provider/rulesets/meaning/describe-difference";
import { changeInZone } from "../../../../provider/rulesets/meaning/in-zone";
import { matchesIn, phaseOf, type Written } from "./small-world";

const ZONE = "shop.test";

/** Returns the first change that new rules make, with its example before and after it is moved to a zone. */
function moved(rules: readonly Written[], before: readonly Written[] = []) {
  const versions = { before: phaseOf(before), now: phaseOf(rules), zone: ZONE };
  const [change] = difference(versions.before, versions.now).changes;
  if (change === undefined) throw new Error("no request changes");
  const conditions = rules.flatMap(({ expression }) => conditionOf(expression) ?? []);
  const shown = (one: Change) => describeChange(one, { hides: false, conditions }).example;
  const there = changeInZone(change, versions, {});
  return { change: there, from: shown(change), to: shown(there) };
}

const block = (expression: string): Written => ({ ref: "new", action: "block", expression });

describe("a change in a zone whose name is known", () => {
  it.each([
    ["no host at all", 'http.request.uri.path eq "/admin"', "GET https://www.shop.test/admin"],
    ["a part of a host", 'http.host contains "api"', "GET https://api.shop.test/"],
    ["the zone itself", 'http.host eq "shop.test"', "GET https://shop.test/"],
    ["a host of the zone", 'http.host in {"blog.shop.test" "a.example"}', "GET https://blog.shop.test/"],
    [
      "hosts of which one is of the zone",
      'http.host eq "a.example" or (http.host in {"shop.test.example" "blog.shop.test"} and ssl)',
      "GET https://blog.shop.test/",
    ],
    ["all hosts but some", 'not http.host in {"www.shop.test" "shop.test"}', "GET https://api.shop.test/"],
    ["the whole URL", 'http.request.full_uri wildcard "https://*/admin*"', "GET https://www.shop.test/admin"],
    [
      "the name of the zone",
      'cf.zone.name eq "shop.test"',
      "GET https://www.shop.test/ with cf.zone.name shop.test",
    ],
    ["other methods", 'not http.request.method in {"GET" "POST" "HEAD"}', "PUT https://www.shop.test/"],
  ])("has a request to the zone if a rule reads %s", (_what, expression, example) => {
    const { change, to } = moved([block(expression)]);
    expect(to).toBe(example);
    expect(matchesIn(expression, change.witness.fields)).toBe(true);
  });

  it.each([
    'http.host eq "custom.example"',
    'ssl and (http.host in {"custom.example"} or http.host eq "custom.example")',
    'http.host eq "custom.example" and not ends_with(http.host, "shop.test")',
  ])("keeps a request to a host outside if no other shows the change by %s", (expression) => {
    const { from, to } = moved([block(expression)]);
    expect([from, to]).toEqual(["GET https://custom.example/", "GET https://custom.example/"]);
  });

  it("shows the same change, not one by another rule", () => {
    const first = { ...block('http.host eq "www.shop.test"'), ref: "first" };
    const { change, to } = moved([first, block('ends_with(http.host, "test")')], [first]);
    expect(change.now.rule?.path).toBe("new");
    expect(to).not.toContain("https://www.shop.test/");
    expect(to).toContain("shop.test/");
  });
});
