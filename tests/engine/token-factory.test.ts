import fs from "node:fs";
import path from "node:path";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { createWorkspace } from "../support/engine";
import { EXAMPLE_COM } from "../support/platform";

describe("the example token-factory", () => {
  let stack: EdgeStack;
  let source: string;
  // The first run checks the types, as by default.
  beforeAll(async () => {
    stack = await createEdgeStack({ program: "examples/token-factory" });
    outputOf(await stack.pulumi(["config", "set", "--path", "networks[0]", "127.0.0.0/8"]));
    source = fs.readFileSync(path.join(stack.program, "index.ts"), "utf8");
    outputOf(await stack.up());
    stack.env["PULUMI_NODEJS_TRANSPILE_ONLY"] = "true";
  });
  afterAll(() => stack.dispose());

  async function refused(...changes: [from: string, to: string][]): Promise<string> {
    const changed = changes.reduce((text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, () => to);
    }, source);
    stack.write("index.ts", changed);
    const { result, writes } = await stack.watch(() => stack.preview());
    stack.write("index.ts", source);
    expect(writes).toEqual([]);
    return outputOf(result, 1);
  }

  it("creates a token that can only create tokens: the one credential that ci-token needs", async () => {
    const token = String((await stack.outputs())["factoryToken"]);
    expect((await stack.api.call("GET", `/zones/${EXAMPLE_COM}`, { token })).status).toBe(403);

    const pipeline = await createWorkspace({
      program: "examples/ci-token",
      config: { zoneId: EXAMPLE_COM },
      env: {
        EDGE_BASE_URL: stack.ready.baseUrl,
        EDGE_API_TOKEN: token,
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      },
    });
    try {
      outputOf(await pipeline.up());
      expect(String((await pipeline.outputs())["ciToken"])).toMatch(/^cfut_/);
      outputOf(await pipeline.destroy());
    } finally {
      await pipeline.dispose();
    }
  });

  it("fails at preview with a second permission, or without networks and an end, and writes nothing", async () => {
    const second = '[{ name: "API Tokens Write" }, { name: "User Details Read" }]';
    expect(await refused(['[{ name: "API Tokens Write" }]', second])).toMatch(
      /policies\[0\]\.permissionGroups\[1\]: "User Details Read" must not be in a token that can create tokens/,
    );
    const unlimited = await refused(
      ["condition: {", "// condition: {"],
      ["expiresOn: end", "notBefore: end"],
      ['["expiresOn"]', "[]"],
    );
    expect(unlimited).toContain("set condition.requestIp.in, expiresOn, or both");
  });

  it("shows the reason that permits it in the preview", async () => {
    const reason = "allowTokenMaking: 'One pipeline for both.'";
    stack.write("index.ts", source.replace("condition: {", `${reason},\n    condition: {`));
    const preview = outputOf(await stack.preview("--diff"));
    stack.write("index.ts", source);
    expect(preview).toMatch(/\+ allowTokenMaking: "One pipeline for both\."/);
  });

  it("leaves nothing after a destroy", async () => {
    outputOf(await stack.destroy());
    expect(await stack.api.leftovers()).toEqual([]);
  });
});
