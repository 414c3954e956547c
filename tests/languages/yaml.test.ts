import { describeNativeExample } from "../support/native-story";

describeNativeExample({
  name: "yaml",
  file: "Pulumi.yaml",
  isAdopted: true,
  action: ["action: managed_challenge\n          expression", "action: block\n          expression"],
});
