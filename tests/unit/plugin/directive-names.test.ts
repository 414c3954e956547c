import { schemaName, withSchemaNames, withWireNames } from "../../../plugin/directive-names";
import { CacheControl } from "../../../provider/api/cache-parameters";
import schema from "../../../plugin/schema.json";

const DIRECTIVES = Object.keys(CacheControl.shape);
const HOUR = { operation: "set", value: 3600 };
const rule = (actionParameters: unknown) => ({
  ref: "static",
  action: "set_cache_control",
  expression: "ssl",
  actionParameters,
});

describe("directives with hyphens in their names", () => {
  it.each(DIRECTIVES)("can be written in any language: %s", (directive) => {
    expect(schemaName(directive)).toMatch(/^[a-z][A-Za-z]*$/);
    const written = { rules: [rule({ [schemaName(directive)]: HOUR })] };
    const wire = { rules: [rule({ [directive]: HOUR })] };
    expect(withWireNames(written)).toEqual(wire);
    expect(withSchemaNames(wire)).toEqual(written);
  });

  it("can also be written with hyphens, as the dynamic classes have them", () => {
    const wire = { rules: [rule({ "max-age": HOUR, private: { operation: "remove" } })] };
    expect(withWireNames(wire)).toEqual(wire);
  });

  it("are found in rules by ref, as inputs with secrets have them", () => {
    expect(withWireNames({ rules: { static: rule({ maxAge: HOUR }) } })).toEqual({
      rules: { static: rule({ "max-age": HOUR }) },
    });
  });

  it("are not looked for in data of the user or in unknown values", () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const inputs = {
      rules: [rule({ headers: { maxAge: { operation: "remove" } } }), rule(unknown), unknown],
    };
    expect(withWireNames(inputs)).toEqual(inputs);
    expect(withWireNames({ rules: unknown, maxAge: 1 })).toEqual({ rules: unknown, maxAge: 1 });
  });
});

describe("the schema", () => {
  it("has only property names that every language can write", () => {
    const types = Object.entries(schema.types).map(
      ([name, type]) => [name, "properties" in type ? type.properties : {}] as const,
    );
    const resources = Object.entries(schema.resources).map(
      ([name, { properties, inputProperties }]) => [name, { ...properties, ...inputProperties }] as const,
    );
    const misnamed = [...types, ...resources].flatMap(([owner, properties]) =>
      Object.keys(properties).flatMap((name) =>
        /^[a-z][A-Za-z0-9]*$/.test(name) ? [] : [`${owner}.${name}`],
      ),
    );
    expect(misnamed).toEqual([]);
  });
});
