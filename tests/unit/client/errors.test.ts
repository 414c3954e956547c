import { messageWithAnswer, messageWithoutAnswer } from "../../../provider/client";
import { errorOf, refusal } from "./answers/sample-call";

describe("the message of an error", () => {
  const quoted = refusal(422, { code: "canary-code", message: "canary", source: { pointer: "/canary" } });

  it("contains no text of the API", () => {
    const error = errorOf(quoted);
    expect(error.message).toBe("PUT /zones/z/rulesets/r: refused with 422");
    expect(`${error.message} ${String(error)} ${error.stack}`).not.toContain("canary");
  });

  it("replaces the API's text with a note in messageWithoutAnswer", () => {
    expect(messageWithoutAnswer(errorOf(quoted))).toBe(
      "PUT /zones/z/rulesets/r: refused with 422: (not shown, since the API may quote a secret argument). " +
        "The request is invalid: correct the arguments.",
    );
    expect(messageWithAnswer(errorOf(quoted))).toBe(
      "PUT /zones/z/rulesets/r: refused with 422, code canary-code, at /canary: canary",
    );
  });

  it("ends with the hint in each form", () => {
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
  ])("without the API's text says what to do about %i", (status, step) =>
    expect(messageWithoutAnswer(errorOf(refusal(status, { message: "canary" })))).toContain(step),
  );

  it("of another error class is unchanged", () => {
    const error = new Error("as it is");
    expect([messageWithAnswer(error), messageWithoutAnswer(error)]).toEqual(["as it is", "as it is"]);
  });
});
