import { describeNativeExample } from "../support/native-story";

describeNativeExample({
  name: "typescript",
  file: "index.ts",
  action: ['action: "managed_challenge", expression', 'action: "block", expression'],
});
