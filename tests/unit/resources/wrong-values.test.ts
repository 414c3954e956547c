import * as pulumi from "@pulumi/pulumi";
import { filter, Ruleset, ValidatedFilter } from "../../../provider";

/** What the classes hand to the engine of values that a program in JavaScript may write. */
describe("the inputs of a resource", () => {
  const registered = new Map<string, Record<string, unknown>>();

  beforeEach(async () => {
    registered.clear();
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => {
        // The SDK hands a mock the secrets of its own form.
        registered.set(name, plain(inputs) as Record<string, unknown>);
        return { id: `${name}-id`, state: inputs as Record<string, unknown> };
      },
      call: () => ({}),
    });
  });

  const inputsOf = async (rules: unknown, opts: pulumi.CustomResourceOptions = {}) => {
    // A program in plain JavaScript has no compiler to tell it.
    const args = { phase: "http_request_firewall_custom", rules } as ConstructorParameters<typeof Ruleset>[1];
    const made = new Ruleset("rules", args, opts);
    await new Promise((resolve) => made.urn.apply(resolve));
    return registered.get("rules") ?? {};
  };

  it.each<[string, unknown, string]>([
    ["a function", () => "ssl", "is a function; call it, and pass its result"],
    ["a date", new Date(0), "is a Date; write a text such as 2030-01-02T03:04:05Z"],
    ["a map", new Map(), "is a Map; write a plain object: Object.fromEntries(map)"],
    ["a set", new Set(), "is a Set; write a list: [...set]"],
    ["a regular expression", /a/, "is a regular expression of JavaScript; write its pattern as a text"],
    ["a URL", new URL("https://example.com"), "is a URL; write url.href"],
    ["not a number", NaN, "is NaN, which is no number; check how the program computes it"],
    ["a bigint", 5n, "is a bigint; write a number or a text"],
    [
      "a condition",
      filter.field("ip.src").in(["192.0.2.1"]),
      "is a condition of the filter builder; write condition.toString()",
    ],
  ])("report %s with its path, and omit the value", async (_, value, message) => {
    const { rules, __faults } = await inputsOf([{ ref: "a", action: "block", expression: value }]);
    expect(__faults).toEqual([{ path: "rules[0].expression", message }]);
    expect(rules).toEqual([{ ref: "a", action: "block" }]);
  });

  it("report a resource in place of its output, but not in place of an id", async () => {
    const shared = new ValidatedFilter("shared", { expression: "ssl" });
    const { __faults } = await inputsOf([
      { ref: "a", action: "execute", actionParameters: { id: shared }, expression: shared },
    ]);
    expect(__faults).toEqual([
      {
        path: "rules[0].expression",
        message: "is a resource; pass one of its outputs, such as filter.expression",
      },
    ]);
  });

  it("are the list of the program if no rule has a secret", async () => {
    const rules = [{ ref: "a", action: "block", expression: pulumi.output("ssl") }];
    const { rules: given, __keyed } = await inputsOf(rules);
    expect([given, __keyed]).toEqual([[{ ref: "a", action: "block", expression: "ssl" }], undefined]);
  });

  it("are rules by ref, with the names of secret members, if a rule has a secret", async () => {
    const { rules, __keyed, __secretMembers, secretInputs } = await inputsOf([
      { ref: "a", action: "block", expression: "ssl" },
      {
        ref: "b",
        action: "block",
        expression: pulumi.secret("not ssl"),
        description: pulumi.output("plain"),
      },
    ]);
    expect({ rules, __keyed, __secretMembers, secretInputs }).toEqual({
      rules: {
        a: { action: "block", expression: "ssl" },
        b: { action: "block", after: "a", expression: "not ssl", description: "plain" },
      },
      __keyed: true,
      __secretMembers: { b: ["expression"] },
      secretInputs: ["rules"],
    });
  });

  it.each<[string, unknown[]]>([
    [
      "a ref is known later",
      [{ ref: pulumi.output("a"), action: "block", expression: pulumi.secret("ssl") }],
    ],
    [
      "a rule is known later",
      [pulumi.output({ ref: "a", action: "block", expression: pulumi.secret("ssl") })],
    ],
    [
      "two refs are equal",
      [
        { ref: "a", action: "block", expression: pulumi.secret("ssl") },
        { ref: "a", action: "block", expression: "ssl" },
      ],
    ],
  ])("stay a list with a secret if %s", async (_, rules) => {
    const { rules: given, __keyed, secretInputs } = await inputsOf(rules);
    expect([Array.isArray(given), __keyed, secretInputs]).toEqual([true, undefined, ["rules"]]);
  });

  it("are rules by ref if `ignoreChanges` names one", async () => {
    const rules = [{ ref: "a", action: "block", expression: "ssl" }];
    const { rules: given } = await inputsOf(rules, { ignoreChanges: ['rules["a"].expression'] });
    expect(given).toEqual({ a: { action: "block", expression: "ssl" } });
  });
});

function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("4dabf18193072939515e22adb298388d" in value && "value" in value) return plain(value.value);
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
