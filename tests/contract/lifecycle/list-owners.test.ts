import type { IncomingMessage } from "node:http";
import { markTextOf } from "../../../provider/marks";
import { ask, identity, renew, testEngine, watch, type TestEngine } from "../../support/lifecycle";
import type * as Lifecycle from "../../support/lifecycle";
import { asNewProcess } from "../../support/new-process";
import { useTestPlatform } from "../../support/platform";
import { startProxy } from "../../support/proxy";

interface LiveItem {
  readonly id: string;
  readonly ip: string;
  readonly comment?: string;
}

const platform = useTestPlatform();
const newEngine = (takeOver: readonly string[] = [], baseUrl = platform.baseUrl): TestEngine =>
  testEngine(
    platform,
    { "edge:baseUrl": baseUrl },
    {
      takeOver,
      sharesClock: true,
    },
  );
let lists: string;
beforeEach(async () => {
  await renew(platform);
  lists = `/accounts/${platform.accountId}/rules/lists`;
});

const argsOf = (owner: string, stack: string, ...ips: readonly string[]) => ({
  accountId: platform.accountId,
  name: "office",
  kind: "ip",
  __mark: identity(owner, stack),
  items: ips.map((ip) => ({ ip })),
});
const live = async () => {
  const [list] = await ask<{ id: string; description?: string }[]>(platform, "GET", lists);
  return list;
};
const items = async (): Promise<LiveItem[]> => {
  const list = await live();
  return list ? ask(platform, "GET", `${lists}/${list.id}/items?per_page=500`) : [];
};
const ips = async () => (await items()).map(({ ip }) => ip).sort();
async function byHand(ip: string, comment = "A person"): Promise<void> {
  await ask(platform, "POST", `${lists}/${(await live())?.id ?? ""}/items`, [{ ip, comment }]);
  await platform.control("PUT", "/clock", { advance: "1s" });
}

describe("a list of two stacks", () => {
  it.each([
    ["the maker", "first"],
    ["the other one", "second"],
  ])("is removed by whoever leaves last, if %s leaves first", async (_, first) => {
    const blue = await newEngine().up("List", argsOf("blue", "prod", "192.0.2.1"));
    const green = await newEngine().up("List", argsOf("green", "staging", "192.0.2.2"));
    const order = first === "first" ? [blue, green] : [green, blue];
    await newEngine().destroy("List", order[0]!);
    expect(await ips()).toEqual([first === "first" ? "192.0.2.2" : "192.0.2.1"]);
    // Nobody owns what its maker has left.
    expect((await live())?.description).toMatch(first === "first" ? /^~edge-platform$/ : /^shop\/prod~/);
    await newEngine().destroy("List", order[1]!);
    expect(await live()).toBeUndefined();
  });

  it("stays with the items of a person, without an owner", async () => {
    const blue = await newEngine().up("List", argsOf("blue", "prod", "192.0.2.1"));
    await byHand("203.0.113.9");
    await newEngine().destroy("List", blue);
    expect(await ips()).toEqual(["203.0.113.9"]);
    expect((await live())?.description).toBe("~edge-platform");
  });
});

describe("two resources that make one list at once", () => {
  it("share the list of whoever was first", async () => {
    const made = await Promise.all([
      newEngine().up("List", argsOf("one", "prod", "192.0.2.1")),
      newEngine().up("List", argsOf("two", "prod", "192.0.2.2")),
    ]);
    expect(new Set(made.map(({ outs }) => outs["listId"])).size).toBe(1);
    expect(await ips()).toEqual(["192.0.2.1", "192.0.2.2"]);
  });
});

describe("a removal of a list that was refused with 429", () => {
  it("keeps an item that a person has added meanwhile, and the list with it", async () => {
    const state = await newEngine().up("List", argsOf("blue", "prod", "192.0.2.1"));
    let isRefused = false;
    const proxy = await startProxy(platform.baseUrl, async ({ method }: IncomingMessage) => {
      if (method !== "DELETE" || isRefused) return undefined;
      isRefused = true;
      await byHand("203.0.113.9");
      return { status: 429, body: "", type: "text/plain" };
    });
    try {
      await newEngine([], proxy.baseUrl).destroy("List", state);
    } finally {
      await proxy.close();
    }
    expect(isRefused).toBe(true);
    expect(await ips()).toEqual(["203.0.113.9"]);
  });
});

