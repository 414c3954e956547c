import * as pulumi from "@pulumi/pulumi";
import { settledArguments } from "../../../provider/resources/failed-values";

class Made extends pulumi.CustomResource {}

async function mock(preview: boolean) {
  const newResource = () => ({ id: undefined, state: {} });
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", preview);
}

/** What the SDK's types leave out of an output. */
interface Inside {
  promise(): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  allResources(): Promise<Set<pulumi.Resource>>;
}

/** A failed value is in tests/engine/all-problems.test.ts: Jest would fail for what the SDK leaves unhandled. */
describe("the arguments of a preview", () => {
  beforeEach(() => mock(true));

  it("keep what a value is, whether it is secret or unknown, and what it depends on", async () => {
    const made = new Made("my:R", "made", {});
    const given = {
      plain: { list: [1, "a"] },
      id: made.id,
      policies: [{ secret: pulumi.secret("s"), promise: Promise.resolve("p") }],
    };
    const { args, faults } = settledArguments(given);
    const inside = (output: unknown) => output as Inside;
    expect(args.plain).toBe(given.plain);
    expect(await inside(args.id).isKnown).toBe(false);
    expect([...(await inside(args.id).allResources())]).toEqual([made]);
    const [policy] = args.policies;
    expect(await inside(policy?.secret).isSecret).toBe(true);
    expect(await inside(policy?.secret).promise()).toBe("s");
    expect(await inside(policy?.promise).promise()).toBe("p");
    expect(await faults).toEqual([]);
  });

  it("are the same if nothing in them is known later, and in an update", async () => {
    const plain = { rules: [{ ref: "a" }] };
    expect(settledArguments(plain)).toEqual({ args: plain });
    await mock(false);
    const later = { zoneId: pulumi.output("z") };
    expect(settledArguments(later).args).toBe(later);
  });
});
