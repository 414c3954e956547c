import { z } from "zod";
import { operations } from "../../../../provider/api/operations";
import { openAnswer } from "../../../../provider/client/answers/open-answer";
import { answer, anything, call, errorOf, read } from "./sample-call";

describe("a successful response", () => {
  it("returns its result and page information", () =>
    expect(
      openAnswer(
        call,
        answer(200, { result: [1], success: true, errors: [], messages: [], result_info: { page: 1 } }),
        anything,
      ),
    ).toEqual({ result: [1], info: { page: 1 } }));

  it("may have null errors and messages", () =>
    expect(
      openAnswer(call, answer(200, { result: 1, success: true, errors: null, messages: null }), anything),
    ).toEqual({ result: 1, info: undefined }));

  it("may have no body if none is expected", () =>
    expect(openAnswer(call, answer(204, ""), { result: z.undefined(), empty: true })).toEqual({
      result: undefined,
      info: undefined,
    }));

  it("keeps members that the schema does not know", () => {
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
    });
    expect(opened.result).toEqual(result);
  });

  it("is rejected if its result does not match the schema; the error names the path and no value", () => {
    const result = {
      id: "t",
      name: "n",
      status: "active",
      policies: [{ effect: "canary-secret" }],
      value: "canary-secret",
    };
    const error = errorOf(answer(200, { result, success: true, errors: [], messages: [] }), call, {
      result: operations.createToken.result,
    });
    expect(error).toMatchObject({ name: "UnexpectedAnswerError", status: 200, outcome: "unknown" });
    expect(error.message).toContain("result.policies[0].effect: ");
    expect(error.message).not.toContain("canary");
  });

  it("is rejected without a body if one is expected", () =>
    expect(errorOf(answer(200, ""), read, { result: operations.getUser.result }).message).toBe(
      "GET /zones/z/rulesets/r: the response (200) has an unexpected form: result: Invalid input: " +
        "expected object, received undefined. Check that https://edge.example.com is this API.",
    ));
});

describe("a response without the envelope", () => {
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
