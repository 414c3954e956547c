import { readFileSync } from "node:fs";
import path from "node:path";
import { ask, renew, testEngine, watch, withFaults, MARK, type State } from "../../support/lifecycle";
import { newZone, useTestPlatform } from "../../support/platform";

interface LiveItem {
  id: string;
  ip?: string;
  comment?: string;
}

const platform = useTestPlatform();
const newEngine = () => testEngine(platform, {}, { sharesClock: true });
let engine: ReturnType<typeof testEngine>;
let args: Record<string, unknown>;
let lists: string;
beforeEach(async () => {
  await renew(platform);
  engine = newEngine();
  lists = `/accounts/${platform.accountId}/rules/lists`;
  args = {
    accountId: platform.accountId,
    name: "office",
    kind: "ip",
    description: "Our offices",
    items: [{ ip: "192.0.2.1" }, { ip: "198.51.100.0/24", comment: "Berlin" }],
  };
});

const complete = () => platform.control("PUT", "/clock", { advance: "1s" });
const live = async (name = "office") =>
  (await ask<{ id: string; name: string; description?: string }[]>(platform, "GET", lists)).find(
    (list) => list.name === name,
  );
const items = async (name = "office") => {
  const list = await live(name);
  return list ? ask<LiveItem[]>(platform, "GET", `${lists}/${list.id}/items?per_page=500`) : [];
};
/** The items as people see them, without marks. */
const plainItems = async () =>
  (await items())
    .map(({ ip, comment = "" }) => `${ip ?? ""} ${comment.replace(/~?shop\/prod~\w+$/, "")}`.trim())
    .sort();
const shapes = (lines: readonly string[]) =>
  lines.map((line) => line.replace(lists, "LISTS").replace(/[0-9a-f]{32}/g, "ID"));
async function byHand(...added: object[]): Promise<void> {
  const list = await live();
  await ask(platform, "POST", `${lists}/${list?.id ?? ""}/items`, added);
  await complete();
}
async function somebodys(...added: object[]): Promise<void> {
  await ask(platform, "POST", lists, { name: "office", kind: "ip" });
  if (added.length > 0) await byHand(...added);
}

