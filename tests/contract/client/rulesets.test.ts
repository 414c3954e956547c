import { isNotFound, isPermissionError, type EdgeClient } from "../../../provider/client";
import { ok, refused, rejection, withServer } from "./scripted-server";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const RULESET = "2f2feab2026849078ba485f918791bdc";
const RULE = "3a03d665bac047339bb530ecb439a90d";
const OWASP = "4814384a9e5d4991b9815dcfc25d2f1f";
const PHASE = "http_request_firewall_managed";
const zone = { zoneId: ZONE };
const account = { accountId: ACCOUNT };

const summary = {
  id: RULESET,
  name: "default",
  description: "",
  kind: "zone",
  version: "2",
  source: "firewall_managed",
  last_updated: "2024-03-22T10:01:02.123456Z",
  phase: PHASE,
};
const deploying = {
  id: RULE,
  version: "1",
  ref: RULE,
  action: "execute",
  expression: "true",
  enabled: true,
  last_updated: "2024-03-22T10:01:02.123456Z",
  action_parameters: { id: OWASP, version: "latest" },
};
const ruleset = { ...summary, rules: [deploying] };
const write = { action: "execute", expression: "true", enabled: true, action_parameters: { id: OWASP } };

/** Each call with its expected request and result. */
const CALLS: [string, (client: EdgeClient) => Promise<unknown>, object, unknown][] = [
  [
    "list of a zone",
    (c) => c.rulesets.list(zone),
    { method: "GET", url: `/zones/${ZONE}/rulesets` },
    [summary],
  ],
  [
    "list of an account",
    (c) => c.rulesets.list(account),
    { method: "GET", url: `/accounts/${ACCOUNT}/rulesets` },
    [summary],
  ],
  [
    "create",
    (c) => c.rulesets.create(zone, { name: "default", kind: "zone", phase: PHASE, rules: [write] }),
    {
      method: "POST",
      url: `/zones/${ZONE}/rulesets`,
      body: { name: "default", kind: "zone", phase: PHASE, rules: [write] },
    },
    ruleset,
  ],
  [
    "get",
    (c) => c.rulesets.get(account, OWASP),
    { method: "GET", url: `/accounts/${ACCOUNT}/rulesets/${OWASP}` },
    ruleset,
  ],
  [
    "replace",
    (c) => c.rulesets.replace(zone, RULESET, { description: "d", rules: [write] }),
    { method: "PUT", url: `/zones/${ZONE}/rulesets/${RULESET}`, body: { description: "d", rules: [write] } },
    ruleset,
  ],
  [
    "versions",
    (c) => c.rulesets.versions(zone, RULESET),
    { method: "GET", url: `/zones/${ZONE}/rulesets/${RULESET}/versions` },
    [summary],
  ],
  [
    "version",
    (c) => c.rulesets.version(zone, RULESET, "2"),
    { method: "GET", url: `/zones/${ZONE}/rulesets/${RULESET}/versions/2` },
    ruleset,
  ],
  [
    "byTag",
    (c) => c.rulesets.byTag(account, OWASP, "35", "paranoia-level-2"),
    { method: "GET", url: `/accounts/${ACCOUNT}/rulesets/${OWASP}/versions/35/by_tag/paranoia-level-2` },
    ruleset,
  ],
  [
    "addRule",
    (c) => c.rulesets.addRule(zone, RULESET, { ...write, position: { before: "" } }),
    {
      method: "POST",
      url: `/zones/${ZONE}/rulesets/${RULESET}/rules`,
      body: { ...write, position: { before: "" } },
    },
    ruleset,
  ],
  [
    "patchRule",
    (c) => c.rulesets.patchRule(zone, RULESET, RULE, write),
    { method: "PATCH", url: `/zones/${ZONE}/rulesets/${RULESET}/rules/${RULE}`, body: write },
    ruleset,
  ],
  [
    "patchRule with a position alone",
    (c) => c.rulesets.patchRule(zone, RULESET, RULE, { position: { index: 1 } }),
    {
      method: "PATCH",
      url: `/zones/${ZONE}/rulesets/${RULESET}/rules/${RULE}`,
      body: { position: { index: 1 } },
    },
    ruleset,
  ],
  [
    "removeRule",
    (c) => c.rulesets.removeRule(zone, RULESET, RULE),
    { method: "DELETE", url: `/zones/${ZONE}/rulesets/${RULESET}/rules/${RULE}`, body: undefined },
    ruleset,
  ],
  [
    "entrypoint",
    (c) => c.rulesets.entrypoint(zone, PHASE),
    { method: "GET", url: `/zones/${ZONE}/rulesets/phases/${PHASE}/entrypoint` },
    ruleset,
  ],
  [
    "replaceEntrypoint",
    (c) => c.rulesets.replaceEntrypoint(zone, PHASE, { rules: [write] }),
    { method: "PUT", url: `/zones/${ZONE}/rulesets/phases/${PHASE}/entrypoint`, body: { rules: [write] } },
    ruleset,
  ],
  [
    "entrypointVersions",
    (c) => c.rulesets.entrypointVersions(zone, PHASE),
    { method: "GET", url: `/zones/${ZONE}/rulesets/phases/${PHASE}/entrypoint/versions` },
    [summary],
  ],
  [
    "entrypointVersion",
    (c) => c.rulesets.entrypointVersion(zone, PHASE, "1"),
    { method: "GET", url: `/zones/${ZONE}/rulesets/phases/${PHASE}/entrypoint/versions/1` },
    ruleset,
  ],
];

