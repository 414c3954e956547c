import { z } from "zod";
import { operations } from "../../../../provider/api/operations";
import { EdgeError, messageWithAnswer, messageWithoutAnswer } from "../../../../provider/client";
import { openAnswer } from "../../../../provider/client/answers/open-answer";
import type { FailedCall } from "../../../../provider/client/answers/call-errors";
import type { WireAnswer } from "../../../../provider/client/queue/transport";

const TOKEN = "canary-Token_0123456789";
const call: FailedCall = {
  method: "PUT",
  path: "/zones/z/rulesets/r",
  origin: "https://edge.example.com",
  atApi: true,
  credential: { kind: "token", token: TOKEN, source: "EDGE_API_TOKEN" },
  attempts: 1,
  lost: false,
  reads: false,
  now: Date.parse("2030-01-01T00:00:00Z"),
};
const read: FailedCall = { ...call, method: "GET", reads: true };
const anything: { result: z.ZodType; empty: boolean } = { result: z.unknown(), empty: false };

function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  return { status, headers, text: typeof body === "string" ? body : JSON.stringify(body) };
}

const refusal = (status: number, ...errors: object[]): WireAnswer =>
  answer(status, { result: null, success: false, errors, messages: [] });

/** The error's own facts, without stack. */
function errorOf(given: WireAnswer, of: FailedCall = call, expected = anything): EdgeError {
  try {
    openAnswer(of, given, expected);
  } catch (error) {
    if (error instanceof EdgeError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("an answer that tells of success", () => {
  it("gives its result and what it says of pages", () =>
    expect(
      openAnswer(
        call,
        answer(200, { result: [1], success: true, errors: [], messages: [], result_info: { page: 1 } }),
        anything,
      ),
    ).toEqual({ result: [1], info: { page: 1 } }));

  it("may hold null for errors and messages", () =>
    expect(
      openAnswer(call, answer(200, { result: 1, success: true, errors: null, messages: null }), anything),
    ).toEqual({ result: 1, info: undefined }));

  it("may have no body at all where none is expected", () =>
    expect(openAnswer(call, answer(204, ""), { result: z.undefined(), empty: true })).toEqual({
      result: undefined,
      info: undefined,
    }));

  it("keeps members that no schema knows", () => {
    const result = {
      id: "r",
      name: "default",
      kind: "zone",
      version: "1",
      phase: "http_ratelimit",
      new_member: { a: 1 },
    };
    const opened = openAnswer(call, answer(200, { result, success: true, errors: [], messages: [] }), {
      result: operations.getRuleset.result,
      empty: false,
    });
    expect(opened.result).toEqual(result);
  });

  it("is not believed when its result is not what the operation answers; the place is named and nothing shown", () => {
    const result = {
      id: "t",
      name: "n",
      status: "active",
      policies: [{ effect: "canary-secret" }],
      value: "canary-secret",
    };
    const error = errorOf(answer(200, { result, success: true, errors: [], messages: [] }), call, {
      result: operations.createToken.result,
      empty: false,
    });
    expect(error).toMatchObject({ name: "UnexpectedAnswerError", status: 200, outcome: "unknown" });
    expect(error.message).toContain("result.policies[0].effect: ");
    expect(error.message).not.toContain("canary");
  });

  it("is not believed without a body where one is expected", () =>
    expect(errorOf(answer(200, ""), read, { result: operations.getUser.result, empty: false }).message).toBe(
      "GET /zones/z/rulesets/r: the response (200) has an unexpected form: result: Invalid input: " +
        "expected object, received undefined. Check that https://edge.example.com is this API.",
    ));
});

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

  it("knows a code that is written as a string", () =>
    expect(errorOf(refusal(400, { code: "7003", message: "no" }))).toMatchObject({
      name: "NotFoundError",
      code: "7003",
    }));

  it("needs no code", () =>
    expect(errorOf(refusal(403, { message: "request is not authorized" }))).toMatchObject({
      name: "PermissionError",
      code: undefined,
    }));

  it("counts by its status, whatever the envelope says of success", () =>
    expect(errorOf(answer(409, { result: {}, success: true, errors: [], messages: [] }))).toMatchObject({
      name: "InvalidRequestError",
      status: 409,
    }));

  it("needs no result", () =>
    expect(
      errorOf(answer(403, { success: false, errors: [{ code: 10000, message: "Authentication error" }] })),
    ).toMatchObject({ name: "PermissionError", code: 10000 }));

  it("needs no reason either", () =>
    expect(
      messageWithAnswer(errorOf(answer(400, { result: null, success: false, errors: null, messages: null }))),
    ).toBe("PUT /zones/z/rulesets/r: refused with 400: no reason given"));

  it("tells code, place and text", () => {
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

  it("tells the cause that stands in the chain", () => {
    const error = errorOf(
      refusal(400, {
        code: 6003,
        message: "Invalid request headers",
        error_chain: [{ code: 6111, message: "Invalid format for Authorization header" }],
      }),
    );
    expect(error.serverMessage).toBe("Invalid request headers: Invalid format for Authorization header");
  });

  it("tells all errors when there are several", () =>
    expect(
      errorOf(refusal(404, { code: 7003, message: "Could not route" }, { code: 7000, message: "No route" })),
    ).toMatchObject({ code: 7003, serverMessage: "Could not route; No route" }));

  it("keeps a picture of several lines whole, below the head", () => {
    const picture = "Filter parsing error (1:1):\nip.srcc eq 1\n^^^^^^^ unknown identifier\n";
    const error = errorOf(refusal(400, { message: picture }));
    expect(messageWithAnswer(error)).toBe(`PUT /zones/z/rulesets/r: refused with 400:\n${picture}`);
    expect(error.serverMessage).toBe(picture);
  });

  it("does not take an unknown route for a missing object where the base URL may be wrong", () =>
    expect(
      errorOf(refusal(404, { code: 7003, message: "Could not route" }), { ...call, atApi: false }),
    ).toMatchObject({
      name: "InvalidRequestError",
      hint: "The base URL does not end with /client/v4.",
    }));

  it("says how often it was tried", () =>
    expect(errorOf(refusal(503, { message: "busy" }), { ...call, attempts: 4 }).message).toContain(
      "PUT /zones/z/rulesets/r (tried 4 times): refused with 503",
    ));

  it("says how long the API asks to wait", () =>
    expect(
      errorOf(
        answer(429, { result: null, success: false, errors: [], messages: [] }, { "retry-after": "240" }),
      ).hint,
    ).toBe("The API asks to wait 240 s."));

  it("leaves open whether a write was carried out when the server failed, and only then", () => {
    expect(errorOf(refusal(500, { message: "oops" }))).toMatchObject({ outcome: "unknown" });
    expect(errorOf(refusal(500, { message: "oops" }), read)).toMatchObject({ outcome: "refused" });
    expect(errorOf(refusal(400, { message: "no" }))).toMatchObject({ outcome: "refused" });
  });
});

describe("a refusal after a try whose answer was lost", () => {
  it("leaves open whether a write was carried out", () =>
    expect(errorOf(refusal(400, { message: "no" }), { ...call, attempts: 2, lost: true }).outcome).toBe(
      "unknown",
    ));

  it("has nothing to leave open for a read", () =>
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

  it("name where it came from", () =>
    expect(errorOf(wrong).hint).toBe("The credential from EDGE_API_TOKEN is not accepted."));

  it.each([
    ["stack configuration edge:apiToken", "EDGE_API_TOKEN"],
    ["connection 'prod' (stack configuration edge:connections, apiToken)", "EDGE_CONNECTIONS"],
  ])("name the cure where the engine may hand over an old configuration: %s", (source, variable) =>
    expect(errorOf(wrong, from(source)).hint).toBe(
      `The credential from ${source} is not accepted. The engine runs refresh and destroy with the configuration of the last ` +
        `\`pulumi up\`. If it has changed since, run \`pulumi up\`, add --run-program, or set ${variable}.`,
    ),
  );

  it("tell that a refusal may mean an unknown token, and that accounts' tokens cannot use /user", () => {
    const denied = refusal(403, { code: 9109, message: "Invalid access token" });
    expect(errorOf(denied).hint).toBe(
      "The credential from EDGE_API_TOKEN is not permitted to do this, or is unknown to the API.",
    );
    expect(errorOf(denied, { ...call, path: "/user/tokens" }).hint).toContain(
      "Account-owned tokens cannot call /user.",
    );
  });
});

describe("an answer that is not the API's", () => {
  const html = "<!DOCTYPE html><title>522</title>";

  it.each([
    [522, html, "ServerError", "an HTML page"],
    [502, "", "ServerError", "an empty body"],
    [401, html, "AuthenticationError", "an HTML page"],
    [429, "slow down", "RateLimitError", "a body that is not JSON"],
    [200, html, "UnexpectedAnswerError", "an HTML page"],
    [403, html, "UnexpectedAnswerError", "an HTML page"],
    [404, html, "UnexpectedAnswerError", "an HTML page"],
    [302, html, "UnexpectedAnswerError", "an HTML page, a redirect to another address"],
    [404, { error: "not found" }, "UnexpectedAnswerError", "JSON without the API's envelope (success: "],
    [200, [1], "UnexpectedAnswerError", "JSON without the API's envelope (the whole body: "],
  ])("with status %i and %j is %s", (status, body, name, found) => {
    const error = errorOf(answer(status, body));
    expect(error).toMatchObject({ name, status });
    expect(error.message).toContain(`the response is ${status} with ${found}`);
  });

  it("is not quoted", () => {
    const error = errorOf(answer(200, "<html>canary</html>"));
    expect(`${error.message} ${JSON.stringify(error)}`).not.toContain("canary");
  });
});

describe("a credential that the server repeats", () => {
  it("is taken out of every member of the error", () => {
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

  it("is taken out in pieces of eight characters too", () => {
    const error = errorOf(
      refusal(400, { message: `it begins with ${TOKEN.slice(0, 8)}, and ends with ${TOKEN.slice(-9)}` }),
    );
    expect(error.serverMessage).toBe("it begins with [secret], and ends with [secret]");
  });

  it("is taken out when it is a key, too", () => {
    const of: FailedCall = {
      ...call,
      credential: { kind: "key", email: "a@b.c", apiKey: TOKEN, source: "EDGE_API_KEY" },
    };
    expect(errorOf(refusal(400, { message: TOKEN }), of).message).not.toContain(TOKEN);
  });
});

describe("the message of an error", () => {
  const quoted = refusal(422, { code: "canary-code", message: "canary", source: { pointer: "/canary" } });

  it("holds nothing of what the API says, in whichever other message it ends", () => {
    const error = errorOf(quoted);
    expect(error.message).toBe("PUT /zones/z/rulesets/r: refused with 422");
    expect(`${error.message} ${String(error)} ${error.stack}`).not.toContain("canary");
  });

  it("says that the API's text is not shown where somebody asks for it without", () => {
    expect(messageWithoutAnswer(errorOf(quoted))).toBe(
      "PUT /zones/z/rulesets/r: refused with 422: (not shown, since the API may quote a secret argument). " +
        "The request is invalid: correct the arguments.",
    );
    expect(messageWithAnswer(errorOf(quoted))).toBe(
      "PUT /zones/z/rulesets/r: refused with 422, code canary-code, at /canary: canary",
    );
  });

  it("keeps the hint at its end in each form", () => {
    const error = errorOf(refusal(403, { code: 10000, message: "canary" }));
    const hint = /The credential from EDGE_API_TOKEN/;
    for (const text of [error.message, messageWithAnswer(error), messageWithoutAnswer(error)])
      expect(text).toMatch(hint);
  });

  it.each([
    [400, "correct the arguments"],
    [404, "run `pulumi refresh`"],
    [429, "try again later"],
    [500, "check before sending it again"],
  ])("without the API's text still says what to do about %i", (status, step) =>
    expect(messageWithoutAnswer(errorOf(refusal(status, { message: "canary" })))).toContain(step),
  );

  it("of another kind is told as it is", () => {
    const error = new Error("as it is");
    expect([messageWithAnswer(error), messageWithoutAnswer(error)]).toEqual(["as it is", "as it is"]);
  });
});
