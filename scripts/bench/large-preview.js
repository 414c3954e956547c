// @ts-check
"use strict";

/** The size of a large preview: 300 zones, 3,000 rules. */
const LARGE = Object.freeze({ zones: 300, rulesPerZone: 10 });

/**
 * Returns the output of `pulumi preview --json` for many zones, each with an entry point whose rules change in the ways that programs
 * do: in each, one rule is added, one removed, one moved, and the expressions of two change. With `differs`, the expressions name
 * their zone, so that no two changes are equal.
 * @param {{ zones?: number, rulesPerZone?: number, differs?: boolean }} size
 * @returns {string}
 */
function largePreview({ zones = LARGE.zones, rulesPerZone = LARGE.rulesPerZone, differs = false } = {}) {
  const steps = Array.from({ length: zones }, (_, zone) => {
    const id = zone.toString(16).padStart(32, "0");
    const refs = Array.from({ length: rulesPerZone }, (_rule, index) => `rule-${index}`);
    const [first = "", ...rest] = refs;
    const after = [...rest.slice(0, -1), first, "new-rule"];
    return step(id, zone, { before: refs, after, root: differs ? `/zone-${zone}` : "" });
  });
  return JSON.stringify({ steps, duration: 1, changeSummary: { update: zones } });
}

/**
 * @param {string} zoneId
 * @param {number} zone
 * @param {{ before: readonly string[], after: readonly string[], root: string }} rules refs, and where paths begin
 */
function step(zoneId, zone, { before, after, root }) {
  const type = "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset";
  const urn = `urn:pulumi:prod::shop::${type}::custom-rules-${zone}`;
  /** @param {readonly string[]} refs @param {string} version */
  const state = (refs, version) => ({
    urn,
    type,
    custom: true,
    sourcePosition: `project:///index.ts#${zone + 1},1`,
    inputs: { zoneId, phase: "http_request_firewall_custom", rules: rulesOf(refs, version, root) },
    outputs: { zoneId, rules: rulesOf(refs, version, root), rulesetId: zoneId },
  });
  return { op: "update", urn, oldState: state(before, "1"), newState: state(after, "2") };
}

/** @param {readonly string[]} refs @param {string} version @param {string} root */
function rulesOf(refs, version, root) {
  return Object.fromEntries(
    refs.map((ref, index) => [
      ref,
      {
        action: index % 3 === 0 ? "block" : "managed_challenge",
        description: `The rule ${ref}`,
        expression: expressionOf(ref, /-[12]$/.test(ref) ? version : "1", root),
        ...(index > 0 && { after: refs[index - 1] }),
      },
    ]),
  );
}

/** @param {string} ref @param {string} version @param {string} root */
function expressionOf(ref, version, root) {
  const paths = Array.from({ length: 8 }, (_, index) => `"${root}/${ref}/${index}/v${version}"`).join(" ");
  return `http.request.uri.path in {${paths}} and not ip.src in {192.0.2.0/24 198.51.100.${version}}`;
}

module.exports = { LARGE, largePreview };
