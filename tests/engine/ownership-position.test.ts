import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, liveRulesets, type LiveRuleset } from "../support/live";
import { EXAMPLE_COM } from "../support/platform";
import { createSecondStack, projectFile } from "../support/second-stack";
import { expectSettled } from "../support/settled";
import { startOver } from "../support/start-over";

const CUSTOM = "http_request_firewall_custom";
const PLACE = `example.com ${CUSTOM}`;

const program = (position: string) => `
const edge = require("pulumi-edge-platform");
new edge.ZoneEntrypointRuleset("ours", {
  zoneId: "${EXAMPLE_COM}",
  phase: "${CUSTOM}",
  position: ${position},
  rules: [
    { ref: "one", action: "block", expression: "ssl" },
    { ref: "two", action: "block", expression: "not ssl" },
  ],
});
`;
const by = (ref: string) => `http.host eq "${ref}"`;

/** The rules of a person, `north` and `south`, and ours at `position`, until that person moves something. */
describe("the position of rules", () => {
  let stack: EdgeStack;
  let rulesets: string;
  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": program('"first"') } });
  });
  afterAll(() => stack.dispose());
  beforeEach(async () => {
    await startOver(stack);
    const rules = ["north", "south"].map((ref) => ({ ref, action: "log", expression: by(ref) }));
    const body = { name: "theirs", kind: "zone", phase: CUSTOM, rules };
    const made = await stack.api.call("POST", `/zones/${EXAMPLE_COM}/rulesets`, { body });
    expect(made.status).toBe(200);
    rulesets = `/zones/${EXAMPLE_COM}/rulesets/${(made.result as LiveRuleset).id}`;
  });

  const live = async () => (await liveObjects(stack))[PLACE]?.map((line) => line.slice(0, line.indexOf(":")));
  const idOf = async (ref: string) =>
    (await liveRulesets(stack)).get(PLACE)?.rules?.find((rule) => rule.ref.split("~")[0] === ref)?.id ?? "";

  async function move(ref: string, position: Readonly<Record<string, unknown>>): Promise<void> {
    const body = { position };
    const { status } = await stack.api.call("PATCH", `${rulesets}/rules/${await idOf(ref)}`, { body });
    expect(status).toBe(200);
  }

  /** Expects that a refresh and the next preview show only a change of `position`, and that an up restores it. */
  async function expectPutBack(refs: readonly string[]): Promise<void> {
    expect(await live()).not.toEqual(refs);
    const refreshed = await stack.pulumi(["refresh", "--yes", "--skip-preview", "--diff"]);
    expect(changedProperties(outputOf(refreshed))).toContain("position");
    const previewed = changedProperties(outputOf(await stack.preview("--diff")));
    // The members of an old or new position are on separate lines.
    expect(previewed.filter((name) => !["before", "after"].includes(name))).toEqual(["position"]);
    outputOf(await stack.up());
    expect(await live()).toEqual(refs);
    await expectSettled(stack, await liveObjects(stack));
  }

  it.each([
    ['"first"', "one two north south", "north", { index: 1 }, "one two north south"],
    ['"last"', "north south one two", "south", { after: "" }, "north south one two"],
    ['{ before: "south" }', "north one two south", "south", { index: 1 }, "one two south north"],
    ['{ after: "north" }', "north one two south", "north", { after: "" }, "south north one two"],
  ])("%s is drift where somebody moves a rule past it, and comes back", async (...row) => {
    const [position, first, ref, to, last] = row;
    stack.write("index.js", program(position));
    outputOf(await stack.up());
    expect((await live())?.join(" ")).toBe(first);
    await move(ref, to);
    await expectPutBack(last.split(" "));
  });

  it('"first" shows drift if a foreign rule is added in front, and is restored', async () => {
    stack.write("index.js", program('"first"'));
    outputOf(await stack.up());
    const body = { ref: "newest", action: "log", expression: by("newest"), position: { index: 1 } };
    expect((await stack.api.call("POST", `${rulesets}/rules`, { body })).status).toBe(200);
    await expectPutBack(["one", "two", "newest", "north", "south"]);
  });

  it("shows no drift if foreign rules move and the position still holds", async () => {
    stack.write("index.js", program('"first"'));
    outputOf(await stack.up());
    await move("north", { after: "" });
    const { result, writes } = await stack.watch(() => stack.up("--refresh"));
    expect(changedProperties(outputOf(result))).toEqual([]);
    expect(writes).toEqual([]);
  });

  it("accepts the plain ref of another stack's rule", async () => {
    const other = program("undefined")
      .replaceAll('ref: "one"', 'ref: "east"')
      .replaceAll('ref: "two"', 'ref: "west"');
    const second = await createSecondStack(stack, {
      program: { "Pulumi.yaml": projectFile("other"), "index.js": other },
    });
    try {
      outputOf(await second.up());
      stack.write("index.js", program('{ after: "east" }'));
      outputOf(await stack.up());
      expect(await live()).toEqual(["north", "south", "east", "one", "two", "west"]);
      await expectSettled(stack, await liveObjects(stack));
      outputOf(await second.destroy());
    } finally {
      await second.dispose();
    }
  });
});

/** Returns the names of the changed properties in a difference, each once. */
function changedProperties(output: string): string[] {
  const lines = output.split("\n").flatMap((line) => /^ {6,10}[+~-] (\w+) *:/.exec(line)?.[1] ?? []);
  return [...new Set(lines)].filter((name) => !["version", "lastUpdated", "ruleCount"].includes(name));
}