describe("a List", () => {
  it("is made with its items, read back as it was written, and removed", async () => {
    const { result: state, writes } = await watch(platform, () => engine.up("List", args));
    expect(shapes(writes)).toEqual(["POST LISTS", "POST LISTS/ID/items"]);
    const list = await live();
    expect(state).toMatchObject({
      id: `${platform.accountId}/${list?.id ?? ""}`,
      outs: { ...args, listId: list?.id, numItems: 2, createdList: true, __mark: MARK },
    });
    expect(list?.description).toMatch(/^Our offices~shop\/prod~\w{36}$/);
    const refreshed = await engine.refresh("List", state);
    expect(refreshed?.inputs).toEqual({ ...args, __mark: MARK });
    expect(refreshed?.outs).toEqual(state.outs);
    expect(await engine.preview("List", args, refreshed)).toBe("same");
    await engine.destroy("List", state);
    expect(await live()).toBeUndefined();
  });

  it("writes nothing if only the order or the form of items changes", async () => {
    const state = await engine.up("List", args);
    const other = { ...args, items: [{ comment: "Berlin", ip: "198.51.100.0/24" }, { ip: "192.0.2.1/32" }] };
    const { result, requests } = await watch(platform, () => engine.preview("List", other, state));
    expect([result, requests]).toEqual(["same", []]);
  });

  it("needs six requests, besides those that wait for its operation, and a refresh two", async () => {
    const { result: state, requests } = await watch(platform, () => engine.up("List", args));
    const besides = shapes(requests).filter((line) => !line.includes("bulk_operations"));
    expect(besides).toEqual([
      "GET LISTS",
      "POST LISTS",
      "GET LISTS/ID",
      "POST LISTS/ID/items",
      "GET LISTS/ID",
      "GET LISTS/ID/items",
    ]);
    const refresh = await watch(platform, () => engine.refresh("List", state));
    expect(shapes(refresh.requests)).toEqual(["GET LISTS/ID", "GET LISTS/ID/items"]);
  });

  it("adds and removes only what differs", async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ ip: `192.0.2.${index + 10}` }));
    const state = await engine.up("List", { ...args, items: many });
    const next = { ...args, items: [...many.slice(1), { ip: "203.0.113.7" }] };
    const { writes } = await watch(platform, () => engine.up("List", next, state));
    expect(shapes(writes)).toEqual(["POST LISTS/ID/items", "DELETE LISTS/ID/items"]);
    expect(await plainItems()).toEqual([...next.items.map(({ ip }) => ip)].sort());
    expect(engine.log.slice(-2).map((line) => line.replace(/:.*/, ""))).toEqual([
      "list office",
      "list office",
    ]);
  });

  it("replaces all items of an exclusive list by one request if that sends less", async () => {
    const state = await engine.up("List", { ...args, ownership: "exclusive" });
    const next = { ...args, ownership: "exclusive", items: [{ ip: "203.0.113.7" }] };
    const { writes } = await watch(platform, () => engine.up("List", next, state));
    expect(shapes(writes)).toEqual(["PUT LISTS/ID/items"]);
    expect(await plainItems()).toEqual(["203.0.113.7"]);
  });

  it("changes a comment and the description in place", async () => {
    const state = await engine.up("List", args);
    const next = {
      ...args,
      description: "Offices",
      items: [{ ip: "192.0.2.1", comment: "door" }, { ip: "198.51.100.0/24" }],
    };
    const updated = await engine.up("List", next, state);
    expect(await plainItems()).toEqual(["192.0.2.1 door", "198.51.100.0/24"]);
    expect((await live())?.description).toMatch(/^Offices~/);
    expect(updated.outs).toMatchObject(next);
  });

  it("has room for the longest comment and the mark", async () => {
    const longest = [{ ip: "192.0.2.1", comment: "x".repeat(380) }];
    const state = await engine.up("List", { ...args, items: longest });
    expect(state.outs["items"]).toEqual(longest);
    const longer = [{ ip: "192.0.2.1", comment: "x".repeat(381) }];
    expect((await engine.problems("List", { ...args, items: longer })).join()).toContain(
      "items[0].comment: has 381 characters; write at most 380",
    );
  });

  it("shares a list with others, and leaves it to them", async () => {
    await somebodys({ ip: "203.0.113.1", comment: "abuse" }, { ip: "192.0.2.1" });
    const { result: state, writes } = await watch(platform, () => engine.up("List", args));
    // 192.0.2.1 is in the list already.
    expect(shapes(writes)).toEqual(["POST LISTS/ID/items"]);
    expect(state.outs).toMatchObject({ items: args["items"], numItems: 3, createdList: false });
    expect((await live())?.description).toBeUndefined();
    await engine.up("List", { ...args, items: [] }, state);
    expect(await plainItems()).toEqual(["192.0.2.1", "203.0.113.1 abuse"]);
    await engine.destroy("List", state);
    expect(await plainItems()).toEqual(["192.0.2.1", "203.0.113.1 abuse"]);
  });

  it("does not remove a list that it made while others have items in it", async () => {
    const state = await engine.up("List", args);
    await byHand({ ip: "203.0.113.1" });
    await engine.destroy("List", state);
    expect(await plainItems()).toEqual(["203.0.113.1"]);
    expect(engine.log.at(-1)).toContain("stays: it has 1 item of others");
  });

  it("owns all of a list that exists only with takeOver", async () => {
    await somebodys({ ip: "203.0.113.1" });
    const exclusive = { ...args, ownership: "exclusive" };
    const { writes, result } = await watch(platform, () => engine.stopped("List", exclusive));
    expect(writes).toEqual([]);
    expect(result.message).toContain('A list "office" that this resource did not make already exists');
    expect(await engine.problems("List", { ...exclusive, __preview: true })).toEqual([
      expect.stringContaining("set takeOver: true to own all of it"),
    ]);
    await engine.up("List", { ...exclusive, takeOver: true });
    expect(await plainItems()).toEqual(["192.0.2.1", "198.51.100.0/24 Berlin"]);
  });

  it("shows what somebody added to an exclusive list before it removes that", async () => {
    const exclusive = { ...args, ownership: "exclusive" };
    const state = await engine.up("List", exclusive);
    await byHand({ ip: "203.0.113.1", comment: "by hand" });
    const changed = { ...exclusive, items: [{ ip: "192.0.2.1" }] };
    const { message } = await engine.stopped("List", changed, state);
    expect(message).toMatch(
      /has items that this resource did not put there: 203\.0\.113\.1 .*pulumi refresh/s,
    );
    const refreshed = await engine.refresh("List", state);
    expect(refreshed?.inputs["items"]).toContainEqual({ ip: "203.0.113.1", comment: "by hand" });
    await engine.up("List", changed, refreshed);
    expect(await plainItems()).toEqual(["192.0.2.1"]);
  });

  it("puts back what somebody removed", async () => {
    const state = await engine.up("List", args);
    const [first] = await items();
    await ask(platform, "DELETE", `${lists}/${(await live())?.id ?? ""}/items`, {
      items: [{ id: first?.id }],
    });
    await complete();
    const refreshed = await engine.refresh("List", state);
    expect(await engine.preview("List", args, refreshed)).toBe("update");
    await engine.up("List", args, refreshed);
    expect((await plainItems()).length).toBe(2);
  });

  it("is gone if somebody removed it", async () => {
    const state = await engine.up("List", args);
    await ask(platform, "DELETE", `${lists}/${(await live())?.id ?? ""}`);
    expect(await engine.refresh("List", state)).toBeUndefined();
    await engine.destroy("List", state);
  });

  it("stays with its items if the resource is renamed", async () => {
    const state = await engine.up("List", args);
    const renamed = await engine.up("List", args);
    await engine.destroy("List", state);
    expect(await plainItems()).toEqual(["192.0.2.1", "198.51.100.0/24 Berlin"]);
    expect(await engine.preview("List", args, await engine.refresh("List", renamed))).toBe("same");
    await engine.destroy("List", renamed);
    expect(await live()).toBeUndefined();
  });

  it("is replaced if its kind changes, after the old one is removed", async () => {
    const state = await engine.up("List", args);
    const next = { ...args, kind: "asn", items: [{ asn: 64496 }] };
    const provider = engine.provider("List");
    const { inputs } = await provider.check(state.inputs, { ...next, __mark: state.inputs["__mark"] });
    expect(await provider.diff(state.id, state.outs, inputs)).toMatchObject({
      replaces: ["kind"],
      deleteBeforeReplace: true,
    });
  });
});

