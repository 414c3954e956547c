import { Decider } from "../../../provider/filter";
import fs from "node:fs";
import { UNKNOWN } from "../../../provider/api";
import { registerReview } from "../../../cli/review/review";
import { ReviewDocument } from "../../../review/changes/review";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";

const { pathOf, write } = useCommandLine();
const PHASE = "http_request_firewall_custom";
const TYPE = "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset";
const FORMS = ["markdown", "html", "json", "sarif"] as const;

const block = (expression: unknown, more: object = {}) => ({
  ref: "admin",
  action: "block",
  expression,
  ...more,
});
const path = (text: string) => `http.request.uri.path eq "${text}"`;

/** Writes a preview in which the rules of zones change, and returns the name of its file. */
function preview(before: unknown, after: unknown, zones = 1): string {
  const steps = Array.from({ length: zones }, (_, index) => {
    const urn = `urn:pulumi:prod::shop::${TYPE}::waf-${index}`;
    const zoneId = index.toString(16).padStart(32, "0");
    const state = (rules: unknown) => ({
      urn,
      type: TYPE,
      custom: true,
      id: String(index),
      inputs: { zoneId, phase: PHASE, rules },
    });
    return { op: "update", urn, oldState: state(before), newState: state(after) };
  });
  return write("hostile.preview.json", { steps, changeSummary: {} });
}

/** Reviews a preview in all forms. Returns the texts, and what the JSON says of the requests of each ruleset. */
async function reviewed(file: string) {
  const args = FORMS.flatMap((form) => [`--${form}`, pathOf(`review.${form}`)]);
  const { code } = await runCommand(registerReview, ["review", file, ...args]);
  expect(code).toBe(0);
  const [markdown = "", html = "", json = "", sarif = ""] = FORMS.map((form) =>
    fs.readFileSync(pathOf(`review.${form}`), "utf8"),
  );
  const { places } = ReviewDocument.parse(JSON.parse(json));
  const requests = places.flatMap(({ rulesets }) => rulesets.flatMap((one) => one.requests ?? []));
  return { texts: { markdown, html, json, sarif }, requests };
}

describe("a review of hostile rules", () => {
  it.each([
    [
      "a rule of 10,000 parts",
      [block(Array.from({ length: 10_000 }, (_, index) => path(`/${index}`)).join(" or "))],
    ],
    ["a text that does not end", [block('http.host eq "a')]],
    ["an unknown name", [block('http.hots eq "a"')]],
    ["an unknown expression", [block(UNKNOWN)]],
    ["an unknown action", [block(path("/a"), { action: UNKNOWN })]],
    ["an unknown rule", [UNKNOWN]],
    ["an unknown list of rules", UNKNOWN],
    ["a rule that is none", [7]],
    ["rules that are none", "all"],
  ])("claims nothing of %s", async (_what, rules) => {
    const { texts, requests } = await reviewed(preview([block(path("/admin"))], rules));
    expect(requests.map(({ direction }) => direction)).not.toContain("equal");
    for (const { proved } of requests)
      expect(proved).not.toEqual(expect.arrayContaining(["opens", "blocks more"]));
    for (const text of Object.values(texts)) expect(text).not.toContain("No request changes (proved)");
  });

  it("decides two rules of one ref, and rules that are all removed", async () => {
    const twice = await reviewed(preview([block(path("/a")), block(path("/b"))], [block(path("/a"))]));
    expect(twice.requests).toMatchObject([{ direction: "opens" }]);
    const none = await reviewed(preview([block(path("/a"))], []));
    expect(none.requests).toMatchObject([
      { direction: "opens", rows: [{ before: "block by admin", now: "passes" }] },
    ]);
    expect(none.texts.sarif).toContain("GET https://www.example.com/a");
  });

  it("decides the same change of 300 zones once, and says it of each", async () => {
    const asked = jest.spyOn(Decider.prototype, "node");
    await reviewed(preview([block(path("/a"))], [block(path("/b"))], 1));
    const one = asked.mock.calls.length;
    asked.mockClear();
    const { requests } = await reviewed(preview([block(path("/a"))], [block(path("/b"))], 300));
    expect(asked).toHaveBeenCalledTimes(one);
    asked.mockRestore();
    expect(requests).toHaveLength(300);
    expect(new Set(requests.map(({ direction, rows }) => JSON.stringify([direction, rows]))).size).toBe(1);
  });

  it("shows six rows, and counts the others", async () => {
    const rules = Array.from({ length: 9 }, (_, index) => block(path(`/${index}`), { ref: `rule-${index}` }));
    const { requests, texts } = await reviewed(preview(rules, []));
    expect(requests).toMatchObject([{ rows: { length: 6 } }]);
    expect(texts.markdown).toContain("the review looks for a limited number of pairs of rules");
  });

  it("writes control characters of a request as escapes, in every form", async () => {
    const odd = 'http.user_agent eq "a\\x1b[31m\\x00\\x0ab"';
    const { texts, requests } = await reviewed(preview([block(odd)], []));
    expect(requests).toMatchObject([{ direction: "opens" }]);
    for (const text of Object.values(texts)) {
      expect(text).toMatch(/x1b(\[|&#91;)31m/);
      expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f]/);
    }
  });
});
