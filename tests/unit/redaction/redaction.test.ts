import {
  learnSecret,
  quotesAnswers,
  redacted,
  redactingBy,
  Redaction,
  type Redacted,
} from "../../../provider/redaction";

const SECRET = "k3y-0f-th3-d00r";
const print = (line: Redacted): string => line.text;

describe("redacted text", () => {
  it("is the only text that a function for redacted text accepts", () => {
    // @ts-expect-error A plain string is not redacted.
    expect(print("plain")).toBeUndefined();
    expect(print(redacted("plain"))).toBe("plain");
  });

  it("contains no secret of the current call, also after waiting", async () => {
    const line = await redactingBy(new Redaction(() => [SECRET], false), async () => {
      await Promise.resolve();
      return redacted(`the key is ${SECRET}`);
    });
    expect(String(line)).toBe("the key is [secret]");
    expect(redacted(SECRET).text).toBe(SECRET);
  });

  it("contains no secret that the call learned, and calls do not share secrets", () => {
    redactingBy(new Redaction(() => [], true), () => {
      expect(redacted(SECRET).text).toBe(SECRET);
      learnSecret(SECRET);
      expect(redacted(SECRET).text).toBe("[secret]");
      redactingBy(new Redaction(() => [], true), () => expect(redacted(SECRET).text).toBe(SECRET));
    });
  });

  it("shows characters that move, hide or end text, and keeps its lines", () => {
    expect(redacted('found "a\u2028b\u202e\u001b[2J"\n  | ^').text).toBe(
      'found "a<U+2028>b<U+202E>␛[2J"\n  | ^',
    );
  });

  it("contains no secret that has such characters", () => {
    const secret = "k3y\u202e0f\u2028d00r";
    expect(redacted(`the key is ${secret}`, secret).text).toBe("the key is [secret]");
    const line = redactingBy(new Redaction(() => [secret], false), () => redacted(JSON.stringify(secret)));
    expect(line.text).toBe('"[secret]"');
  });

  it("contains no secret that is passed along", () =>
    expect(redacted(`Bearer ${SECRET}`, SECRET).text).toBe("Bearer [secret]"));

  it("computes the secrets only when something is printed", () => {
    const secrets = jest.fn(() => [SECRET]);
    redactingBy(new Redaction(secrets, true), () => {
      expect(secrets).not.toHaveBeenCalled();
      redacted("one");
      redacted("two");
    });
    expect(secrets).toHaveBeenCalledTimes(1);
  });
});

it("messages can quote the API unless the call forbids it", () => {
  expect(quotesAnswers()).toBe(true);
  expect(redactingBy(new Redaction(() => [], false), quotesAnswers)).toBe(false);
});
