import { listSettings, listTexts } from "../../../../review/changes/list-texts";
import { reviewChange } from "../../../../review/changes/review-change";
import { edgeResource } from "../../../support/reviewed";

const list = (items: unknown, more: object = {}) =>
  edgeResource("list", "List", "office", { name: "office", kind: "ip", items, ...more });

describe("the review of a list", () => {
  it("names the items that begin and cease to match", () => {
    const [before, after] = [
      list([{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }]),
      list([{ ip: "192.0.2.2/32", comment: "door" }, { ip: "192.0.2.3" }]),
    ];
    expect(listTexts("update", before, after)).toEqual([
      "The list $office is changed.",
      "1 item more in the list: 192.0.2.3.",
      "1 item no longer in the list: 192.0.2.1.",
      "1 item of the list with another meaning or comment: 192.0.2.2.",
    ]);
  });

  it("names the items that a replacement writes again", () => {
    const [before, after] = [list([{ ip: "192.0.2.1" }]), list([{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }])];
    expect(listTexts("replace", before, after)).toContain("2 items written again: 192.0.2.1, 192.0.2.2.");
    const secret = list([{ ip: "192.0.2.1" }], { secretInputs: ["items"] });
    expect(listTexts("replace", secret, secret)).toContain("1 item written again.");
  });

  it("says that an exclusive owner that takes over removes items of others", () => {
    const items = [{ ip: "192.0.2.1" }];
    const made = (more: object) =>
      listTexts("create", undefined, list(items, { ownership: "exclusive", ...more }));
    expect(made({})).toContain("It becomes exclusive: items of others are not allowed in it.");
    expect(made({ takeOver: true })).toContain(
      "It becomes exclusive: items of others, which the review does not know, are removed (takeOver).",
    );
  });

  it("prints both targets of a redirect that goes elsewhere", () => {
    const redirects = (targetUrl: string, more: object = {}) =>
      list([{ redirect: { sourceUrl: "example.com/old", targetUrl } }], { kind: "redirect", ...more });
    const [here, there] = ["https://example.com/new", "https://example.net/"];
    expect(listTexts("update", redirects(here), redirects(there))).toContain(
      "example.com/old is redirected to https://example.net/, not to https://example.com/new as before.",
    );
    const secret = { secretInputs: ["items"] };
    expect(listTexts("update", redirects(here, secret), redirects(there)).join(" ")).not.toContain("https:");
  });

  it("shows a redirect in words, before and after", () => {
    const redirects = (more: object) =>
      list([{ redirect: { sourceUrl: "example.com/old", targetUrl: "https://example.com/new", ...more } }], {
        kind: "redirect",
      });
    const flags = { includeSubdomains: true, subpathMatching: true, preservePathSuffix: false };
    const settings = listSettings(
      redirects({ statusCode: 302, preserveQueryString: true }),
      redirects(flags),
    );
    expect(settings).toEqual([
      expect.objectContaining({
        member: 'items["example.com/old"]',
        before: { text: "redirects to https://example.com/new with 302, keeping the query" },
        after: {
          text: "redirects to https://example.com/new with 301, also subdomains, also what is below the path, without the rest of the path",
        },
      }),
    ]);
  });

  it("names no item of a list whose items are secret or unknown", () => {
    const hidden = list([{ ip: "192.0.2.1" }], { secretInputs: ["items"] });
    expect(listTexts("create", undefined, hidden).join(" ")).not.toContain("192.0.2.1");
    const plain = list([{ ip: "192.0.2.2" }]);
    expect(listTexts("update", hidden, plain).join(" ")).not.toContain("192.0.2.1");
    const unknown = list("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
    expect(listTexts("create", undefined, unknown)).toContain(
      "Which items change is not known: the document hides them.",
    );
  });

  it("is a reason to look at the change, and needs the permission for lists", () => {
    const steps = [{ operation: "create" as const, after: list([{ ip: "192.0.2.1" }]) }];
    const { reasons, permissions } = reviewChange(
      { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 },
      { policies: [] },
    );
    expect(reasons.map(({ id, severity }) => [id, severity])).toEqual([["list-changed", "review"]]);
    expect(permissions).toContainEqual({
      group: "Account Rule Lists Write",
      on: "account.*",
      by: ['List "office"'],
    });
  });
});
