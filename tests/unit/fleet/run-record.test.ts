import {
  beginRun,
  beginStack,
  endStack,
  keepKnown,
  leftOf,
  needCheck,
  NO_RUNS,
  passCheck,
  type RunRecord,
} from "../../../fleet/run-record";

const HEAD = { operation: "up", startedAt: "2030-01-01T00:00:00Z", host: "build-1" } as const;
const STACKS = ["edge-2", "edge-1", "edge-3"];
const begun = (record: RunRecord = NO_RUNS) => beginRun(record, HEAD, STACKS);
const left = ({ run }: RunRecord) => (run ? leftOf(run) : undefined);

describe("the record of a run", () => {
  it("has all stacks left at the beginning, sorted by name", () => {
    expect(left(begun())).toEqual(["edge-1", "edge-2", "edge-3"]);
  });

  it("leaves what has not begun, has failed, or was cut off", () => {
    let record = begun();
    record = endStack(beginStack(record, "edge-1"), "edge-1", true);
    record = endStack(beginStack(record, "edge-2"), "edge-2", false);
    record = beginStack(record, "edge-3");
    expect(left(record)).toEqual(["edge-2", "edge-3"]);
    expect(record.run?.stacks["edge-3"]).toBe("unfinished");
  });

  it("keeps what was read in the history of each stack, also in the runs that follow", () => {
    const [first, later] = ["2030-01-01T00:00:00.123Z", "2030-01-02T00:00:00.123Z"];
    const read = keepKnown(NO_RUNS, new Map([["edge-1", { hash: "a", writtenAt: first }]]));
    const again = keepKnown(begun(read), new Map([["edge-2", { hash: "b", writtenAt: later }]]));
    expect(again.known).toEqual({
      "edge-1": { hash: "a", writtenAt: first },
      "edge-2": { hash: "b", writtenAt: later },
    });
    expect(keepKnown(again, new Map([["edge-1", { hash: "c", writtenAt: later }]])).known["edge-1"]).toEqual({
      hash: "c",
      writtenAt: later,
    });
  });

  it("knows which stacks wait for the check of their wave, until it passes, whatever run follows", () => {
    const updated = needCheck(needCheck(begun(), ["edge-2", "edge-1"]), ["edge-1"]);
    expect(updated.unchecked).toEqual(["edge-1", "edge-2"]);
    expect(begun(updated).unchecked).toEqual(["edge-1", "edge-2"]);
    expect(passCheck(begun(updated), ["edge-1", "edge-3"]).unchecked).toEqual(["edge-2"]);
  });
});
