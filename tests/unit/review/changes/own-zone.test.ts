import { reviewChange } from "../../../../review/changes/review-change";
import { reviewPage } from "../../../../review/pages/review-page";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { printText } from "../../../../review/print/print-text";
import { edgeResource, entrypoint } from "../../../support/reviewed";

const NAMES = ["brand-1.example", "brand-2.example", "brand-10.example"];
const idOf = (name: string) => String(NAMES.indexOf(name) + 1).repeat(32);
const zoneNames = new Map(NAMES.map((name) => [idOf(name), name]));
const NOTE = "Shown for brand-1.example: each other zone has its own name in its place.";

/** The review of a redirect in each zone, whose target changes. */
function reviewOf(targetOf: (zone: string) => string, earlier = (zone: string) => `https://old.${zone}/`) {
  const steps = NAMES.map((name) => {
    const version = (url: string) => {
      const redirect = { fromValue: { targetUrl: { value: url }, statusCode: 302 } };
      const rule = {
        ref: "shop",
        action: "redirect",
        expression: `http.host eq "www.${name}"`,
        actionParameters: redirect,
      };
      const arguments_ = {
        zoneId: idOf(name),
        phase: "http_request_dynamic_redirect",
        ownership: "exclusive",
      };
      return { ...entrypoint([rule], arguments_), urn: name, label: `ZoneEntrypointRuleset "${name}"` };
    };
    return {
      operation: "update" as const,
      before: version(earlier(name)),
      after: version(targetOf(name)),
    };
  });
  const change = { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 } as const;
  return reviewChange(change, { policies: [], zoneNames });
}

const plain = (text: string) => text.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

describe("changes of zones that differ only in the name of the zone", () => {
  const review = reviewOf((zone) => `https://shop.${zone}/`);

  it("are one reason, which says so", () => {
    const [, why = ""] = /Why\n\n([^]*?)\nTraffic/.exec(printText(review)) ?? [];
    expect(why.replace(/\s+/g, " ")).toContain(
      'ZoneEntrypointRuleset "brand-1.example": Rule "shop" redirects to https://shop.brand-1.example/ with 302 (before: redirects to https://old.brand-1.example/ with 302). The same in 2 more resources, each with its own zone.',
    );
    expect(why).not.toContain("brand-2.example");
  });

  it.each([
    ["text", printText, "In 3 zones"],
    ["Markdown", printMarkdown, "In 3 zones"],
    ["the page", reviewPage, "3 zones with the same changes"],
  ] as const)("are one block in %s, which says whose name is shown", (_, print, title) => {
    const text = plain(print(review));
    expect(text).toContain(title);
    expect(text).toContain(NOTE);
    expect(text).not.toContain("shop.brand-2.example");
  });

  it("are several if one zone has the name of another", () => {
    const text = printText(
      reviewOf(
        () => "https://shop.brand-1.example/",
        () => "https://old.example/",
      ),
    );
    // Word for word, the rule changes in the same way.
    expect(plain(text)).toContain(
      "(before: redirects to https://old.example/ with 302). The same in 2 more resources.",
    );
    expect(text).toContain("In 2 zones");
    expect(text).toContain("zone brand-1.example, http_request_dynamic_redirect: update");
  });
});

describe("changes of tokens that differ only in the zone that they reach", () => {
  const token = (name: string, groups: readonly string[]) =>
    edgeResource("token", "ApiToken", `deploy-${name}`, {
      policies: [
        {
          resources: { [`com.cloudflare.api.account.zone.${idOf(name)}`]: "*" },
          permissionGroups: groups.map((group) => ({ name: group })),
        },
      ],
    });
  const steps = NAMES.map((name) => ({
    operation: "update" as const,
    before: token(name, ["Zone Read"]),
    after: token(name, ["Zone Read", "Cache Purge"]),
  }));
  const change = { source: "pulumi-preview", stack: "shop/dev", steps, others: 0 } as const;
  const review = reviewChange(change, { policies: [], zoneNames });

  it.each([
    ["text", printText, "3 tokens: update"],
    ["Markdown", printMarkdown, "3 tokens**: update"],
    ["the page", reviewPage, "3 tokens with the same changes"],
  ] as const)("are one block in %s, which names each token", (_, print, title) => {
    const text = plain(print(review));
    expect(text).toContain(title);
    expect(text).toContain(
      'Shown for ApiToken "deploy-brand-1.example" with zone brand-1.example: each other token has its own zone.',
    );
    expect(text.match(/deploy-brand-10\.example/g)).toHaveLength(1);
  });

  it("are one reason", () => {
    expect(plain(printText(review))).toContain("The same in 2 more resources, each with its own zone.");
  });

  it("are not one block with a change that is written as the name is compared", () => {
    for (const mark of ["\u0000", "␀"]) {
      const written = reviewOf((zone) => `https://shop.${zone === "brand-2.example" ? mark : zone}/`);
      const text = plain(printText(written));
      expect(text).toContain("In 2 zones");
      expect(text).not.toContain("In 3 zones");
    }
  });
});
