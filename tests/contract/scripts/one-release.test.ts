import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../../scripts/prepare";
import { GO_MODULE, RELEASE } from "../../../scripts/pulumi-cli/cache";

const PKG = "github.com/pulumi/pulumi/pkg/v3";
const SDK = "github.com/pulumi/pulumi/sdk/v3";
const textOf = (...names: string[]): string => fs.readFileSync(path.join(ROOT, ...names), "utf8");

/** The release of a Go module that a go.mod requires, without a "v". */
function requiredBy(folder: string, module: string): string | undefined {
  return new RegExp(`^(?:require )?\\t?${module} v(\\S+)`, "m").exec(textOf(folder, "go.mod"))?.[1];
}

/** What npm has installed, as the lock file says. */
function lockedSdk(): unknown {
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: Record<string, unknown> };
  return packages["node_modules/@pulumi/pulumi"];
}

describe("one release of Pulumi", () => {
  it.each([
    [GO_MODULE, PKG],
    [GO_MODULE, SDK],
    ["scripts/sdk/generator", PKG],
    ["scripts/sdk/generator", SDK],
    ["examples/native-go", SDK],
  ])("%s requires the release under test of %s", (folder, module) => {
    expect(requiredBy(folder, module)).toBe(RELEASE);
  });

  it("is the release of the SDK that the lock file installs", () => {
    expect(lockedSdk()).toMatchObject({ version: RELEASE });
  });

  it("is at least the release of the Python packages in the tests", () => {
    const [, major, minor] =
      /^pulumi==(\d+)\.(\d+)\.\d+$/m.exec(textOf("scripts/sdk/requirements.txt")) ?? [];
    const [releaseMajor, releaseMinor] = RELEASE.split(".");
    expect(major).toBe(releaseMajor);
    expect(Number(minor)).toBeLessThanOrEqual(Number(releaseMinor));
  });

  it("of an older generator is the one of the SDK beside it", () => {
    for (const folder of ["generator-dotnet", "generator-java", "yaml"].map((name) => `scripts/sdk/${name}`))
      expect([folder, requiredBy(folder, SDK)]).toEqual([folder, requiredBy(folder, PKG)]);
  });
});
