import fs from "node:fs";
import path from "node:path";
import { ensureSdk } from "../../scripts/sdk/generate";
import { describeNativeExample } from "../support/native-story";

describeNativeExample({
  name: "go",
  file: "main.go",
  action: ['"managed_challenge"', '"block"'],
  prepare: async (program) => {
    const sdk = await ensureSdk("go", () => undefined);
    fs.cpSync(sdk, path.join(program, "sdks", "go"), { recursive: true });
  },
});
