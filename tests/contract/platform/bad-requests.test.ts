/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { request } from "node:http";
import { connect } from "node:net";
import { EXAMPLE_COM, useTestPlatform, type Answer } from "../../support/platform";

const platform = useTestPlatform();

const RULES = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_firewall_custom/entrypoint`;

function expectFailure(answer: Answer, status: number): { code?: number; message: string }[] {
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ result: null, success: false });
  expect(answer.body.errors).not.toEqual([]);
  return answer.body.errors as { code?: number; message: string }[];
}

describe("a text that the platform could not store as it is", () => {
  it.each([
    ["NUL", "a\0b"],
    ["half of a surrogate pair", "a\ud800b"],
  ])("is refused: %s", async (_, text) => {
    const ruleset = { name: text, kind: "custom", phase: "http_request_firewall_custom" };
    const rulesets = `/accounts/${platform.accountId}/rulesets`;
    const described = { ...ruleset, name: "described", description: text };
    for (const body of [ruleset, described]) {
      const answer = await platform.api("POST", rulesets, { body });
      expect([answer.status, answer.body.result]).toEqual([400, null]);
    }
    expect((await platform.api("POST", "/accounts", { body: { name: text } })).status).toBe(400);
    const seed = await platform.control("POST", "/seed", { accounts: [{ name: text }] });
    expect([seed.status, seed.body.error]).toEqual([
      400,
      "a name or description must not contain NUL (U+0000) or half of a surrogate pair",
    ]);
  });

  it("is stored exactly where the platform can: the name of a token, and a rule", async () => {
    const name = "a\0b\ud800c";
    const at = `/accounts/${platform.accountId}/tokens`;
    const made = await platform.api("POST", at, { body: { name, policies: [] } });
    expect(made.body.result.name).toBe(name);
    expect((await platform.api("GET", `${at}/${made.body.result.id}`)).body.result.name).toBe(name);
    const rules = [{ action: "block", expression: "ip.src eq 192.0.2.1", description: name }];
    const body = { name: "exact", kind: "custom", phase: "http_request_firewall_custom", rules };
    const ruleset = await platform.api("POST", `/accounts/${platform.accountId}/rulesets`, { body });
    const { id } = ruleset.body.result as { id: string };
    const read = await platform.api("GET", `/accounts/${platform.accountId}/rulesets/${id}`);
    expect(read.body.result.rules[0].description).toBe(name);
  });
});

describe("paths", () => {
  it.each([
    ["/nowhere", 404],
    ["/zones/x/y/z", 404],
    ["/zones/not-an-id", 400],
    [`/zones/${EXAMPLE_COM.toUpperCase()}`, 400],
    ["/zones/..%2f..%2fetc%2fpasswd", 400],
    ["/zones/%00", 400],
    ["/..%2f..%2f_platform%2fhealth", 404],
    ["/zones/%E0%A4%A", 400],
    [`/zones/${EXAMPLE_COM}/rulesets/${"0".repeat(32)}/versions/latest`, 400],
  ])("answers %s with %i, 7003 and 7000", async (path, status) => {
    const errors = expectFailure(await platform.api("GET", path), status);
    expect(errors.map(({ code }) => code)).toEqual([7003, 7000]);
    expect(errors[0]?.message).toMatch(
      /^Could not route to .*, perhaps your object identifier is invalid\?$/,
    );
  });

  it("answers an unknown phase with 400", async () => {
    expectFailure(await platform.api("GET", RULES.replace("custom", "customs")), 400);
  });

  it.each([
    ["PATCH", "/zones"],
    ["DELETE", "/user"],
    ["PUT", "/user/tokens/verify"],
    ["DELETE", "/user/tokens/permission_groups"],
    ["POST", `/zones/${EXAMPLE_COM}`],
    ["DELETE", RULES],
  ])("answers %s %s with 405", async (method, path) => {
    expect(expectFailure(await platform.api(method, path), 405)[0]?.code).toBe(7001);
  });

  it("lists the available methods with 405", async () => {
    const answer = await platform.api("PUT", `/zones/${EXAMPLE_COM}`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, PATCH, DELETE"]);
  });

  it("reads an empty id as the path of the list", async () => {
    expect((await platform.api("GET", "/user/tokens/")).body.result).toHaveLength(1);
  });
});

describe("bodies", () => {
  it.each([
    ["nothing", ""],
    ["half of an object", '{"rules":['],
    ["a list", "[]"],
    ["null", "null"],
    ["nesting of 100,000 levels", "[".repeat(100_000)],
    ["nesting of 100,000 levels within a rule", `{"rules":[{"action_parameters":${'{"a":'.repeat(100_000)}`],
    ["a prototype", '{"__proto__":{"rules":[]}}'],
    ["a rule with a prototype", '{"rules":[{"__proto__":{"action":"log","expression":"true"}}]}'],
    ["rules that are no list", '{"rules":{}}'],
    ["a rule that is null", '{"rules":[null]}'],
  ])("of %s are refused", async (_, body) => {
    const headers = { Authorization: `Bearer ${platform.token}`, "Content-Type": "application/json" };
    const response = await fetch(platform.baseUrl + RULES, { method: "PUT", headers, body });
    expectFailure({ status: response.status, headers: response.headers, body: await response.json() }, 400);
  });

  it("that are not UTF-8 are refused", async () => {
    const response = await fetch(`${platform.baseUrl}/user/tokens`, {
      method: "POST",
      headers: { Authorization: `Bearer ${platform.token}`, "Content-Type": "application/json" },
      body: new Uint8Array([0x22, 0xff, 0x22]),
    });
    expectFailure({ status: response.status, headers: response.headers, body: await response.json() }, 400);
  });

  it("of 10 MB are refused with 413", async () => {
    const body = JSON.stringify({ description: "x".repeat(10 * 1024 * 1024) });
    expectFailure(await platform.api("PUT", RULES, { body }), 413);
  });

  it("of another content type are refused with 415", async () => {
    const response = await fetch(platform.baseUrl + RULES, {
      method: "PUT",
      headers: { Authorization: `Bearer ${platform.token}`, "Content-Type": "text/xml" },
      body: "<rules/>",
    });
    expectFailure({ status: response.status, headers: response.headers, body: await response.json() }, 415);
  });

  it("that are invalid are reported in the words of the rulesets service", async () => {
    const answer = await platform.api("PUT", RULES, { body: "{" });
    expect(answer.body.errors[0].message).toMatch(/^invalid JSON: /);
  });

  it("may contain a member twice: the last one takes precedence, as in most decoders", async () => {
    const body = '{"rules":[],"description":"first","description":"last"}';
    const answer = await platform.api("PUT", RULES, { body });
    expect([answer.status, answer.body.result.description]).toEqual([200, "last"]);
  });

  it("are not quoted in errors, because they may contain a secret", async () => {
    const answer = await platform.api("POST", "/user/tokens", { body: '{"name": hunter2}' });
    expect(JSON.stringify(answer.body)).not.toContain("hunter2");
  });
});

describe("malformed HTTP", () => {
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(platform.baseUrl).port), "127.0.0.1");
      let heard = "";
      socket.on("data", (chunk: Buffer) => (heard += chunk.toString()));
      socket.on("close", () => resolve(heard));
      socket.write(text);
    });

  it.each([
    ["nonsense", "hello\r\n\r\n", 400],
    ["headers of 100 KB", `GET / HTTP/1.1\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, 431],
  ])("is answered with an envelope: %s", async (_, text, status) => {
    const heard = await say(text);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = heard.slice(heard.indexOf("\r\n\r\n"));
    expect(JSON.parse(body)).toMatchObject({ result: null, success: false });
  });

  it.each(["/client/v4/../../_platform/health", "/client/v4/%2e%2e/%2e%2e/_platform/health"])(
    "is refused if its path contains dot segments: %s",
    async (target) => {
      const heard = await say(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1.1 404 /);
      expect(JSON.parse(heard.slice(heard.indexOf("\r\n\r\n")))).toMatchObject({ success: false });
    },
  );

  it("cannot inject a header into an answer through a path or a value", async () => {
    const heard = await say(
      "GET /client/v4/zones/%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    );
    expect(heard.slice(0, heard.indexOf("\r\n\r\n"))).not.toMatch(/set-cookie/i);
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
  });

  it("does not include a query with an expression of 4,096 four-byte characters", async () => {
    const expression = encodeURIComponent(`http.host eq "${"\u{1F600}".repeat(4081)}"`);
    const answer = await platform.api("GET", `/filters/validate-expr?expression=${expression}`);
    expect(answer.body).toMatchObject({ success: true });
  });
});