describe("a List whose write is interrupted", () => {
  const lost = (path: string, method = "POST") => [{ method, path, kind: "drop-after" as const, times: 1 }];

  it("is found again by the mark in its description if the answer to the POST is lost", async () => {
    const state = await withFaults(platform, lost("/rules/lists$"), () => engine.up("List", args));
    expect(state.outs).toMatchObject({ createdList: true, numItems: 2 });
    expect((await ask<unknown[]>(platform, "GET", lists)).length).toBe(1);
  });

  it.each(["POST", "PUT", "DELETE"])(
    "has each item once if the answer to a %s of items is lost",
    async (method) => {
      const ownership = method === "PUT" ? "exclusive" : "shared";
      const many = Array.from({ length: 9 }, (_, index) => ({ ip: `192.0.2.${index + 10}` }));
      const base = { ...args, ownership, items: method === "PUT" ? args["items"] : many };
      const state = await engine.up("List", base);
      const next = {
        ...base,
        items: method === "PUT" ? [{ ip: "203.0.113.7" }] : [...many.slice(2), { ip: "203.0.113.7" }],
      };
      await withFaults(platform, lost("/items$", method), () => engine.up("List", next, state));
      expect(await plainItems()).toEqual(next.items.map(({ ip }) => ip).sort());
    },
  );

  it("is in the state with what was written, and is completed by the next update", async () => {
    const faults = [{ method: "POST", path: "/items$", kind: "status" as const, status: 403 }];
    const { state, message } = await withFaults(platform, faults, () => engine.stopped("List", args));
    expect(message).toContain('The list "office" was written in part');
    expect(state?.outs).toMatchObject({ listId: (await live())?.id, items: [], numItems: 0 });
    await engine.up("List", args, state);
    expect((await plainItems()).length).toBe(2);
  });

  it("waits for the operation of somebody else", async () => {
    const state = await engine.up("List", args);
    await ask(platform, "POST", lists, { name: "other", kind: "ip" });
    const other = await live("other");
    await platform.control("PUT", "/clock", { frozen: true });
    await ask(platform, "POST", `${lists}/${other?.id ?? ""}/items`, [{ ip: "203.0.113.1" }]);
    await engine.up("List", { ...args, items: [{ ip: "192.0.2.9" }] }, state);
    await platform.control("PUT", "/clock", { frozen: false });
    expect(await plainItems()).toEqual(["192.0.2.9"]);
  });
});

