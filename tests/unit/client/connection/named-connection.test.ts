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

  it("takes the default's address where it names none", () =>
    expect(resolve(env, {}, "other")).toMatchObject({
      baseUrl: BASE,
      credential: { token: "other-token" },
      name: "other",
    }));

  it("never takes the default's credential to an address of its own", () => {
    expect(resolve(env, {}, "bare").credential).toBeUndefined();
    expect(resolve(env, {}, "hosted").credential).toBeUndefined();
  });

  it("may use the vendor's variables with the preset", () =>
    expect(resolve({ ...env, CLOUDFLARE_API_TOKEN: "cf" }, {}, "hosted")).toMatchObject({
      baseUrl: "https://api.cloudflare.com/client/v4",
      credential: { token: "cf", source: "CLOUDFLARE_API_TOKEN" },
    }));

  it("is found in the stack's configuration when the environment does not know it", () =>
    expect(
      resolve({ EDGE_CONNECTIONS: "{}" }, { "edge:connections": connections }, "prod").credential,
    ).toMatchObject({
      source: "connection 'prod' (stack configuration edge:connections, apiToken)",
    }));

  it("has to exist, and those that do are named", () => {
    expect(problem(env, {}, "staging")).toBe(
      "there is no connection 'staging'. Known connections: prod, other, bare, hosted.",
    );
    expect(problem({}, {}, "staging")).toContain("Neither EDGE_CONNECTIONS nor edge:connections is set");
  });

  it("cannot be one of the members that every object has", () =>
    expect(problem(env, {}, "toString")).toContain("there is no connection 'toString'"));

  it("says that the JSON is broken without quoting it", () =>
    expect(problem({ EDGE_CONNECTIONS: '{"prod": {"apiToken": canary}}' }, {}, "prod")).toContain(
      "EDGE_CONNECTIONS is not JSON",
    ));

  it("names a setting that does not exist, and where", () =>
    expect(problem({ EDGE_CONNECTIONS: '{"prod": {"token": "canary"}}' }, {}, "prod")).toBe(
      "EDGE_CONNECTIONS at prod is invalid: unknown key token. " +
        "Valid keys of a connection are baseUrl, gatewayUrl, preset, vendor, apiToken, email, apiKey, accountId. Each value is a string.",
    ));

  it("names the place of a value of the wrong kind", () =>
    expect(problem({ EDGE_CONNECTIONS: '{"prod": {"vendor": 5}}' }, {}, "prod")).toContain(
      "at prod.vendor is invalid: expected string",
    ));
});
