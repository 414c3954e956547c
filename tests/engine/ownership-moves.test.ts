import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, type Live } from "../support/live";
import { fixedId } from "../../emulator/ids";
import { EXAMPLE_COM } from "../support/platform";
import { watchProtection } from "../support/protection";
import { expectSettled } from "../support/settled";

const EXAMPLE_ORG = fixedId("zone", "example.org");
const SHOP_EXAMPLE = fixedId("zone", "shop.example");
const CUSTOM = "http_request_firewall_custom";
const LIMITS = "http_ratelimit";
const MANAGED = "http_request_firewall_managed";
const MANAGED_RULESET = "efb7b8c949ac4650a09736fc376e9aee";

type Ref = "a" | "b" | "c" | "d";
interface Resource {
  readonly refs: readonly Ref[];
  readonly dependsOn?: string;
}

/** Resources by name, in this order, each with its rules in the entry point of one zone. */
function programOf(zoneId: string, resources: Readonly<Record<string, Resource>>): string {
  const declared = Object.entries(resources).map(([name, { refs, dependsOn }]) => {
    const rules = refs.map((ref) => `{ ref: "${ref}", action: "block", expression: ${expressionOf(ref)} }`);
    const args = `{ zoneId: "${zoneId}", phase: "${CUSTOM}", rules: [${rules.join(", ")}] }`;
    const options = dependsOn === undefined ? "{}" : `{ dependsOn: [made["${dependsOn}"]] }`;
    return `made["${name}"] = new edge.ZoneEntrypointRuleset("${name}", ${args}, ${options});`;
  });
  return ["const made = {};", ...declared].join("\n");
}

function expressionOf(ref: Ref): string {
  return JSON.stringify(`http.request.uri.path eq "/${ref}"`);
}

const ALL = ["a", "b", "c", "d"].map((ref) => `${ref}: block if http.request.uri.path eq "/${ref}"`);

/** The programs of one zone. Each name says what the program before it becomes. */
interface Story {
  readonly first: string;
  readonly steps: readonly (readonly [change: string, program: string])[];
}

const together = (zoneId: string) =>
  programOf(zoneId, { left: { refs: ["a", "b", "c"] }, right: { refs: ["d"] } });
const between = (zoneId: string): Story => ({
  first: together(zoneId),
  steps: [
    [
      "a rule moves to the other resource",
      programOf(zoneId, { left: { refs: ["a", "c"] }, right: { refs: ["d", "b"] } }),
    ],
    ["a rule moves back", together(zoneId)],
    [
      "a rule moves to a resource that waits for the one that had it",
      programOf(zoneId, { left: { refs: ["a", "c"] }, right: { refs: ["b", "d"], dependsOn: "left" } }),
    ],
    [
      "a rule moves back to a resource that the other waits for",
      programOf(zoneId, { left: { refs: ["a", "b", "c"] }, right: { refs: ["d"], dependsOn: "left" } }),
    ],
    [
      "a rule moves while the resource that has it waits for the one that gets it",
      programOf(zoneId, { right: { refs: ["d", "b", "c"] }, left: { refs: ["a"], dependsOn: "right" } }),
    ],
  ],
});
const apart = (zoneId: string): Story => ({
  first: programOf(zoneId, { south: { refs: ["d", "b", "c"] }, north: { refs: ["a"], dependsOn: "south" } }),
  steps: [
    [
      "rules are split off into a resource of their own",
      programOf(zoneId, { north: { refs: ["a"] }, middle: { refs: ["b", "c"] }, south: { refs: ["d"] } }),
    ],
    [
      "a rule is split off together with the last rule of its resource",
      programOf(zoneId, { first: { refs: ["a", "b"] }, north: { refs: ["c"] }, south: { refs: ["d"] } }),
    ],
    ["all rules are merged", programOf(zoneId, { north: { refs: ["a", "b", "c", "d"] } })],
    [
      "one resource is split into two with other names",
      programOf(zoneId, { east: { refs: ["c", "d"] }, west: { refs: ["a", "b"] } }),
    ],
    ["two resources are merged into a third", programOf(zoneId, { both: { refs: ["d", "c", "b", "a"] } })],
  ],
});

