import { messageWithAnswer } from "../../../../provider/client";
import type { FailedCall } from "../../../../provider/client/answers/call-errors";
import { answer, call, errorOf, read, refusal, TOKEN } from "./sample-call";

describe("a refusal in the envelope", () => {
  it.each([
    [400, 20004, "InvalidRequestError"],
    [409, 1234, "InvalidRequestError"],
    [422, 1234, "InvalidRequestError"],
    [401, 1000, "AuthenticationError"],
    [401, 4711, "AuthenticationError"],
    [400, 6003, "AuthenticationError"],
    [400, 6111, "AuthenticationError"],
    [400, 9106, "AuthenticationError"],
    [400, 9103, "AuthenticationError"],
    [403, 9103, "AuthenticationError"],
    [403, 9109, "PermissionError"],
    [403, 10000, "PermissionError"],
    [404, 10003, "NotFoundError"],
    [404, 7003, "NotFoundError"],
    [400, 7003, "NotFoundError"],
    [404, 7001, "InvalidRequestError"],
    [408, 1, "TimeoutError"],
    [429, 971, "RateLimitError"],
    [500, 1, "ServerError"],
    [503, 1, "ServerError"],
    [200, 1, "InvalidRequestError"],
  ])("with status %i and code %i is %s", (status, code, name) =>
    expect(errorOf(refusal(status, { code, message: "no" }))).toMatchObject({ name, status, code }),
  );

  it("recognizes a code that is a string", () =>
    expect(errorOf(refusal(400, { code: "7003", message: "no" }))).toMatchObject({
      name: "NotFoundError",
      code: "7003",
    }));

  it("needs no code", () =>
    expect(errorOf(refusal(403, { message: "request is not authorized" }))).toMatchObject({
      name: "PermissionError",
      code: undefined,
    }));

  it("is classified by its status, even if the envelope reports success", () =>
    expect(errorOf(answer(409, { result: {}, success: true, errors: [], messages: [] }))).toMatchObject({
      name: "InvalidRequestError",
      status: 409,
    }));

  it("needs no result", () =>
    expect(
      errorOf(answer(403, { success: false, errors: [{ code: 10000, message: "Authentication error" }] })),
    ).toMatchObject({ name: "PermissionError", code: 10000 }));

  it("needs no errors", () =>
    expect(
      messageWithAnswer(errorOf(answer(400, { result: null, success: false, errors: null, messages: null }))),
    ).toBe("PUT /zones/z/rulesets/r: refused with 400: no reason given"));

  it("reports code, pointer and text", () => {
    const error = errorOf(
      refusal(400, {
        code: 20217,
        message: "'zone' is not a valid value for kind",
        source: { pointer: "/kind" },
      }),
    );
    expect(messageWithAnswer(error)).toBe(
      "PUT /zones/z/rulesets/r: refused with 400, code 20217, at /kind: 'zone' is not a valid value for kind",
    );
    expect(error).toMatchObject({
      method: "PUT",
      path: "/zones/z/rulesets/r",
      status: 400,
      code: 20217,
      pointer: "/kind",
      serverMessage: "'zone' is not a valid value for kind",
      outcome: "refused",
    });
  });

  it("reports the cause in the error chain", () => {
    const error = errorOf(
      refusal(400, {
        code: 6003,
        message: "Invalid request headers",
        error_chain: [{ code: 6111, message: "Invalid format for Authorization header" }],
      }),
    );
    expect(error.serverMessage).toBe("Invalid request headers: Invalid format for Authorization header");
  });

  it("reports all errors", () =>
    expect(
      errorOf(refusal(404, { code: 7003, message: "Could not route" }, { code: 7000, message: "No route" })),
    ).toMatchObject({ code: 7003, serverMessage: "Could not route; No route" }));

  it("puts a code frame on its own lines", () => {
    const picture = "Filter parsing error (1:1):\nip.srcc eq 1\n^^^^^^^ unknown identifier\n";
    const error = errorOf(refusal(400, { message: picture }));
    expect(messageWithAnswer(error)).toBe(`PUT /zones/z/rulesets/r: refused with 400:\n${picture}`);
    expect(error.serverMessage).toBe(picture);
  });

  it("does not report an unknown route as a missing object if the base URL may be wrong", () =>
    expect(
      errorOf(refusal(404, { code: 7003, message: "Could not route" }), { ...call, atApi: false }),
    ).toMatchObject({
      name: "InvalidRequestError",
      hint:
        "The base URL does not end with /client/v4: correct edge:baseUrl (EDGE_BASE_URL), for example to " +
        `${call.origin}/client/v4.`,
    }));

  it("reports the number of attempts", () =>
    expect(errorOf(refusal(503, { message: "busy" }), { ...call, attempts: 4 }).message).toContain(
      "PUT /zones/z/rulesets/r (tried 4 times): refused with 503",
    ));

  it("reports how long the API asks to wait", () =>
    expect(
      errorOf(
        answer(429, { result: null, success: false, errors: [], messages: [] }, { "retry-after": "240" }),
      ).hint,
    ).toBe("The API asks to wait 240 s."));

  it("reports an unknown outcome of a write only after a server error", () => {
    expect(errorOf(refusal(500, { message: "oops" }))).toMatchObject({ outcome: "unknown" });
    expect(errorOf(refusal(500, { message: "oops" }), read)).toMatchObject({ outcome: "refused" });
    expect(errorOf(refusal(400, { message: "no" }))).toMatchObject({ outcome: "refused" });
  });
});

