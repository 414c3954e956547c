/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

const byQuery = (expression: string, headers?: Record<string, string>) =>
  platform.api("GET", `/filters/validate-expr?expression=${encodeURIComponent(expression)}`, {
    ...(headers && { headers }),
  });
const byBody = (expression: string) =>
  platform.api("POST", "/filters/validate-expr", { body: { expression } });

const VALID = { result: null, success: true, errors: [], messages: [] };
const failure = (message: unknown) => ({
  result: null,
  success: false,
  errors: [{ message }],
  messages: null,
});

describe("the validation of filter expressions", () => {
  it("answers success for a valid expression, by GET and POST", async () => {
    for (const answer of [await byQuery("ip.src eq 192.0.2.1"), await byBody("ip.src eq 192.0.2.1")]) {
      expect([answer.status, answer.body]).toEqual([200, VALID]);
    }
  });

  it("answers the documented text for an invalid address, without a code", async () => {
    const message =
      "Filter parsing error:\n`ip.src==34`\n         ^^ couldn't parse address in network: invalid IP address syntax\n";
    for (const answer of [await byQuery("ip.src==34"), await byBody("ip.src==34")]) {
      expect([answer.status, answer.body]).toEqual([400, failure(message)]);
    }
  });

  it("answers the documented reason for a prefix length that is too large", async () => {
    const answer = await byBody("ip.src in {2405:8100::/2000}");
    expect(answer.body.errors[0].message).toContain("number too large to fit in target type");
  });

  it("accepts email and key", async () => {
    const headers = { "X-Auth-Email": platform.email, "X-Auth-Key": platform.apiKey };
    expect((await byQuery("true", headers)).body).toEqual(VALID);
  });

  it.each(["", "   "])("refuses the blank expression '%s'", async (expression) => {
    const answer = await byBody(expression);
    expect([answer.status, answer.body]).toEqual([400, failure(expect.stringContaining("blank"))]);
  });

  it("refuses an expression of 4,097 characters", async () => {
    expect((await byBody(`http.host eq "${"x".repeat(4083)}"`)).status).toBe(400);
  });

  it("refuses a request without an expression", async () => {
    const refused = failure("Invalid value for expression: it is required");
    for (const answer of [
      await platform.api("GET", "/filters/validate-expr"),
      await platform.api("POST", "/filters/validate-expr", { body: {} }),
    ]) {
      expect([answer.status, answer.body]).toEqual([400, refused]);
    }
  });
});
