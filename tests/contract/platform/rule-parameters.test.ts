/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { CORRECT_PARAMETERS } from "../../support/correct-parameters";
import { newZone, useTestPlatform, type Answer } from "../../support/platform";

const platform = useTestPlatform();
const RATELIMIT = { characteristics: ["cf.colo.id", "ip.src"], period: 10, requests_per_period: 5 };

/** Makes a rule the only one of a phase of a new zone. */
async function write(action: string, phase: string, action_parameters: unknown): Promise<Answer> {
  const entrypoint = `/zones/${await newZone(platform)}/rulesets/phases/${phase}/entrypoint`;
  const ratelimit = phase === "http_ratelimit" ? RATELIMIT : undefined;
  const rules = [{ action, action_parameters, expression: "true", ratelimit }];
  return platform.api("PUT", entrypoint, { body: { rules } });
}

describe("the platform", () => {
  it.each(CORRECT_PARAMETERS)("accepts %s in %s with %j", async (action, phase, parameters) => {
    const answer = await write(action, phase, parameters);
    expect([answer.status, answer.body.errors]).toEqual([200, []]);
    expect(answer.body.result.rules[0].action_parameters).toMatchObject(parameters);
  });

  it.each([
    [
      "a header of the edge",
      "rewrite",
      "http_request_late_transform",
      { headers: { Host: { operation: "set", value: "a" } } },
      20087,
      "'set' is not a valid value for operation because it cannot be used on header 'Host'",
      "/headers/Host/operation",
    ],
    [
      "a header of the edge's answer",
      "rewrite",
      "http_response_headers_transform",
      { headers: { "Set-Cookie": { operation: "remove" } } },
      20087,
      "'remove' is not a valid value for operation because it cannot be used on header 'Set-Cookie'",
      "/headers/Set-Cookie/operation",
    ],
    [
      "a header that begins with cf-",
      "rewrite",
      "http_request_late_transform",
      { headers: { "cf-ray": { operation: "remove" } } },
      20087,
      "'remove' is not a valid value for operation because it cannot be used on header beginning with 'cf-'",
      "/headers/cf-ray/operation",
    ],
    [
      "no setting",
      "set_config",
      "http_config_settings",
      {},
      20113,
      "action parameters are required for the set_config action",
      "",
    ],
  ])("refuses %s with the API's code and text", async (_, action, phase, parameters, code, message, at) => {
    const answer = await write(action, phase, parameters);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ code, message, source: { pointer: `/rules/0/action_parameters${at}` } }],
    ]);
  });

  it.each([
    ["rewrite", "http_request_transform", { uri: {} }, "/uri"],
    ["rewrite", "http_request_late_transform", { uri: { path: { value: "/" } } }, "/uri"],
    [
      "rewrite",
      "http_request_transform",
      { uri: { path: { value: "/", expression: "http.host" } } },
      "/uri/path/expression",
    ],
    [
      "rewrite",
      "http_request_late_transform",
      { headers: { A: { operation: "add", value: "x" } } },
      "/headers/A/operation",
    ],
    ["rewrite", "http_request_late_transform", { headers: { A: { operation: "set" } } }, "/headers/A"],
    ["redirect", "http_request_dynamic_redirect", {}, ""],
    [
      "redirect",
      "http_request_dynamic_redirect",
      { from_list: { name: "a", key: "http.request.full_uri" } },
      "/from_list",
    ],
    ["route", "http_request_origin", {}, ""],
    ["route", "http_request_origin", { origin: { host: "192.0.2.1" } }, "/origin/host"],
    ["set_config", "http_config_settings", { disable_rum: false }, "/disable_rum"],
    ["set_config", "http_config_settings", { ssl: "Full" }, "/ssl"],
    ["set_config", "http_config_settings", { polish: "on" }, "/polish"],
    [
      "set_cache_settings",
      "http_request_cache_settings",
      { edge_ttl: { mode: "override_origin" } },
      "/edge_ttl",
    ],
    ["set_cache_settings", "http_request_cache_settings", { vary: {} }, "/vary/default"],
    ["set_cache_settings", "http_response_cache_settings", { cache: true }, "/cache"],
    ["set_cache_control", "http_response_cache_settings", { max_age: { operation: "remove" } }, "/max_age"],
    ["set_cache_control", "http_response_cache_settings", { "max-age": { operation: "set" } }, "/max-age"],
    ["set_cache_tags", "http_response_cache_settings", { operation: "set" }, ""],
    [
      "compress_response",
      "http_response_compression",
      { algorithms: [{ name: "auto" }, { name: "gzip" }] },
      "/algorithms/0/name",
    ],
    ["serve_error", "http_custom_errors", { content: "x" }, ""],
    ["serve_error", "http_custom_errors", { content: "", content_type: "text/html" }, "/content"],
    ["log_custom_field", "http_log_custom_fields", {}, ""],
    [
      "block",
      "http_request_firewall_custom",
      { response: { status_code: 403, content: "x", content_type: "text/css" } },
      "/response/content_type",
    ],
  ])("refuses %s in %s with %j", async (action, phase, parameters, at) => {
    const answer = await write(action, phase, parameters);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ source: { pointer: `/rules/0/action_parameters${at}` } }),
    ]);
  });

  it.each([
    ["set_config", "http_config_settings", { mirage: true, security_level: "high" }],
    ["set_cache_settings", "http_request_cache_settings", { cache: false, cache_key: {} }],
    ["rewrite", "http_request_late_transform", { headers: { "X-Forwarded-For": { operation: "remove" } } }],
    ["redirect", "http_request_dynamic_redirect", { from_value: { target_url: { value: "example.com" } } }],
  ])(
    "accepts what has no effect, or is only doubtful: %s in %s with %j",
    async (action, phase, parameters) => {
      expect((await write(action, phase, parameters)).status).toBe(200);
    },
  );
});
