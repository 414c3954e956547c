import fs from "node:fs";
import path from "node:path";
import { policySettings } from "../../../review/changes/find-policy-findings";
import { reviewChange } from "../../../review/changes/review-change";
import { readDocument } from "../../../review/documents/read-document";
import { reviewPage } from "../../../review/pages/review-page";
import { EDGE_POLICIES } from "../../../review/policies";
import { printMarkdown } from "../../../review/print/print-markdown";
import { printText } from "../../../review/print/print-text";
import { ROOT } from "../../../scripts/prepare";

const NOW = new Date("2026-11-22T00:00:00Z");
/** A folder for each change: the preview, and its reviews. CAPTURE=write in the environment writes the reviews anew. */
const FOLDER = path.join(ROOT, "tests/data/read-reviews");
const NAMES = fs.readdirSync(FOLDER);

const reviewOf = (name: string) =>
  reviewChange(readDocument(fs.readFileSync(path.join(FOLDER, name, "preview.json"), "utf8")), {
    policies: policySettings(EDGE_POLICIES, {}),
    now: NOW,
  });

/** What a reader sees of a page: its body, without the style sheet that all pages have. One element a line. */
const bodyOf = (page: string) =>
  (/<body>([^]*)<\/body>/.exec(page)?.[1] ?? "")
    .replace(/\s+/g, " ")
    .replace(/ ?(<(?:section|h\d|p|div|li|tr|table|dl|details|nav|header|main)\b)/g, "\n$1")
    .trimStart();

/** What each review is about, in words that all forms of it must contain. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  "challenge-before-a-block": ["blocks more.", "managed_challenge by bots (if solved: block by geo)"],
  "forty-zones": ["The same in 39 more resources.", "brand-40.example"],
  "hsts-switched-off": ['"hsts" is switched off: it no longer sets header Strict-Transport-Security to'],
  "login-limit-raised": ["from 10 to 1000", "weaker: the 11th request within 60 s passes"],
  "office-range-added": ["1 item more in the list: 198.51.100.0/24", 'from "block by admin" to "passes"'],
  "owasp-for-one-host": ['only for requests with http.host eq "api.shop.example"'],
  "owasp-only-logs": [
    "The action weakens from block to log.",
    "executes Cloudflare Managed Ruleset, overriding all rules: action log; category wordpress: action log",
  ],
  "redirect-to-another-host": [
    "redirects to https://shop.partner.example/ with 302 (before: redirects to https://shop.example/ with 301, keeping the query)",
    "rewrites the path to /app.html (before: rewrites the path to /index.html)",
  ],
  "renamed-with-exact-refs": ['"waf": the resource is removed, and no request changes (proved)'],
  "skip-moves-to-another-host": ["later rules are skipped (partner)", "GET https://pay.shop.example/ from"],
  tokens: ["the token gains Zone WAF Write on zone shop.example", 'ActionsSecret "purge-token"'],
  "zone-destroyed": ["it stays live, managed by nobody", "deleted with its rule"],
};

describe("the reviews that people have read, line by line", () => {
  it("are twelve", () => {
    expect(NAMES).toEqual(Object.keys(SAYS));
    expect(NAMES).toHaveLength(12);
  });

  describe.each(NAMES)("%s", (name) => {
    const review = reviewOf(name);
    const reviews = {
      "review.txt": printText(review),
      "review.md": printMarkdown(review),
      "review.html": bodyOf(reviewPage(review)),
    };

    it.each(Object.entries(reviews))("is as it was read: %s", (file, text) => {
      const golden = path.join(FOLDER, name, file);
      if (process.env["CAPTURE"] === "write") fs.writeFileSync(golden, text);
      expect(text).toBe(fs.readFileSync(golden, "utf8"));
    });

    it.each(Object.entries(reviews))("says in words what changes, and cuts nothing: %s", (_file, text) => {
      const read = text
        .replace(/<[^<>]*>/g, "")
        .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))
        .replaceAll("&quot;", '"')
        .replace(/\s+/g, " ");
      for (const part of SAYS[name] ?? []) expect(read).toContain(part);
      // A text that is cut, a path of the API, JSON, and the id of a zone or a managed ruleset.
      expect(read).not.toMatch(/more character|action_parameters|from_value|[{[]"\w+":/);
      expect(read).not.toMatch(/\bzone[ .][0-9a-f]{32}|efb7b8c949ac4650a09736fc376e9aee/i);
    });

    it("has no entity of HTML in its text", () => {
      expect(reviews["review.txt"]).not.toMatch(/&(?:#\d+|[a-z]+);/);
    });
  });
});
