import fs from "node:fs";
import path from "node:path";
import { policySettings } from "../../../../review/changes/find-policy-findings";
import type { Review } from "../../../../review/changes/review";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { reviewPage } from "../../../../review/pages/review-page";
import { EDGE_POLICIES } from "../../../../review/policies";
import { printMarkdown } from "../../../../review/print/print-markdown";
import { printText } from "../../../../review/print/print-text";
import { type BlockPrinters, printSections, reportOf } from "../../../../review/rows/report";
import type { Row } from "../../../../review/rows/resource-rows";
import { largePreview } from "../../../../scripts/bench/large-preview";
import { ROOT } from "../../../../scripts/prepare";
import { sampleReview } from "../../../support/sample-review";

const DATA = path.join(ROOT, "tests/data");
const NOW = new Date("2026-11-22T00:00:00Z");
/** Longer lists of these samples are cut in some form. */
const FIRST = 8;

const read = (text: string, config: object = {}): Review =>
  reviewChange(readDocument(text), { policies: policySettings(EDGE_POLICIES, config), now: NOW });
const shop = fs.readFileSync(path.join(DATA, "reviews/shop.preview.json"), "utf8");
const allowances = [{ rule: "scanners", reason: "CHG-4: named in the runbook", until: "2026-12-31" }];
const files = [
  ...fs.readdirSync(path.join(DATA, "read-reviews")).map((name) => `read-reviews/${name}/preview.json`),
  ...fs
    .readdirSync(path.join(DATA, "reviews"))
    .filter((name) => /\.(preview|plan)\.json$/.test(name))
    .map((name) => `reviews/${name}`),
];
const REVIEWS: Readonly<Record<string, () => Review>> = {
  ...Object.fromEntries(
    files.map((file) => [file, () => read(fs.readFileSync(path.join(DATA, file), "utf8"))]),
  ),
  "an allowed finding": () => read(shop, { "require-rule-descriptions": { allowances } }),
  "three zones that differ": () => read(largePreview({ zones: 3, differs: true })),
  "rules, OWASP and a token": () => sampleReview(2, 4),
};

const rowTexts = (rows: readonly Row[]): string[] =>
  rows.slice(0, FIRST).flatMap((row) => {
    if (row.kind === "sentence") return [row.text];
    return row.kind === "value" ? [row.name] : [row.text, ...row.members.map(({ name }) => name)];
  });

/** What a block says, in the words that each form uses. */
const SAID: BlockPrinters<readonly (string | undefined)[]> = {
  why: ({ reason, same }) => [`${reason.text}${same}`],
  traffic: ({ where, note, content: { settings, rows, requests, effect } }) => [
    note,
    ...where.flatMap(({ place, label }) => [place.name ?? undefined, label]),
    ...rowTexts([...settings, ...rows]),
    ...(requests ? [requests.summary, ...requests.notes] : []),
    ...(requests?.rows ?? []).flatMap(({ before, now, example, visitor }) => [
      before,
      now,
      `${example}${visitor}`,
    ]),
    effect?.summary,
    ...(effect?.rules.slice(0, FIRST).map(({ what, name }) => `${what}: ${name}`) ?? []),
  ],
  access: ({ token, labels, note, risks, users, declaredAt, rows }) => [
    note,
    ...labels,
    ...token.access.slice(0, FIRST).flatMap(({ group, on }) => [group, on]),
    ...risks.map(({ text }) => text),
    ...token.ends.map(({ text }) => text),
    ...users.slice(0, FIRST).map(({ by, path: used }) => `${by} ${used}`),
    ...(declaredAt ? [`Declared at ${declaredAt.file}:${declaredAt.line}`] : []),
    ...rowTexts(rows),
  ],
  others: ({ label, operation, same, rows }) => [label, `${operation}.${same}`, ...rowTexts(rows)],
  policies: ({ finding, policies }) => [
    ...policies,
    finding.message,
    ...(finding.isUnjudged ? [] : [finding.remediationSteps]),
  ],
  earlier: ([{ policy, message }]) => [policy, message],
  allowed: ({ policy, message, reason, same }) => [policy, `${message}${same}`, reason],
  hazards: ({ id, label, path: where, message, same }) => [id, label, where, `${message}.${same}`],
  permissions: ({ group, on, by }) => [group, ...on, by],
  unknowns: ({ label, path: where }) => [label, where],
};

/** What a person reads of a form, without white space, which each form has its own. */
const readable = (text: string) =>
  text
    .replace(/<style>[^]*?<\/style>|<[^<>]*>/g, "")
    .replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, "");

describe("the terminal, the Markdown and the page of a review", () => {
  it.each(Object.entries(REVIEWS))("say the same: %s", (_name, review) => {
    const one = review();
    // The page has the reasons below the verdict, without a title.
    const said = printSections(reportOf(one), SAID, () => []).flatMap(({ id, title, blocks }) => [
      ...(id === "why" ? [] : [title]),
      ...blocks.flat(),
    ]);
    const facts = [...new Set(said.flatMap((text) => text?.replace(/\s+/g, "") ?? []))];
    for (const form of [printText(one), printMarkdown(one), reviewPage(one)]) {
      const text = readable(form);
      expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
    }
  });

  it("have each section in one of the samples", () => {
    const sections = Object.values(REVIEWS).flatMap((review) =>
      printSections(reportOf(review()), SAID, () => []).map(({ id }) => id),
    );
    expect(new Set(sections)).toEqual(new Set(Object.keys(SAID)));
  });
});
