import { KeyedMutex, RulesetKeys } from "../../../../provider/client/queue/keyed-mutex";

/** Work that ends when `end` is called. */
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

describe("the keyed mutex", () => {
  it("runs work of one key in the order of the calls", async () => {
    const mutex = new KeyedMutex();
    const log: string[] = [];
    const [a, b] = [held(log, "a"), held(log, "b")];
    const both = Promise.all([mutex.run("k", a.work), mutex.run("k", b.work)]);
    b.end();
    await settle();
    expect(log).toEqual(["a starts"]);
    a.end();
    expect(await both).toEqual(["a", "b"]);
    expect(log).toEqual(["a starts", "a ends", "b starts", "b ends"]);
  });

  it("does not delay work of another key", async () => {
    const mutex = new KeyedMutex();
    const log: string[] = [];
    const [a, b] = [held(log, "a"), held(log, "b")];
    const both = Promise.all([mutex.run("k", a.work), mutex.run("other", b.work)]);
    await settle();
    expect(log).toEqual(["a starts", "b starts"]);
    a.end();
    b.end();
    await both;
  });

  it("continues after failed work", async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run("k", () => Promise.reject(new Error("no")));
    const next = mutex.run("k", () => Promise.resolve("done"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("done");
  });
});

describe("mutex keys of rulesets", () => {
  const ruleset = {
    id: "2f2feab2026849078ba485f918791bdc",
    name: "default",
    kind: "zone",
    version: "2",
    phase: "http_ratelimit",
  };

  it("are the same for an entry point's id and phase, after it was read", () => {
    const keys = new RulesetKeys();
    expect(keys.of("zones/z", ruleset.id)).not.toBe(keys.of("zones/z", "http_ratelimit"));
    keys.learn("zones/z", ruleset);
    expect(keys.of("zones/z", ruleset.id)).toBe(keys.of("zones/z", "http_ratelimit"));
  });

  it("differ for custom rulesets of one phase", () => {
    const keys = new RulesetKeys();
    keys.learn("accounts/a", { ...ruleset, kind: "custom" });
    expect(keys.of("accounts/a", ruleset.id)).not.toBe(keys.of("accounts/a", "http_ratelimit"));
  });

  it("differ between zones", () => {
    const keys = new RulesetKeys();
    expect(keys.of("zones/a", "http_ratelimit")).not.toBe(keys.of("zones/b", "http_ratelimit"));
  });
});
