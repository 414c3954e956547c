import { BASE, problem, resolve } from "./resolve";

describe("a named connection", () => {
  const connections = JSON.stringify({
    prod: { baseUrl: "https://prod.example.com/client/v4", apiToken: "prod-token", vendor: "acme" },
    other: { apiToken: "other-token" },
    bare: { baseUrl: "https://bare.example.com/client/v4" },
    hosted: { preset: "cloudflare" },
  });
  const env = { EDGE_CONNECTIONS: connections, EDGE_BASE_URL: BASE, EDGE_API_TOKEN: "default-token" };

  it("takes its own settings", () =>
    expect(resolve(env, {}, "prod")).toEqual({
      baseUrl: "https://prod.example.com/client/v4",
      gatewayUrl: undefined,
      vendor: "acme",
      accountId: undefined,
      credential: {
        kind: "token",
        token: "prod-token",
        source: "connection 'prod' (EDGE_CONNECTIONS, apiToken)",
      },
      name: "prod",
    }));

  it("inherits the default base URL if it sets none", () =>
    expect(resolve(env, {}, "other")).toMatchObject({
      baseUrl: BASE,
      credential: { token: "other-token" },
      name: "other",
    }));

  it("never inherits the default credential with its own base URL", () => {
    expect(resolve(env, {}, "bare").credential).toBeUndefined();
    expect(resolve(env, {}, "hosted").credential).toBeUndefined();
  });

  it("has the share of the rate limit that the process has, if it sets none", () => {
    const other = JSON.stringify({ half: { baseUrl: BASE, rateShare: "1/2" } });
    expect(resolve({ ...env, EDGE_RATE_SHARE: "1/16" }, {}, "prod").rateShare).toBe(1 / 16);
    expect(resolve(env, { "edge:rateShare": "1/4" }, "bare").rateShare).toBe(1 / 4);
    expect(resolve({ EDGE_CONNECTIONS: other, EDGE_RATE_SHARE: "1/16" }, {}, "half").rateShare).toBe(1 / 2);
  });

  it("may use the vendor's variables with the preset", () =>
    expect(resolve({ ...env, CLOUDFLARE_API_TOKEN: "cf" }, {}, "hosted")).toMatchObject({
      baseUrl: "https://api.cloudflare.com/client/v4",
      credential: { token: "cf", source: "CLOUDFLARE_API_TOKEN" },
    }));

  it("is found in the stack's configuration if it is not in the environment", () =>
    expect(
      resolve({ EDGE_CONNECTIONS: "{}" }, { "edge:connections": connections }, "prod").credential,
    ).toMatchObject({
      source: "connection 'prod' (stack configuration edge:connections, apiToken)",
    }));

  it("must exist, and the error lists the known ones", () => {
    expect(problem(env, {}, "staging")).toBe(
      "there is no connection 'staging'. Known connections: prod, other, bare, hosted.",
    );
    expect(problem({}, {}, "staging")).toContain("Neither EDGE_CONNECTIONS nor edge:connections is set");
  });

  it("cannot be a member of Object.prototype", () =>
    expect(problem(env, {}, "toString")).toContain("there is no connection 'toString'"));

  it("reports invalid JSON without quoting it", () =>
    expect(problem({ EDGE_CONNECTIONS: '{"prod": {"apiToken": canary}}' }, {}, "prod")).toContain(
      "EDGE_CONNECTIONS is not JSON",
    ));

  it("reports an unknown key and its path", () =>
    expect(problem({ EDGE_CONNECTIONS: '{"prod": {"token": "canary"}}' }, {}, "prod")).toBe(
      "EDGE_CONNECTIONS at prod is invalid: unknown key token. " +
        "Valid keys of a connection are baseUrl, gatewayUrl, preset, vendor, apiToken, email, apiKey, accountId, dryRun, rateShare. Each value is a string.",
    ));

  it("reports the path of a value of the wrong type", () =>
    expect(problem({ EDGE_CONNECTIONS: '{"prod": {"vendor": 5}}' }, {}, "prod")).toContain(
      "at prod.vendor is invalid: expected string",
    ));
});
