import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { checkRule } from "../../../../provider/rulebook";
import { PARAMETER_TOPICS } from "../../../../provider/rulebook/parameters";

const CONSTRAINTS = PARAMETER_TOPICS.flatMap((topic) => Object.values(topic));

describe("the constraints on parameters", () => {
  it("are each expected by id in a test of this folder", () => {
    const tests = readdirSync(__dirname).map((name) => readFileSync(path.join(__dirname, name), "utf8"));
    const untested = CONSTRAINTS.filter(({ id }) => !tests.some((text) => text.includes(`${id} `)));
    expect(untested.map(({ id }) => id)).toEqual([]);
  });

  it("have unique ids", () => {
    const ids = CONSTRAINTS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe("a message about a secret rule", () => {
  const secret = "s3cret s3cret";

  it.each([
    ["redirect", "http_request_dynamic_redirect", { from_value: { target_url: { value: secret } } }],
    ["redirect", "http_request_redirect", { from_list: { name: secret, key: secret } }],
    ["rewrite", "http_request_transform", { uri: { path: { value: secret } } }],
    [
      "rewrite",
      "http_response_headers_transform",
      { headers: { A: { operation: "set", value: `${secret}\n` } } },
    ],
    [
      "route",
      "http_request_origin",
      { origin: { host: secret }, sni: { value: secret }, host_header: secret },
    ],
    ["serve_error", "http_custom_errors", { asset_name: secret }],
    ["log_custom_field", "http_log_custom_fields", { request_fields: [{ name: secret.toUpperCase() }] }],
    [
      "set_cache_settings",
      "http_request_cache_settings",
      { cache_key: { custom_key: { header: { include: ["Cookie"] } } } },
    ],
  ])("quotes no value: %s in %s", (action, phase, action_parameters) => {
    const context = { phase, kind: "zone", nameOf: (name: string) => name, secret: true } as const;
    const found = checkRule({ action, action_parameters, expression: "true" }, context);
    expect(found).not.toEqual([]);
    expect(found.map(({ message }) => message).join(" ")).not.toMatch(/s3cret|S3CRET|"Cookie"/);
  });
});
