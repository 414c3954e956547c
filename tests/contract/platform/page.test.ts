import { request } from "node:http";
import { send, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const PAGE = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
const root = () => `${new URL(platform.baseUrl).origin}/`;

/** Sends a request with the Host header of another name. */
function statusFor(path: string, headers: Readonly<Record<string, string>>, method = "GET") {
  const { port } = new URL(platform.baseUrl);
  return new Promise<number | undefined>((resolve) => {
    request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
}

describe("the page", () => {
  it("is for browsers: any other client gets the answer of a path that does not exist", async () => {
    const page = await send("GET", root(), undefined, PAGE);
    expect(page.status).toBe(200);
    expect(page.body).toContain("<h1>Local edge platform</h1>");
    const other = await send("GET", root(), undefined, {});
    expect({ status: other.status, body: other.body as unknown }).toEqual({
      status: 404,
      body: expect.objectContaining({ success: false, result: null }) as unknown,
    });
    expect((await platform.api("GET", "/user", { headers: PAGE })).body).toMatchObject({ success: false });
  });

  it("cannot be framed, stored, or read by another origin, and loads nothing", async () => {
    const { headers } = await send("GET", root(), undefined, PAGE);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it("is not shown under a name that was made to resolve to this machine", async () => {
    expect(await statusFor("/", { ...PAGE, Host: "rebound.example" })).toBe(404);
    expect(await statusFor("/", { ...PAGE, Host: "localhost" })).toBe(200);
  });
});

describe("the control plane", () => {
  const control = (headers: Readonly<Record<string, string>>) =>
    statusFor("/_platform/clock", { Host: new URL(root()).host, ...headers });

  it("answers the platform's own page, and programs", async () => {
    const { origin } = new URL(root());
    expect(await control({ Origin: origin, "Sec-Fetch-Site": "same-origin" })).toBe(200);
    expect(await control({ "Sec-Fetch-Site": "none" })).toBe(200);
    expect(await control({})).toBe(200);
  });

  it.each([
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "http://127.0.0.1:1" },
    { Origin: "http://localhost:8787" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Host: "rebound.example", Origin: "http://rebound.example" },
  ])("refuses other pages: %j", async (headers) => {
    expect(await control(headers)).toBe(403);
  });
});
