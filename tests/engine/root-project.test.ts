import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../scripts/prepare";
import { createEdgeStack, outputOf } from "../support/edge-stack";

describe("pulumi up in the root of the repository", () => {
  it("deploys and destroys examples/zone-baseline with the permissions that the guide lists", async () => {
    const example = "examples/zone-baseline";
    const files = [
      "Pulumi.yaml",
      ...["index.ts", "package.json", "tsconfig.json"].map((file) => `${example}/${file}`),
    ];
    const program = Object.fromEntries(
      files.map((file) => [file, fs.readFileSync(path.join(ROOT, file), "utf8")]),
    );
    const stack = await createEdgeStack({ program, credentials: "least" });
    try {
      expect(outputOf(await stack.up())).toMatch(/9 created/);
      expect(await stack.outputs()).toMatchObject({ chainUrl: `${stack.ready.gatewayUrl}/v1/sepolia` });
      expect(outputOf(await stack.destroy())).toMatch(/9 deleted/);
      expect(await stack.api.leftovers()).toEqual(["token deploys"]);
    } finally {
      await stack.dispose();
    }
  });
});
