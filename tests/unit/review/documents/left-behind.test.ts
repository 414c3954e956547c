import fs from "node:fs";
import path from "node:path";
import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";
import { ROOT } from "../../../../scripts/prepare";

interface Preview {
  readonly steps: readonly {
    readonly op: string;
    readonly urn: string;
    readonly oldState?: { readonly id?: string };
  }[];
  readonly changeSummary: Readonly<Record<string, number>>;
}

// Both are previews of the engine, of a state with a replaced token that is still to be deleted.
const sample = (name: string) => fs.readFileSync(path.join(ROOT, "tests/data/reviews", name), "utf8");
const previewOf = (name: string) => JSON.parse(sample(name)) as Preview;
const ALONE = "left-behind.preview.json";
const BESIDE = "replaced-and-left-behind.preview.json";
const OLD = "user/6408db20564500f42ae1200973ee0eda";

const changesOf = (text: string) =>
  readDocument(text).steps.map(({ operation, leftBehind }) => [operation, leftBehind]);
const reasonsOf = (text: string) =>
  reviewChange(readDocument(text), { policies: [], now: new Date("2026-11-27T00:00:00Z") }).reasons.map(
    ({ id, severity }) => `${severity} ${id}`,
  );

/** Writes a preview as the engine does without --show-replacement-steps. */
const withoutFlag = ({ steps, ...rest }: Preview) =>
  JSON.stringify({ ...rest, steps: steps.filter(({ op }) => !/replaced|replacement/.test(op)) });

describe("a replaced object that is still to be deleted", () => {
  it("is a deletion beside the resource, which stays the same", () => {
    expect(changesOf(sample(ALONE))).toEqual([
      ["delete", OLD],
      ["same", undefined],
    ]);
    expect(changesOf(sample("left-behind.events.jsonl"))).toEqual(changesOf(sample(ALONE)));
    expect(reasonsOf(sample(ALONE))).toEqual(["dangerous token-deleted", "review left-behind-deleted"]);
  });

  it("is not the object that a replacement of the same resource deletes", () => {
    expect(changesOf(sample(BESIDE))).toEqual([
      ["delete", OLD],
      ["replace", undefined],
    ]);
  });

  it("is one of two objects with the same id, of which a replacement deletes the other", () => {
    const preview = sample(BESIDE);
    const replaced = previewOf(BESIDE).steps.find(({ op }) => op === "replace")?.oldState?.id ?? "";
    expect(changesOf(preview.replaceAll(OLD, replaced))).toEqual([
      ["delete", replaced],
      ["replace", undefined],
    ]);
  });

  it("cannot be seen in a preview without the flag, which says so where nothing changes", () => {
    expect(reasonsOf(withoutFlag(previewOf(ALONE)))).toEqual(["none replacement-steps-left-out"]);
  });

  it("cannot be seen in a preview that leaves out the steps of a replacement, which says so", () => {
    expect(reasonsOf(withoutFlag(previewOf(BESIDE)))).toContain("low replacement-steps-left-out");
    expect(reasonsOf(sample(BESIDE))).not.toContain("low replacement-steps-left-out");
  });
});
