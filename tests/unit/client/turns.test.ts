import { createTurnKeys } from "../../../provider/client/turn-keys";
import { createTurns } from "../../../provider/client/turns";

/** Work that ends when told. */
function held(log: string[], name: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async (): Promise<string> => {
    log.push(`${name} starts`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  it("run work of one key one after another, in the order of asking", async () => {
    const turns = createTurns();
    const log: string[] = [];
    const [a, b] = [held(log, "a"), held(log, "b")];
    const both = Promise.all([turns.run("k", a.work), turns.run("k", b.work)]);
    b.end();
    await settle();
    expect(log).toEqual(["a starts"]);
    a.end();
    expect(await both).toEqual(["a", "b"]);
    expect(log).toEqual(["a starts", "a ends", "b starts", "b ends"]);
  });

  it("do not hold back work of another key", async () => {
    const turns = createTurns();
    const log: string[] = [];
    const [a, b] = [held(log, "a"), held(log, "b")];
    const both = Promise.all([turns.run("k", a.work), turns.run("other", b.work)]);
    await settle();
    expect(log).toEqual(["a starts", "b starts"]);
    a.end();
    b.end();
    await both;
  });

  it("go on after work that failed", async () => {
    const turns = createTurns();
    const failing = turns.run("k", () => Promise.reject(new Error("no")));
    const next = turns.run("k", () => Promise.resolve("done"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("done");
  });
});

describe("keys of turns", () => {
  const ruleset = {
    id: "2f2feab2026849078ba485f918791bdc",
    name: "default",
    kind: "zone",
    version: "2",
    phase: "http_ratelimit",
  };

  it("are one for an entry point's id and its phase, once it was read", () => {
    const keys = createTurnKeys();
    expect(keys.of("zones/z", ruleset.id)).not.toBe(keys.of("zones/z", "http_ratelimit"));
    keys.learn("zones/z", ruleset);
    expect(keys.of("zones/z", ruleset.id)).toBe(keys.of("zones/z", "http_ratelimit"));
  });

  it("stay apart for custom rulesets of one phase", () => {
    const keys = createTurnKeys();
    keys.learn("accounts/a", { ...ruleset, kind: "custom" });
    expect(keys.of("accounts/a", ruleset.id)).not.toBe(keys.of("accounts/a", "http_ratelimit"));
  });

  it("differ between zones", () => {
    const keys = createTurnKeys();
    expect(keys.of("zones/a", "http_ratelimit")).not.toBe(keys.of("zones/b", "http_ratelimit"));
  });
});
