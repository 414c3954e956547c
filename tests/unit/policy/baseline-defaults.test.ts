import * as pulumi from "@pulumi/pulumi";
import { parseResource } from "../../../policy/parse-resource";
import { ZoneBaseline, type ZoneBaselineArgs } from "../../../provider";
import { EDGE_POLICIES } from "../../../review/policies";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
/** A fixed day, so that the days of trials are near. */
const NOW = new Date("2030-06-15T12:00:00Z");

/** What the policy pack says with its default configuration about a ZoneBaseline, as `policy (level): message`. */
async function judged(
  args: Omit<ZoneBaselineArgs, "zoneId">,
): Promise<Record<"reported" | "allowed", string[]>> {
  const registered: Parameters<typeof parseResource>[0][] = [];
  await pulumi.runtime.setMocks({
    newResource: ({ name, type, inputs }) => {
      const props = inputs as Record<string, unknown>;
      registered.push({ name, type, urn: name, props, opts: { protect: false, aliases: [] } });
      return { id: `${name}-id`, state: props };
    },
    call: () => ({}),
  });
  new ZoneBaseline("site", { zoneId: ZONE, ...args });
  await pulumi.runtime.disconnect();
  const resources = registered.flatMap((one) => parseResource(one) ?? []);
  const said = EDGE_POLICIES.filter(({ enforcementLevel }) => enforcementLevel !== "disabled").flatMap(
    ({ name, enforcementLevel, scope, judge }) =>
      (scope === "stack" ? [resources] : resources.map((one) => [one]))
        .flatMap((ones) => judge(ones, {}, NOW))
        .map(({ message, allowance }) => ({ allowance, text: `${name} (${enforcementLevel}): ${message}` })),
  );
  return {
    reported: said.flatMap(({ allowance, text }) => (allowance ? [] : [text])),
    allowed: said.flatMap(({ allowance, text }) => (allowance ? [text] : [])),
  };
}

const OWN: Omit<ZoneBaselineArgs, "zoneId"> = {
  customRules: [{ ref: "plain-login", description: "Nobody logs in without TLS", expression: "not ssl" }],
  rateLimits: [{ ref: "login", description: "Against guessing", expression: "ssl", requestsPerPeriod: 20 }],
};

describe("a ZoneBaseline under the policies with their defaults", () => {
  it("has nothing to report with its own defaults", async () => {
    expect(await judged({})).toEqual({ reported: [], allowed: [] });
  });

  it("has nothing to report while it only logs until a day, which is named with the days that are left", async () => {
    expect(await judged({ logOnlyUntil: "2030-07-04", ...OWN })).toEqual({
      reported: [],
      allowed: [
        'limit-log-only (advisory): ZoneEntrypointRuleset "site-managed": rules[0].actionParameters.overrides: Cloudflare Managed Ruleset only logs until 2030-07-04, 19 days left.',
        'limit-log-only (advisory): OwaspConfig "site-owasp": action: Cloudflare OWASP Core Ruleset only logs until 2030-07-04, 19 days left.',
        'require-owasp (mandatory): OwaspConfig "site-owasp": action is "log", which blocks no request: it only logs until 2030-07-04, 19 days left.',
      ],
    });
  });

  it.each([
    ["after that day", "2030-06-14"],
    ["with a day that is too far away", "2099-01-01"],
  ])("is reported %s", async (_when, logOnlyUntil) => {
    const { reported, allowed } = await judged({ logOnlyUntil });
    expect(reported.map((text) => text.split(":")[0])).toEqual([
      "limit-log-only (advisory)",
      "limit-log-only (advisory)",
      "require-owasp (mandatory)",
    ]);
    expect(allowed).toEqual([]);
  });
});