describe("the redirects of a List", () => {
  const redirects = (...given: object[]) => ({
    accountId: platform.accountId,
    name: "moved",
    kind: "redirect",
    items: given.map((redirect) => ({ redirect: { targetUrl: "https://example.org/", ...redirect } })),
  });
  const sources = async () =>
    (await items("moved")).map((item) => (item as { redirect?: { source_url: string } }).redirect);

  it.each(["shared", "exclusive"])(
    "without a path get one, and are the same item with it: ownership %s",
    async (ownership) => {
      const given = { ...redirects({ sourceUrl: "example.com" }), ownership };
      const { result: state, writes } = await watch(platform, () => engine.up("List", given));
      expect(writes.filter((line) => line.endsWith("/items"))).toHaveLength(1);
      expect(await sources()).toEqual([{ source_url: "example.com/", target_url: "https://example.org/" }]);
      expect(await engine.preview("List", given, state)).toBe("same");
      const refreshed = await engine.refresh("List", state);
      expect(refreshed?.inputs).toEqual({ ...given, __mark: MARK });
      const slashed = { ...redirects({ sourceUrl: "example.com/" }), ownership };
      expect(await engine.preview("List", slashed, refreshed)).toBe("same");
      const moved = { ...redirects({ sourceUrl: "example.com", statusCode: 302 }), ownership };
      const { result: updated } = await watch(platform, () => engine.up("List", moved, refreshed));
      expect(await sources()).toMatchObject([{ source_url: "example.com/", status_code: 302 }]);
      expect(await engine.preview("List", moved, updated)).toBe("same");
      await engine.destroy("List", updated);
      expect(await live("moved")).toBeUndefined();
    },
  );

  it("keep the rest of the path unless they say otherwise, which is a change in both directions", async () => {
    const subpaths = { sourceUrl: "example.com/a/", subpathMatching: true };
    const state = await engine.up("List", redirects(subpaths));
    expect(await engine.preview("List", redirects({ ...subpaths, preservePathSuffix: true }), state)).toBe(
      "same",
    );
    const without = redirects({ ...subpaths, preservePathSuffix: false });
    expect(await engine.preview("List", without, state)).toBe("update");
    const changed = await engine.up("List", without, state);
    expect(await sources()).toMatchObject([{ preserve_path_suffix: false }]);
    const refreshed = await engine.refresh("List", changed);
    expect(refreshed?.inputs).toEqual({ ...without, __mark: MARK });
    expect(await engine.preview("List", redirects(subpaths), refreshed)).toBe("update");
    await engine.up("List", redirects(subpaths), refreshed);
    expect((await sources())[0]).not.toHaveProperty("preserve_path_suffix");
  });

  it("show in a refresh that a person has switched preservePathSuffix off", async () => {
    const state = await engine.up("List", redirects({ sourceUrl: "example.com/a" }));
    const list = await live("moved");
    const [item] = await items("moved");
    await ask(platform, "POST", `${lists}/${list?.id ?? ""}/items`, [
      {
        redirect: {
          source_url: "example.com/a",
          target_url: "https://example.org/",
          preserve_path_suffix: false,
        },
        comment: item?.comment,
      },
    ]);
    await complete();
    const refreshed = await engine.refresh("List", state);
    expect(refreshed?.inputs["items"]).toMatchObject([{ redirect: { preservePathSuffix: false } }]);
  });
});

