import { violationsOf } from "./violations-of";

const page = (content: string) => ({ response: { status_code: 403, content, content_type: "text/html" } });

describe("the response of block", () => {
  it.each([
    ["http_request_firewall_custom", 2048],
    ["http_ratelimit", 30720],
  ])("has a limit in %s", (phase, max) => {
    expect(violationsOf("block", phase, page("x".repeat(max)))).toEqual([]);
    expect(violationsOf("block", phase, page("x".repeat(max + 1)))).toEqual([
      `refused block-content-size response/content: must be at most ${max} characters long in phase ${phase}, found ${max + 1}; shorten the page`,
    ]);
  });

  it("has no known limit elsewhere", () => {
    expect(violationsOf("block", "http_request_sbfm", page("x".repeat(40_000)))).toEqual([]);
  });
});

describe("serve_error", () => {
  const serve = (parameters: Record<string, unknown>) =>
    violationsOf("serve_error", "http_custom_errors", parameters);

  it.each([
    [
      "no page",
      { status_code: 500 },
      "refused serve-error-one-source : must have either content or asset_name, found neither",
    ],
    [
      "two pages",
      { content: "x", content_type: "text/html", asset_name: "a" },
      "refused serve-error-one-source : must have either content or asset_name, found both",
    ],
    [
      "content without its type",
      { content: "x" },
      'refused serve-error-content-type : must have content_type with content, such as "text/html"',
    ],
    [
      "a file name as asset",
      { asset_name: "error.html" },
      'refused serve-error-asset-name asset_name: must consist of letters, digits and underscores, found "error.html"; write the name of the asset, not its file or URL',
    ],
  ])("cannot have %s", (_, parameters, violation) => {
    expect(serve(parameters)).toEqual([violation]);
  });

  it("warns of a meta tag for the referrer", () => {
    const page = (meta: string) =>
      serve({ content: `<html><head>${meta}</head></html>`, content_type: "text/html" });
    expect(page('<meta charset="utf-8" name="referrer" content="none">')).toEqual([
      "warning serve-error-referrer content: has a meta tag for the referrer, which breaks challenges on the page; leave the tag out",
    ]);
    expect(page('<meta name="robots" content="referrer">')).toEqual([]);
  });

  it("accepts content with its type, and an asset with or without one", () => {
    expect(serve({ content: "x", content_type: "text/xml" })).toEqual([]);
    expect(serve({ asset_name: "Page_500" })).toEqual([]);
    expect(serve({ asset_name: "a", content_type: "application/json", status_code: 999 })).toEqual([]);
  });
});

describe("compress_response", () => {
  const compress = (...names: string[]) =>
    violationsOf("compress_response", "http_response_compression", {
      algorithms: names.map((name) => ({ name })),
    });

  it.each(["none", "default", "auto"])("takes %s only at the end", (name) => {
    expect(compress("gzip", name)).toEqual([]);
    expect(compress(name)).toEqual([]);
    expect(compress(name, "gzip")).toEqual([
      `refused compression-order algorithms/0/name: is "${name}", which must come last, found in place 1 of 2; move it to the end`,
    ]);
  });

  it("takes the others in any order", () => {
    expect(compress("zstd", "brotli", "gzip")).toEqual([]);
    expect(compress("gzip", "zstd")).toEqual([]);
  });
});

describe("log_custom_field", () => {
  const log = (parameters: Record<string, unknown>) =>
    violationsOf("log_custom_field", "http_log_custom_fields", parameters);

  it.each([
    [
      "no list",
      {},
      "refused log-field-needs-member : must have at least one of cookie_fields, request_fields, transformed_request_fields, raw_response_fields, response_fields, found none",
    ],
    [
      "a header with capital letters",
      { response_fields: [{ name: "a" }, { name: "Server" }] },
      'refused log-field-lower-case response_fields/1/name: must not have capital letters, found "Server"; write it in lower case',
    ],
    [
      "a request header both raw and transformed",
      { request_fields: [{ name: "a" }], transformed_request_fields: [{ name: "b" }, { name: "a" }] },
      'refused log-field-raw-or-transformed transformed_request_fields/1/name: cannot be "a", which request_fields names too; a header is logged raw or transformed',
    ],
    [
      "a response header both raw and transformed",
      { response_fields: [{ name: "a" }], raw_response_fields: [{ name: "a" }] },
      'refused log-field-raw-or-transformed response_fields/0/name: cannot be "a", which raw_response_fields names too; a header is logged raw or transformed',
    ],
    [
      "the request header range",
      { transformed_request_fields: [{ name: "range" }] },
      "refused log-field-range transformed_request_fields/0/name: cannot be the header range, which the API does not log; leave it out",
    ],
  ])("cannot have %s", (_, parameters, violation) => {
    expect(log(parameters)).toEqual([violation]);
  });

  it("accepts cookies in any case, and a header of the request and of the response", () => {
    expect(log({ cookie_fields: [{ name: "SessionID" }] })).toEqual([]);
    expect(
      log({ request_fields: [{ name: "a" }], response_fields: [{ name: "a", preserve_duplicates: true }] }),
    ).toEqual([]);
    expect(log({ raw_response_fields: [{ name: "content-range" }] })).toEqual([]);
  });
});
