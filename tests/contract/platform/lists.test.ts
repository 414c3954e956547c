/* eslint-disable @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment -- answers are JSON of any shape, which the expectations state */
import { bearer, EXAMPLE_COM, failed, newZone, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as unknown;
const phase = "http_request_firewall_custom";
const lists = () => `/accounts/${platform.accountId}/rules/lists`;

// Operations end when a test says so.
beforeAll(() => platform.control("PUT", "/clock", { frozen: true }));
const complete = () => platform.control("PUT", "/clock", { advance: "1s" });

async function create(name: string, kind = "ip"): Promise<string> {
  const answer = await platform.api("POST", lists(), { body: { name, kind } });
  expect(answer.status).toBe(200);
  return answer.body.result.id as string;
}

const write = (method: string, id: string, body: unknown) =>
  platform.api(method, `${lists()}/${id}/items`, { body });
const items = async (id: string, query = "") =>
  (await platform.api("GET", `${lists()}/${id}/items${query}`)).body;

describe("POST /accounts/{id}/rules/lists", () => {
  it("creates an empty list", async () => {
    const body = { name: "office", kind: "ip", description: "Our offices" };
    const answer = await platform.api("POST", lists(), { body });
    const list = {
      id: ID,
      name: "office",
      kind: "ip",
      description: "Our offices",
      num_items: 0,
      num_referencing_filters: 0,
      created_on: TIME,
      modified_on: TIME,
    };
    expect(answer.body).toEqual({ result: list, success: true, errors: [], messages: [] });
    const { id } = answer.body.result;
    expect((await platform.api("GET", lists())).body.result).toEqual([list]);
    expect((await platform.api("GET", `${lists()}/${id}`)).body.result).toEqual(list);
  });

  it.each([
    [{ name: "Office", kind: "ip" }, "/name"],
    [{ name: "a".repeat(51), kind: "ip" }, "/name"],
    [{ name: "office_2", kind: "country" }, "/kind"],
    [{ name: "office_2" }, "/kind"],
    [{ name: "office_2", kind: "ip", items: [] }, "/items"],
    [{ name: "office", kind: "asn" }, "/name"],
  ])("refuses %j", async (body, pointer) => {
    const answer = await platform.api("POST", lists(), { body });
    expect([answer.status, answer.body.errors[0].source]).toEqual([400, { pointer }]);
  });

  it("removes the description by null, as clients send it", async () => {
    const body = { name: "described", kind: "ip", description: null };
    const { id, ...made } = (await platform.api("POST", lists(), { body })).body.result;
    expect(made).not.toHaveProperty("description");
    const put = async (description: unknown) =>
      (await platform.api("PUT", `${lists()}/${id}`, { body: { description } })).body.result.description;
    expect([await put("ours"), await put(null)]).toEqual(["ours", undefined]);
    await platform.api("DELETE", `${lists()}/${id}`);
  });

  it("needs the permission for lists", async () => {
    const policies = (group: string) => [
      {
        effect: "allow",
        resources: { [`com.cloudflare.api.account.${platform.accountId}`]: "*" },
        permission_groups: [{ id: group }],
      },
    ];
    const use = async (group: string, method: string) => {
      const made = await platform.api("POST", "/user/tokens", {
        body: { name: "lists", policies: policies(group) },
      });
      const headers = bearer(made.body.result.value as string);
      const body = method === "POST" ? { name: `by_${group.slice(0, 4)}`, kind: "ip" } : undefined;
      return (await platform.api(method, lists(), { headers, body })).status;
    };
    const [read, edit] = ["4f1071168de8466e9808de86febfc516", "2edbf20661fd4661b0fe10e9e12f485c"];
    expect([await use(read, "GET"), await use(read, "POST"), await use(edit, "POST")]).toEqual([
      200, 403, 200,
    ]);
  });
});

describe("the items of a list of redirects", () => {
  const redirect = (given: object) => [
    { redirect: { source_url: "example.com/a", target_url: "https://example.org/", ...given } },
  ];

  it("have a path, and what was written besides", async () => {
    const id = await create("paths", "redirect");
    await write("POST", id, redirect({ source_url: "https://example.com", preserve_path_suffix: false }));
    await complete();
    await write("POST", id, redirect({ source_url: "https://example.com/", status_code: 302 }));
    await complete();
    expect((await items(id)).result).toEqual([
      {
        id: ID,
        redirect: {
          source_url: "https://example.com/",
          target_url: "https://example.org/",
          status_code: 302,
        },
        created_on: TIME,
        modified_on: TIME,
      },
    ]);
  });

  it.each([
    [{ target_url: "https://example.org/?a=b", preserve_query_string: true }, 10055],
    [{ source_url: "*.example.com/a" }, 1004],
    [{ source_url: "example.com/a?b=c" }, 1004],
    [{ source_url: `example.com${"/a".repeat(17)}`, subpath_matching: true }, 1004],
  ])("are refused with %j by the code %d", async (given, code) => {
    const id = await create(`refused_${JSON.stringify(given).length}`, "redirect");
    const answer = await write("POST", id, redirect(given));
    expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { code, source: { pointer: "/0" } }]);
  });
});