const ARGS = `{ paranoiaLevel: 2, scoreThreshold: 40, action: "managed_challenge" }`;
const plain = (zoneId: string) => `
const rules = (name, phase, rules) => new edge.ZoneEntrypointRuleset(name, { zoneId: "${zoneId}", phase, rules });
rules("custom", "${CUSTOM}", [{ ref: "scanners", action: "block", expression: "ssl" }]);
rules("limits", "${LIMITS}", [
  {
    ref: "login",
    action: "log",
    expression: "ssl",
    ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 60, requestsPerPeriod: 20 },
  },
]);
rules("managed", "${MANAGED}", [
  {
    ref: "baseline-managed-rules",
    description: "The vendor's managed ruleset, deployed by the baseline of the zone",
    action: "execute",
    actionParameters: { id: "${MANAGED_RULESET}" },
    expression: "true",
  },
]);
new edge.OwaspConfig("owasp", { zoneId: "${zoneId}", ...${ARGS} });
`;
const owaspInBaseline = (zoneId: string) =>
  plain(zoneId).replace(
    /new edge\.OwaspConfig.*\n/,
    `new edge.ZoneBaseline("site", { zoneId: "${zoneId}", managedRules: false, owasp: ${ARGS} });\n`,
  );
const baseline = (zoneId: string) => `
new edge.ZoneBaseline("example.com", {
  zoneId: "${zoneId}",
  customRules: [{ ref: "scanners", action: "block", expression: "ssl" }],
  rateLimits: [{ ref: "login", expression: "ssl", requestsPerPeriod: 20 }],
  owasp: ${ARGS},
});
`;
const intoBaseline = (zoneId: string): Story => ({
  first: plain(zoneId),
  steps: [
    ["an OwaspConfig alone moves into a ZoneBaseline", owaspInBaseline(zoneId)],
    ["the OwaspConfig moves back", plain(zoneId)],
    ["all resources of a zone move into a ZoneBaseline", baseline(zoneId)],
    ["all resources move out of it", plain(zoneId)],
  ],
});

/** Independent of each other: each has a zone, so that one `up` plays a step of all. */
const STORIES = [between(EXAMPLE_COM), apart(EXAMPLE_ORG), intoBaseline(SHOP_EXAMPLE)];
const LIVE: Live = {
  [`example.com ${CUSTOM}`]: ALL,
  [`example.org ${CUSTOM}`]: ALL,
  [`shop.example ${CUSTOM}`]: ["scanners: block if ssl"],
  [`shop.example ${LIMITS}`]: ["login: log if ssl"],
  [`shop.example ${MANAGED}`]: [
    "baseline-managed-rules: execute Cloudflare Managed Ruleset if true",
    "owasp-core-ruleset: execute Cloudflare OWASP Core Ruleset (managed_challenge from 40) if true",
  ],
};

/** The program after that number of steps. Each part has names of its own. */
function programAfter(steps: number): string {
  const parts = STORIES.map((story) => {
    const [, program] = story.steps[Math.min(steps, story.steps.length) - 1] ?? ["", story.first];
    return `{\n${program}\n}`;
  });
  return ['const edge = require("pulumi-edge-platform");', ...parts, ""].join("\n");
}

const ROUNDS = Array.from({ length: Math.max(...STORIES.map(({ steps }) => steps.length)) }, (_, round) => ({
  steps: round + 1,
  changes: STORIES.flatMap(({ steps }) => steps[round]?.[0] ?? []).join(", and "),
}));

describe("rules that a program moves between resources of one entry point", () => {
  let stack: EdgeStack;
  /** The number of steps that are played and complete. */
  let settled: number | undefined;

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": "" } });
  });
  afterAll(() => stack.dispose());

  it.each(ROUNDS)("stay live when $changes", async ({ steps }) => {
    // After a failed round, the next one starts from nothing.
    if (settled !== steps - 1) {
      stack.write("index.js", "");
      outputOf(await stack.up());
      stack.write("index.js", programAfter(steps - 1));
      outputOf(await stack.up());
    }
    settled = undefined;
    stack.write("index.js", programAfter(steps));
    // No write removes any of them, and nothing is left to do.
    const { result, gaps } = await watchProtection(stack, () => stack.up());
    outputOf(result);
    expect(gaps).toEqual([]);
    await expectSettled(stack, LIVE, { order: false });
    settled = steps;
  });

  it("are removed by a destroy, together with the entry points", async () => {
    outputOf(await stack.destroy());
    expect(await liveObjects(stack)).toEqual({});
  });
});
