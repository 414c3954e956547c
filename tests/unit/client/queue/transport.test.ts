import net from "node:net";
import type { AddressInfo } from "node:net";
import { createTransport, FRESH_MS, type WireRequest } from "../../../../provider/client/queue/transport";
import { startServer, type ScriptedServer } from "../../../contract/client/scripted-server";

function requestTo(origin: string, more: Partial<WireRequest> = {}): WireRequest {
  return {
    method: "GET",
    url: `${origin}/client/v4/user`,
    path: "/user",
    headers: { "X-Own": "1" },
    body: undefined,
    repeatable: true,
    ...more,
  };
}

describe("the transport", () => {
  let server: ScriptedServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  it("sends method, headers and body as they are", async () => {
    server = await startServer([{ text: "{}" }]);
    const body = '{ "expression": "ip.src eq 192.0.2.1 \\n" }';
    const headers = { "Content-Type": "application/json", "X-Own": "1" };
    await createTransport()(requestTo(server.origin, { method: "PUT", body, headers }));
    expect(server.seen).toMatchObject([
      {
        method: "PUT",
        url: "/client/v4/user",
        headers: { "x-own": "1", "content-type": "application/json" },
        body: { expression: "ip.src eq 192.0.2.1 \n" },
      },
    ]);
  });

  it.each([200, 404, 429, 503])("returns a response with status %i", async (status) => {
    server = await startServer([{ status, text: "body", headers: { "Retry-After": "7" } }]);
    const answer = await createTransport()(requestTo(server.origin));
    expect(answer).toMatchObject({ status, text: "body", headers: { "retry-after": "7" } });
  });

  it("does not parse the body", async () => {
    server = await startServer([{ text: "12345678901234567890" }]);
    expect(await createTransport()(requestTo(server.origin))).toMatchObject({ text: "12345678901234567890" });
  });

  it("follows no redirect, which would send the credential elsewhere", async () => {
    server = await startServer([
      { status: 302, text: "", headers: { Location: "/elsewhere" } },
      { text: "no" },
    ]);
    expect(await createTransport()(requestTo(server.origin))).toMatchObject({ status: 302 });
    expect(server.seen).toHaveLength(1);
  });

  it("does not send requests to the local machine through a proxy", async () => {
    server = await startServer([{ text: "direct" }]);
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = "http://127.0.0.1:1";
    try {
      expect(await createTransport()(requestTo(server.origin))).toMatchObject({ text: "direct" });
    } finally {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    }
  });

  describe("and its connections", () => {
    /** A server, and a transport whose clock only the test moves. */
    async function withClock() {
      server = await startServer(() => ({ text: "{}" }));
      const clock = { ms: 0 };
      const transport = createTransport(undefined, () => clock.ms);
      const to = server.origin;
      return {
        server,
        clock,
        get: () => transport(requestTo(to)),
        post: () => transport(requestTo(to, { method: "POST", repeatable: false })),
      };
    }

    it("sends reads on a connection that has been idle for any time", async () => {
      const { server, clock, get } = await withClock();
      await get();
      clock.ms += 3_600_000;
      await get();
      expect(server.connections()).toBe(1);
    });

    it("sends bursts of POSTs on as many connections as there are concurrent requests", async () => {
      const { server, clock, get, post } = await withClock();
      await get();
      for (let burst = 0; burst < 3; burst++) {
        await Promise.all([post(), post(), post(), post()]);
        clock.ms += FRESH_MS - 1;
      }
      expect(server.seen).toHaveLength(13);
      expect(server.connections()).toBe(4);
    });

    it("sends no POST on a connection that has been idle for a second", async () => {
      const { server, clock, get, post } = await withClock();
      await Promise.all([get(), get(), get()]);
      clock.ms += FRESH_MS;
      await post();
      expect(server.connections()).toBe(4);
    });

    it("sends a POST on the fresh one of several idle connections", async () => {
      const { server, clock, get, post } = await withClock();
      await Promise.all([get(), get(), get()]);
      clock.ms += FRESH_MS - 1;
      await get();
      clock.ms += 1;
      await post();
      expect(server.connections()).toBe(3);
    });

    it("lets the connection that a POST opened join the pool", async () => {
      const { server, post, get } = await withClock();
      await post();
      await get();
      expect(server.connections()).toBe(1);
    });

    it("sends a POST once, even if the server closes the fresh connection without an answer", async () => {
      server = await startServer([{ text: "{}" }, { drop: "before" }, { text: "{}" }]);
      const transport = createTransport();
      await transport(requestTo(server.origin));
      const outcome = await transport(requestTo(server.origin, { method: "POST", repeatable: false }));
      expect(outcome).toEqual({ failure: "broken", code: "ECONNRESET" });
      expect([server.seen.length, server.connections()]).toEqual([2, 1]);
    });
  });

  it("reports unreachable if nothing listens", async () => {
    const gone = await startServer([]);
    await gone.close();
    expect(await createTransport()(requestTo(gone.origin))).toEqual({
      failure: "unreachable",
      code: "ECONNREFUSED",
    });
  });

  it("reports broken if the server closes without a response", async () => {
    server = await startServer([{ drop: "before" }]);
    expect(await createTransport()(requestTo(server.origin))).toEqual({
      failure: "broken",
      code: "ECONNRESET",
    });
  });

  it("reports broken if the response is incomplete", async () => {
    server = await startServer([{ drop: "half" }]);
    expect(await createTransport()(requestTo(server.origin))).toMatchObject({ failure: "broken" });
  });

  it("reports tls if the server does not speak TLS", async () => {
    server = await startServer([]);
    const { port } = new URL(server.origin);
    expect(await createTransport()(requestTo(`https://127.0.0.1:${port}`))).toMatchObject({ failure: "tls" });
  });

  it("reports timeout if no response arrives in time", async () => {
    server = await startServer(() => new Promise(() => undefined));
    expect(await createTransport(30)(requestTo(server.origin))).toMatchObject({ failure: "timeout" });
  });

  it("applies the timeout to the whole response, even if the server sends single bytes", async () => {
    const dripping = net.createServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 5);
      socket.on("close", () => clearInterval(timer)).on("error", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => dripping.listen(0, "127.0.0.1", resolve));
    const { port } = dripping.address() as AddressInfo;
    const outcome = await createTransport(60)(requestTo(`http://127.0.0.1:${port}`));
    await new Promise((resolve) => dripping.close(resolve));
    expect(outcome).toMatchObject({ failure: "timeout" });
  });
});
