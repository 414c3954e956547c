/** Markup, a link of Markdown, control characters, and characters that reverse or end a line. */
const HOSTILE = "<script>alert(1)</script>](https://x.test)\u202e\u2028\u0007\u200b&";
const LENGTHS = { ref: 200, description: 500, expression: 4096 };

/**
 * Returns the output of `pulumi preview --json` in which every rule of one ruleset changes: refs, descriptions and expressions are as
 * long as the API allows, all different, and full of characters that take several times their length in a report.
 */
export function hostilePreview(rules = 3000): string {
  const type = "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset";
  const urn = `urn:pulumi:prod::shop::${type}::hostile`;
  const zoneId = "0".repeat(32);
  const state = (version: string) => ({
    urn,
    type,
    custom: true,
    inputs: { zoneId, phase: "http_request_firewall_custom", rules: rulesOf(rules, version) },
    outputs: { zoneId, rulesetId: zoneId },
  });
  const step = { op: "update", urn, oldState: state("before"), newState: state("after") };
  return JSON.stringify({ steps: [step], duration: 1, changeSummary: { update: 1 } });
}

function rulesOf(count: number, version: string): object {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      filled(`${index} `, LENGTHS.ref),
      {
        action: index % 2 === 0 ? "block" : "log",
        description: filled(`${version} ${index} `, LENGTHS.description),
        expression: `${filled(`http.host contains "${version} ${index} `, LENGTHS.expression - 1)}"`,
      },
    ]),
  );
}

function filled(start: string, length: number): string {
  return start.padEnd(length, HOSTILE);
}
