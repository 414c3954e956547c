import { createClient, type EdgeClient } from "../../../provider/client";
import { SharedList, type ListLookup } from "../../../provider/lifecycle/shared-list";
import { UNREACHABLE } from "../../support/unreachable";

const client = (): EdgeClient => createClient(UNREACHABLE);

/** A list that is numbered by how often it was read. */
function numbered() {
  const lists = new SharedList<number>();
  const edge = client();
  let reads = 0;
  const read = () => Promise.resolve((reads += 1));
  const look = (reader: string, changes: Partial<ListLookup> = {}, from = edge) =>
    lists.lookUp(from, { key: "zone", part: "phase", reader, now: 0, ...changes }, read);
  const writing = (write: () => Promise<unknown>, part = "phase") => lists.writing(edge, "zone", part, write);
  return { look, writing };
}

describe("a shared list", () => {
  it("is read once for all readers, in sequence or at once", async () => {
    const { look } = numbered();
    expect(await look("a")).toBe(1);
    expect(await Promise.all([look("b"), look("c")])).toEqual([1, 1]);
  });

  it("is read again for a reader that comes a second time, and then serves all readers once more", async () => {
    const { look } = numbered();
    await look("a");
    expect([await look("a"), await look("b"), await look("b")]).toEqual([2, 2, 3]);
  });

  it("is separate for each key and each client", async () => {
    const { look } = numbered();
    expect([await look("a"), await look("b", { key: "other" }), await look("c", {}, client())]).toEqual([
      1, 2, 3,
    ]);
  });

  it("is read again if it is older than the reader accepts", async () => {
    const { look } = numbered();
    await look("a", { now: 1_000 });
    expect(await look("b", { now: 1_100, oldest: 100 })).toBe(1);
    expect(await look("c", { now: 1_101, oldest: 100 })).toBe(2);
  });

  it("is read again for a part that was written to, but not for other parts", async () => {
    const { look, writing } = numbered();
    await look("a");
    await writing(() => Promise.resolve());
    expect(await look("b", { part: "other" })).toBe(1);
    expect(await look("c")).toBe(2);
  });

  it("is not used for a part while a write to the part runs, or if a write ran during the read", async () => {
    const { look, writing } = numbered();
    const during = writing(async () => {
      expect(await look("a")).toBeUndefined();
      // Another one begins and ends.
      await writing(() => Promise.resolve());
      expect(await look("b")).toBeUndefined();
      expect(await look("c", { part: "other" })).toBeDefined();
    });
    await during;
    expect(await look("d")).toBeDefined();
  });

  it("is not used for a part if a write to it ended after the read began", async () => {
    const lists = new SharedList<number>();
    const edge = client();
    const slow = lists.lookUp(edge, { key: "zone", part: "phase", reader: "a", now: 0 }, async () => {
      await lists.writing(edge, "zone", "phase", () => Promise.resolve());
      return 1;
    });
    expect(await slow).toBeUndefined();
  });

  it("is read again after a failure, which every reader of that request receives", async () => {
    const lists = new SharedList<number>();
    const edge = client();
    const look = (reader: string, read: () => Promise<number>) =>
      lists.lookUp(edge, { key: "zone", part: "phase", reader, now: 0 }, read);
    const failing = () => Promise.reject(new Error("down"));
    const both = await Promise.allSettled([look("a", failing), look("b", failing)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await look("c", () => Promise.resolve(7))).toBe(7);
  });
});
