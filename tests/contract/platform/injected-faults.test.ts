/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

describe("injected faults", () => {
  // The server prints an error if an answer is sent twice.
  const complaints = jest.spyOn(console, "error").mockImplementation(() => undefined);
  afterAll(() => complaints.mockRestore());
  afterEach(() => expect(complaints.mock.calls).toEqual([]));

  beforeEach(() => platform.control("DELETE", "/requests"));
  afterEach(() => platform.control("PUT", "/faults", []));

  const plan = (...faults: unknown[]) => platform.control("PUT", "/faults", faults);

  it("answer a status with Retry-After, as often as `times`", async () => {
    await plan({ method: "GET", path: "^/user$", kind: "status", status: 503, retryAfter: 7, times: 1 });
    const answer = await platform.api("GET", "/user");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
    expect(answer.body).toMatchObject({ result: null, success: false });
    expect((await platform.api("GET", "/user")).status).toBe(200);
    expect((await platform.control("GET", "/faults")).body).toEqual([
      { method: "GET", path: "^/user$", kind: "status", status: 503, retryAfter: 7, times: 0 },
    ]);
  });

  it("answer a refusal that the platform itself does not know", async () => {
    const errors = [{ code: 20_999, message: "no", source: { pointer: "/rules/0/expression" } }];
    await plan({ path: "dry_run=true", kind: "status", status: 400, errors, times: 1 });
    const at = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_firewall_custom/entrypoint?dry_run=true`;
    const put = () => platform.api("PUT", at, { body: { rules: [] } });
    expect(await put()).toMatchObject({ status: 400, body: { errors } });
    expect((await put()).status).toBe(200);
  });

  it("answer an HTML page instead of JSON", async () => {
    await plan({ kind: "html", status: 522 });
    const answer = await platform.api("GET", "/user");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([522, "text/html; charset=UTF-8"]);
    expect(answer.body).toMatch(/^<!DOCTYPE html>/);
  });

  it("drop the connection before or after the request is carried out", async () => {
    const at = `/zones/${EXAMPLE_COM}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    await plan(
      { method: "PUT", kind: "drop-before", times: 1 },
      { method: "PUT", kind: "drop-after", times: 1 },
    );
    const put = () => platform.api("PUT", at, { body: { rules: [] } });
    await expect(put()).rejects.toThrow("fetch failed");
    expect((await platform.api("GET", at)).status).toBe(404);
    await expect(put()).rejects.toThrow("fetch failed");
    expect((await platform.api("GET", at)).status).toBe(200);
    const { body } = await platform.control("GET", "/requests");
    const statuses = body.requests.map(({ method, status }: { method: string; status: number }) => [
      method,
      status,
    ]);
    expect(statuses).toEqual([
      ["PUT", 0],
      ["GET", 404],
      ["PUT", 0],
      ["GET", 200],
    ]);
  });

  it("truncate an answer", async () => {
    await plan({ kind: "truncate", times: 1 });
    await expect(platform.api("GET", "/user")).rejects.toThrow();
    expect((await platform.api("GET", "/user")).status).toBe(200);
    expect(platform.log.filter((line) => line.includes("internal error"))).toEqual([]);
  });

  it("select the same requests for the same seed", async () => {
    const pattern = async (seed: number) => {
      await plan({ kind: "status", status: 500, probability: 0.5, seed });
      const statuses: number[] = [];
      for (let i = 0; i < 20; i += 1) statuses.push((await platform.api("GET", "/user")).status);
      return statuses;
    };
    const first = await pattern(7);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await pattern(7)).toEqual(first);
    expect(await pattern(8)).not.toEqual(first);
  });

  it("apply to the gateway too", async () => {
    await plan({ path: "^/v1/sepolia", kind: "status", status: 502 });
    expect((await platform.rpc("sepolia", {})).status).toBe(502);
  });

  it("match in linear time, also a pattern and a path that keep a backtracking engine busy for years", async () => {
    await plan({ path: "^/(a+)+$", kind: "status", status: 502 });
    const path = `/${"a".repeat(5_000)}`;
    expect((await platform.api("GET", `${path}!`)).status).toBe(404);
    expect((await platform.api("GET", path)).status).toBe(502);
  });

  it("say what is wrong with a pattern", async () => {
    const answer = await plan({ kind: "status", path: "^/zones/(?=x)" });
    expect(answer.body.error).toContain("must be a regular expression");
    expect(answer.body.error).toContain("look-around");
    const large = await plan({ kind: "status", path: "(a{1000}){1000}" });
    expect(large.body.error).toContain("must be a smaller regular expression");
  });

  it.each([
    [{ kind: "nothing" }],
    [{ kind: "status", path: "(" }],
    [{ kind: "delay" }],
    [{ kind: "status", extra: 1 }],
  ])("must be valid: %j", async (fault) => {
    const answer = await plan(fault);
    expect([answer.status, typeof answer.body.error]).toEqual([400, "string"]);
  });
});
