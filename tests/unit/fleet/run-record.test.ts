import {
  beginRun,
  beginStack,
  endStack,
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
    record = endStack(beginStack(record, "edge-1"), "edge-1", { succeeded: true, hash: "a" });
    record = endStack(beginStack(record, "edge-2"), "edge-2", { succeeded: false, hash: "b" });
    record = beginStack(record, "edge-3");
    expect(left(record)).toEqual(["edge-2", "edge-3"]);
    expect(record.run?.stacks["edge-3"]).toBe("unfinished");
  });

  it("knows what was applied only after an update that succeeded, and forgets it when another begins", () => {
    const applied = endStack(beginStack(begun(), "edge-1"), "edge-1", { succeeded: true, hash: "a" });
    expect(applied.applied).toEqual({ "edge-1": "a" });
    // A run of other stacks keeps it.
    expect(beginRun(applied, HEAD, ["edge-2"]).applied).toEqual({ "edge-1": "a" });
    const again = beginStack(begun(applied), "edge-1");
    expect(again.applied).toEqual({});
    expect(endStack(again, "edge-1", { succeeded: false, hash: "b" }).applied).toEqual({});
  });

  it("applies nothing by a run that is no update", () => {
    const refreshed = endStack(beginStack(begun(), "edge-1"), "edge-1", { succeeded: true, hash: undefined });
    expect(refreshed.applied).toEqual({});
  });

  it("knows which stacks wait for the check of their wave, until it passes, whatever run follows", () => {
    const updated = needCheck(needCheck(begun(), ["edge-2", "edge-1"]), ["edge-1"]);
    expect(updated.unchecked).toEqual(["edge-1", "edge-2"]);
    expect(begun(updated).unchecked).toEqual(["edge-1", "edge-2"]);
    expect(passCheck(begun(updated), ["edge-1", "edge-3"]).unchecked).toEqual(["edge-2"]);
  });
});
