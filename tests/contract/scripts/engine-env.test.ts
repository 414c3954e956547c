import fs from "node:fs";

import { privatePulumiEnv } from "../../../scripts/engine-env";
import type { PulumiCli } from "../../../scripts/pulumi-cli";
import { temporaryFolder } from "../../support/fake-commands";

const CLI: PulumiCli = {
  bin: "/cli/bin/pulumi",
  binDir: "/cli/bin",
  version: "3.276.0",
  source: "built",
};

describe("privatePulumiEnv", () => {
  let directory: string;
  beforeEach(() => (directory = temporaryFolder()));
  afterEach(() => fs.rmSync(directory, { recursive: true }));

  it("keeps login, stacks, plugins and account of the user out of reach", () => {
    const env = privatePulumiEnv({
      cli: CLI,
      directory,
      env: {
        PATH: "/usr/bin",
        LANG: "C",
        PULUMI_ACCESS_TOKEN: "pul-1",
        PULUMI_BACKEND_URL: "https://api.pulumi.com",
        EDGE_API_TOKEN: "real",
        CLOUDFLARE_API_TOKEN: "real",
        VAULT_CACERT: "/missing",
      },
    });
    expect(env).toEqual({
      LANG: "C",
      PATH: "/cli/bin:/usr/bin",
      PULUMI_HOME: `${directory}/home`,
      PULUMI_BACKEND_URL: `file://${directory}/backend`,
      PULUMI_CONFIG_PASSPHRASE: expect.any(String) as string,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    });
    expect(fs.readdirSync(directory).sort()).toEqual(["backend", "home"]);
  });
});
