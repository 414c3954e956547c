import fc from "fast-check";
import { joinLines, type LineAt } from "../../../provider/resources/join-lines";

const urnOf = (name: string) =>
  `urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset::${name}`;
const orderOf = (zone: string, order = "a, b"): LineAt => ({
  urn: urnOf(`rules-${zone}`),
  line: { text: `${zone}, http_ratelimit: rules in order: ${order}`, zone },
});
const ZONES = ["b.example", "a.example", "d.example", "c.example"];

describe("the lines of a preview", () => {
  it("are one if they differ only by the zone, with the count and the first zones", () => {
    expect(joinLines(ZONES.map((zone) => orderOf(zone)))).toEqual([
      { urn: "", text: "4 zones (a.example, b.example and 2 more), http_ratelimit: rules in order: a, b" },
    ]);
  });

  it("replace the words that call the zone", () => {
    const lines = ZONES.map((zone) => ({
      urn: urnOf(`owasp-${zone}`),
      line: { text: `OWASP of zone ${zone}: weaker: the paranoia level falls from 2 to 1`, zone },
    }));
    expect(joinLines(lines)).toEqual([
      {
        urn: "",
        text: "OWASP of 4 zones (a.example, b.example and 2 more): weaker: the paranoia level falls from 2 to 1",
      },
    ]);
  });

  it("are one if their examples go to the hosts of their zones, and name the host of the first zone", () => {
    const lineOf = (zone: string, to = "") => ({
      urn: urnOf(zone),
      line: {
        text: `${zone}, http_ratelimit: opens: requests change from "block"${to}, for example GET https://www.${zone}/`,
        zone,
      },
    });
    expect(joinLines(ZONES.map((zone) => lineOf(zone)))).toEqual([
      {
        urn: "",
        text: '4 zones (a.example, b.example and 2 more), http_ratelimit: opens: requests change from "block", for example GET https://www.a.example/',
      },
    ]);
    // Elsewhere, the name of the zone makes a difference.
    expect(joinLines(ZONES.map((zone) => lineOf(zone, ` to https://${zone}/`)))).toHaveLength(4);
  });

  it("stay at their resources if they are of few, or differ in more than the zone", () => {
    const lines = [orderOf("b.example"), orderOf("a.example"), orderOf("c.example", "b, a")];
    expect(joinLines(lines).map(({ urn }) => urn)).toEqual(
      ["a.example", "b.example", "c.example"].map((zone) => urnOf(`rules-${zone}`)),
    );
  });

  it("name the resources if they name no zone, and stay warnings", () => {
    const lines = ZONES.map((zone) => ({
      urn: urnOf(zone),
      line: { text: "warning: takeOver: does nothing" },
    }));
    expect(joinLines(lines)).toEqual([
      { urn: "", text: "warning: 4 resources (a.example, b.example and 2 more): takeOver: does nothing" },
    ]);
  });

  it("name zones in the order that people count in", () => {
    const zones = [10, 2, 1, 11].map((number) => `brand-${number}.example`);
    const [joined] = joinLines(zones.map((zone) => orderOf(zone)));
    expect(joined?.text).toMatch(/^4 zones \(brand-1\.example, brand-2\.example and 2 more\)/);
    const few = joinLines([orderOf("brand-10.example"), orderOf("brand-9.example")]);
    expect(few.map(({ text }) => text.split(",")[0])).toEqual(["brand-9.example", "brand-10.example"]);
  });

  it("begin with the warnings, so that these do not drown", () => {
    const warn = (name: string, text = "warning: z"): LineAt => ({ urn: urnOf(name), line: { text } });
    const lines = [
      ...ZONES.map((zone) => orderOf(zone)),
      ...ZONES.map((zone) => warn(zone)),
      { urn: urnOf("one"), line: { text: "says something" } },
      warn("one", "warning: alone"),
    ];
    expect(joinLines(lines).map(({ text }) => text)).toEqual([
      "warning: alone",
      "says something",
      "warning: 4 resources (a.example, b.example and 2 more): z",
      "4 zones (a.example, b.example and 2 more), http_ratelimit: rules in order: a, b",
    ]);
  });

  it("that a check prints twice, as for a replacement, are one", () => {
    expect(joinLines([orderOf("a.example"), orderOf("a.example")])).toHaveLength(1);
  });

  it("of a sum are the largest, under the stack", () => {
    const sum = (text: string, size: number): LineAt => ({
      urn: urnOf("a"),
      line: { text, sum: { name: "needs", size } },
    });
    expect(joinLines([sum("needs A", 1), sum("needs A and B", 2), sum("needs A", 1)])).toEqual([
      { urn: "", text: "needs A and B" },
    ]);
  });

  it("do not depend on the order in which the engine answers, and none is lost", () => {
    const line = fc.record({
      zone: fc.constantFrom(...ZONES, "e.example"),
      order: fc.constantFrom("a, b", "b, a", "c"),
    });
    fc.assert(
      fc.property(
        fc
          .uniqueArray(line, { selector: ({ zone }) => zone })
          .chain((lines) =>
            fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
          ),
        ([lines, shuffled]) => {
          const all = joinLines(lines.map(({ zone, order }) => orderOf(zone, order)));
          expect(joinLines(shuffled.map(({ zone, order }) => orderOf(zone, order)))).toEqual(all);
          const counts = all.map(({ text }) => Number(/^(\d+) zones/.exec(text)?.[1] ?? 1));
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lines.length);
        },
      ),
    );
  });
});
