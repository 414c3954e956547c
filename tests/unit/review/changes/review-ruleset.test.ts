import fc from "fast-check";
import { reviewRuleset } from "../../../../review/changes/review-ruleset";
import { fromTerraform } from "../../../../review/model/from-terraform";
import type { ReviewedRuleset } from "../../../../review/model/reviewed";
import { entrypoint } from "../../../support/reviewed";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const rule = (ref: string, expression = `http.host eq "${ref}"`, action = "block") => ({
  ref,
  expression,
  action,
});
const office = rule("office", "ip.src in {192.0.2.0/24}", "skip");
const admin = rule("admin", 'http.request.uri.path eq "/admin"', "managed_challenge");
const php = rule("old-php", 'ends_with(http.request.uri.path, ".php")');

const texts = (before: ReviewedRuleset, after: ReviewedRuleset) =>
  reviewRuleset("update", before, after).changes.map(({ text }) => text);

describe("the review of a ruleset", () => {
  it("says in words which rules are added, moved, changed and removed", () => {
    const wider = { ...admin, expression: 'starts_with(http.request.uri.path, "/admin")' };
    expect(texts(entrypoint([office, admin, php]), entrypoint([php, office, wider, rule("bots")]))).toEqual([
      'Rule "old-php" moves to the first place.',
      'Rule "admin" changes expression.',
      'Rule "bots" is added behind "admin".',
    ]);
    expect(texts(entrypoint([office, admin]), entrypoint([office]))).toEqual(['Rule "admin" is removed.']);
  });

  it("names members as the program writes them, with their values before and after", () => {
    const answer = (statusCode: number) => ({ ...php, actionParameters: { response: { statusCode } } });
    const [change] = reviewRuleset("update", entrypoint([answer(403)]), entrypoint([answer(418)])).changes;
    expect(change?.members).toEqual([
      {
        member: "actionParameters.response.statusCode",
        before: { text: "403" },
        after: { text: "418" },
        segments: null,
      },
    ]);
  });

  it("lists the rules before and after, with a mark for each that differs", () => {
    const review = reviewRuleset(
      "update",
      entrypoint([office, admin, php]),
      entrypoint([php, office, rule("bots")]),
    );
    const marks = (list: typeof review.before) => list.map(({ ref, mark }) => `${ref} ${mark}`);
    expect(marks(review.before)).toEqual(["office same", "admin removed", "old-php moved"]);
    expect(marks(review.after)).toEqual(["old-php moved", "office same", "bots added"]);
  });

  it("never shows a secret expression, and says that it is secret", () => {
    const hidden = entrypoint([{ ...php, expression: UNKNOWN }], {
      secretInputs: ["rules"],
      __secretMembers: { "old-php": ["expression"] },
    });
    const review = reviewRuleset("update", entrypoint([php]), hidden);
    expect(review.changes[0]?.members).toEqual([
      { member: "expression", before: { hidden: "secret" }, after: { hidden: "secret" }, segments: null },
    ]);
    expect(review.after[0]?.expression).toEqual({ hidden: "secret" });
  });

  it("says that a value is not known yet", () => {
    const review = reviewRuleset("create", undefined, entrypoint([{ ...php, expression: UNKNOWN }]));
    expect(review.after[0]?.expression).toEqual({ hidden: "unknown" });
  });

  it("reports a change of ownership", () => {
    const { settings } = reviewRuleset(
      "update",
      entrypoint([php], { ownership: "shared" }),
      entrypoint([php], { ownership: "exclusive", takeOver: true }),
    );
    expect(settings).toEqual([
      { member: "ownership", before: { text: "shared" }, after: { text: "exclusive" }, segments: null },
      { member: "takeOver", before: { text: "false" }, after: { text: "true" }, segments: null },
    ]);
  });

  describe("of rules without refs", () => {
    const ruleset = (...rules: object[]) => {
      const values = { zone_id: "z", kind: "zone", phase: "http_request_firewall_custom", rules };
      const found = fromTerraform({
        type: "cloudflare_ruleset",
        address: "cloudflare_ruleset.a",
        values,
        secrets: new Set(),
      });
      // The type is a ruleset.
      return found as ReviewedRuleset;
    };
    const first = { action: office.action, expression: office.expression };
    const second = { action: php.action, expression: php.expression };

    it("recognises them by content, so that an inserted rule is one change", () => {
      const inserted = { action: "log", expression: "true" };
      expect(texts(ruleset(first, second), ruleset(inserted, first, second))).toEqual([
        'Rule "rules[0]" is added as the first rule.',
      ]);
    });

    it("recognises a rule with another action by its expression", () => {
      expect(texts(ruleset(first, second), ruleset(first, { ...second, action: "log" }))).toEqual([
        'Rule "rules[1]" changes action from block to log.',
      ]);
    });
  });

  it("keeps both orders: each list is a permutation of the rules that the program declares", () => {
    const refs = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"));
    fc.assert(
      fc.property(refs, refs, (before, after) => {
        const review = reviewRuleset(
          "update",
          entrypoint(before.map((ref) => rule(ref))),
          entrypoint(after.map((ref) => rule(ref))),
        );
        expect(review.before.map(({ ref }) => ref)).toEqual(before);
        expect(review.after.map(({ ref }) => ref)).toEqual(after);
        const kept = (list: typeof review.before) =>
          list.flatMap(({ ref, mark }) => (mark === "same" ? [ref] : []));
        expect(kept(review.before)).toEqual(kept(review.after));
        expect(
          review.changes
            .filter(({ kinds }) => kinds.includes("added"))
            .map(({ ref }) => ref)
            .sort(),
        ).toEqual(after.filter((ref) => !before.includes(ref)).sort());
      }),
    );
  });
});
