import { readFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "../../../emulator/openapi";

const text = JSON.stringify(openApiDocument());
const COMMITTED = path.resolve(__dirname, "../../../docs/openapi.json");

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const document = JSON.parse(text) as Document;

describe("the OpenAPI document", () => {
  it("equals docs/openapi.json, which `edge-platform platform openapi > docs/openapi.json` regenerates", () => {
    expect(JSON.parse(readFileSync(COMMITTED, "utf8"))).toEqual(document);
  });

  it("references only schemas that it defines", () => {
    const names = Array.from(text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g), ([, name]) => name);
    expect(names).toContain("Ruleset");
    expect(names.filter((name = "") => !(name in document.components.schemas))).toEqual([]);
    expect(text).not.toContain("#/$defs/");
  });

  it("has every operation of the specification, each with a unique id", () => {
    expect(document.paths["/zones/{zone_id}/rulesets/phases/{phase}/entrypoint"]).toMatchObject({
      get: { operationId: "getEntrypointOfZone" },
      put: { operationId: "replaceEntrypointOfZone" },
    });
    expect(document.paths["/filters/validate-expr"]).toHaveProperty("get");
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
