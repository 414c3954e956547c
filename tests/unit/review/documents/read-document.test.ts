import fs from "node:fs";
import path from "node:path";
import { readDocument } from "../../../../review/documents/read-document";
import type { Reviewed } from "../../../../review/model/reviewed";
import { ROOT } from "../../../../scripts/prepare";

const sample = (name: string) => fs.readFileSync(path.join(ROOT, "tests/data/reviews", name), "utf8");
const stepsOf = (text: string) =>
  readDocument(text).steps.map(
    ({ operation, before, after }) => `${operation} ${(after ?? before)?.label ?? ""}`,
  );
const resource = (text: string, label: string): Reviewed => {
  const found = readDocument(text).steps.flatMap(({ after }) => (after?.label === label ? [after] : []));
  if (!found[0]) throw new Error(`There is no ${label}.`);
  return found[0];
};
const errorOf = (text: string) => {
  try {
    readDocument(text);
  } catch (error) {
    return (error as Error).message;
  }
  return "no error";
};

const STEPS = [
  'update ApiToken "ci"',
  'create ApiToken "maker"',
  'delete ApiToken "old"',
  'update OwaspConfig "owasp"',
  'create ValidatedFilter "f"',
  'update ZoneEntrypointRuleset "custom-rules"',
  'update ZoneEntrypointRuleset "hidden"',
  'delete ZoneEntrypointRuleset "limits"',
  'create ZoneEntrypointRuleset "unknown"',
];

