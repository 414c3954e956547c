import { engineOf } from "../../../provider/process";

const SDK = "/srv/shop/node_modules/@pulumi/pulumi/cmd";
const ENGINE = "127.0.0.1:44951";

describe("the engine of a process", () => {
  it.each([
    [
      "program",
      [
        "/usr/bin/node",
        `${SDK}/run/index.js`,
        "--monitor",
        "127.0.0.1:41493",
        "--engine",
        ENGINE,
        "--project",
        "shop",
        ".",
      ],
    ],
    [
      "program",
      ["node", "--enable-source-maps", "./node_modules/@pulumi/pulumi/cmd/run", "--engine", ENGINE, "."],
    ],
    [
      "program",
      ["C:\\node.exe", "C:\\shop\\node_modules\\@pulumi\\pulumi\\cmd\\run\\index.js", "--engine", ENGINE],
    ],
    ["dynamic provider", ["node", `${SDK}/dynamic-provider/index.js`, ENGINE]],
    ["dynamic provider", ["node", "--inspect", `${SDK}/dynamic-provider`, ENGINE]],
    ["policy pack", ["/usr/bin/node", `${SDK}/run-policy-pack/index.js`, ENGINE, "."]],
    ["policy pack", ["/usr/bin/node", `${SDK}/run-plugin/index.js`, "--tracing=x", ENGINE, "/packs/edge"]],
    ["plugin", ["node", "/srv/pulumi-edge-platform/dist/plugin/start.js", ENGINE]],
    ["plugin", ["/home/ci/.pulumi/plugins/resource-aws-v6.0.0/pulumi-resource-aws", ENGINE, "-logtostderr"]],
  ])("is in the command line of a %s", (role, commandLine) => {
    expect(engineOf(commandLine)).toEqual({ role, address: ENGINE });
  });

  it.each([
    ["a tool that uses the Automation API", ["node", "/srv/deploy/main.js", "--engine", ENGINE]],
    ["a test with mocks", ["node", "/srv/shop/node_modules/.bin/jest", "index.test.ts"]],
    ["a shell that waits for a plugin", ["/bin/sh", "/usr/lib/pulumi-resource-pulumi-nodejs", ENGINE]],
    ["an editor with a script of the SDK", ["vim", `${SDK}/run/index.js`]],
    ["a script of the SDK without an address", ["node", `${SDK}/dynamic-provider/index.js`]],
    [
      "a program of an SDK with other arguments",
      ["node", `${SDK}/run/index.js`, "--monitor", "127.0.0.1:41493", "."],
    ],
    ["another script of that name", ["node", "/srv/shop/cmd/run/index.js", "--engine", ENGINE]],
    ["a plugin that is only run for its schema", ["pulumi-resource-edge"]],
    ["nothing", []],
  ])("is not in the command line of %s", (_, commandLine) => {
    expect(engineOf(commandLine)).toBeUndefined();
  });
});