describe("the items of a list", () => {
  it("change when the operation has ended", async () => {
    const id = await create("addresses");
    const added = await write("POST", id, [{ ip: "192.0.2.1/32" }, { ip: "2001:DB8::0/32", comment: "v6" }]);
    expect(added.body).toEqual({ result: { operation_id: ID }, success: true, errors: [], messages: [] });
    const operation = `${lists()}/bulk_operations/${added.body.result.operation_id}`;
    expect((await platform.api("GET", operation)).body.result).toEqual({
      id: added.body.result.operation_id,
      status: "pending",
    });
    expect((await items(id)).result).toEqual([]);
    await complete();
    expect((await platform.api("GET", operation)).body.result).toEqual({
      id: added.body.result.operation_id,
      status: "completed",
      completed: TIME,
    });
    expect((await items(id)).result).toEqual([
      { id: ID, ip: "192.0.2.1", created_on: TIME, modified_on: TIME },
      { id: ID, ip: "2001:db8::/32", comment: "v6", created_on: TIME, modified_on: TIME },
    ]);
    expect((await platform.api("GET", `${lists()}/${id}`)).body.result.num_items).toBe(2);
  });

  it("are written over by a POST, replaced by a PUT and removed by their ids", async () => {
    const id = await create("changing", "asn");
    const asns = async () =>
      ((await items(id)).result as { asn: number; comment?: string }[]).map(({ asn, comment }) => [
        asn,
        comment,
      ]);
    await write("POST", id, [{ asn: 1 }, { asn: 2 }]);
    await complete();
    const before = (await items(id)).result;
    await write("POST", id, [{ asn: 2, comment: "two" }]);
    await complete();
    expect(await asns()).toEqual([
      [1, undefined],
      [2, "two"],
    ]);
    expect((await items(id)).result[1].id).toBe(before[1].id);
    await write("PUT", id, [{ asn: 2 }, { asn: 3 }]);
    await complete();
    expect(await asns()).toEqual([
      [2, undefined],
      [3, undefined],
    ]);
    const [first] = (await items(id)).result;
    expect(first.id).not.toBe(before[1].id);
    await write("DELETE", id, { items: [{ id: first.id }] });
    await complete();
    expect(await asns()).toEqual([[3, undefined]]);
  });

  it("come in pages with a cursor", async () => {
    const id = await create("pages", "hostname");
    const hosts = ["a", "b", "c"].map((name) => ({ hostname: { url_hostname: `${name}.example.com` } }));
    await write("POST", id, hosts);
    await complete();
    const first = await items(id, "?per_page=2");
    expect(first.result.length).toBe(2);
    const second = await items(id, `?per_page=2&cursor=${first.result_info.cursors.after}`);
    expect(second.result).toMatchObject([hosts[2]]);
    expect(second.result_info).toEqual({});
    expect((await items(id, "?search=b.example")).result).toMatchObject([hosts[1]]);
  });

  it("allow one pending operation an account", async () => {
    const [one, other] = [await create("one"), await create("other")];
    const started = await write("POST", one, [{ ip: "192.0.2.1" }]);
    const pending = failed({
      code: 10017,
      message: `the bulk operation '${started.body.result.operation_id}' of the account is still pending`,
    });
    const refused = await write("POST", other, [{ ip: "192.0.2.2" }]);
    expect([refused.status, refused.body]).toEqual([429, pending]);
    expect((await platform.api("DELETE", `${lists()}/${other}`)).status).toBe(429);
    await complete();
    expect((await write("POST", other, [{ ip: "192.0.2.2" }])).status).toBe(200);
    await complete();
  });

  it("are not removed if one of the ids is unknown", async () => {
    const id = await create("unknown_ids");
    const started = await write("DELETE", id, { items: [{ id: "0".repeat(32) }] });
    await complete();
    const operation = `${lists()}/bulk_operations/${started.body.result.operation_id}`;
    expect((await platform.api("GET", operation)).body.result).toMatchObject({
      status: "failed",
      error: `could not find item with id '${"0".repeat(32)}'`,
    });
  });

  it.each([
    [[{ ip: "192.0.2.0/33" }], "/0"],
    [[{ ip: "192.0.2.1" }, { asn: 1 }], "/1"],
    [[{ ip: "192.0.2.1" }, { ip: "192.0.2.1/32" }], "/1"],
    [[{ comment: "nothing" }], "/0"],
    [[{ ip: "192.0.2.1", note: "x" }], "/0/note"],
  ])("are refused if they are invalid: %j", async (body, pointer) => {
    const id = await create(`invalid_${pointer.length}_${JSON.stringify(body).length}`);
    const answer = await write("POST", id, body);
    expect([answer.status, answer.body.errors[0].source]).toEqual([400, { pointer }]);
    expect((await platform.api("DELETE", `${lists()}/${id}`)).status).toBe(200);
  });

  it("can change a million times in twelve hours", async () => {
    const { snapshot } = { snapshot: (await platform.control("GET", "/snapshot")).body };
    const id = await create("many_changes");
    await write("POST", id, [{ ip: "192.0.2.1" }]);
    await complete();
    const now = (await platform.control("GET", "/snapshot")).body;
    now.tables.list_operations[0].changes = 1_000_000;
    await platform.control("PUT", "/snapshot", now);
    expect((await write("POST", id, [{ ip: "192.0.2.2" }])).body.errors).toEqual([
      { code: 10018, message: "more than 1000000 items were changed in the last twelve hours" },
    ]);
    await platform.control("PUT", "/clock", { advance: "13h" });
    expect((await write("POST", id, [{ ip: "192.0.2.2" }])).status).toBe(200);
    await complete();
    await platform.control("PUT", "/snapshot", snapshot);
  });
});

