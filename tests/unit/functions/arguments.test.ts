import * as functions from "../../../provider/functions";
import { lookUpBy } from "../../../provider/functions/lookup";

/** The arguments of lookups are checked before a request: a client would be needed for one. */
beforeAll(() =>
  lookUpBy(() => {
    throw new Error("a client was asked for");
  }),
);

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const OTHER = "f037e56e89293a057740de681ac9abbe";

/** Calls a lookup as JavaScript does, and returns what it rejects with. */
async function refusal(name: keyof typeof functions, args?: unknown): Promise<string> {
  // The types of the lookups refuse these arguments.
  const look = functions[name] as (args: unknown) => Promise<unknown>;
  return look(args).then(
    () => "nothing",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe("a lookup reports", () => {
  it.each([
    [
      "an id that is none",
      "getRuleset",
      { zoneId: "example.com", rulesetId: OTHER },
      'getRuleset: zoneId must be 32 lower-case hexadecimal digits, found "example.com"',
    ],
    [
      "an id in capitals",
      "getRulesetVersions",
      { rulesetId: OTHER.toUpperCase() },
      `getRulesetVersions: rulesetId must be 32 lower-case hexadecimal digits, found "${OTHER.toUpperCase()}"`,
    ],
    [
      "an id that is missing",
      "getRuleset",
      { zoneId: ZONE },
      "getRuleset: rulesetId must be 32 lower-case hexadecimal digits, found nothing",
    ],
    [
      "an account that is a zone object",
      "getZones",
      { accountId: { id: OTHER } },
      "getZones: accountId must be 32 lower-case hexadecimal digits, found an object",
    ],
    [
      "null",
      "getZone",
      { zoneId: null },
      "getZone: zoneId must be 32 lower-case hexadecimal digits, found null",
    ],
    [
      "an empty name",
      "getManagedRuleset",
      { zoneId: ZONE, name: "" },
      'getManagedRuleset: name must be a text that is not empty, found ""',
    ],
    ["a number", "getZone", { name: 1 }, "getZone: name must be a text that is not empty, found 1"],
    [
      "both ways to name a zone",
      "getZone",
      { name: "example.com", zoneId: ZONE },
      "getZone: takes name or zoneId, not both",
    ],
    [
      "a suffix that is no text",
      "getZones",
      { nameSuffix: true },
      "getZones: nameSuffix must be a text, found true",
    ],
    [
      "a phase that does not exist",
      "getEntrypointRuleset",
      { zoneId: ZONE, phase: "http_request_firewal_custom" },
      /^getEntrypointRuleset: phase must be .*did you mean "http_request_firewall_custom"/,
    ],
    [
      "a version that is no number",
      "getRulesetVersion",
      { zoneId: ZONE, rulesetId: OTHER, version: "latest" },
      'getRulesetVersion: version must be the number of a version, such as "3", found "latest"',
    ],
    [
      "a tag that is missing",
      "getRulesByTag",
      { zoneId: ZONE, rulesetId: OTHER, version: "1" },
      "getRulesByTag: tag must be a text that is not empty, found nothing",
    ],
    [
      "a scope that does not exist",
      "getPermissionGroups",
      { scope: "zones" },
      'getPermissionGroups: scope must be "user", "account", "zone" or "bucket", found "zones"; did you mean "zone"?',
    ],
    [
      "a connection without a name",
      "getUser",
      { connection: "" },
      'getUser: connection must be a text that is not empty, found ""',
    ],
    [
      "a value of a token that is none, without the value",
      "verifyToken",
      { value: 12345678 },
      "verifyToken: value must be a text that is not empty, found a number",
    ],
    [
      "an expression that is missing",
      "validateExpression",
      {},
      "validateExpression: expression must be a text, found nothing",
    ],
    [
      "a mode that does not exist",
      "validateExpression",
      { expression: "ssl", mode: "both" },
      'validateExpression: mode must be "local" or "api", found "both"',
    ],
    [
      "an argument of another lookup",
      "getZones",
      { name: "example.com" },
      "getZones: name: unknown argument of a lookup; its arguments are accountId, nameSuffix, connection",
    ],
    [
      "a name of an argument as Terraform writes it",
      "getRulesets",
      { zone_id: ZONE },
      "getRulesets: zone_id: unknown argument of a lookup; write zoneId",
    ],
    [
      "all wrong arguments",
      "getRuleset",
      { zoneId: "a", rulesetId: "b" },
      'getRuleset: zoneId must be 32 lower-case hexadecimal digits, found "a"\n' +
        'getRuleset: rulesetId must be 32 lower-case hexadecimal digits, found "b"',
    ],
    [
      "an id in place of the arguments",
      "getRuleset",
      OTHER,
      "getRuleset: the arguments must be an object, found a string",
    ],
  ] as const)("%s", async (_, name, args, message) => {
    expect(await refusal(name, args)).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });
});

it("accepts a version that is a number, as other languages may pass it", async () => {
  expect(await refusal("getRulesetVersion", { zoneId: ZONE, rulesetId: OTHER, version: 3 })).toBe(
    "a client was asked for",
  );
});