describe("rulesets", () => {
  it.each(CALLS)("%s sends the documented request and returns the result", (_, work, request, result) =>
    withServer([ok(result)], async ({ server, client }) => {
      expect(await work(client)).toEqual(result);
      expect(
        server.seen.map(({ url, ...rest }) => ({ ...rest, url: url.replace("/client/v4", "") })),
      ).toMatchObject([request]);
    }),
  );

  it.each<[string, (client: EdgeClient) => Promise<void>, string]>([
    ["remove", (c) => c.rulesets.remove(zone, RULESET), ""],
    ["removeVersion", (c) => c.rulesets.removeVersion(zone, RULESET, "1"), "/versions/1"],
  ])("%s accepts 204 without a body", (_, work, more) =>
    withServer([{ status: 204, text: "" }], async ({ server, client }) => {
      await expect(work(client)).resolves.toBeUndefined();
      expect(server.seen).toMatchObject([
        { method: "DELETE", url: `/client/v4/zones/${ZONE}/rulesets/${RULESET}${more}` },
      ]);
    }),
  );

  it("list follows a cursor", () =>
    withServer(
      [ok([summary], { result_info: { cursor: "dGhpc2lzYQ==" } }), ok([{ ...summary, id: OWASP }])],
      async ({ server, client }) => {
        expect(await client.rulesets.list(zone)).toEqual([summary, { ...summary, id: OWASP }]);
        expect(server.seen[1]?.url).toBe(`/client/v4/zones/${ZONE}/rulesets?cursor=dGhpc2lzYQ%3D%3D`);
      },
    ));

  it("an answer with an empty ruleset may omit the rules", () =>
    withServer([ok(summary)], async ({ client }) => {
      expect(await client.rulesets.entrypoint(zone, PHASE)).toEqual(summary);
    }));

  it("managed rules have categories and no expression, and the last one a threshold", () => {
    const last = {
      id: "6179ae15870a4bb7b2d480d4843b323c",
      version: "35",
      action: "block",
      score_threshold: 40,
      categories: ["paranoia-level-1"],
      description: "949110: Inbound Anomaly Score Exceeded",
      ref: "ad0beb2fce9f149e565ee78d6e659d47",
      enabled: true,
      last_updated: "2022-03-22T10:01:02.123456Z",
    };
    const managed = { ...summary, id: OWASP, kind: "managed", version: "35", rules: [last] };
    return withServer([ok(managed)], async ({ client }) => {
      expect(await client.rulesets.get(account, OWASP)).toEqual(managed);
    });
  });

  it("a missing entry point is not found, with its own code", () =>
    withServer(
      [refused(404, { code: 10003, message: `could not find entrypoint ruleset in the ${PHASE} phase` })],
      async ({ client }) => {
        const error = await rejection(client.rulesets.entrypoint(zone, PHASE));
        expect(isNotFound(error)).toBe(true);
        expect(error).toMatchObject({ code: 10003 });
      },
    ));

  it("the service's own 403 has no code", () =>
    withServer([refused(403, { message: "request is not authorized" })], async ({ client }) => {
      const error = await rejection(client.rulesets.entrypoint(zone, PHASE));
      expect(isPermissionError(error)).toBe(true);
      expect(error).toMatchObject({ code: undefined, serverMessage: "request is not authorized" });
    }));

  it("a second entry point of a phase is refused with code and pointer", () => {
    const message =
      "'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase " +
      PHASE;
    const failure = {
      status: 400,
      json: {
        result: null,
        success: false,
        errors: [{ code: 20217, message, source: { pointer: "/kind" } }],
        messages: null,
      },
    };
    return withServer([failure], async ({ client }) => {
      const body = { name: "default", kind: "zone", phase: PHASE } as const;
      expect(await rejection(client.rulesets.create(zone, body))).toMatchObject({
        name: "InvalidRequestError",
        code: 20217,
        pointer: "/kind",
        serverMessage: message,
        outcome: "refused",
      });
    });
  });
});
