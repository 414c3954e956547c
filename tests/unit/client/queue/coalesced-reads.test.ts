import { CoalescedReads } from "../../../../provider/client/queue/coalesced-reads";

/** A read function that counts its calls and resolves on demand. */
function countingSender() {
  const answers: ((text: string) => void)[] = [];
  return {
    answers,
    send: () => new Promise<string>((resolve) => answers.push(resolve)),
  };
}

describe("coalesced reads", () => {
  it("send identical concurrent reads once", async () => {
    const reads = new CoalescedReads<string>();
    const { answers, send } = countingSender();
    const asked = [reads.get("/user", send), reads.get("/user", send)];
    expect(answers).toHaveLength(1);
    answers[0]?.("me");
    expect(await Promise.all(asked)).toEqual(["me", "me"]);
  });

  it("send again after the read has ended", async () => {
    const reads = new CoalescedReads<string>();
    const { answers, send } = countingSender();
    const first = reads.get("/user", send);
    answers[0]?.("me");
    await first;
    void reads.get("/user", send);
    expect(answers).toHaveLength(2);
  });

  it("do not mix different reads", () => {
    const reads = new CoalescedReads<string>();
    const { answers, send } = countingSender();
    void reads.get("/user", send);
    void reads.get("/zones", send);
    expect(answers).toHaveLength(2);
  });

  it("do not answer a read after a write from before it", async () => {
    const reads = new CoalescedReads<string>();
    const { answers, send } = countingSender();
    const before = reads.get("/user", send);
    reads.forget();
    const after = reads.get("/user", send);
    const third = reads.get("/user", send);
    expect(answers).toHaveLength(2);
    answers[0]?.("old");
    answers[1]?.("new");
    expect(await Promise.all([before, after, third])).toEqual(["old", "new", "new"]);
  });

  it("still coalesce the newer read when the older one ends", async () => {
    const reads = new CoalescedReads<string>();
    const { answers, send } = countingSender();
    const before = reads.get("/user", send);
    reads.forget();
    void reads.get("/user", send);
    answers[0]?.("old");
    await before;
    void reads.get("/user", send);
    expect(answers).toHaveLength(2);
  });
});