describe("the reader of planned changes", () => {
  it("reads a preview of the engine, with stack and source positions", () => {
    const change = readDocument(sample("change.preview.json"));
    expect([change.source, change.stack, change.others]).toEqual(["pulumi-preview", "engine-test/test", 0]);
    expect(stepsOf(sample("change.preview.json"))).toEqual(STEPS);
    expect(resource(sample("change.preview.json"), 'ApiToken "ci"').position).toEqual({
      file: "index.js",
      line: 16,
    });
  });

  it("reads the same change from the event log of the engine", () => {
    expect(readDocument(sample("change.events.jsonl")).source).toBe("pulumi-events");
    expect(stepsOf(sample("change.events.jsonl"))).toEqual(STEPS);
  });

  it("counts no component among the resources of other packages", () => {
    const step = (type: string, custom: boolean) => {
      const urn = `urn:pulumi:dev::shop::${type}::a`;
      return { op: "create", urn, newState: { urn, type, custom, inputs: {} } };
    };
    const steps = [step("edge:index:ZoneBaseline", false), step("aws:s3/bucket:Bucket", true)];
    expect(readDocument(JSON.stringify({ changeSummary: {}, steps }))).toMatchObject({
      steps: [],
      others: 1,
    });
  });

  it("counts no component of an event log, which does not say that it is one", () => {
    const event = (type: string, more: object) => {
      const metadata = { op: "create", urn: `urn:pulumi:dev::shop::${type}::a` };
      const state = { type, urn: metadata.urn, inputs: {}, ...more };
      return { sequence: 1, resourcePreEvent: { metadata: { ...metadata, new: state } } };
    };
    const events = [
      event("edge:index:ZoneBaseline", {}),
      event("shop:index:Website", {}),
      event("aws:s3/bucket:Bucket", { custom: true }),
      { sequence: 2, summaryEvent: { isPreview: true } },
    ];
    const text = events.map((one) => JSON.stringify(one)).join("\n");
    expect(readDocument(text)).toMatchObject({ source: "pulumi-events", steps: [], others: 1 });
  });

  it("knows whether a resource is protected, which the engine says only if it is", () => {
    const type = "pulumi-nodejs:dynamic/edge:OwaspConfig";
    const step = (name: string, more: object) => {
      const urn = `urn:pulumi:dev::shop::${type}::${name}`;
      return { op: "create", urn, newState: { urn, type, inputs: {}, ...more } };
    };
    const { steps } = readDocument(
      JSON.stringify({ changeSummary: {}, steps: [step("a", { protect: true }), step("b", {})] }),
    );
    expect(steps.map(({ after }) => after?.isProtected)).toEqual([true, false]);
  });

  it("knows the id of a custom ruleset that exists, also of @pulumi/cloudflare, and none of an entry point", () => {
    const id = "2f2feab2026849078ba485f918791bdc";
    const step = (type: string, stateId: string) => {
      const urn = `urn:pulumi:dev::shop::${type}::shared`;
      return { op: "delete", urn, oldState: { urn, type, id: stateId, inputs: {} } };
    };
    const { steps } = readDocument(
      JSON.stringify({
        changeSummary: {},
        steps: [
          step("pulumi-nodejs:dynamic/edge:Ruleset", `account/${"0".repeat(32)}/${id}`),
          step("edge:index:Ruleset", `account/${"0".repeat(32)}/${id}`),
          step("cloudflare:index/ruleset:Ruleset", id),
          step("edge:index:ZoneEntrypointRuleset", `${"0".repeat(32)}/http_ratelimit`),
        ],
      }),
    );
    const idOf = (one: Reviewed | undefined) => (one?.kind === "ruleset" ? one.rulesetId : "none");
    expect(steps.map(({ before }) => idOf(before))).toEqual([id, id, undefined, id]);
  });

  it("makes secrets unknown, whether the engine hides or shows them", () => {
    const state = (type: string, inputs: object) => ({
      urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/edge:${type}::a`,
      type: `pulumi-nodejs:dynamic/edge:${type}`,
      inputs,
    });
    const signed = {
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      plaintext: '"TOPSECRET"',
    };
    for (const expression of ["[secret]", signed]) {
      const newState = state("ValidatedFilter", { expression });
      const change = readDocument(
        JSON.stringify({ changeSummary: {}, steps: [{ op: "create", urn: newState.urn, newState }] }),
      );
      expect(change.steps[0]?.after).toMatchObject({ expression: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
    }
  });

  it("rejects an operation that it does not know, since the change must not look harmless", () => {
    const preview = sample("change.preview.json").replaceAll('"op": "update"', '"op": "frobnicate"');
    expect(errorOf(preview)).toMatch(
      /^the step of urn:pulumi:.* has the operation "frobnicate", which this release does not know: update pulumi-edge-platform$/,
    );
  });

  it("reports the errors of a preview that failed", () => {
    expect(readDocument(sample("failed.preview.json")).failure).toMatch(
      /^error: .*custom-rules.* has a problem/,
    );
  });

  it("knows that what a plan only removes from the state is not deleted", () => {
    const forgotten = {
      address: "cloudflare_ruleset.old",
      type: "cloudflare_ruleset",
      change: { actions: ["forget"], before: { zone_id: "1".repeat(32), rules: [] }, after: null },
    };
    const plan = JSON.stringify({ format_version: "1.2", resource_changes: [forgotten] });
    const { steps, others } = readDocument(plan);
    expect(steps).toMatchObject([{ operation: "delete", kept: { by: "forget" } }]);
    expect(others).toBe(0);
  });

  it("reads a plan of Terraform with provider 5", () => {
    const text = sample("terraform-v5.plan.json");
    expect(stepsOf(text)).toEqual([
      "update cloudflare_ruleset.custom",
      "delete cloudflare_ruleset.managed",
      'create module.ci.cloudflare_api_token.deploy["eu"]',
    ]);
    expect(readDocument(text).others).toBe(1);
    const ruleset = resource(text, "cloudflare_ruleset.custom");
    expect(ruleset).toMatchObject({
      kind: "ruleset",
      rules: [
        {
          ref: "admin-area",
          wire: { action: "managed_challenge", expression: 'starts_with(http.request.uri.path, "/admin")' },
        },
        {
          ref: "partner",
          wire: {
            action: "skip",
            action_parameters: { ruleset: "current" },
            expression: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
          },
        },
      ],
    });
    expect(resource(text, 'module.ci.cloudflare_api_token.deploy["eu"]')).toMatchObject({
      place: { level: "user" },
      isPartlyUnknown: false,
      token: {
        expiresOn: "2030-01-01T00:00:00Z",
        condition: { requestIp: { in: ["192.0.2.0/24"] } },
        policies: [
          {
            permissionGroups: [{ id: "fb6778dc191143babbfaa57993f1d275" }],
            resources: { "com.cloudflare.api.account.zone.8792051aba8a6d2f17833905d155bcad": "*" },
          },
        ],
      },
    });
  });

  it("reads the blocks of provider 4, and hides sensitive expressions", () => {
    const ruleset = resource(sample("terraform-v4.plan.json"), "cloudflare_ruleset.limits");
    if (ruleset.kind !== "ruleset") throw new Error("expected a ruleset");
    expect(ruleset.rules).toEqual([
      {
        path: "rules[0]",
        ref: undefined,
        wire: {
          action: "block",
          action_parameters: {
            response: { content: "Slow down", content_type: "text/plain", status_code: 429 },
          },
          description: "Logins",
          enabled: true,
          expression: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
          ratelimit: {
            characteristics: ["cf.colo.id", "ip.src"],
            mitigation_timeout: 600,
            period: 60,
            requests_per_period: 20,
          },
        },
      },
    ]);
    expect(ruleset.isSecret("rules[0].expression")).toBe(true);
    expect(ruleset.isSecret("rules[0].action")).toBe(false);
  });

  it.each([
    ["an empty document", "", /^the document is empty; expected the output of `pulumi preview --json`/],
    ["a text", "Previewing update (dev)", /^the document is not JSON.*; expected/],
    [
      "a preview that is cut",
      sample("change.preview.json").slice(0, 9000),
      /ends after 9000 characters, in the middle of a value: the file is cut/,
    ],
    [
      "an event log that is cut in a line",
      sample("change.events.jsonl").slice(0, 9000),
      /^line \d+ of \d+ is not a complete event/,
    ],
    [
      "an event log without its end",
      sample("change.events.jsonl").split("\n").slice(0, 8).join("\n"),
      /^the event log ends before its preview does/,
    ],
    [
      "the state of a stack",
      '{"version":3,"deployment":{"resources":[]}}',
      /^found the state of a stack, which contains no change/,
    ],
    [
      "a state of Terraform",
      '{"format_version":"1.0","terraform_version":"1.9.8","values":{"root_module":{}}}',
      /^found a state of Terraform, which contains no change; expected .* `terraform show -json <plan>`/,
    ],
    [
      "a state file of Terraform",
      '{"version":4,"terraform_version":"1.9.8","resources":[]}',
      /^found a state of Terraform, which contains no change/,
    ],
    ["a list", "[]", /found a list$/],
    ["another object", '{"a":1}', /found an object with "a"$/],
    [
      "a preview of another form",
      '{"steps":[{"operation":"create"}]}',
      /^the preview has a form that this release cannot read, at steps\.0\.op/,
    ],
    [
      "a plan of a future format",
      '{"format_version":"2.0","resource_changes":[]}',
      /^the plan has the format "2\.0"; this release reads the formats 0 and 1$/,
    ],
    [
      "a preview that was interrupted",
      '{"steps":[]}',
      /^the preview has no changeSummary and no error, so it was interrupted or cut/,
    ],
    [
      "the log of a preview that was interrupted",
      '{"sequence":0,"timestamp":1,"cancelEvent":{}}',
      /^the event log has no summary and no error, so its preview was interrupted/,
    ],
    ...(["update", "replace", "delete", "create", "import", "delete-replaced"] as const).map(
      (op): [string, string, RegExp] => [
        `a step ${op} without a state`,
        JSON.stringify({
          changeSummary: {},
          steps: [{ op, urn: "urn:pulumi:dev::shop::edge:index:List::a" }],
        }),
        new RegExp(`^the step "${op}" of urn:\\S+ has no (?:old|new)State: the document is damaged`),
      ],
    ),
    [
      "the log of an update",
      '{"sequence":0,"timestamp":1,"summaryEvent":{"isPreview":false}}',
      /^found the log of an update; write the log of a preview/,
    ],
  ])("refuses %s with a message that says what to do", (_name, text, message) => {
    expect(errorOf(text)).toMatch(message);
  });
});
