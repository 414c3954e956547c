/* eslint-disable @typescript-eslint/no-unsafe-member-access -- answers are JSON of any shape, which the expectations state */
import { newZone, useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();

async function put(phase: string, rule: object) {
  const at = `/zones/${await newZone(platform)}/rulesets/phases/${phase}/entrypoint`;
  const answer = await platform.api("PUT", at, { body: { rules: [{ expression: "true", ...rule }] } });
  return [answer.status, answer.body.errors] as unknown;
}

const redirectTo = (expression: string) => ({
  action: "redirect",
  action_parameters: { from_value: { target_url: { expression } } },
});
const rewrite = (action_parameters: object) => ({ action: "rewrite", action_parameters });

describe("value expressions", () => {
  it.each([
    ["http_request_dynamic_redirect", redirectTo('concat("https://", http.host, http.request.uri.path)')],
    [
      "http_request_transform",
      rewrite({
        uri: {
          path: { expression: 'regex_replace(http.request.uri.path, "^/a/", "/b/")' },
          query: { expression: 'regex_replace(http.request.uri.query, "a", "b")' },
        },
      }),
    ],
    [
      "http_request_late_transform",
      rewrite({ headers: { "x-ip": { operation: "set", expression: "ip.src" } } }),
    ],
  ])("are accepted in %s", async (phase, rule) => {
    expect(await put(phase, rule)).toEqual([200, []]);
  });

  it("that cannot be parsed are refused with 20083 and the parse error", async () => {
    expect(
      await put("http_request_dynamic_redirect", redirectTo("substring(http.host, len(http.host))")),
    ).toEqual([
      400,
      [
        {
          code: 20083,
          message:
            "'substring(http.host, len(http.host))' is not a valid value for expression because could not parse value expression: Filter parsing error (1:22):\nsubstring(http.host, len(http.host))\n                     ^^^^^^^^^^^^^^ invalid kind of argument #1: expected argument of kind Literal, but got Field\n",
          source: { pointer: "/rules/0/action_parameters/from_value/target_url/expression" },
        },
      ],
    ]);
  });

  it("of the wrong type are refused", async () => {
    const headers = { "x-code": { operation: "set", expression: "http.response.code" } };
    expect(await put("http_response_headers_transform", rewrite({ headers }))).toEqual([
      400,
      [
        {
          code: 20083,
          message:
            "'http.response.code' is not a valid value for expression because could not parse value expression: Filter parsing error (1:1):\nhttp.response.code\n^^^^^^^^^^^^^^^^^^ expected value of type Ip or Bytes, but got Int\n",
          source: { pointer: "/rules/0/action_parameters/headers/x-code/expression" },
        },
      ],
    ]);
  });

  it("of cache tags compute a list", async () => {
    const tags = (expression: string) =>
      put("http_response_cache_settings", {
        action: "set_cache_tags",
        action_parameters: { operation: "set", expression },
      });
    expect(await tags('split(http.response.headers["x-tags"][0], ",", 10)')).toEqual([200, []]);
    expect(await tags("http.host")).toMatchObject([400, [{ code: 20083 }]]);
  });
});

describe("a phase refuses", () => {
  it("fields that it does not have", async () => {
    const rule = { ...redirectTo("http.host"), expression: "cf.bot_management.score lt 30" };
    expect(await put("http_request_dynamic_redirect", rule)).toEqual([
      400,
      [
        {
          message:
            "'cf.bot_management.score lt 30' is not a valid value for expression because the use of field cf.bot_management.score is not allowed in the phase http_request_dynamic_redirect",
          source: { pointer: "/rules/0/expression" },
        },
      ],
    ]);
  });

  it("functions that are for values only, in filters", async () => {
    const rule = { action: "block", expression: 'regex_replace(http.host, "a", "b") eq "b"' };
    expect(await put("http_request_firewall_custom", rule)).toEqual([
      400,
      [
        {
          message:
            '\'regex_replace(http.host, "a", "b") eq "b"\' is not a valid value for expression because the use of function regex_replace is not allowed in filter expressions of the phase http_request_firewall_custom',
          source: { pointer: "/rules/0/expression" },
        },
      ],
    ]);
  });

  it("managed lists that do not exist", async () => {
    expect(
      await put("http_request_firewall_custom", { action: "block", expression: "ip.src in $cf.vpns" }),
    ).toEqual([
      400,
      [
        {
          message:
            "'ip.src in $cf.vpns' is not a valid value for expression because there is no managed list $cf.vpns",
          source: { pointer: "/rules/0/expression" },
        },
      ],
    ]);
  });
});
