import { readTerraformState } from "../../../../review/documents/terraform-state";

const TYPE = "cloudflare_ruleset";

function stateFile(...resources: object[]): string {
  return JSON.stringify({ version: 4, resources });
}

function instancesOf(...instances: object[]): object {
  return { module: 'module.a.module.b["x.y[0]"]', mode: "managed", type: TYPE, name: "waf", instances };
}

describe("the state of Terraform", () => {
  it("names each instance by the names and keys in its address, whatever a key contains", () => {
    const attributes = { id: "1" };
    const keys = [undefined, 0, 'a"b].c', "module.c"];
    const instances = keys.map((key) => ({ ...(key !== undefined && { index_key: key }), attributes }));
    const { objects } = readTerraformState(stateFile(instancesOf(...instances)), [TYPE]);
    expect(objects.map(({ names }) => names)).toEqual([
      ["a", "b", "x.y[0]", "waf"],
      ["a", "b", "x.y[0]", "waf", "0"],
      ["a", "b", "x.y[0]", "waf", 'a"b].c'],
      ["a", "b", "x.y[0]", "waf", "module.c"],
    ]);
    expect(objects[2]?.address).toBe('module.a.module.b["x.y[0]"].cloudflare_ruleset.waf["a\\"b].c"]');
  });

  it("takes an address that is none as a name", () => {
    const resources = [{ address: "]][", type: TYPE, values: {} }];
    const state = { format_version: "1.0", values: { root_module: { resources } } };
    const { objects } = readTerraformState(JSON.stringify(state), [TYPE]);
    expect(objects).toEqual([{ type: TYPE, address: "]][", names: ["]]["], values: {} }]);
  });

  it("hides sensitive values, and all values of an object if a path cannot be read", () => {
    const step = (value: string | number) =>
      typeof value === "string"
        ? { type: "get_attr", value }
        : { type: "index", value: { value, type: "number" } };
    const sensitive = (...paths: unknown[]) => {
      const instance = { attributes: {}, sensitive_attributes: paths };
      return readTerraformState(stateFile(instancesOf(instance)), [TYPE]).objects[0]?.sensitive;
    };
    const rule = ["rules", 0, "expression"].map(step);
    expect(sensitive(rule, [step("rules"), step(1)], [step("name")])).toEqual({
      rules: { 0: { expression: true }, 1: true },
      name: true,
    });
    expect(sensitive(rule, [{ type: "later", value: 1 }])).toBe(true);
    expect(sensitive(Array(100_000).fill(step(0)))).toBe(true);
  });

  it("adopts neither deposed objects nor objects without values, and counts other types", () => {
    const text = stateFile(
      instancesOf({ attributes: {}, deposed: "ab12" }, { index_key: 1, attributes_flat: { id: "1" } }),
      { mode: "managed", type: "aws_instance", name: "x", instances: [{}, { index_key: 1 }] },
      { mode: "data", type: TYPE, name: "x", instances: [{ attributes: {} }] },
    );
    const address = 'module.a.module.b["x.y[0]"].cloudflare_ruleset.waf';
    expect(readTerraformState(text, [TYPE])).toEqual({
      objects: [],
      unread: [
        { address, why: "it is deposed: Terraform deletes it at the next apply" },
        {
          address: `${address}[1]`,
          why: "the state has no values of it: run `terraform apply -refresh-only`",
        },
      ],
      others: new Map([["aws_instance", 2]]),
    });
  });

  it("reads an empty state, and modules of any depth", () => {
    expect(readTerraformState('{"format_version":"1.0"}', [TYPE]).objects).toEqual([]);
    const resources = [{ address: `${TYPE}.deep`, type: TYPE, values: {} }];
    let text = JSON.stringify({ resources });
    for (let depth = 0; depth < 5_000; depth += 1) text = `{"child_modules":[${text}]}`;
    const state = `{"format_version":"1.0","values":{"root_module":${text}}}`;
    expect(readTerraformState(state, [TYPE]).objects.length).toBe(1);
  });
});
