import fs from "node:fs";
import path from "node:path";
import { registerDoctor } from "../../../cli/doctor/doctor";
import { installedTools, NEWEST_SDK, OLDEST_PULUMI, type Tools } from "../../../cli/doctor/examine-tools";
import { OLDEST_NODE } from "../../../provider/process";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import type { Finding } from "../../support/doctor";
import { writeCommand } from "../../support/fake-commands";
import { EXAMPLE_COM } from "../../support/platform";

const { pathOf } = useCommandLine();
const manifest: unknown = JSON.parse(
  fs.readFileSync(path.resolve(__dirname, "../../../package.json"), "utf8"),
);
const NOW = new Date("2026-11-24T00:00:00Z");
const NONE: Tools = { node: "22.1.0", sdk: "3.276.0", now: NOW, pulumi: () => undefined };

const doctor = (tools: Tools, ...args: string[]) =>
  runCommand(
    (program, io) =>
      registerDoctor(
        program,
        io,
        () => [],
        () => tools,
      ),
    ["doctor", ...args],
  );

async function findings(tools: Tools) {
  const { code, stdout } = await doctor(tools, "--json");
  // A missing member fails the expectations.
  const { findings: found } = JSON.parse(stdout) as { findings: Finding[] };
  return {
    code,
    of: (subject: string) => found.flatMap((one) => (one.subject === subject ? [[one.state, one.text]] : [])),
  };
}

/** A Pulumi CLI of that version, with these versions of the plugin. */
function cli(version: string, ...plugins: string[]): Tools {
  const listed = plugins.map((one) => ({ name: "edge", kind: "resource", version: one }));
  return { ...NONE, pulumi: (command) => (command === "version" ? `${version}\n` : JSON.stringify(listed)) };
}

describe("edge-platform doctor and the installed tools", () => {
  it("says in one screen that all of it fits", async () => {
    const { code, stdout } = await doctor(cli("v3.250.0", "0.1.0"), "--zone", "example.com");
    expect(code).toBe(0);
    expect(stdout.match(/^\w+ +(Pulumi \w+|base URL|\w+)/gm)).toEqual([
      "ok       base URL",
      "ok       credential",
      "ok       account",
      "ok       zone",
      "ok       Node",
      "ok       Pulumi SDK",
      "ok       Pulumi CLI",
      "ok       plugin",
      "ok       language",
    ]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      `example.com (${EXAMPLE_COM}), active, in account a577b8512c9e61f81405d026d1fb93db, of the plan enterprise: previews`,
    );
    expect(stdout.split("\n").length).toBeLessThan(24);
  });

  it.each([
    ["20.19.0", "ok", "20.19.0."],
    ["20.18.1", "problem", "20.18.1 is too old for this package."],
    ["18.20.0", "problem", "18.20.0 is too old for this package."],
  ])("judges Node %s", async (node, state, text) => {
    const { code, of } = await findings({ ...NONE, node });
    expect(of("Node")).toEqual([[state, text]]);
    expect(code).toBe(state === "ok" ? 0 : 1);
  });

  it.each([
    ["3.143.0", "ok", "3.143.0."],
    ["3.276.4", "ok", "3.276.4."],
    ["3.142.0", "problem", "3.142.0 is too old for this package."],
    [undefined, "problem", "is not installed beside this package."],
    [
      "3.277.0",
      "unsure",
      "3.277.0 is newer than 3.276, the newest release with which this package was tested. If a run fails, install that one, or a newer release of this package.",
    ],
  ])("judges the SDK %s", async (sdk, state, text) => {
    const { code, of } = await findings({ ...NONE, sdk });
    expect(of("Pulumi SDK")).toEqual([[state, text]]);
    expect(code).toBe(state === "problem" ? 1 : 0);
  });

  it("asks for the versions that package.json names", () => {
    const { engines, peerDependencies, devDependencies } = manifest as Record<string, Record<string, string>>;
    expect(engines?.["node"]).toBe(`>=${OLDEST_NODE.join(".")}`);
    expect(peerDependencies?.["@pulumi/pulumi"]).toBe(`^${OLDEST_PULUMI.join(".")}.0`);
    expect(devDependencies?.["@pulumi/pulumi"]).toBe(`~${NEWEST_SDK.join(".")}.0`);
    expect(installedTools().sdk).toMatch(new RegExp(`^${NEWEST_SDK.join("[.]")}[.]`));
  });

  it("does not need a Pulumi CLI, and names one that is too old", async () => {
    const none = await findings(NONE);
    expect(none.of("Pulumi CLI")).toEqual([
      ["unsure", "`pulumi version` does not run here: the CLI is not on the PATH."],
    ]);
    expect(none.of("plugin")).toEqual([]);
    expect(none.code).toBe(0);
    const old = await findings(cli("v3.100.0"));
    expect(old.of("Pulumi CLI")).toEqual([
      ["problem", "v3.100.0 is too old for the SDK that this package needs."],
    ]);
    expect(old.code).toBe(1);
  });

  it("compares the version of the plugin with that of the package", async () => {
    expect((await findings(cli("v3.250.0"))).of("plugin")).toEqual([
      ["ok", "Not installed. Only native resources need it: `edge-platform plugin install`."],
    ]);
    expect((await findings(cli("v3.250.0", "0.0.9"))).of("plugin")).toEqual([
      ["unsure", "0.0.9 is installed, and this package is 0.1.0: `edge-platform plugin install`."],
    ]);
  });

  it("says when the language has become old", async () => {
    const later = await findings({ ...NONE, now: new Date("2027-06-01T00:00:00Z") });
    expect(later.of("language")).toEqual([
      ["unsure", expect.stringMatching(/^The filter language of .* days old:/)],
    ]);
    expect(later.code).toBe(0);
  });

  it("asks the CLI on the PATH, and does without one that fails", () => {
    const bin = pathOf("bin");
    process.env["PATH"] = bin;
    expect(installedTools().pulumi("version")).toBeUndefined();
    writeCommand(bin, "pulumi", 'console.log(process.argv.slice(2).join(" "))');
    expect(installedTools().pulumi("plugin", "ls")).toBe("plugin ls\n");
    writeCommand(bin, "pulumi", "process.exit(1)");
    expect(installedTools().pulumi("version")).toBeUndefined();
  });
});
