import { type LocalPlatform, startPlatform } from "../../../cli/local-platform";

const EXAMPLE_COM = "8792051aba8a6d2f17833905d155bcad";
const RULES = `/zones/${EXAMPLE_COM}/rulesets`;

let platform: LocalPlatform;
afterEach(() => platform.close());

async function send(path: string, body: object): Promise<{ status: number; messages: string[] }> {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${platform.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  // Every answer of the API is such an envelope.
  const { errors } = (await response.json()) as { errors: { message: string }[] };
  return { status: response.status, messages: errors.map(({ message }) => message) };
}

function entrypoint(expression: string): object {
  return {
    name: "default",
    kind: "zone",
    phase: "http_request_firewall_custom",
    rules: [{ action: "block", expression }],
  };
}

describe("the platform with names that this release does not know", () => {
  it("accepts the declared ones, with their types", async () => {
    platform = await startPlatform({ fields: { "cf.new.score": "Int" } });
    const refused = await send(RULES, entrypoint('cf.new.score eq "a"'));
    expect(refused.status).toBe(400);
    expect((await send(RULES, entrypoint("cf.other.score lt 20"))).messages[0]).toContain(
      "unknown identifier",
    );
    expect(await send(RULES, entrypoint("cf.new.score lt 20"))).toEqual({ status: 200, messages: [] });
  });

  it("accepts every name if unknown names are warnings, and no other error", async () => {
    platform = await startPlatform({ unknownNames: "warn" });
    expect((await send(RULES, entrypoint("cf.new.score lt"))).status).toBe(400);
    expect((await send(RULES, entrypoint("cf.new.score lt 20"))).status).toBe(200);
    expect((await send("/filters/validate-expr", { expression: "new_fn(http.host) eq 1" })).status).toBe(200);
  });

  it("says once which names it accepts that it does not know", async () => {
    const log: string[] = [];
    const fields = { "cf.new.score": "Int" };
    platform = await startPlatform({ unknownNames: "warn", fields, log: (line) => log.push(line) });
    const expression = "cf.new.score lt 20 and cf.newer.score lt 20";
    expect((await send(RULES, entrypoint("cf.newest.score lt"))).status).toBe(400);
    expect(log).toEqual([]);
    expect((await send(RULES, entrypoint(expression))).status).toBe(200);
    expect((await send("/filters/validate-expr", { expression })).status).toBe(200);
    expect((await send("/filters/validate-expr", { expression: "new_fn(http.host) eq 1" })).status).toBe(200);
    expect(log).toEqual([
      expect.stringMatching(/^accepted: cf\.newer\.score is not a field of the language of /),
      expect.stringMatching(/^accepted: new_fn is not a function of the language of /),
    ]);
  });

  it("knows neither by default", async () => {
    platform = await startPlatform();
    expect((await send(RULES, entrypoint("cf.new.score lt 20"))).status).toBe(400);
    expect((await send("/filters/validate-expr", { expression: "cf.new.score lt 20" })).status).toBe(400);
  });

  it("does not start with a declaration that it cannot read", async () => {
    await expect(startPlatform({ fields: { "cf.new.score": "Number" } })).rejects.toThrow(
      'has the type "Number"',
    );
    platform = await startPlatform();
  });
});
