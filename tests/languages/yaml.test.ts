import { describeNativeExample } from "../support/native-story";

describeNativeExample({
  name: "yaml",
  file: "Pulumi.yaml",
  action: ["action: managed_challenge\n          expression", "action: block\n          expression"],
});
