import { chunkStacks } from "../../../../fleet/emit/chunk-stacks";
import { changedStacks } from "../../../support/pipelines";

describe("chunkStacks", () => {
  it("makes a job for each stack as long as the limit allows it", () => {
    const chunks = chunkStacks(changedStacks("all", 256), 256);
    expect(chunks).toHaveLength(256);
    expect(chunks[0]).toMatchObject({ name: "edge-0001", stacks: [{ stack: "edge-0001" }] });
  });

  it.each([257, 1000, 5000])("keeps each of %d stacks in one job, in at most 256 jobs", (count) => {
    const stacks = changedStacks("all", count);
    const chunks = chunkStacks(stacks, 256);
    expect(chunks.length).toBeLessThanOrEqual(256);
    expect(chunks.flatMap((chunk) => chunk.stacks)).toEqual(stacks);
    expect(new Set(chunks.map(({ name }) => name)).size).toBe(chunks.length);
  });

  it("makes no job without stacks", () => {
    expect(chunkStacks([], 256)).toEqual([]);
  });
});
