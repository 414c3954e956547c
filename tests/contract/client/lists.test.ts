import { ok, refused, rejection, withServer } from "./scripted-server";

const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const LIST = "2c0fc9fa937b11eaa1b71c4d701ab86e";
const OPERATION = "4da8780eeb215e6cb7f48dd981c4ea02";
const ITEM = "34b12448945f11eaa1b71c4d701ab86e";
const list = {
  id: LIST,
  name: "office",
  kind: "ip",
  num_items: 1,
  num_referencing_filters: 0,
  created_on: "2020-01-01T08:00:00Z",
  modified_on: "2020-01-10T14:00:00Z",
} as const;
const LISTS = `/client/v4/accounts/${ACCOUNT}/rules/lists`;
const pending = refused(429, { code: 10017, message: "pending" });

describe("lists", () => {
  it("change items by operations, and wait for their end", () =>
    withServer(
      [
        ok(list),
        ok({ operation_id: OPERATION }),
        ok({ id: OPERATION, status: "pending" }),
        ok({ id: OPERATION, status: "running" }),
        ok({ id: OPERATION, status: "completed", completed: "2020-01-10T14:01:00Z" }),
      ],
      async ({ server, client, environment }) => {
        const read = await client.lists.get(ACCOUNT, LIST);
        await client.lists.addItems(ACCOUNT, read, [{ ip: "192.0.2.1", comment: "door" }]);
        expect(server.seen.slice(1).map(({ method, url, body }) => [method, url, body])).toEqual([
          ["POST", `${LISTS}/${LIST}/items`, [{ ip: "192.0.2.1", comment: "door" }]],
          ...Array.from({ length: 3 }, () => ["GET", `${LISTS}/bulk_operations/${OPERATION}`, undefined]),
        ]);
        expect(environment.slept).toEqual([100, 200]);
      },
    ));

  it("wait for the operation of somebody else, for longer than other refusals", () => {
    let refusals = 0;
    return withServer(
      ({ method, url }) => {
        if (method === "GET") return ok(url.includes("bulk") ? { status: "completed" } : list);
        refusals += 1;
        return refusals <= 6 ? pending : ok({ operation_id: OPERATION });
      },
      async ({ server, client }) => {
        const read = await client.lists.get(ACCOUNT, LIST);
        await client.lists.removeItems(ACCOUNT, read, [ITEM]);
        const writes = server.seen.filter(({ method }) => method === "DELETE");
        expect(writes.length).toBe(7);
        expect(writes[0]?.body).toEqual({ items: [{ id: ITEM }] });
      },
    );
  });

  it("are not written if somebody has changed them meanwhile", () =>
    withServer(
      [ok(list), pending, ok({ ...list, num_items: 2, modified_on: "2020-01-10T14:00:30Z" })],
      async ({ server, client }) => {
        const read = await client.lists.get(ACCOUNT, LIST);
        const error = await rejection(client.lists.replaceItems(ACCOUNT, read, []));
        expect(String(error)).toContain("the list office was changed meanwhile, at 2020-01-10T14:00:30Z");
        expect(server.seen.map(({ method }) => method)).toEqual(["GET", "PUT", "GET"]);
      },
    ));

  it("report an operation that fails", () =>
    withServer(
      [ok(list), ok({ operation_id: OPERATION }), ok({ status: "failed", error: "no such item" })],
      async ({ client }) => {
        const read = await client.lists.get(ACCOUNT, LIST);
        const error = await rejection(client.lists.removeItems(ACCOUNT, read, [ITEM]));
        expect(error).toMatchObject({ name: "InvalidRequestError", serverMessage: "no such item" });
      },
    ));

  it("return the items of all pages", () =>
    withServer(
      [
        ok([{ id: ITEM, ip: "192.0.2.1" }], { result_info: { cursors: { after: "next" } } }),
        ok([{ id: LIST, ip: "192.0.2.2" }], { result_info: { cursors: {} } }),
      ],
      async ({ server, client }) => {
        const items = await client.lists.items(ACCOUNT, LIST);
        expect(items.map(({ ip }) => ip)).toEqual(["192.0.2.1", "192.0.2.2"]);
        expect(server.seen.map(({ url }) => url)).toEqual([
          `${LISTS}/${LIST}/items?per_page=500`,
          `${LISTS}/${LIST}/items?cursor=next&per_page=500`,
        ]);
      },
    ));

  it("are created once: a lost answer is not asked for again", () =>
    withServer([{ drop: "half" }], async ({ server, client }) => {
      const error = await rejection(client.lists.create(ACCOUNT, { name: "office", kind: "ip" }));
      expect(error).toMatchObject({ outcome: "unknown" });
      expect(server.seen.length).toBe(1);
    }));
});
