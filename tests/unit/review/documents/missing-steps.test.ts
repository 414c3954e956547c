import fs from "node:fs";
import path from "node:path";
import { missingSteps } from "../../../../review/documents/engine-steps";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { readResources } from "../../../../review/documents/read-resources";
import { ROOT } from "../../../../scripts/prepare";

const sample = (name: string) => fs.readFileSync(path.join(ROOT, "tests/data/reviews", name), "utf8");

interface Preview {
  readonly steps: readonly { readonly op: string; readonly urn: string }[];
}
type Step = Preview["steps"][number];

/** Returns the preview of a file without some of its steps. */
function previewWithout(isDropped: (step: Step) => boolean): string {
  // The sample has this form.
  const preview = JSON.parse(sample("change.preview.json")) as Preview;
  return JSON.stringify({ ...preview, steps: preview.steps.filter((step) => !isDropped(step)) });
}

const step = (op: string, name: string): Step => ({
  op,
  urn: `urn:pulumi:dev::shop::edge:index:List::${name}`,
});

describe("steps that are missing from a document", () => {
  it("are not reported for a complete preview or event log", () => {
    for (const name of [
      "change.preview.json",
      "change.events.jsonl",
      "shop.preview.json",
      "failed.preview.json",
    ])
      expect([name, readDocument(sample(name)).missing]).toEqual([name, undefined]);
  });

  it.each(["create", "update", "delete"])("are found when each %s is cut out of a preview", (op) => {
    const all = JSON.parse(sample("change.preview.json")) as Preview;
    for (const { urn } of all.steps.filter((one) => one.op === op))
      expect(readDocument(previewWithout((one) => one.urn === urn)).missing).toEqual({ [op]: 1 });
  });

  it("are found in an event log", () => {
    const lines = sample("change.events.jsonl").split("\n");
    const cut = lines.filter((line) => !/"op": ?"update"/.test(line));
    expect(lines.length - cut.length).toBeGreaterThan(0);
    expect(readDocument(cut.join("\n")).missing).toEqual({ update: 4 });
  });

  it("are found if another operation takes their place", () => {
    const renamed = sample("change.preview.json").replace('"op": "delete"', '"op": "read"');
    expect(readDocument(renamed).missing).toEqual({ delete: 1 });
  });

  it("are not unchanged resources, which a preview leaves out without --show-sames", () => {
    const { missing, leftOut } = readDocument(previewWithout(({ op }) => op === "same"));
    expect([missing, leftOut]).toEqual([undefined, 1]);
  });

  it("are not refreshes, which the engine counts by their result, unless the resource has another step", () => {
    const refreshed = [step("refresh", "a"), step("refresh", "b")];
    expect(missingSteps(refreshed, { update: 1, delete: 1 })).toBeUndefined();
    expect(missingSteps(refreshed, { update: 1, delete: 2 })).toEqual({ delete: 1 });
    const updated = [...refreshed, step("same", "a"), step("same", "b")];
    expect(missingSteps(updated, { same: 2, update: 1 })).toEqual({ update: 1 });
  });

  it("are not fewer than the engine has counted, in the documents that it has written", () => {
    for (const name of fs.readdirSync(path.join(ROOT, "tests/data/reviews")))
      if (!name.endsWith(".plan.json"))
        expect([name, readDocument(sample(name)).uncounted]).toEqual([name, undefined]);
  });

  it.each(["create", "update", "delete", "same"])("are found if a %s is not counted", (op) => {
    const preview = JSON.parse(sample("change.preview.json")) as { changeSummary: Record<string, number> };
    const { [op]: count = 0, ...others } = preview.changeSummary;
    const text = JSON.stringify({ ...preview, changeSummary: { ...others, [op]: count - 1 } });
    expect(readDocument(text).uncounted).toEqual({ [op]: 1 });
    expect(() => readResources(text)).toThrow(
      `the document contains 1 ${op} step more than it counts, so it contradicts itself: write it again`,
    );
    expect(reviewChange(readDocument(text), { policies: [] })).toMatchObject({
      incomplete: `The document contains 1 ${op} step more than it counts.`,
      reasons: expect.arrayContaining([expect.objectContaining({ id: "steps-uncounted" })]) as unknown,
    });
  });

  it("make a document that proofs refuse", () => {
    expect(() => readResources(previewWithout(({ op }) => op === "delete"))).toThrow(
      "the document counts 2 delete steps more than it contains, so it is not complete: write it again",
    );
  });
});
