import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { liveObjects, type Live } from "../support/live";
import { EXAMPLE_COM } from "../support/platform";
import { watchProtection } from "../support/protection";
import { expectSettled } from "../support/settled";
import { startOver } from "../support/start-over";

const CUSTOM = "http_request_firewall_custom";
const LIMITS = "http_ratelimit";
const MANAGED = "http_request_firewall_managed";
const MANAGED_RULESET = "efb7b8c949ac4650a09736fc376e9aee";

type Ref = "a" | "b" | "c" | "d";
interface Resource {
  readonly refs: readonly Ref[];
  readonly dependsOn?: string;
}

/** Resources by name, in this order, each with its rules in one entry point. */
function programOf(resources: Readonly<Record<string, Resource>>): string {
  const declared = Object.entries(resources).map(([name, { refs, dependsOn }]) => {
    const rules = refs.map((ref) => `{ ref: "${ref}", action: "block", expression: ${expressionOf(ref)} }`);
    const args = `{ zoneId: "${EXAMPLE_COM}", phase: "${CUSTOM}", rules: [${rules.join(", ")}] }`;
    const options = dependsOn === undefined ? "{}" : `{ dependsOn: [made["${dependsOn}"]] }`;
    return `made["${name}"] = new edge.ZoneEntrypointRuleset("${name}", ${args}, ${options});`;
  });
  return ['const edge = require("pulumi-edge-platform");', "const made = {};", ...declared, ""].join("\n");
}

function expressionOf(ref: Ref): string {
  return JSON.stringify(`http.request.uri.path eq "/${ref}"`);
}

const ALL: Live = {
  [`example.com ${CUSTOM}`]: ["a", "b", "c", "d"].map(
    (ref) => `${ref}: block if http.request.uri.path eq "/${ref}"`,
  ),
};

const TOGETHER = programOf({ left: { refs: ["a", "b", "c"] }, right: { refs: ["d"] } });
const STEPS: readonly (readonly [string, string])[] = [
  ["moves to the other resource", programOf({ left: { refs: ["a", "c"] }, right: { refs: ["d", "b"] } })],
  ["moves back", TOGETHER],
  [
    "moves to a resource that waits for the one that had it",
    programOf({ left: { refs: ["a", "c"] }, right: { refs: ["b", "d"], dependsOn: "left" } }),
  ],
  [
    "moves back to a resource that the other waits for",
    programOf({ left: { refs: ["a", "b", "c"] }, right: { refs: ["d"], dependsOn: "left" } }),
  ],
  [
    "moves while the one that has it waits for the one that gets it",
    programOf({ right: { refs: ["d", "b", "c"] }, left: { refs: ["a"], dependsOn: "right" } }),
  ],
  [
    "is split off into a resource of its own",
    programOf({ left: { refs: ["a"] }, middle: { refs: ["b", "c"] }, right: { refs: ["d"] } }),
  ],
  [
    "is split off together with the last rule of its resource",
    programOf({ first: { refs: ["a", "b"] }, left: { refs: ["c"] }, right: { refs: ["d"] } }),
  ],
  ["is merged with all others", programOf({ left: { refs: ["a", "b", "c", "d"] } })],
  [
    "is split from one resource into two with other names",
    programOf({ east: { refs: ["c", "d"] }, west: { refs: ["a", "b"] } }),
  ],
  ["is merged into a third resource", programOf({ both: { refs: ["d", "c", "b", "a"] } })],
];

describe("a rule that a program moves between resources of one entry point", () => {
  const story = storyOf(TOGETHER, ALL);

  it.each(STEPS)("stays live when it %s", (_name, program) => story.change(program));

  it("is removed by a destroy, together with the entry point", () => story.end());
});

const ARGS = `{ paranoiaLevel: 2, scoreThreshold: 40, action: "managed_challenge" }`;
const PLAIN = `
const edge = require("pulumi-edge-platform");
const zoneId = "${EXAMPLE_COM}";
const rules = (name, phase, rules) => new edge.ZoneEntrypointRuleset(name, { zoneId, phase, rules });
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
    action: "execute",
    actionParameters: { id: "${MANAGED_RULESET}", overrides: { action: "log" } },
    expression: "true",
  },
]);
new edge.OwaspConfig("owasp", { zoneId, ...${ARGS} });
`;
const OWASP_IN_BASELINE = PLAIN.replace(
  /new edge\.OwaspConfig.*\n/,
  `new edge.ZoneBaseline("site", { zoneId, managedRules: false, owasp: ${ARGS} });\n`,
);
const BASELINE = `
const edge = require("pulumi-edge-platform");
new edge.ZoneBaseline("example.com", {
  zoneId: "${EXAMPLE_COM}",
  customRules: [{ ref: "scanners", action: "block", expression: "ssl" }],
  rateLimits: [{ ref: "login", expression: "ssl", requestsPerPeriod: 20 }],
  owasp: ${ARGS},
});
`;
const PROTECTED: Live = {
  [`example.com ${CUSTOM}`]: ["scanners: block if ssl"],
  [`example.com ${LIMITS}`]: ["login: log if ssl"],
  [`example.com ${MANAGED}`]: [
    "baseline-managed-rules: execute Cloudflare Managed Ruleset if true",
    "owasp-core-ruleset: execute Cloudflare OWASP Core Ruleset (managed_challenge from 40) if true",
  ],
};

describe("a zone whose plain resources become a ZoneBaseline", () => {
  const story = storyOf(PLAIN, PROTECTED);

  it.each([
    ["its OwaspConfig alone moves into a baseline", OWASP_IN_BASELINE],
    ["its OwaspConfig moves back", PLAIN],
    ["all move into a baseline", BASELINE],
    ["all move out again", PLAIN],
  ])("stays protected when %s", (_name, program) => story.change(program));

  it("contains nothing of the stack after a destroy", () => story.end());
});

interface Story {
  /** Expects one `up` with another program for the same live rules: no write removes any of them, and nothing is left to do. */
  change(program: string): Promise<void>;
  end(): Promise<void>;
}

/** One stack with a sequence of programs. After a failed step, the next one starts from a new stack. */
function storyOf(first: string, live: Live): Story {
  let stack: EdgeStack;
  let present = first;
  let settled = false;

  beforeAll(async () => {
    stack = await createEdgeStack({ program: { "index.js": first } });
  });
  afterAll(() => stack.dispose());
  beforeEach(async () => {
    if (settled) return;
    await startOver(stack);
    stack.write("index.js", present);
    outputOf(await stack.up());
  });

  return {
    change: async (program) => {
      settled = false;
      present = program;
      stack.write("index.js", program);
      const { result, gaps } = await watchProtection(stack, () => stack.up());
      outputOf(result);
      expect(gaps).toEqual([]);
      await expectSettled(stack, live, { order: false });
      settled = true;
    },
    end: async () => {
      settled = false;
      outputOf(await stack.destroy());
      expect(await liveObjects(stack)).toEqual({});
    },
  };
}