describe("an item of another owner, whose program may keep it secret", () => {
  it("is named by id and owner in the refusal of an exclusive owner, and in its preview", async () => {
    const exclusive = { ...argsOf("blue", "prod", "192.0.2.1"), ownership: "exclusive" };
    const state = await newEngine().up("List", exclusive);
    await byHand("192.0.2.2", `Door~${markTextOf(identity("green", "staging"), "00000000")}`);
    await byHand("203.0.113.9");
    const id = (await items()).find(({ ip }) => ip === "192.0.2.2")?.id ?? "";
    const changed = { ...exclusive, items: [{ ip: "192.0.2.3" }] };
    const { message } = await newEngine().stopped("List", changed, state);
    const foreseen = await newEngine()
      .preview("List", { ...changed, __preview: true }, state)
      .catch((error: unknown) => error);
    for (const text of [message, String(foreseen)]) {
      expect(text).toContain(`(may be secret) of shop/staging (${id})`);
      expect(text).toContain("203.0.113.9 (");
      expect(text).not.toContain("192.0.2.2");
    }
  });

  it("does not stop a program that returns to what was live before a failed update", async () => {
    const exclusive = { ...argsOf("blue", "prod", "192.0.2.1"), ownership: "exclusive" };
    const state = await newEngine().up("List", exclusive);
    await byHand("203.0.113.9");
    // The update of the inputs failed before it wrote anything, so that the outputs are those from before.
    const failed = {
      ...state,
      inputs: { ...state.inputs, items: [{ ip: "192.0.2.1" }, { ip: "192.0.2.3" }] },
    };
    expect(await newEngine().preview("List", { ...exclusive, __preview: true }, failed)).not.toBe("create");
    await newEngine().up("List", exclusive, failed);
    expect((await items()).map(({ ip }) => ip)).toContain("203.0.113.9");
  });

  it("is named by id if EDGE_TAKE_OVER names it", async () => {
    await newEngine().up("List", { ...argsOf("green", "staging", "192.0.2.2"), secretInputs: ["items"] });
    const id = (await items())[0]?.id ?? "";
    const engine = newEngine([id]);
    await engine.up("List", argsOf("blue", "prod", "192.0.2.1"));
    expect(engine.log.join("\n")).toContain(`takes over (may be secret) (${id}) of shop/staging`);
  });
});

describe("a list that EDGE_TAKE_OVER names", () => {
  it("is refused in a preview only to a run that does not name it", async () => {
    const { id } = await ask<{ id: string }>(platform, "POST", lists, { name: "office", kind: "ip" });
    const preview = { ...argsOf("blue", "prod", "192.0.2.1"), ownership: "exclusive", __preview: true };
    expect(await newEngine().problems("List", preview)).toEqual([
      expect.stringContaining("did not make already exists") as unknown,
    ]);
    expect(await newEngine([id]).problems("List", preview)).toEqual([]);
  });
});

describe("an item that EDGE_TAKE_OVER names", () => {
  it("gets the mark of the resource, also if it is equal, and goes with it", async () => {
    await ask(platform, "POST", lists, { name: "office", kind: "ip" });
    await byHand("192.0.2.1");
    const args = { ...argsOf("blue", "prod"), items: [{ ip: "192.0.2.1", comment: "A person" }] };
    const state = await newEngine().up("List", args);
    const [item] = await items();
    expect(item?.comment).toBe("A person");
    const engine = newEngine([item?.id ?? ""]);
    const taken = await engine.up("List", args, state);
    expect(engine.log.join("\n")).toContain(
      `takes over 192.0.2.1 (${item?.id ?? ""}), which EDGE_TAKE_OVER names`,
    );
    expect(await items()).toMatchObject([
      { id: item?.id, comment: expect.stringMatching(/^A person~shop\/prod~/) as unknown },
    ]);
    const { writes } = await watch(platform, async () =>
      expect(await newEngine().preview("List", args, taken)).toBe("same"),
    );
    expect(writes).toEqual([]);
    await newEngine().destroy("List", taken);
    expect(await ips()).toEqual([]);
  });

  it("changes nothing if no resource finds it, and a line says so once a run", async () => {
    let engine = newEngine();
    asNewProcess(() => {
      const { testEngine: inProcess } = jest.requireActual<typeof Lifecycle>("../../support/lifecycle");
      engine = inProcess(platform, { "edge:baseUrl": platform.baseUrl }, { takeOver: ["f".repeat(32)] });
    });
    await engine.up("List", { ...argsOf("blue", "prod", "192.0.2.1") });
    await engine.up("List", { ...argsOf("blue", "prod", "192.0.2.1"), name: "bots" });
    const told = engine.log.filter((line) => line.includes("EDGE_TAKE_OVER"));
    expect(told).toEqual([
      expect.stringContaining(
        "EDGE_TAKE_OVER names one object: the resource of this program that finds it",
      ) as unknown,
    ]);
  });

  it("must be an id: another text is an error, and nothing is written", async () => {
    const { result, writes } = await watch(platform, () =>
      newEngine(["192.0.2.1"]).stopped("List", argsOf("blue", "prod", "192.0.2.1")),
    );
    expect(result.message).toContain('EDGE_TAKE_OVER names "192.0.2.1", which is not the id of an object');
    expect(writes).toEqual([]);
  });
});
