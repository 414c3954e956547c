import { ask, UNKNOWN, watch } from "../../support/lifecycle";
import { secret } from "../../support/native-plugin";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { startProxy, type OtherAnswer } from "../../support/proxy";
import { useTestPlugin } from "../../support/use-test-plugin";

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
const urn = () => plugin.urn("List");
const lists = () => `/accounts/${platform.accountId}/rules/lists`;
const args = () => ({
  accountId: platform.accountId,
  name: "office",
  kind: "ip",
  items: [{ ip: "192.0.2.1" }, { ip: "198.51.100.0/24", comment: "Berlin" }],
});

async function made(given: Record<string, unknown> = args()) {
  const { inputs, failures } = await plugin.check(urn(), {}, given);
  expect(failures).toEqual([]);
  return { inputs, ...(await plugin.create(urn(), inputs)) };
}

function refusal(message: string): OtherAnswer {
  const body = { success: false, errors: [{ code: 10001, message }], messages: [], result: null };
  return { status: 400, type: "application/json", body: JSON.stringify(body) };
}

const messageOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "",
    (error: unknown) => String(error),
  );

describe("a List of the plugin", () => {
  it("is made, changed and removed", async () => {
    const { inputs, id, outputs } = await made();
    expect(outputs).toMatchObject({ ...args(), numItems: 2, createdList: true });
    const [list] = await ask<{ id: string }[]>(platform, "GET", lists());
    expect(id).toBe(`${platform.accountId}/${list?.id ?? ""}`);
    const items = [...args().items, { ip: "203.0.113.7" }];
    const { inputs: news } = await plugin.check(urn(), inputs, { ...args(), items });
    expect(await plugin.diff(urn(), id, outputs, news)).toMatchObject({
      changes: true,
      replaces: [],
      detailed: { items: "update" },
    });
    const updated = await plugin.update(urn(), id, outputs, news);
    expect(updated).toMatchObject({ items, numItems: 3 });
    await plugin.delete(urn(), id, updated);
    expect(await ask(platform, "GET", lists())).toEqual([]);
  });

  it("is refused in a preview whose update would remove an item of another owner, whoever reports it", async () => {
    const exclusive = { ...args(), ownership: "exclusive" };
    const { inputs, id, outputs } = await made(exclusive);
    await ask(platform, "POST", `${lists()}/${String(outputs["listId"])}/items`, [{ ip: "203.0.113.9" }]);
    await platform.control("PUT", "/clock", { advance: "1m" });
    const preview = async (more: object) => {
      await plugin.restart();
      const now = { ...exclusive, items: [{ ip: "192.0.2.1" }], ...more };
      const { inputs: news } = await plugin.check(urn(), inputs, now);
      expect((await plugin.diff(urn(), id, outputs, news)).changes).toBe(true);
      return plugin.update(urn(), id, outputs, news, { preview: true, oldInputs: inputs });
    };
    expect(await messageOf(preview({}))).toContain("203.0.113.9");
    expect(JSON.stringify(await preview({ __preview: true }))).toContain("203.0.113.9");
  });

  it("has no changes if its items have another order, and sends no request", async () => {
    const { inputs, id, outputs } = await made();
    const { result, requests } = await watch(platform, async () => {
      const other = { ...args(), items: args().items.toReversed() };
      const { inputs: news } = await plugin.check(urn(), inputs, other);
      return plugin.diff(urn(), id, outputs, news);
    });
    expect([result.changes, requests]).toEqual([false, []]);
  });

  it("of redirects has no changes if only a source gets its path", async () => {
    const redirects = (redirect: object) => ({
      ...args(),
      name: "moved",
      kind: "redirect",
      items: [{ redirect: { targetUrl: "https://example.org/", ...redirect } }],
    });
    const { inputs, id, outputs } = await made(redirects({ sourceUrl: "example.com" }));
    const changesWith = async (redirect: object) => {
      const { inputs: news } = await plugin.check(urn(), inputs, redirects(redirect));
      return (await plugin.diff(urn(), id, outputs, news)).changes;
    };
    expect(await changesWith({ sourceUrl: "example.com/" })).toBe(false);
    expect(await changesWith({ sourceUrl: "example.com/", preservePathSuffix: false })).toBe(true);
  });

  it("warns once about networks that mean more than they say, and of no secret one", async () => {
    const items = [{ ip: "192.0.2.7/24" }, { ip: "2000::/11" }, { ip: "192.0.3.0/24" }];
    const warningsOf = async (given: unknown) => {
      const before = plugin.lines.length;
      const { inputs } = await plugin.check(urn(), {}, { ...args(), items: given });
      await plugin.create(urn(), inputs, { preview: true });
      return plugin.lines.slice(before);
    };
    expect(await warningsOf(items)).toEqual([
      "one: warning: items[0].ip: 192.0.2.7/24 means the whole network 192.0.2.0/24; write 192.0.2.0/24, or the address alone",
      "one: warning: items[1].ip: 2000::/11 is an IPv6 network shorter than /12, which the API may refuse: sources differ; write smaller networks",
    ]);
    expect(await warningsOf(secret(items))).toEqual([]);
  });

  it("is replaced if its kind changes", async () => {
    const { inputs, id, outputs } = await made();
    const other = { ...args(), kind: "asn", items: [{ asn: 64496 }] };
    const { inputs: news } = await plugin.check(urn(), inputs, other);
    expect((await plugin.diff(urn(), id, outputs, news)).replaces).toEqual(["kind"]);
  });

  it("names the property of a failure, and shows no secret item", async () => {
    const { failures } = await plugin.check(urn(), {}, { ...args(), items: [{ ip: "192.0.2.0/33" }] });
    expect(failures.map(({ property }) => property)).toEqual(["items[0].ip"]);
    const secretItems = secret([{ ip: "192.0.2.77/99" }]);
    const { failures: hidden } = await plugin.check(urn(), {}, { ...args(), items: secretItems });
    expect(hidden).toHaveLength(1);
    expect(JSON.stringify(hidden)).not.toContain("192.0.2.77");
  });

  it("quotes no secret item in a destroy that the API refuses, in whatever form the API has the item", async () => {
    const destroy = async (items: unknown) => {
      const { id, outputs } = await made({ ...args(), items });
      const proxy = await startProxy(platform.baseUrl, ({ method }) =>
        method === "DELETE" ? refusal("the item 2001:db8:7::/48 is used by a rule") : undefined,
      );
      try {
        await plugin.configure({ baseUrl: proxy.baseUrl, apiToken: secret(platform.token) });
        return await messageOf(plugin.delete(urn(), id, outputs));
      } finally {
        await proxy.close();
        await plugin.configure({ baseUrl: platform.baseUrl, apiToken: secret(platform.token) });
        await plugin.delete(urn(), id, outputs);
      }
    };
    const items = [{ ip: "2001:0DB8:0007::/48" }];
    expect(await destroy(items)).toContain("the item 2001:db8:7::/48 is used by a rule. Remove the rules");
    const hidden = await destroy(secret(items));
    expect(hidden).toMatch(
      /does not remove the list \$office: DELETE \S+ refused with 400, code 10001 \(not shown, since the API may quote a secret argument\)\. Remove the rules that name it first/,
    );
    // An id of the API may contain the letters of the address.
    expect(hidden.replace(/[0-9a-f]{32}/g, "")).not.toContain("db8");
  });

  it("keeps secret items secret in the outputs", async () => {
    const items = secret(args().items);
    expect((await made({ ...args(), items })).outputs["items"]).toEqual(items);
  });

  it("is imported with all its items, and the next update writes nothing", async () => {
    const list = await ask<{ id: string }>(platform, "POST", lists(), { name: "office", kind: "ip" });
    const items = [{ ip: "192.0.2.1", comment: "by hand" }, { ip: "2001:db8::/32" }];
    await ask(platform, "POST", `${lists()}/${list.id}/items`, items);
    await platform.control("PUT", "/clock", { advance: "1s" });
    const id = `${platform.accountId}/${list.id}`;
    const { inputs, outputs } = await plugin.read(urn(), id, {});
    expect(inputs).toMatchObject({ ...args(), items, ownership: "exclusive" });
    const { inputs: news, failures } = await plugin.check(urn(), inputs, inputs);
    expect(failures).toEqual([]);
    expect(await plugin.diff(urn(), id, outputs, news)).toMatchObject({ changes: false });
  });
});

describe("rules of the plugin that name a list", () => {
  const rules = (name: string) => ({
    zoneId: EXAMPLE_COM,
    phase: "http_request_firewall_custom",
    rules: [{ ref: "office", action: "block", expression: `ip.src in $${name}` }],
  });
  async function previewed(name: string) {
    const ruleset = plugin.urn("ZoneEntrypointRuleset");
    const { inputs, failures } = await plugin.check(ruleset, {}, rules(name));
    expect(failures).toEqual([]);
    await plugin.create(ruleset, inputs, { preview: true });
    // Another line says what the rule means for requests.
    return plugin.lines.filter((line) => line.includes("warning: "));
  }

  it("only warn of a list that the account does not have, since the program may still declare it", async () => {
    await made();
    expect(await previewed("office")).toEqual([]);
    expect(await previewed("offcie")).toEqual([
      expect.stringMatching(
        /^one: warning: rules\["office"\]\.expression: [^]*no list named \$offcie; did you mean \$office\?/,
      ),
    ]);
  });

  it("may name a list that was checked before, in an account without lists", async () => {
    await plugin.check(urn(), {}, { ...args(), items: UNKNOWN });
    expect(await previewed("office")).toEqual([]);
  });
});
