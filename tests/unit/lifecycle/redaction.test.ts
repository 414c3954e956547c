import { InvalidRequestError, type ConnectionSettings } from "../../../provider/client";
import {
  LifecycleError,
  PartialFailure,
  reasons,
  redaction,
  type Properties,
} from "../../../provider/lifecycle";
import { redactingBy } from "../../../provider/redaction";

const TOKEN = "Zt0k3n-of-the-connection";
const EXPRESSION = 'http.host eq "q3v9x7z1.example"';
const settings = (connection?: string): ConnectionSettings => ({
  baseUrl: undefined,
  gatewayUrl: undefined,
  vendor: "cloudflare",
  accountId: undefined,
  name: undefined,
  credential:
    connection === "by-key"
      ? { kind: "key", email: "ada@example.com", apiKey: "Zk3y-of-another", source: "the test" }
      : { kind: "token", token: TOKEN, source: "the test" },
});
const shown = (text: string, ...given: Properties[]) => redaction({ settings }, given).redact(text).text;
const rule = {
  ref: "block-hosts",
  after: "block-first",
  action: "managed_challenge",
  expression: EXPRESSION,
};

describe("the messages of a call with secrets", () => {
  it("contain nothing of a secret argument, but the names of rules and actions", () => {
    const given = {
      rules: { "block-hosts": rule },
      secretInputs: ["rules"],
      __secretMembers: { "block-hosts": ["expression"] },
    };
    expect(
      shown(
        `rule "block-hosts" after "block-first" (managed_challenge): ${EXPRESSION}, ${EXPRESSION.slice(9, 20)}`,
        given,
      ),
    ).toBe('rule "block-hosts" after "block-first" (managed_challenge): [secret], [secret]');
  });

  it("name rules by their position if rules is secret as a whole", () => {
    const first = { ref: "hidden-first", action: "log", expression: EXPRESSION };
    const rules = { "hidden.*": { ...first, after: "hidden-first" }, "hidden-first": first };
    expect(
      shown('rules["hidden.*"].action: changed "hidden.*" after "hidden-first~a/b~1", not "hiddenx"', {
        rules,
        secretInputs: ["rules"],
      }),
    ).toBe('rules[1].action: changed rules[1] after rules[0], not "hiddenx"');
  });

  it("contain no key of a secret map, such as a resource key or the name of a header", () => {
    const given = {
      secretInputs: ["policies", "rules"],
      policies: [{ effect: "allow", resources: { "zone.hidden-key": { "inner-hidden-key": "*" } } }],
      rules: {
        one: {
          action: "rewrite",
          actionParameters: { headers: { "x-hidden-header": { operation: "remove" } } },
        },
      },
    };
    const text = shown(
      'policies[0].resources["zone.hidden-key"]["inner-hidden-key"], headers.x-hidden-header',
      given,
    );
    expect(text).not.toContain("hidden");
    expect(text).toContain("policies[0].resources");
  });

  it("contain arguments that are not secret", () =>
    expect(shown(EXPRESSION, { expression: EXPRESSION }, {})).toBe(EXPRESSION));

  it("contain no value of a token, whichever property has it", () =>
    expect(shown("it is Zv4lu3-of-a-token.", {}, { value: "Zv4lu3-of-a-token" })).toBe("it is [secret]."));

  it("contain no credential of the connection", () => {
    expect(shown(`Bearer ${TOKEN}`, {})).toBe("Bearer [secret]");
    expect(shown("Zk3y-of-another, of ada@example.com", { connection: "by-key" })).toBe(
      "[secret], of ada@example.com",
    );
  });

  it("are printed even if the settings of the connection are unusable", () => {
    const unusable = {
      settings: () => {
        throw new Error("there is no such connection");
      },
    };
    expect(redaction(unusable, [{ value: "Zv4lu3-of-a-token" }]).redact("Zv4lu3-of-a-token").text).toBe(
      "[secret]",
    );
  });
});

describe("the reason of a failed call", () => {
  const refused = new InvalidRequestError("POST /x: refused with 400", { serverMessage: "says the API" });
  const told = (error: unknown, ...given: Properties[]) =>
    redactingBy(redaction({ settings }, given), () => reasons(error).map(({ text }) => text));

  it("quotes the API if no argument is secret", () => {
    expect(told(refused, {})).toEqual(["POST /x: refused with 400: says the API"]);
    expect(told(new PartialFailure("id", {}, "It is not done", refused), {})).toEqual([
      "It is not done: POST /x: refused with 400: says the API",
    ]);
  });

  it("does not quote the API if an argument was or will be secret, whichever error contains the text", () => {
    const errors = [
      refused,
      new PartialFailure("id", {}, "It is not done", refused),
      new LifecycleError(`It is not done: ${refused.message}`),
      new Error(String(refused), { cause: refused }),
    ];
    for (const given of [
      [{}, { secretInputs: ["rules"] }],
      [{ secretInputs: ["rules"] }, {}],
    ])
      for (const error of errors) {
        const [reason] = told(error, ...given);
        expect(reason).toContain("POST /x: refused with 400");
        expect(reason).not.toContain("says the API");
      }
  });

  it("is also given for a value that is not an Error", () =>
    expect(told("no error", {})).toEqual(["no error"]));
});
