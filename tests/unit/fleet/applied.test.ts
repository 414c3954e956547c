import { agentOf, appliedHash, type HistoryEntry } from "../../../fleet/applied";

const ENTRY: HistoryEntry = {
  kind: "update",
  result: "succeeded",
  agent: agentOf("5a0c63a1d1c1f4b2"),
  endedAt: "2030-01-01T00:00:07.000Z",
};
const WRITTEN = "2030-01-01T00:00:07.413Z";

describe("what was applied to a stack last", () => {
  it("is the hash that a fleet has named in the newest update, if it has succeeded", () => {
    expect(appliedHash(ENTRY, WRITTEN)).toBe("5a0c63a1d1c1f4b2");
  });

  it.each([
    ["a stack without a history", undefined],
    ["an update that no fleet has run", { ...ENTRY, agent: undefined }],
    ["an update of another program", { ...ENTRY, agent: "pulumi/actions@v6" }],
    ["a destroy", { ...ENTRY, kind: "destroy" }],
    ["an update that has failed", { ...ENTRY, result: "failed" }],
    ["an update that still runs", { ...ENTRY, result: "in-progress", endedAt: undefined }],
  ])("is unknown after %s", (_, entry) => {
    expect(appliedHash(entry, WRITTEN)).toBeUndefined();
  });

  it("is unknown once the state was written without an entry, or at a time that is none", () => {
    expect(appliedHash(ENTRY, "2030-01-01T00:00:09.001Z")).toBeUndefined();
    expect(appliedHash(ENTRY, "n/a")).toBeUndefined();
    expect(appliedHash({ ...ENTRY, endedAt: "" }, WRITTEN)).toBeUndefined();
  });
});
