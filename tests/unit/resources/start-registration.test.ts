import * as pulumi from "@pulumi/pulumi";
import { OwaspConfig } from "../../../provider";
import { OwaspConfig as NativeOwaspConfig } from "../../../provider/native";

const ARGS = { zoneId: "023e105f4ecef8ad9ca31a8372d0c353", paranoiaLevel: 2, scoreThreshold: 40 } as const;

const CLASSES = [
  { door: "dynamic", Owasp: OwaspConfig },
  { door: "native", Owasp: NativeOwaspConfig },
];

describe.each(CLASSES)("the registration of a $door resource", ({ Owasp }) => {
  const own = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  const { stackTraceLimit } = Error;

  beforeEach(async () => {
    await pulumi.runtime.setMocks({
      newResource: (args) => ({ id: `${args.name}-id`, state: args.inputs as Record<string, unknown> }),
      call: () => ({}),
    });
  });
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
    if (own) Object.defineProperty(Error, "prepareStackTrace", own);
    else Reflect.deleteProperty(Error, "prepareStackTrace");
  });

  /** How many stacks with frames `work` captures and reads. */
  function stacksOf(work: () => void): number {
    let stacks = 0;
    Error.prepareStackTrace = (error, frames) => {
      if (frames.length > 0) stacks++;
      return `${String(error)}\n    at ${frames.map((frame) => frame.getFileName()).join("\n    at ")}`;
    };
    work();
    return stacks;
  }

  it("captures one stack trace at the resource, instead of four for each of its members", () => {
    expect(stacksOf(() => new Owasp("owasp", ARGS))).toBe(1);
  });

  it("does not change the stack traces of the program", () => {
    Error.stackTraceLimit = 7;
    new Owasp("owasp", ARGS);
    expect(Error.stackTraceLimit).toBe(7);
  });

  it("names the program's line if the SDK rejects the resource", () => {
    const refused = () => new Owasp("", ARGS);
    expect(refused).toThrow("Missing resource name argument");
    expect(stackOf(refused)).toContain("registration.test.ts");
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  });

  function stackOf(work: () => unknown): string | undefined {
    try {
      work();
    } catch (problem) {
      if (problem instanceof Error) return problem.stack;
    }
    return undefined;
  }
});