describe("rules that name lists", () => {
  const rules = (expression: string, ref = "office") => [{ ref, action: "block", expression }];
  const preview = (zoneId: string, given: object[], more: object = {}, state?: State) =>
    engine.problems(
      "ZoneEntrypointRuleset",
      {
        zoneId,
        phase: "http_request_firewall_custom",
        rules: given,
        __preview: true,
        __lists: [],
        ...more,
      },
      state,
    );
  const reported = async (zoneId: string, given: object[], more: object = {}) => {
    const provider = engine.provider("ZoneEntrypointRuleset");
    const { inputs } = await provider.check(
      {},
      {
        zoneId,
        phase: "http_request_firewall_custom",
        rules: given,
        __preview: true,
        __lists: [],
        ...more,
      },
    );
    return (inputs["__problems"] ?? []) as string[];
  };

  it("are reported if the account has no such list, with a code frame", async () => {
    await somebodys();
    const zone = await newZone(platform);
    const [problem = ""] = await reported(zone, rules("ip.src in $offcie", "admin"));
    expect(problem).toContain('rules["admin"].expression');
    expect(problem).toContain("no list named $offcie; did you mean $office?");
    const counting = { ...rules("true", "logins")[0], action: "block" };
    const ratelimit = { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 10 };
    const limits = [{ ...counting, ratelimit: { ...ratelimit, countingExpression: "ip.src in $offcie" } }];
    const [counted = ""] = await reported(zone, limits, { phase: "http_ratelimit" });
    expect(counted).toContain("no list named $offcie; did you mean $office?");
    expect(problem).toContain("^^^^^^^");
    const guide = readFileSync(path.join(__dirname, "../../../docs/lists.md"), "utf8");
    expect(guide).toContain(`\`\`\`text\n${problem}\n\`\`\`\n`);
    expect(await reported(zone, rules("ip.src in $office"))).toEqual([]);
    expect(await preview(zone, rules("ip.src in $office"))).toEqual([]);
  });

  it("are reported if the list is of another kind", async () => {
    await somebodys();
    const zone = await newZone(platform);
    const [problem = ""] = await reported(zone, rules("ip.src.asnum in $office"));
    expect(problem).toContain(
      "the list $office has IP addresses, and ip.src.asnum needs a list of AS numbers",
    );
  });

  it("may name a list that the program declares", async () => {
    const zone = await newZone(platform);
    expect(await reported(zone, rules("ip.src in $office"), { __lists: ["office"] })).toEqual([]);
    expect(await reported(zone, rules("ip.src in $office"), { __lists: [""] })).toEqual([]);
    await engine.problems("List", args);
    expect(await reported(zone, rules("ip.src in $office"))).toEqual([]);
  });

  it("are not judged if the API does not answer, and not read again if they are unchanged", async () => {
    await somebodys();
    const zone = await newZone(platform);
    const faults = [{ path: "/rules/lists$", kind: "status" as const, status: 403 }];
    expect(await withFaults(platform, faults, () => reported(zone, rules("ip.src in $nowhere")))).toEqual([]);
    const fresh = newEngine();
    const given = { zoneId: zone, phase: "http_request_firewall_custom", rules: rules("ip.src in $office") };
    const state = await fresh.up("ZoneEntrypointRuleset", given);
    const added = [...given.rules, { ref: "bots", action: "block", expression: "cf.client.bot" }];
    const { requests } = await watch(platform, () =>
      fresh.problems("ZoneEntrypointRuleset", { ...given, rules: added, __preview: true }, state),
    );
    expect(requests.filter((line) => line.includes("/lists"))).toEqual([]);
  });
});