describe("a refusal after an attempt whose response was lost", () => {
  it("reports an unknown outcome of a write", () =>
    expect(errorOf(refusal(400, { message: "no" }), { ...call, attempts: 2, lost: true }).outcome).toBe(
      "unknown",
    ));

  it("reports a refused outcome of a read", () =>
    expect(errorOf(refusal(400, { message: "no" }), { ...read, attempts: 2, lost: true }).outcome).toBe(
      "refused",
    ));
});

describe("hints about the credential", () => {
  const wrong = refusal(401, { code: 1000, message: "Invalid API Token" });
  const from = (source: string): FailedCall => ({
    ...call,
    credential: { kind: "token", token: TOKEN, source },
  });

  it("name the source", () =>
    expect(errorOf(wrong).hint).toBe("The credential from EDGE_API_TOKEN is not accepted."));

  it.each([
    ["stack configuration edge:apiToken", "EDGE_API_TOKEN"],
    ["connection 'prod' (stack configuration edge:connections, apiToken)", "EDGE_CONNECTIONS"],
  ])("say what to do if the engine may use an old configuration: %s", (source, variable) =>
    expect(errorOf(wrong, from(source)).hint).toBe(
      `The credential from ${source} is not accepted. The engine runs refresh and destroy with the configuration of the last ` +
        `\`pulumi up\`. If it has changed since, run \`pulumi up\`, add --run-program, or set ${variable}.`,
    ),
  );

  it("say that the token may be unknown, and that account-owned tokens cannot call /user", () => {
    const denied = refusal(403, { code: 9109, message: "Invalid access token" });
    expect(errorOf(denied).hint).toBe(
      "The credential from EDGE_API_TOKEN is not permitted to do this, or is unknown to the API.",
    );
    expect(errorOf(denied, { ...call, path: "/user/tokens" }).hint).toContain(
      "Account-owned tokens cannot call /user.",
    );
  });
});

describe("a credential that the server repeats", () => {
  it("is redacted in every member of the error", () => {
    const error = errorOf(
      refusal(400, {
        code: `x${TOKEN}`,
        message: `the token ${TOKEN} is bad`,
        source: { pointer: `/${TOKEN}` },
        error_chain: [{ message: TOKEN }],
      }),
    );
    expect(`${messageWithAnswer(error)} ${error.stack} ${JSON.stringify(error)}`).not.toContain(TOKEN);
    expect(error.serverMessage).toBe("the token [secret] is bad: [secret]");
  });

  it("is also redacted in pieces of eight characters", () => {
    const error = errorOf(
      refusal(400, { message: `it begins with ${TOKEN.slice(0, 8)}, and ends with ${TOKEN.slice(-9)}` }),
    );
    expect(error.serverMessage).toBe("it begins with [secret], and ends with [secret]");
  });

  it("is also redacted if it is an API key", () => {
    const of: FailedCall = {
      ...call,
      credential: { kind: "key", email: "a@b.c", apiKey: TOKEN, source: "EDGE_API_KEY" },
    };
    expect(errorOf(refusal(400, { message: TOKEN }), of).message).not.toContain(TOKEN);
  });
});
