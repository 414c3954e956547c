import type { FaultyProgram } from "../case";
import { inZone } from "../declare";

const PARAMETERS = "rules[0].actionParameters";

const block = (
  title: string,
  response: unknown,
  property: string,
  remedy: RegExp,
  phase = "http_request_firewall_custom",
): FaultyProgram => ({
  title,
  program: inZone(phase, [
    {
      action: "block",
      actionParameters: { response },
      ...(phase === "http_ratelimit" && {
        ratelimit: {
          characteristics: ["cf.colo.id", "ip.src"],
          period: 60,
          requestsPerPeriod: 10,
          mitigationTimeout: 60,
        },
      }),
    },
  ]),
  property: `${PARAMETERS}.response${property}`,
  remedy,
});

const page = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_custom_errors", [
    { action: "serve_error", expression: "http.response.code eq 500", actionParameters: parameters },
  ]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const compress = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_response_compression", [
    { action: "compress_response", actionParameters: parameters },
  ]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const log = (title: string, parameters: unknown, property: string, remedy: RegExp): FaultyProgram => ({
  title,
  program: inZone("http_log_custom_fields", [
    { action: "log_custom_field", expression: "true", actionParameters: parameters },
  ]),
  property: `${PARAMETERS}${property}`,
  remedy,
});

const text = { content: "No", contentType: "text/plain" };

/** Answers of rules, error pages, compression and logged fields. */
export const responses: readonly FaultyProgram[] = [
  block("a response with the status 200", { ...text, statusCode: 200 }, ".statusCode", /400/),
  block("a response with the status 503", { ...text, statusCode: 503 }, ".statusCode", /499/),
  block("a response without a status", text, "", /statusCode/),
  block("a response without content", { statusCode: 403, contentType: "text/plain" }, "", /content/),
  block(
    "a response with empty content",
    { ...text, statusCode: 403, content: "" },
    ".content",
    /empty|at least|character/,
  ),
  block(
    "a response of an unknown type",
    { ...text, statusCode: 403, contentType: "text/css" },
    ".contentType",
    /text\/plain/,
  ),
  block(
    "a response of 3 kB",
    { ...text, statusCode: 403, content: "a".repeat(3000) },
    ".content",
    /2,?048|2,?000|2 kB/,
  ),
  block(
    "a response of 31 kB in a rate limit",
    { ...text, statusCode: 429, content: "a".repeat(31_000) },
    ".content",
    /30/,
    "http_ratelimit",
  ),
  block("a response by another name", { ...text, status: 403 }, ".status", /statusCode/),
  {
    title: "parameters of a challenge",
    program: inZone("http_request_firewall_custom", [
      { action: "managed_challenge", actionParameters: { response: { ...text, statusCode: 403 } } },
    ]),
    property: PARAMETERS,
    remedy: /no parameters|block|none|does not/i,
  },
  {
    title: "a status beside the response",
    program: inZone("http_request_firewall_custom", [
      { action: "block", actionParameters: { statusCode: 403 } },
    ]),
    property: `${PARAMETERS}.statusCode`,
    remedy: /response/,
  },
  page(
    "an error page with content and asset",
    { content: "a", contentType: "text/html", assetName: "page" },
    "",
    /content|assetName/,
  ),
  page("an error page of nothing", { statusCode: 500 }, "", /content/),
  page("an error page without its type", { content: "a" }, "", /contentType/),
  page(
    "an error page with the status 200",
    { content: "a", contentType: "text/html", statusCode: 200 },
    ".statusCode",
    /400/,
  ),
  page(
    "an error page of 10,241 characters",
    { content: "a".repeat(10_241), contentType: "text/html" },
    ".content",
    /10,?240|10 kB/,
  ),
  page("an asset with a hyphen in its name", { assetName: "error-page" }, ".assetName", /_|A-Z|letters/),
  compress("no algorithms", { algorithms: [] }, ".algorithms", /at least one|not be empty/),
  compress("an unknown algorithm", { algorithms: [{ name: "deflate" }] }, ".algorithms[0]", /gzip/),
  compress("algorithms by name alone", { algorithms: ["gzip"] }, ".algorithms[0]", /name/),
  compress(
    "auto before another algorithm",
    { algorithms: [{ name: "auto" }, { name: "gzip" }] },
    ".algorithms[0]",
    /last/,
  ),
  log("no fields", {}, "", /at least one|requestFields|cookieFields/),
  log("a header in upper case", { requestFields: [{ name: "X-Id" }] }, ".requestFields[0]", /x-id|lower/),
  log(
    "a header before and after transforms",
    { requestFields: [{ name: "x-id" }], transformedRequestFields: [{ name: "x-id" }] },
    "",
    /requestFields|transformed|raw/i,
  ),
  log(
    "a response header twice",
    { rawResponseFields: [{ name: "x-id" }], responseFields: [{ name: "x-id" }] },
    "",
    /responseFields|raw/i,
  ),
  log("the header range", { requestFields: [{ name: "range" }] }, ".requestFields[0]", /range/),
  log("fields by name alone", { requestFields: ["x-id"] }, ".requestFields[0]", /name/),
  log(
    "duplicates of request headers",
    { requestFields: [{ name: "x-id", preserveDuplicates: true }] },
    ".requestFields[0]",
    /responseFields|preserveDuplicates|response/,
  ),
  {
    title: "logged fields for some requests",
    program: inZone("http_log_custom_fields", [
      { action: "log_custom_field", actionParameters: { requestFields: [{ name: "x-id" }] } },
    ]),
    property: "rules[0].expression",
    remedy: /true/,
  },
];
