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

describe("a text that is redacted", () => {
  it("is the only text that what takes it takes", () => {
    // @ts-expect-error A plain string has passed no redaction.
    expect(print("plain")).toBeUndefined();
    expect(print(redacted("plain"))).toBe("plain");
  });

  it("holds no secret of the call under way, after waiting and in what it calls", async () => {
    const line = await redactingBy(new Redaction(() => [SECRET], false), async () => {
      await Promise.resolve();
      return redacted(`the key is ${SECRET}`);
    });
    expect(String(line)).toBe("the key is [secret]");
    expect(redacted(SECRET).text).toBe(SECRET);
  });

  it("holds no secret that the call has learned meanwhile, and calls know nothing of each other's", () => {
    redactingBy(new Redaction(() => [], true), () => {
      expect(redacted(SECRET).text).toBe(SECRET);
      learnSecret(SECRET);
      expect(redacted(SECRET).text).toBe("[secret]");
      redactingBy(new Redaction(() => [], true), () => expect(redacted(SECRET).text).toBe(SECRET));
    });
  });

  it("holds no secret that is named beside it", () =>
    expect(redacted(`Bearer ${SECRET}`, SECRET).text).toBe("Bearer [secret]"));

  it("costs nothing where nothing is printed", () => {
    const secrets = jest.fn(() => [SECRET]);
    redactingBy(new Redaction(secrets, true), () => {
      expect(secrets).not.toHaveBeenCalled();
      redacted("one");
      redacted("two");
    });
    expect(secrets).toHaveBeenCalledTimes(1);
  });
});

it("the API is quoted but in a call that says otherwise", () => {
  expect(quotesAnswers()).toBe(true);
  expect(redactingBy(new Redaction(() => [], false), quotesAnswers)).toBe(false);
});
