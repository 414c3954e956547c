import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, liveRulesets, plainRef, type LiveRuleset } from "../support/live";
import { createSecondStack, projectFile } from "../support/second-stack";
import { expectSettled } from "../support/settled";

const CUSTOM = "http_request_firewall_custom";

/** In each zone, a person has the rules `north` and `south`, and our rules are `one` and `two`. */
interface Case {
  readonly zone: string;
  readonly position: string;
  readonly refs: string;
  /** What the person moves or adds, and where to. */
  readonly moved: string;
  readonly to: Readonly<Record<string, unknown>>;
  /** The order that the next `up` makes. */
  readonly restored: string;
}

const DRIFTING: readonly Case[] = [
  {
    zone: "first.example",
    position: '"first"',
    refs: "one two north south",
    moved: "north",
    to: { index: 1 },
    restored: "one two north south",
  },
  {
    zone: "last.example",
    position: '"last"',
    refs: "north south one two",
    moved: "south",
    to: { after: "" },
    restored: "north south one two",
  },
  {
    zone: "before.example",
    position: '{ before: "south" }',
    refs: "north one two south",
    moved: "south",
    to: { index: 1 },
    restored: "one two south north",
  },
  {
    zone: "after.example",
    position: '{ after: "north" }',
    refs: "north one two south",
    moved: "north",
    to: { after: "" },
    restored: "south north one two",
  },
  {
    zone: "added.example",
    position: '"first"',
    refs: "one two north south",
    moved: "newest",
    to: { index: 1 },
    restored: "one two newest north south",
  },
];
/** Here, the position holds after the move. */
const HOLDING: Case = {
  zone: "holding.example",
  position: '"first"',
  refs: "one two north south",
  moved: "north",
  to: { after: "" },
  restored: "one two south north",
};
const CASES = [...DRIFTING, HOLDING];

const by = (ref: string) => ({ ref, action: "log", expression: `http.host eq "${ref}"` });

const rules = (zoneId: string, position: string, refs: readonly string[]) => `
new edge.ZoneEntrypointRuleset("${zoneId}", {
  zoneId: "${zoneId}",
  phase: "${CUSTOM}",
  position: ${position},
  rules: ${JSON.stringify(refs.map(by))},
});
`;
const program = (...parts: readonly string[]) =>
  ['const edge = require("pulumi-edge-platform");', ...parts].join("\n");

describe("the position of rules", () => {
  let stack: EdgeStack;
  const zoneIds = new Map<string, string>();
  const OURS = ["one", "two"];

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
    const account = { id: stack.ready.accountId };
    for (const { zone: name } of CASES) {
      const { id } = await made<{ id: string }>("/zones", { name, account });
      zoneIds.set(name, id);
      const foreign = { name: "theirs", kind: "zone", phase: CUSTOM, rules: [by("north"), by("south")] };
      await made(`/zones/${id}/rulesets`, foreign);
    }
    stack.write("index.js", declared());
    outputOf(await stack.up());
  });
  afterAll(() => stack.dispose());

  async function made<T>(path: string, body: unknown): Promise<T> {
    const { status, result } = await stack.api.call("POST", path, { body });
    expect(status).toBe(200);
    // The API answers the object.
    return result as T;
  }

  const zoneOf = (zone: string) => zoneIds.get(zone) ?? "";
  const declared = () => program(...CASES.map(({ zone, position }) => rules(zoneOf(zone), position, OURS)));
  const inZone = async (zone: string): Promise<LiveRuleset> => {
    const found = (await liveRulesets(stack)).get(`${zone} ${CUSTOM}`);
    if (!found) throw new Error(`${zone} has no entry point`);
    return found;
  };
  const orderIn = async (zone: string) =>
    ((await inZone(zone)).rules ?? []).map(({ ref }) => plainRef(ref)).join(" ");

  /** Does what the person of the case does. */
  async function change({ zone, moved, to }: Case): Promise<void> {
    const { id, rules: live = [] } = await inZone(zone);
    const path = `/zones/${zoneOf(zone)}/rulesets/${id}/rules`;
    const rule = live.find(({ ref }) => plainRef(ref) === moved);
    const { status } = rule
      ? await stack.api.call("PATCH", `${path}/${rule.id}`, { body: { position: to } })
      : await stack.api.call("POST", path, { body: { ...by(moved), position: to } });
    expect(status).toBe(200);
  }

  it.each(CASES)("$position of $zone puts the rules in the order $refs", async ({ zone, refs }) => {
    expect(await orderIn(zone)).toBe(refs);
  });

  it("drifts if a foreign rule moves past the rules or is added before them, and is restored", async () => {
    for (const one of CASES) await change(one);
    for (const { zone, restored } of DRIFTING) expect(await orderIn(zone)).not.toBe(restored);

    const drifted = new Map(DRIFTING.map(({ zone }) => [zoneOf(zone), ["position"]]));
    const refreshed = await stack.pulumi(["refresh", "--yes", "--skip-preview", "--diff"]);
    expect(changedProperties(outputOf(refreshed))).toEqual(drifted);
    expect(changedProperties(outputOf(await stack.preview("--diff")))).toEqual(drifted);
    const { result, writes } = await stack.watch(() => stack.up());
    outputOf(result);
    for (const { zone, restored } of CASES) expect([zone, await orderIn(zone)]).toEqual([zone, restored]);
    // Where the position holds, a move of foreign rules is no drift.
    expect(writes.filter((write) => write.includes(zoneOf(HOLDING.zone)))).toEqual([]);
    await expectSettled(stack, await liveObjects(stack));
  });

  it("accepts the plain ref of another stack's rule", async () => {
    const { zone } = HOLDING;
    const second = await createSecondStack(stack, {
      program: {
        "Pulumi.yaml": projectFile("other"),
        "index.js": program(rules(zoneOf(zone), "undefined", ["east", "west"])),
      },
    });
    try {
      outputOf(await second.up());
      const others = DRIFTING.map((one) => rules(zoneOf(one.zone), one.position, OURS));
      stack.write("index.js", program(...others, rules(zoneOf(zone), '{ after: "east" }', OURS)));
      outputOf(await stack.up());
      expect(await orderIn(zone)).toBe("south north east one two west");
      await expectSettled(stack, await liveObjects(stack));
      outputOf(await second.destroy());
    } finally {
      await second.dispose();
    }
  });
});

/** Returns the names of the changed properties in a difference, by resource. */
function changedProperties(output: string): Map<string, string[]> {
  const changed = new Map<string, string[]>();
  for (const part of output.split(/\n(?=.*pulumi-nodejs:dynamic\/edge:\w+: )/)) {
    const [, name = ""] = /\[urn=\S+::(\w+)\]/.exec(part) ?? [];
    const lines = part.split("\n").flatMap((line) => /^ {6,10}[+~-] (\w+) *:/.exec(line)?.[1] ?? []);
    // The members of an old or new position are on separate lines.
    const moving = ["version", "lastUpdated", "ruleCount", "before", "after"];
    const names = [...new Set(lines)].filter((property) => !moving.includes(property));
    if (names.length > 0) changed.set(name, names);
  }
  return changed;
}
