import { filter } from "../../../../provider";
import { lintFilter, parseFilter } from "../../../../provider/filter";

const warnings = (expression: string): string[] => {
  const parsed = parseFilter(expression);
  if (!parsed.valid) throw new Error(`not valid: ${expression}`);
  return lintFilter(parsed.ast, expression, { plan: "enterprise" }).map(({ message }) => message);
};

describe("texts that a program made", () => {
  it.each([
    [
      'http.host eq "undefined"',
      'http.host never equals "undefined": the program has put an undefined value, or an object, into the expression.',
    ],
    [
      'http.host in {"a.example" "[object Object]"}',
      'http.host never equals "[object Object]": the program has put an undefined value, or an object, into the expression.',
    ],
    [
      'http.host eq "http.request.uri.path"',
      '"http.request.uri.path" is a text here, not the field http.request.uri.path. To compare with the field, write http.request.uri.path without quotes.',
    ],
    [
      'http.host in {"a.example" "http.request.uri.path"}',
      '"http.request.uri.path" is a text here, not the field http.request.uri.path. The items of a set are texts.',
    ],
  ])("are reported: %s", (expression, message) => {
    expect(warnings(expression)).toEqual([message]);
  });

  it.each([
    'http.user_agent eq "undefined"',
    'http.cookie contains "null"',
    'http.request.uri.query contains "[object Object]"',
    'http.user_agent eq "ssl"',
    'http.host eq "http.example.com"',
  ])("are not reported if they may be intended: %s", (expression) => {
    expect(warnings(expression)).toEqual([]);
  });

  it("are rejected by the builder once they are known, without a stack trace", () => {
    const later = Promise.resolve("a") as unknown as string;
    expect(() => filter.field("http.host").eq(later)).toThrow(
      /^http\.host is compared with a value that is known later, an Output or a promise: build the expression with buildFilter/,
    );
  });

  it("are rejected by the builder if they are not texts, without a stack trace", () => {
    const number = 3 as unknown as string;
    let problem: unknown;
    try {
      filter.field("http.host").eq(number);
    } catch (error) {
      problem = error;
    }
    const message = "http.host is compared with a number, but its values are text: write a string.";
    expect(problem).toMatchObject({ message, stack: message });
    expect(() => filter.field("http.host").in([number])).toThrow(message);
  });
});
