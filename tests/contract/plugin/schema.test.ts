import fs from "node:fs";
import path from "node:path";
import { ensureBuilt, ROOT } from "../../../scripts/prepare";
import { PROPERTIES, secretOutputsOf } from "../../../provider/properties";
import type * as Generator from "../../../scripts/schema/package-schema";
import schema from "../../../plugin/schema.json";

jest.setTimeout(120_000);
beforeAll(() => ensureBuilt(() => undefined));

describe("plugin/schema.json", () => {
  it("is what `npm run schema` generates from the declarations and the tables of properties", () => {
    // Loads compiled modules, so it must not be loaded before they exist.
    const { packageSchema } = jest.requireActual<typeof Generator>("../../../scripts/schema/package-schema");
    // The repository's own package.json.
    const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as Parameters<
      typeof packageSchema
    >[0];
    expect(JSON.parse(JSON.stringify(packageSchema(manifest)))).toEqual(schema);
  });

  it("describes every resource and the component", () => {
    expect(Object.keys(schema.resources)).toEqual(
      [...Object.keys(PROPERTIES), "ZoneBaseline"].map((kind) => `edge:index:${kind}`),
    );
    const described = Object.values(schema.resources).map(({ description }) => description);
    expect(described).not.toContain("");
  });

  it("describes the arguments of the component that every language can write, and its resources", () => {
    const { isComponent, inputProperties, properties } = schema.resources["edge:index:ZoneBaseline"];
    expect(isComponent).toBe(true);
    expect(Object.keys(inputProperties)).toEqual([
      "connection",
      "customRules",
      "logOnlyUntil",
      "managedRules",
      "owasp",
      "rateLimits",
      "zoneId",
    ]);
    expect(properties.owasp.$ref).toBe("#/resources/edge:index:OwaspConfig");
    // Their actions default to `log`.
    expect(schema.types["edge:index:BaselineRule"].required).toEqual(["expression", "ref"]);
    expect(schema.types["edge:index:BaselineRateLimit"].required).not.toContain("action");
  });

  it("names the map before the list, because Python's SDK takes only what comes first", () => {
    const ofPolicy = schema.types["edge:index:Policy"].properties.resources;
    expect(ofPolicy.oneOf.map(({ type }) => type)).toEqual(["object", "array"]);
  });

  it("has an example of every resource in every language", () => {
    const examples = Object.entries(schema.resources).map(([type, { description }]) => {
      const blocks = [...description.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
      return [
        type,
        blocks.flatMap(([, language = "", code = ""]) => (code.includes(nameOf(type)) ? [language] : [])),
      ];
    });
    const languages = ["typescript", "python", "go", "csharp", "java", "yaml"];
    expect(examples).toEqual(Object.keys(schema.resources).map((type) => [type, languages]));
  });

  it("marks the outputs as secret that the tables mark", () => {
    const secret = Object.entries(schema.resources).flatMap(([type, { properties }]) =>
      Object.entries(properties).flatMap(([name, property]) =>
        "secret" in property ? [`${type}.${name}`] : [],
      ),
    );
    const expected = Object.entries(PROPERTIES).flatMap(([kind, table]) =>
      secretOutputsOf(table).map((name) => `edge:index:${kind}.${name}`),
    );
    expect(secret).toEqual(expected);
  });
});

/** Returns the name of a resource's class. */
function nameOf(type: string): string {
  return type.split(":").at(-1) ?? type;
}
