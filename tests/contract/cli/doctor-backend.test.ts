import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { stateResource, useCommandLine } from "../../support/command-line";
import { deployment, doctor } from "../../support/doctor";

const { pathOf, write } = useCommandLine();
/** Larger than any process id of Linux. */
const NO_PROCESS = 2 ** 30;

describe("edge-platform doctor --backend", () => {
  const STACK = ".pulumi/stacks/shop/dev.json";
  const LOCK = ".pulumi/locks/organization/shop/dev/5e0a.json";
  const ATTRIBUTES = { md5: "I2zwXKrdT4QfFSnQjDAM3Q==" };
  const checkpoint = (...names: string[]) => ({
    version: 3,
    checkpoint: {
      stack: "organization/shop/dev",
      latest: deployment(names.map((name) => stateResource("ApiToken", name))),
    },
  });
  const lock = (more: object) => ({
    pid: process.pid,
    username: "root",
    hostname: os.hostname(),
    timestamp: "2026-11-22T05:02:28Z",
    ...more,
  });

  beforeEach(() => {
    write(STACK, checkpoint("deploy"));
    write(`${STACK}.attrs`, ATTRIBUTES);
    write(`${STACK}.bak`, checkpoint());
  });

  it("accepts readable stacks without locks, as a folder, as a URL and from the environment", async () => {
    process.env["PULUMI_BACKEND_URL"] = `file://${pathOf()}?no_tmp_dir=true`;
    for (const args of [[], ["--backend", pathOf()], ["--backend", `file://${pathOf()}`]])
      expect(await doctor(...args)).toMatchObject({
        code: 0,
        findings: [{ subject: "backend", text: `${pathOf()}: 1 readable stack, no locks.` }],
      });
  });

  it("ignores a backend in the environment that does not exist or is not a file backend", async () => {
    for (const url of [`file://${pathOf()}/none`, "s3://states", "https://api.pulumi.com"]) {
      process.env["PULUMI_BACKEND_URL"] = url;
      expect(await doctor()).toEqual({ code: 0, findings: [] });
    }
  });

  it("recognizes a lock whose process has ended", async () => {
    write(LOCK, lock({ pid: NO_PROCESS }));
    expect(await doctor("--backend", pathOf())).toMatchObject({
      code: 1,
      findings: [
        {
          subject: "lock",
          state: "problem",
          text: expect.stringMatching(/^shop\/dev is locked by .*That process no longer runs/) as string,
          commands: ["pulumi cancel --yes", "pulumi up"],
        },
      ],
    });
  });

  it.each([
    ["runs", {}],
    ["is another machine's", { pid: NO_PROCESS, hostname: "another-machine.invalid" }],
  ])("is unsure about a lock whose process %s", async (_, more) => {
    write(LOCK, lock(more));
    expect(await doctor("--backend", pathOf())).toMatchObject({
      code: 0,
      findings: [{ subject: "lock", state: "unsure", commands: ["pulumi cancel --yes"] }],
    });
  });

  it("recognizes a truncated lock", async () => {
    write(LOCK, "");
    expect(await doctor("--backend", pathOf())).toMatchObject({
      code: 1,
      findings: [{ subject: "lock", commands: [`rm ${pathOf(LOCK)} ${pathOf(LOCK)}.attrs`] }],
    });
  });

  it.each(["", '{"md5":"I2zw'])(
    "recognizes truncated attributes %j of a complete state, and restores a newer state",
    async (attributes) => {
      write(`${STACK}.attrs`, attributes);
      const commands = [`rm ${pathOf(STACK)}.attrs`, "pulumi cancel --yes", "pulumi up --refresh"];
      expect(await doctor("--backend", pathOf())).toMatchObject({
        code: 1,
        findings: [
          {
            subject: "checkpoint",
            text: expect.stringContaining("The state itself is complete.") as string,
            commands,
          },
        ],
      });

      write(`${STACK}.18ea45b07cf0cf95.tmp`, checkpoint("deploy", "more"));
      write(`${STACK}.18ea45b07cf0cf96.tmp`, "{");
      const moved = `mv ${pathOf(STACK)}.18ea45b07cf0cf95.tmp ${pathOf(STACK)}`;
      expect((await doctor("--backend", pathOf())).findings[0]?.commands).toEqual(
        commands.toSpliced(1, 0, moved),
      );
    },
  );

  it("keeps a state that is newer than the temporary file", async () => {
    const left = write(`${STACK}.18ea45b07cf0cf96.tmp`, checkpoint());
    fs.utimesSync(left, 1, 1);
    write(`${STACK}.attrs`, "");
    expect((await doctor("--backend", pathOf())).findings[0]?.commands).not.toContainEqual(
      expect.stringMatching(/^mv /),
    );
  });

  it.each(["", '{"version": 3, "checkp', "\0\0\0\0", "[]"])(
    "recognizes the unreadable checkpoint %j, and finds an earlier state",
    async (text) => {
      write(STACK, text);
      expect(await doctor("--backend", pathOf())).toMatchObject({
        code: 1,
        findings: [
          {
            subject: "checkpoint",
            state: "problem",
            commands: [
              `cp ${pathOf(STACK)}.bak ${pathOf(STACK)}`,
              `rm -f ${pathOf(STACK)}.attrs`,
              "pulumi cancel --yes",
              "pulumi up --refresh",
            ],
          },
        ],
      });

      write(`${STACK}.bak`, "");
      const history = ".pulumi/history/shop/dev/dev-179532375724.checkpoint.json";
      write(history, checkpoint("deploy"));
      expect((await doctor("--backend", pathOf())).findings[0]?.commands?.[0]).toBe(
        `cp ${pathOf(history)} ${pathOf(STACK)}`,
      );

      fs.rmSync(pathOf(history));
      const [finding] = (await doctor("--backend", pathOf())).findings;
      expect(finding?.text).toContain("The backend has no earlier state of the stack.");
      expect(finding?.commands).toEqual([`rm ${pathOf(STACK)}`, "pulumi stack init dev", "pulumi up"]);
    },
  );

  it("quotes a path with a space", async () => {
    const spaced = pathOf("my states");
    fs.cpSync(pathOf(".pulumi"), path.join(spaced, ".pulumi"), { recursive: true });
    fs.writeFileSync(path.join(spaced, `${STACK}.attrs`), "");
    expect((await doctor("--backend", spaced)).findings[0]?.commands?.[0]).toBe(
      `rm '${path.join(spaced, STACK)}.attrs'`,
    );
  });
});