describe("connections", () => {
  it("can be opened a thousand at once", async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, () => platform.api("GET", "/user")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it("with slow headers do not delay other clients", async () => {
    const { hostname, port, pathname } = new URL(`${platform.baseUrl}/user`);
    const socket = connect(Number(port), hostname);
    const heard = new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(chunk.toString())));
    const lines = [
      `GET ${pathname} HTTP/1.1`,
      `Host: ${hostname}`,
      ...Array.from({ length: 20 }, (_, index) => `X-Slow-${index}: ${index}`),
      `Authorization: Bearer ${platform.token}`,
      "Connection: close",
      "",
    ];
    for (const line of lines) {
      await new Promise<void>((resolve) => socket.write(`${line}\r\n`, () => resolve()));
      expect((await platform.api("GET", "/user")).status).toBe(200);
    }
    expect(await heard).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it("that break off do not affect other requests", async () => {
    const { hostname, port, pathname } = new URL(`${platform.baseUrl}${RULES}`);
    const headers = { Authorization: `Bearer ${platform.token}`, "Content-Length": 1000 };
    await new Promise<void>((resolve) => {
      const cut = request({ hostname, port, path: pathname, method: "PUT", headers });
      cut.on("error", () => undefined);
      cut.on("close", () => resolve());
      cut.write("{", () => cut.destroy());
    });
    expect((await platform.api("GET", "/user")).status).toBe(200);
  });
});

it("logs no internal error for any of these requests", () => {
  expect(platform.log.filter((line) => line.includes("internal error"))).toEqual([]);
});
