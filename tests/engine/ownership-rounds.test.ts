import fc from "fast-check";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, liveRulesets, type LiveRuleset } from "../support/live";
import { EXAMPLE_COM } from "../support/platform";
import { watchProtection } from "../support/protection";
import { createSecondStack, projectFile } from "../support/second-stack";
import { expectSettled } from "../support/settled";

const CUSTOM = "http_request_firewall_custom";
const PLACE = `example.com ${CUSTOM}`;
const REFS = ["a", "b", "c", "d"];
const ROUNDS = 10;
/** Each seed is another sequence of rounds. Seeds that failed once stay here. */
const SEEDS = [1];

/** One round: a stack moves its rules to other resources, or a person edits something. */
const Round = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("up" as const),
      stack: fc.integer({ min: 0, max: 1 }),
      // The resource of each rule; none if the program does not declare it.
      homes: fc.array(fc.constantFrom("one", "two", "three", undefined), { minLength: 4, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom("add" as const, "move" as const),
      to: fc.integer({ min: 1, max: 3 }),
    }),
  },
);

const lineOf = (owner: string, ref: string) =>
  `${owner === "hand" ? "hand-" : ""}${ref}: block if http.host eq "${owner}-${ref}"`;

function programOf(owner: string, homes: readonly (string | undefined)[]): string {
  const names = [...new Set(homes)].filter((name) => name !== undefined);
  const resources = names.map((name) => {
    const rules = REFS.filter((_, index) => homes[index] === name).map((ref) => ({
      ref,
      action: "block",
      expression: `http.host eq "${owner}-${ref}"`,
    }));
    const args = JSON.stringify({ zoneId: EXAMPLE_COM, phase: CUSTOM, rules });
    return `new edge.ZoneEntrypointRuleset("${name}", ${args});`;
  });
  return ['const edge = require("pulumi-edge-platform");', ...resources, ""].join("\n");
}

describe("two stacks and a person who share an entry point", () => {
  const owners = ["blue", "green"];
  let stacks: EdgeStack[];
  beforeAll(async () => {
    const files = (name: string) => ({ "Pulumi.yaml": projectFile(name), "index.js": programOf(name, []) });
    const first = await createEdgeStack({ program: files("blue") });
    stacks = [first, await createSecondStack(first, { program: files("green") })];
  });
  afterAll(async () => {
    for (const stack of [...stacks].reverse()) await stack.dispose();
  });

  it.each(SEEDS)("each keep their own rules, whoever writes (seed %i)", async (seed) => {
    const [first] = stacks as [EdgeStack];
    const path = `/zones/${EXAMPLE_COM}/rulesets`;
    // A rule without a mark, with one of their refs and other content, would be a conflict.
    const byHand = (ref: string) => ({
      ref: `hand-${ref}`,
      action: "block",
      expression: `http.host eq "hand-${ref}"`,
    });
    const body = { name: "theirs", kind: "zone", phase: CUSTOM, rules: [byHand("a")] };
    const { id } = (await first.api.call("POST", path, { body })).result as LiveRuleset;
    // The rules of each owner as lines, in any order.
    const wanted: Record<string, string[]> = { blue: [], green: [], hand: [lineOf("hand", "a")] };

    const rounds = fc.sample(Round, { numRuns: ROUNDS, seed });
    for (const [number, round] of rounds.entries()) {
      if (round.kind === "up") {
        const owner = owners[round.stack] ?? "";
        const stack = stacks[round.stack] ?? first;
        stack.write("index.js", programOf(owner, round.homes));
        const { result, gaps } = await watchProtection(stack, () => stack.up());
        outputOf(result);
        expect({ number, gaps }).toEqual({ number, gaps: [] });
        wanted[owner] = REFS.filter((_, index) => round.homes[index] !== undefined).map((ref) =>
          lineOf(owner, ref),
        );
      } else if (round.kind === "add") {
        const ref = `n${number}`;
        const rule = { ...byHand(ref), position: { index: 1 } };
        expect((await first.api.call("POST", `${path}/${id}/rules`, { body: rule })).status).toBe(200);
        wanted["hand"]?.push(lineOf("hand", ref));
      } else {
        const rules = (await liveRulesets(first)).get(PLACE)?.rules ?? [];
        const rule = rules.find(({ expression }) => expression.includes("hand-a"));
        const moved = { position: { index: Math.min(round.to, rules.length) } };
        const { status } = await first.api.call("PATCH", `${path}/${id}/rules/${rule?.id}`, { body: moved });
        expect(status).toBe(200);
      }
      const live = (await liveObjects(first))[PLACE] ?? [];
      expect({ number, round, live: [...live].sort() }).toEqual({
        number,
        round,
        live: Object.values(wanted).flat().sort(),
      });
    }

    for (const stack of stacks) await expectSettled(stack, await liveObjects(first));
    for (const stack of stacks) outputOf(await stack.destroy());
    expect([...((await liveObjects(first))[PLACE] ?? [])].sort()).toEqual([...(wanted["hand"] ?? [])].sort());
  });
});
