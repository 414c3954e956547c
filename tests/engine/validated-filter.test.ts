import { createEdgeStack, outputOf } from "../support/edge-stack";

const program = (expression: string) => ({
  "index.js": `
const edge = require("pulumi-edge-platform");
const filter = new edge.ValidatedFilter("filter", { expression: ${JSON.stringify(expression)}, mode: "api" });
exports.fields = filter.fields;
`,
});

describe("ValidatedFilter validated by the API alone, with email and key", () => {
  it("sends both headers to the endpoint, and uses its verdict", async () => {
    const stack = await createEdgeStack({ program: program('http.host eq "a"'), credentials: "key" });
    try {
      const { requests } = await stack.api.watch(async () => outputOf(await stack.up()));
      expect(requests.map(({ method, path, status }) => [method, path, status])).toContainEqual([
        "POST",
        "/filters/validate-expr",
        200,
      ]);
      expect(await stack.outputs()).toEqual({ fields: ["http.host"] });

      stack.write("index.js", program('http.host eq "a" and')["index.js"]);
      const preview = outputOf(await stack.preview(), 1);
      expect(preview).toContain("the API rejects it: Filter parsing error");
      expect(preview).toMatch(/^ *\^/m);
    } finally {
      await stack.dispose();
    }
  });
});
