import fs from "node:fs";
import path from "node:path";
import { ensureSdk } from "../../scripts/sdk/generate";
import { describeNativeExample } from "../support/native-story";

describeNativeExample({
  name: "java",
  file: "src/main/java/example/App.java",
  action: ['.action("managed_challenge")', '.action("block")'],
  prepare: async (program) => {
    const sdk = await ensureSdk("java", () => undefined);
    fs.cpSync(sdk, path.join(program, "sdks", "java"), { recursive: true });
  },
});
