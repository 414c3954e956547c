import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { registerDoctor } from "../../../cli/doctor/doctor";
import { parsePs, runningProcesses } from "../../../cli/doctor/examine-processes";
import { runCommand } from "../../support/command";
import { useCommandLine } from "../../support/command-line";

useCommandLine();

const SCRIPT = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const children: ChildProcess[] = [];
const engine = net.createServer();

beforeAll(async () => {
  engine.listen(0, "127.0.0.1");
  await once(engine, "listening");
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  engine.close();
});

/** Starts a process of the SDK without this package, which does not end with its engine. */
async function startProvider(address: string): Promise<number> {
  const child = spawn(process.execPath, [SCRIPT, address], {
    cwd: path.resolve(__dirname, "../../.."),
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  await once(child.stdout, "data");
  return child.pid ?? -1;
}

const onLinux = process.platform === "linux" ? it : it.skip;

describe("edge-platform doctor", () => {
  onLinux("names processes whose engine was killed, and only those", async () => {
    // A server that listens on a port has an address of this form.
    const alive = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
    const [left, running] = await Promise.all([startProvider("127.0.0.1:1"), startProvider(alive)]);
    const { code, stdout } = await runCommand(
      (program, io) =>
        registerDoctor(program, io, () =>
          runningProcesses()?.filter(({ pid }) => pid === left || pid === running),
        ),
      ["doctor", "--json"],
    );
    expect(code).toBe(1);
    // The command's own form; a missing member fails the expectations.
    const { findings } = JSON.parse(stdout) as { findings: { subject: string; text: string }[] };
    expect(findings.filter(({ subject }) => subject === "process")).toEqual([
      {
        subject: "process",
        state: "problem",
        commands: [`kill ${left}`],
        text: expect.stringMatching(
          new RegExp(
            `^Process ${left} is a dynamic provider whose engine \\(127\\.0\\.0\\.1:1\\) was killed\\. ` +
              "It has run for \\d+ (s|min) and uses [1-9]\\d+ MB of memory\\.$",
          ),
        ) as string,
        cure: expect.stringContaining("end it:") as string,
      },
    ]);
    // It has ended nothing.
    expect(children.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null]);
  });

  it("says that it cannot list the processes of a system without them", async () => {
    const { code, stdout } = await runCommand(
      (program, io) => registerDoctor(program, io, () => runningProcesses("win32")),
      ["doctor"],
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^unsure +process +doctor cannot list the processes of this system/m);
  });
});

describe("the processes of macOS", () => {
  it("are read from the output of ps", () => {
    const text = [
      "    1 20-01:02:03  13472 /sbin/launchd",
      " 4711    43:09 7000000 node /srv/my shop/node_modules/@pulumi/pulumi/cmd/run/index.js --engine 127.0.0.1:44951 .",
      "",
    ].join("\n");
    expect(parsePs(text)).toEqual([
      { pid: 1, seconds: 1731723, bytes: 13472 * 1024, commandLine: ["/sbin/launchd"] },
      {
        pid: 4711,
        seconds: 2589,
        bytes: 7000000 * 1024,
        commandLine: [
          "node",
          "/srv/my",
          "shop/node_modules/@pulumi/pulumi/cmd/run/index.js",
          "--engine",
          "127.0.0.1:44951",
          ".",
        ],
      },
    ]);
  });
});
