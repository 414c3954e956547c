import * as pulumi from "@pulumi/pulumi";
import { OwaspConfig, ZoneEntrypointRuleset } from "../../../provider";

const ARGS = { zoneId: "023e105f4ecef8ad9ca31a8372d0c353", paranoiaLevel: 2, scoreThreshold: 40 } as const;

describe("the registration of a resource", () => {
  const own = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  const { stackTraceLimit } = Error;

  const registered: string[] = [];

  beforeEach(async () => {
    registered.length = 0;
    await pulumi.runtime.setMocks({
      newResource: (args) => {
        registered.push(args.name);
        return { id: `${args.name}-id`, state: args.inputs as Record<string, unknown> };
      },
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

  it("captures one stack, where the resource stands in the program, and not four for each of its members", () => {
    expect(stacksOf(() => new OwaspConfig("owasp", ARGS))).toBe(1);
  });

  it("comes in the order of the program, however much there is to read of a resource", async () => {
    const rule = { action: "log", expression: "ssl" } as const;
    const made = [1, 2, 3].flatMap((zone) => [
      new ZoneEntrypointRuleset(`rules-${zone}`, {
        zoneId: ARGS.zoneId,
        phase: "http_request_firewall_custom",
        rules: Array.from({ length: 9 }, (_, index) => ({ ...rule, ref: `rule-${index}` })),
      }),
      new OwaspConfig(`owasp-${zone}`, ARGS),
    ]);
    await Promise.all(made.map(({ urn }) => new Promise((resolve) => urn.apply(resolve))));
    // That of the test before this one may come late.
    expect(registered.filter((name) => name !== "owasp")).toEqual([
      "rules-1",
      "owasp-1",
      "rules-2",
      "owasp-2",
      "rules-3",
      "owasp-3",
    ]);
  });

  it("leaves the program's own stacks as they were", () => {
    Error.stackTraceLimit = 7;
    new OwaspConfig("owasp", ARGS);
    expect(Error.stackTraceLimit).toBe(7);
  });

  it("names the program's line where the SDK refuses the resource", () => {
    const refused = () => new OwaspConfig("", ARGS);
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
