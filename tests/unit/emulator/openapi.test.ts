import { openApiDocument } from "../../../emulator/openapi";
import { type Operation, operations } from "../../../provider/api";

const text = JSON.stringify(openApiDocument());

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const document = JSON.parse(text) as Document;

describe("the OpenAPI document", () => {
  it("references only schemas that it defines", () => {
    const names = Array.from(text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g), ([, name]) => name);
    expect(names).toContain("Ruleset");
    expect(names.filter((name = "") => !(name in document.components.schemas))).toEqual([]);
    expect(text).not.toContain("#/$defs/");
  });

  it("has every operation of the table at each of its paths, each with a unique id", () => {
    const all = Object.values<Operation>(operations).flatMap(({ method, path, scopes = [""] }) =>
      scopes.map((scope) => `${method} ${path.replace("{scope}", scope)}`),
    );
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(all.sort());
    expect(document.paths["/zones/{zone_id}/rulesets/phases/{phase}/entrypoint"]).toMatchObject({
      get: { operationId: "getEntrypointOfZone" },
      put: { operationId: "replaceEntrypointOfZone" },
    });
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("describes the parameters, the body and the answers of an operation", () => {
    const id = { type: "string", pattern: "^[0-9a-f]{32}$" };
    const parameter = { in: "path", required: true, schema: id };
    const json = (schema: object) => ({ "application/json": { schema } });
    const operation = document.paths["/zones/{zone_id}/rulesets/{ruleset_id}/rules/{rule_id}"]?.["patch"];
    expect(operation).toMatchObject({
      parameters: [
        { name: "zone_id", ...parameter },
        { name: "ruleset_id", ...parameter },
        { name: "rule_id", ...parameter },
        { name: "dry_run", in: "query", required: false },
      ],
      requestBody: { required: true, content: json({ $ref: "#/components/schemas/RulePatch" }) },
      responses: {
        200: {
          content: json({
            type: "object",
            required: ["result", "success", "errors", "messages"],
            properties: {
              result: { anyOf: [{ $ref: "#/components/schemas/Ruleset" }, { type: "null" }] },
              success: { const: true },
            },
          }),
        },
        "4XX": { content: json({ $ref: "#/components/schemas/Failure" }) },
      },
    });
    expect(document.components.schemas["Failure"]).toMatchObject({
      properties: { success: { const: false }, errors: { type: "array", minItems: 1 } },
    });
  });
});
