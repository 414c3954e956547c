import { UNKNOWN } from "../../../../provider/api";
import { checkRules } from "../../../support/check-rules";
import { namesFromWire } from "../../../../provider/rulebook/naming";
import { CORRECT_PARAMETERS } from "../../../support/correct-parameters";
import { violationsOf } from "./violations-of";

/** What a phase requires of its rules besides. */
const RATE_LIMITED: Readonly<Record<string, object>> = {
  http_ratelimit: {
    ratelimit: { characteristics: ["cf.colo.id", "ip.src"], period: 10, requestsPerPeriod: 5 },
  },
};

/** Returns the value with each part of it unknown in turn. */
function withUnknowns(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [UNKNOWN];
  const inside = Object.keys(value).flatMap((key) =>
    withUnknowns((value as Record<string, unknown>)[key]).map((changed) =>
      Array.isArray(value)
        ? value.map((item: unknown, index) => (String(index) === key ? changed : item))
        : { ...value, [key]: changed },
    ),
  );
  return [UNKNOWN, ...inside];
}

describe.each(CORRECT_PARAMETERS)("%s in %s with unusual, correct parameters %j", (action, phase, wire) => {
  it("gives neither an error nor a warning", () => {
    expect(violationsOf(action, phase, wire)).toEqual([]);
  });

  it("passes the preview, also while any part is unknown", () => {
    const given = namesFromWire(wire, action);
    for (const actionParameters of [given, ...withUnknowns(given)]) {
      const rule = { ref: "r", action, actionParameters, expression: "true", ...RATE_LIMITED[phase] };
      expect([actionParameters, checkRules([rule], { phase, kind: "zone" })]).toEqual([actionParameters, []]);
    }
  });
});
