/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import Cloudflare, { BadRequestError } from "cloudflare";
import { bearer, EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const TAGS = `/zones/${EXAMPLE_COM}/tags`;
const RESOURCES = () => `/accounts/${platform.accountId}/tags/resources`;

const put = (tags: unknown, more: object = {}) =>
  platform.api("PUT", TAGS, {
    body: { resource_type: "zone", resource_id: EXAMPLE_COM, tags, ...more },
  });

describe("the tags of a zone", () => {
  it("are replaced as a whole, and removed", async () => {
    await put({ team: "web", environment: "production" });
    const { body } = await put({ environment: "staging" });
    expect(body.result).toEqual({
      id: EXAMPLE_COM,
      type: "zone",
      name: "example.com",
      zone_id: EXAMPLE_COM,
      tags: { environment: "staging" },
      etag: expect.stringMatching(/^v1:[\w-]{22}$/),
      tags_updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const asked = await platform.api("GET", `${TAGS}?resource_type=zone&resource_id=${EXAMPLE_COM}`);
    expect(asked.body.result).toEqual(body.result);
    expect((await platform.api("DELETE", TAGS)).status).toBe(204);
    expect((await platform.api("GET", RESOURCES())).body).toMatchObject({
      result: [],
      result_info: { cursor: null },
    });
  });

  it("have an etag that depends on the tags only, not on their order", async () => {
    const first = await put({ a: "1", b: "2" });
    const second = await put({ b: "2", a: "1" });
    const third = await put({ b: "2", a: "2" });
    expect(second.body.result.etag).toBe(first.body.result.etag);
    expect(third.body.result.etag).not.toBe(first.body.result.etag);
    await platform.api("DELETE", TAGS);
  });

  it.each([
    [1014, { "env name": "x" }, {}],
    [1014, { "": "x" }, {}],
    [1011, { ["k".repeat(257)]: "x" }, {}],
    [1012, { key: "v".repeat(1025) }, {}],
    [1006, {}, { resource_type: "worker" }],
    [1001, {}, { resource_id: "f".repeat(32) }],
  ])("are refused with code %i", async (code, tags, more) => {
    const { status, body } = await put(tags, more);
    expect([status, body.errors[0].code]).toEqual([code === 1001 ? 404 : 400, code]);
  });

  it("are asked for with the type and the id of the resource", async () => {
    const { status, body } = await platform.api("GET", TAGS);
    expect([status, body.errors[0].code]).toEqual([400, 1003]);
  });
});

describe("the tagged zones of an account", () => {
  const query = (...conditions: string[]) =>
    conditions.map((condition) => `tag=${encodeURIComponent(condition)}`).join("&");

  it("are those that fit all conditions", async () => {
    await put({ Environment: "Production" });
    const found = async (text: string) =>
      (await platform.api("GET", `${RESOURCES()}?${text}`)).body.result.length as number;
    expect(await found(query("Environment=Production", "!archived"))).toBe(1);
    expect(await found(query("environment=production"))).toBe(0);
    expect(await found(`${query("environment=production")}&case_insensitive=true`)).toBe(1);
    expect(await found("type=worker")).toBe(0);
    expect(await found("type=worker&type=zone&name=EXAMPLE")).toBe(1);
    expect(await found(`id=${"f".repeat(32)}`)).toBe(0);
    await platform.api("DELETE", TAGS);
  });

  it.each([
    [1007, ["a b"]],
    [1010, Array.from({ length: 21 }, () => "a")],
    [1013, [`a=${Array.from({ length: 11 }, () => "x").join(",")}`]],
  ])("are not listed by conditions that the API refuses with code %i", async (code, conditions) => {
    const { status, body } = await platform.api("GET", `${RESOURCES()}?${query(...conditions)}`);
    expect([status, body.errors[0].code]).toEqual([400, code]);
  });

  it("do not have zones that the caller may not read", async () => {
    await put({ team: "web" });
    const made = await platform.api("POST", "/user/tokens", {
      body: {
        name: "other zone",
        policies: [
          {
            effect: "allow",
            resources: { [`com.cloudflare.api.account.zone.${EXAMPLE_COM}`]: "*" },
            // Zone WAF Read
            permission_groups: [{ id: "dbc512b354774852af2b5a5f4ba3d470" }],
          },
        ],
      },
    });
    const headers = bearer(made.body.result.value as string);
    expect((await platform.api("GET", RESOURCES(), { headers })).body.result).toEqual([]);
    expect((await platform.api("GET", RESOURCES())).body.result).toHaveLength(1);
    await platform.api("DELETE", TAGS);
  });

  it("come in pages of 100, which the vendor's client follows", async () => {
    const zones = Array.from({ length: 205 }, (_, n) => ({
      name: `tagged-${n}.example`,
      tags: { environment: n % 2 === 0 ? "production" : "staging", number: String(n) },
    }));
    await platform.control("POST", "/seed", { zones });
    const client = new Cloudflare({
      apiToken: platform.token,
      baseURL: platform.baseUrl,
      apiEmail: null,
      apiKey: null,
    });
    const found = new Set<string>();
    let pages = 0;
    const list = client.resourceTagging.list({
      account_id: platform.accountId,
      type: ["zone"],
      tag: ["environment=production,staging", "number!=7"],
    });
    for await (const page of (await list).iterPages()) {
      pages += 1;
      for (const one of page.getPaginatedItems()) found.add(one.name);
    }
    expect([found.size, pages]).toEqual([204, 3]);
    const [resource] = zones;
    const zone = (await client.zones.list({ name: resource?.name ?? "" })).result[0]?.id ?? "";
    const at = { zone_id: zone, resource_id: zone, resource_type: "zone" } as const;
    expect((await client.resourceTagging.zoneTags.update({ ...at, tags: { team: "web" } })).tags).toEqual({
      team: "web",
    });
    expect((await client.resourceTagging.zoneTags.get(at)).tags).toEqual({ team: "web" });
    await client.resourceTagging.zoneTags.delete({ zone_id: zone });
    expect((await client.resourceTagging.zoneTags.get(at)).tags).toEqual({});
    const refused = client.resourceTagging.zoneTags.update({ ...at, tags: { "a b": "" } });
    await expect(refused).rejects.toBeInstanceOf(BadRequestError);
  });
});