describe("a list that rules name", () => {
  const rule = (expression: string, more: object = {}) => ({ action: "block", expression, ...more });
  const put = (zone: string, ...rules: object[]) =>
    platform.api("PUT", `/zones/${zone}/rulesets/phases/${phase}/entrypoint`, { body: { rules } });

  it("exists, and has items of the field's kind", async () => {
    await create("partners");
    const zone = await newZone(platform);
    const missing = await put(zone, rule("ip.src in $partner"));
    expect([missing.status, missing.body.errors]).toEqual([
      400,
      [
        {
          message:
            "'ip.src in $partner' is not a valid value for expression because no list named $partner; did you mean $partners?",
          source: { pointer: "/rules/0/expression" },
        },
      ],
    ]);
    const other = await put(zone, rule("ip.src.asnum in $partners"));
    expect(other.body.errors[0].message).toContain(
      "the list $partners has IP addresses, and ip.src.asnum needs a list of AS numbers",
    );
    expect((await put(zone, rule("ip.src in $partners or ip.src in $cf.vpn"))).status).toBe(200);
  });

  it("cannot be removed", async () => {
    const id = await create("referenced");
    const zone = await newZone(platform);
    await put(zone, rule("ip.src in $referenced"), rule("not ip.src in $referenced", { action: "log" }));
    expect((await platform.api("GET", `${lists()}/${id}`)).body.result.num_referencing_filters).toBe(2);
    const refused = await platform.api("DELETE", `${lists()}/${id}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [
        {
          code: 10016,
          message: "the list 'referenced' cannot be deleted because 2 filters reference it",
        },
      ],
    ]);
    await put(zone);
    const removed = await platform.api("DELETE", `${lists()}/${id}`);
    expect([removed.status, removed.body.result]).toEqual([200, { id }]);
    expect((await platform.api("GET", `${lists()}/${id}`)).status).toBe(404);
  });

  it("is a list of redirects for a bulk redirect", async () => {
    await create("moved", "redirect");
    await create("not_moved");
    const bulk = (list: string) => ({
      name: "bulk",
      kind: "root",
      phase: "http_request_redirect",
      rules: [
        {
          action: "redirect",
          action_parameters: { from_list: { name: list, key: "http.request.full_uri" } },
          expression: `http.request.full_uri in $${list}`,
        },
      ],
    });
    const post = (list: string) =>
      platform.api("POST", `/accounts/${platform.accountId}/rulesets`, { body: bulk(list) });
    expect((await post("gone")).body.errors[0].message).toContain("no list named $gone");
    expect((await post("not_moved")).body.errors[0].message).toContain("needs a list of redirects");
    expect((await post("moved")).status).toBe(200);
  });

  it("is not known in the other account of a zone's rules", async () => {
    expect((await put(EXAMPLE_COM, rule("ip.src in $nowhere"))).status).toBe(400);
  });
});

describe("a snapshot", () => {
  it("restores lists, and needs none", async () => {
    await create("kept");
    const { body: snapshot } = await platform.control("GET", "/snapshot");
    const { lists: kept, list_operations: operations, ...tables } = snapshot.tables;
    expect(kept.length).toBeGreaterThan(0);
    expect(operations).toBeDefined();
    expect((await platform.control("PUT", "/snapshot", { ...snapshot, tables })).status).toBe(200);
    expect((await platform.api("GET", lists())).body.result).toEqual([]);
    await platform.control("PUT", "/snapshot", snapshot);
    expect((await platform.control("GET", "/snapshot")).body).toEqual(snapshot);
  });

  it("is seeded with lists, which rules of the same document name", async () => {
    const seeded = await platform.control("POST", "/seed", {
      lists: [{ name: "seeded", kind: "ip", items: [{ ip: "192.0.2.1" }] }],
      zones: [{ name: "seeded.example" }],
      rulesets: [
        {
          zone: "seeded.example",
          name: "default",
          kind: "zone",
          phase,
          rules: [{ action: "block", expression: "ip.src in $seeded" }],
        },
      ],
    });
    expect([seeded.status, seeded.body.lists]).toEqual([200, [{ id: ID, name: "seeded", kind: "ip" }]]);
  });
});
