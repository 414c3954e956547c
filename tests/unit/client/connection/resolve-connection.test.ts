import { missingCredentialHint, resolveConnection } from "../../../../provider/client";
import { ACCOUNT, BASE, problem, resolve } from "./resolve";

describe("resolveConnection", () => {
  it("reads everything from the environment", () =>
    expect(
      resolve({
        EDGE_BASE_URL: BASE,
        EDGE_GATEWAY_URL: "https://gateway.example.com/",
        EDGE_VENDOR: "acme",
        EDGE_API_TOKEN: "canary",
        EDGE_ACCOUNT_ID: ACCOUNT,
      }),
    ).toEqual({
      baseUrl: BASE,
      gatewayUrl: "https://gateway.example.com",
      vendor: "acme",
      accountId: ACCOUNT,
      credential: { kind: "token", token: "canary", source: "EDGE_API_TOKEN" },
      name: undefined,
    }));

  it.each([
    ["edge:baseurl", "edge:baseUrl", BASE],
    ["edge:apitoken", "edge:apiToken", "canary"],
  ])("rejects %s, which Pulumi keeps as another name than %s", (written, name, value) => {
    const message = problem({ EDGE_VENDOR: "acme" }, { [written]: value });
    expect(message).toBe(
      `stack configuration ${written} is not a setting; did you mean ${name}? Set ${name}, and remove the other with ` +
        `\`pulumi config rm ${written}\`.`,
    );
  });

  it("reads everything from the stack's configuration", () =>
    expect(
      resolve(
        {},
        {
          "edge:baseUrl": `${BASE}/`,
          "edge:gatewayUrl": "https://gateway.example.com",
          "edge:vendor": "acme",
          "edge:email": "ops@example.com",
          "edge:apiKey": "canary",
          "edge:accountId": ACCOUNT,
        },
      ),
    ).toEqual({
      baseUrl: BASE,
      gatewayUrl: "https://gateway.example.com",
      vendor: "acme",
      accountId: ACCOUNT,
      credential: {
        kind: "key",
        email: "ops@example.com",
        apiKey: "canary",
        source: "stack configuration edge:apiKey",
      },
      name: undefined,
    }));

  it("gives environment variables precedence, key by key", () => {
    const settings = resolve(
      { EDGE_API_TOKEN: "from-env" },
      { "edge:apiToken": "from-config", "edge:baseUrl": BASE },
    );
    expect(settings).toMatchObject({
      baseUrl: BASE,
      credential: { token: "from-env", source: "EDGE_API_TOKEN" },
    });
  });

  it("reads whether previews send dry runs, which is true or false", () => {
    const given = { EDGE_BASE_URL: BASE };
    expect(resolve(given).dryRun).toBeUndefined();
    expect(resolve(given, { "edge:dryRun": "false" }).dryRun).toBe(false);
    expect(resolve({ ...given, EDGE_DRY_RUN: "true" }, { "edge:dryRun": "false" }).dryRun).toBe(true);
    expect(problem({ ...given, EDGE_DRY_RUN: "no" })).toBe("EDGE_DRY_RUN is 'no'. Write true or false.");
  });

  it("reads the share of the rate limit", () => {
    const given = { EDGE_BASE_URL: BASE };
    expect(resolve(given).rateShare).toBeUndefined();
    expect(resolve(given, { "edge:rateShare": "1/16" }).rateShare).toBe(1 / 16);
    expect(resolve({ ...given, EDGE_RATE_SHARE: "1" }, { "edge:rateShare": "1/16" }).rateShare).toBe(1);
    expect(resolve({ ...given, EDGE_RATE_SHARE: "1/1000" }).rateShare).toBe(1 / 1000);
  });

  it("reads the share of a provider with its own base URL from the environment", () => {
    const config = (key: string) => (key === "edge:baseUrl" ? BASE : undefined);
    const input = { env: { EDGE_RATE_SHARE: "1/8" }, config, configFirst: true };
    expect(resolveConnection(input).rateShare).toBe(1 / 8);
  });

  it.each([
    "0",
    "2",
    "1/0",
    "1/",
    "16",
    "half",
    "0.5",
    "3/16",
    "-1/2",
    "1/1001",
    "1/100000",
    "1/16 ",
    "1 / 16",
  ])("rejects %j as a share of the rate limit", (share) =>
    expect(problem({ EDGE_BASE_URL: BASE, EDGE_RATE_SHARE: share })).toBe(
      `EDGE_RATE_SHARE is '${share}', which is no share of the rate limit. Write 1/N, where N is the number of stacks that run at the ` +
        "same time on all machines, from 1 to 1000, such as 1/16. Without the setting, a process may use the whole limit.",
    ),
  );

  it("treats an empty variable as unset", () =>
    expect(
      resolve({ EDGE_API_TOKEN: "", EDGE_BASE_URL: "" }, { "edge:apiToken": "t", "edge:baseUrl": BASE }),
    ).toMatchObject({ baseUrl: BASE, credential: { source: "stack configuration edge:apiToken" } }));

  it("defaults the vendor to cloudflare", () =>
    expect(resolve({ EDGE_BASE_URL: BASE }).vendor).toBe("cloudflare"));

  it("resolves without a credential, for calls that need none", () =>
    expect(resolve({ EDGE_BASE_URL: BASE }).credential).toBeUndefined());

  it("needs no base URL if only the gateway is set", () =>
    expect(resolve({ EDGE_GATEWAY_URL: "http://gateway.example.com" })).toMatchObject({
      baseUrl: undefined,
      gatewayUrl: "http://gateway.example.com",
    }));

  describe("choosing the credential", () => {
    const base = { EDGE_BASE_URL: BASE };

    it("prefers the token if one source has both kinds", () =>
      expect(
        resolve({ ...base, EDGE_API_TOKEN: "t", EDGE_EMAIL: "a@b.c", EDGE_API_KEY: "k" }).credential,
      ).toMatchObject({ kind: "token" }));

    it("prefers the environment's key to the configuration's token", () =>
      expect(
        resolve({ ...base, EDGE_EMAIL: "a@b.c", EDGE_API_KEY: "k" }, { "edge:apiToken": "t" }).credential,
      ).toMatchObject({ kind: "key", source: "EDGE_API_KEY" }));

    it("combines an email from the configuration with a key from the environment", () =>
      expect(resolve({ ...base, EDGE_API_KEY: "k" }, { "edge:email": "a@b.c" }).credential).toEqual({
        kind: "key",
        email: "a@b.c",
        apiKey: "k",
        source: "EDGE_API_KEY",
      }));

    it("uses the token if the other pair is incomplete", () =>
      expect(resolve({ ...base, EDGE_API_KEY: "k" }, { "edge:apiToken": "t" }).credential).toMatchObject({
        kind: "token",
      }));

    it("reports which half of a pair is missing", () => {
      expect(problem({ ...base, EDGE_API_KEY: "canary" })).toBe(
        "EDGE_API_KEY is set, but its email is not. " +
          "Set edge:email (EDGE_EMAIL), or use a token: edge:apiToken (EDGE_API_TOKEN).",
      );
      expect(problem(base, { "edge:email": "a@b.c" })).toContain("its API key is not");
    });
  });

  describe("preset cloudflare", () => {
    const env = {
      CLOUDFLARE_API_TOKEN: "cf-token",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    };

    it("sets base URL and vendor, and enables the vendor's variables", () =>
      expect(resolve({ ...env, EDGE_PRESET: "cloudflare" })).toEqual({
        baseUrl: "https://api.cloudflare.com/client/v4",
        gatewayUrl: undefined,
        vendor: "cloudflare",
        accountId: ACCOUNT,
        credential: { kind: "token", token: "cf-token", source: "CLOUDFLARE_API_TOKEN" },
        name: undefined,
      }));

    it("may be set by the stack's configuration", () =>
      expect(resolve(env, { "edge:preset": "cloudflare" }).credential).toMatchObject({ token: "cf-token" }));

    it("reads the vendor's email and key", () =>
      expect(
        resolve({ EDGE_PRESET: "cloudflare", CLOUDFLARE_EMAIL: "a@b.c", CLOUDFLARE_API_KEY: "k" }).credential,
      ).toEqual({ kind: "key", email: "a@b.c", apiKey: "k", source: "CLOUDFLARE_API_KEY" }));

    it("gives EDGE_* variables precedence and reads the stack's configuration last", () => {
      const config = { "edge:preset": "cloudflare", "edge:apiToken": "config" };
      expect(resolve({ ...env, EDGE_API_TOKEN: "own" }, config).credential).toMatchObject({ token: "own" });
      expect(resolve(env, config).credential).toMatchObject({ token: "cf-token" });
    });

    it("keeps an explicit base URL", () =>
      expect(resolve({ EDGE_PRESET: "cloudflare", EDGE_BASE_URL: BASE }).baseUrl).toBe(BASE));

    it("is required for the vendor's variables", () =>
      expect(resolve({ ...env, EDGE_BASE_URL: BASE })).toMatchObject({
        credential: undefined,
        accountId: undefined,
      }));

    it("is named where a base URL is set and only the vendor's variable has a credential", () => {
      const hint = (variables: typeof env | Record<string, string>) =>
        missingCredentialHint(resolve({ ...variables, EDGE_BASE_URL: BASE }));
      expect(hint(env)).toBe(
        "CLOUDFLARE_API_TOKEN is set, and read only with EDGE_PRESET=cloudflare, so that it is sent to no other host. Set EDGE_API_TOKEN, " +
          "or `pulumi config set --secret edge:apiToken`; or the pair EDGE_EMAIL and EDGE_API_KEY (edge:email, edge:apiKey).",
      );
      expect(hint({ CLOUDFLARE_ACCOUNT_ID: ACCOUNT })).toMatch(/^Set EDGE_API_TOKEN/);
    });

    it("rejects other presets", () =>
      expect(problem({ EDGE_PRESET: "fastly" })).toBe(
        "EDGE_PRESET names the unknown preset 'fastly'. Available presets: cloudflare.",
      ));

    it("is not found on Object.prototype", () =>
      expect(problem({ EDGE_PRESET: "constructor" })).toContain("unknown preset"));
  });

  describe("invalid settings", () => {
    it("reports a missing base URL", () =>
      expect(problem({ EDGE_API_TOKEN: "canary" })).toBe(
        "edge:baseUrl (EDGE_BASE_URL) is not set. For the hosted API, set EDGE_PRESET=cloudflare (`pulumi config set edge:preset " +
          "cloudflare`). For another API, set EDGE_BASE_URL to its base URL, which ends with /client/v4.",
      ));

    it.each(["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_EMAIL", "CLOUDFLARE_API_KEY"])(
      "says that %s is read only with the preset",
      (name) =>
        expect(problem({ [name]: "canary" })).toBe(
          `edge:baseUrl (EDGE_BASE_URL) is not set. ${name} is read only with the preset: set EDGE_PRESET=cloudflare (\`pulumi ` +
            "config set edge:preset cloudflare`). For another API, set EDGE_BASE_URL to its base URL, which ends with /client/v4.",
        ),
    );

    it("names the key with an invalid URL", () => {
      expect(problem({}, { "edge:baseUrl": "https://canary@host/client/v4" })).toContain(
        "stack configuration edge:baseUrl contains a user name or password",
      );
      expect(problem({ EDGE_GATEWAY_URL: "https://host?canary" })).toContain(
        "EDGE_GATEWAY_URL contains a query",
      );
    });

    it("rejects plain http to another machine only with a credential", () => {
      expect(resolve({ EDGE_BASE_URL: "http://edge.example.com/client/v4" }).credential).toBeUndefined();
      expect(
        problem({ EDGE_BASE_URL: "http://edge.example.com/client/v4", EDGE_API_TOKEN: "canary" }),
      ).toContain("in plain text");
    });

    it.each([
      ["canary-token\n", "character 13 of 13 is a line break. Copy it again"],
      ["canary token", "character 7 of 12 is a space"],
      ["Bearer canary", "is a space. Set the token without the word Bearer"],
      ["canary\u0000", "is a control character"],
      ["canary\u2011token", "is not ASCII"],
    ])("refuses %j as a token", (token, what) =>
      expect(problem({ EDGE_BASE_URL: BASE, EDGE_API_TOKEN: token })).toContain(what),
    );

    it("refuses an email without an @", () =>
      expect(problem({ EDGE_BASE_URL: BASE, EDGE_API_KEY: "k", EDGE_EMAIL: "canary" })).toBe(
        "EDGE_EMAIL is not an email address: it contains no @",
      ));

    it("rejects a vendor that is invalid in a resource key", () =>
      expect(problem({ EDGE_BASE_URL: BASE, EDGE_VENDOR: "com.acme" })).toContain(
        "EDGE_VENDOR is 'com.acme', which is not valid in a resource key",
      ));

    it("rejects an invalid account id without showing it", () =>
      expect(problem({ EDGE_BASE_URL: BASE, EDGE_ACCOUNT_ID: "canary" })).toContain(
        "EDGE_ACCOUNT_ID is not an account id: it has 6 characters",
      ));
  });
});
