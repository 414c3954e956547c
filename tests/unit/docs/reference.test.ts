import { existsSync } from "node:fs";
import path from "node:path";
import { entryPage } from "../../../review/explain/entry-page";
import { entries } from "../../../review/registry/registry";
import { referencePages } from "../../../scripts/pages/rule-book";

const DOCS = path.join(__dirname, "../../../docs");

describe("the pages of ids that `npm run docs` makes", () => {
  const pages = referencePages(entries(), entryPage);
  const index = pages.get("README.md") ?? "";

  it("are one for each id, and an index that links to each", () => {
    const names = entries().map(({ id }) => `${id}.md`);
    expect([...pages.keys()].sort()).toEqual(["README.md", ...names].sort());
    const linked = Array.from(index.matchAll(/^- \[`.+?`\]\((.+?)\)/gm), ([, link]) => link);
    expect(linked).toEqual(names);
  });

  it("have names that differ by more than their case", () => {
    expect(new Set([...pages.keys()].map((name) => name.toLowerCase())).size).toBe(pages.size);
  });

  it("link only to pages that exist", () => {
    const links = [...pages.values()].flatMap((page) =>
      Array.from(
        page.replace(/^```.*?^```$/gms, "").matchAll(/\]\(([^)#\s]+)[^)\s]*\)/g),
        ([, link = ""]) => link,
      ),
    );
    expect(links).toContain("../rule-book.md");
    const missing = links.filter(
      (link) => !pages.has(link) && !existsSync(path.join(DOCS, "reference", link)),
    );
    expect(missing).toEqual([]);
  });

  it("explain an id with its bad example, the message about it, and its good example", () => {
    expect(pages.get("blocks-everything.md")).toBe(`# blocks-everything

A hazard of the level warning. A rule blocks every request, or every request of an address family.

## Bad

The expression of a rule that blocks, in the entry point of a zone in http_request_firewall_custom:

\`\`\`text
true
\`\`\`

## Reported

\`\`\`text
rules[0].expression is true for every request, so the rule blocks them all: narrow it, or put a skip rule with ruleset: "current" before the rule for the requests to allow
\`\`\`

## Good

The expression of a rule that blocks, in the entry point of a zone in http_request_firewall_custom:

\`\`\`text
http.host eq "old.example"
\`\`\`

## What to do

Narrow the expression. To allow only some requests, skip the ruleset for them in a rule before this one.

## How to allow it

It only warns. An item of the resource's \`allowances\` with this id and a reason lets it pass. The policy no-hazards, which is disabled by default, allows it with {"no-hazards":{"allowances":[{"id":"blocks-everything","reason":"CHG-17: why it is right here"}]}}.

## Source

this project.
`);
  });

  it("have a part for everything that an entry has", () => {
    const lacking = entries()
      .filter(({ id }) => id !== "results-left-out")
      .filter((entry) => {
        const page = pages.get(`${entry.id}.md`) ?? "";
        const parts = [
          ...(entry.rules || entry.change ? ["Bad", "Reported", "Good"] : []),
          ...(entry.allow === undefined ? [] : ["How to allow it"]),
          "What to do",
          "Source",
        ];
        return !page.includes(entry.meaning) || parts.some((part) => !page.includes(`\n## ${part}\n`));
      });
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });
});
