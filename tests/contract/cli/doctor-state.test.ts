import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { registerDoctor } from "../../../cli/doctor/doctor";
import { runCommand } from "../../support/command";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
const environment = { ...process.env };
/** No process of Linux has such a number. */
const NO_PROCESS = 2 ** 30;

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-doctor-"));
  process.env = { ...environment, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
});
afterEach(() => fs.rmSync(folder, { recursive: true }));
afterAll(() => {
  process.env = environment;
});

interface Finding {
  readonly subject: string;
  readonly state: string;
  readonly text: string;
  readonly commands?: string[];
}

/** What is found about the stack; the connection is found to be well. */
async function doctor(...args: string[]): Promise<{ code: number; findings: Finding[] }> {
  const { code, stdout, stderr } = await runCommand(registerDoctor, ["doctor", "--json", ...args]);
  expect(stderr).toBe("");
  // The command's own form; a missing member fails the expectations.
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  const rest = findings.splice(findings.findIndex(({ subject }) => subject === "base URL"));
  expect(rest.map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok"]);
  return { code, findings };
}

const resource = (kind: string, name: string, more: object = {}) => ({
  urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/edge:${kind}::${name}`,
  custom: true,
  type: `pulumi-nodejs:dynamic/edge:${kind}`,
  ...more,
});
const deployment = (resources: object[], pending: object[] = []) => ({
  manifest: { version: "3.250.0" },
  ...(resources.length > 0 && { resources }),
  ...(pending.length > 0 && { pending_operations: pending }),
});

function write(name: string, content: unknown): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
const exported = (...parts: Parameters<typeof deployment>) =>
  write("state.json", { version: 3, deployment: deployment(...parts) });

describe("edge-platform doctor --state", () => {
  it("is content with a state where nothing is left, and with the state of a destroyed stack", async () => {
    expect(await doctor("--state", exported([resource("ApiToken", "deploy")]))).toMatchObject({
      code: 0,
      findings: [{ state: "ok", text: "The state of shop/dev has 1 resource and no pending operations." }],
    });
    expect(await doctor("--state", exported([]))).toMatchObject({
      code: 0,
      findings: [{ state: "ok", text: "The state has no resources." }],
    });
  });

  it.each<[string, object, RegExp, string[]]>([
    [
      "creating",
      resource("ApiToken", "deploy"),
      /^ApiToken deploy was interrupted while creating\./,
      ["pulumi up", "pulumi refresh --clear-pending-creates --yes"],
    ],
    [
      "updating",
      resource("ZoneEntrypointRuleset", "rules"),
      /^ZoneEntrypointRuleset rules was interrupted while updating\./,
      ["pulumi up --refresh"],
    ],
    [
      "deleting",
      resource("OwaspConfig", "owasp"),
      /^OwaspConfig owasp was interrupted while deleting\./,
      ["pulumi up --refresh"],
    ],
    [
      "creating",
      { urn: "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::logs", type: "aws:s3/bucket:Bucket" },
      /^aws:s3\/bucket:Bucket logs was interrupted while creating\./,
      ["pulumi refresh --clear-pending-creates --yes"],
    ],
  ])(
    "names an operation that was interrupted while %s, and what to type",
    async (type, of, text, commands) => {
      const { code, findings } = await doctor("--state", exported([], [{ resource: of, type }]));
      expect({ code, findings }).toMatchObject({
        code: 1,
        findings: [
          { subject: "pending", state: "problem", text: expect.stringMatching(text) as string, commands },
        ],
      });
    },
  );

  it("names both kinds of a replacement that was interrupted", async () => {
    const { code, findings } = await doctor(
      "--state",
      exported([
        resource("ApiToken", "deploy", { pendingReplacement: true }),
        resource("Ruleset", "set"),
        resource("Ruleset", "set", { delete: true }),
      ]),
    );
    expect(code).toBe(1);
    expect(findings.map(({ text }) => text)).toEqual([
      "The replacement of ApiToken deploy was interrupted: the old object is deleted, and the state has no new one.",
      "Ruleset set was replaced, but the old object is not deleted yet.",
    ]);
  });

  it("names a resource whose last write was not finished, with its reasons", async () => {
    const { code, findings } = await doctor(
      "--state",
      exported([resource("ApiToken", "deploy", { initErrors: ["The value was refused."] })]),
    );
    expect({ code, findings }).toMatchObject({
      code: 1,
      findings: [{ subject: "resource", text: expect.stringContaining("The value was refused.") as string }],
    });
  });

  it.each([
    ["nothing", "", /is empty: `pulumi stack export` printed no state/],
    ["half of a state", '{"version": 3, "deployment": {"resou', /is not a valid Pulumi state/],
    ["other JSON", "[]", /is not a valid Pulumi state/],
  ])("says that %s is no state", async (_, text, message) => {
    const { code, findings } = await doctor("--state", write("state.json", text));
    expect({ code, findings }).toMatchObject({
      code: 1,
      findings: [{ subject: "state", state: "problem", text: expect.stringMatching(message) as string }],
    });
  });

  it("prints what to type whole, on lines of its own", async () => {
    const file = exported([], [{ resource: resource("ApiToken", "deploy"), type: "creating" }]);
    const { stdout } = await runCommand(registerDoctor, ["doctor", "--state", file]);
    expect(stdout).toContain("\n                       $ pulumi refresh --clear-pending-creates --yes\n");
  });

  it("ends with 2 for a file that is not there, and for two files from stdin", async () => {
    for (const args of [
      ["--state", path.join(folder, "none")],
      ["--state", "-", "--config", "-"],
      ["--backend", path.join(folder, "none")],
      ["--backend", "s3://states"],
    ])
      expect((await runCommand(registerDoctor, ["doctor", ...args])).code).toBe(2);
  });
});

describe("edge-platform doctor --backend", () => {
  const STACK = ".pulumi/stacks/shop/dev.json";
  const LOCK = ".pulumi/locks/organization/shop/dev/5e0a.json";
  const ATTRIBUTES = { md5: "I2zwXKrdT4QfFSnQjDAM3Q==" };
  const checkpoint = (...names: string[]) => ({
    version: 3,
    checkpoint: {
      stack: "organization/shop/dev",
      latest: deployment(names.map((name) => resource("ApiToken", name))),
    },
  });
  const lock = (more: object) => ({
    ...{ pid: process.pid, username: "root", hostname: os.hostname(), timestamp: "2026-11-22T05:02:28Z" },
    ...more,
  });
  const at = (name: string) => path.join(folder, name);

  beforeEach(() => {
    write(STACK, checkpoint("deploy"));
    write(`${STACK}.attrs`, ATTRIBUTES);
    write(`${STACK}.bak`, checkpoint());
  });

  it("is content with stacks that can be read and no lock, as a folder, as a URL and from the environment", async () => {
    process.env["PULUMI_BACKEND_URL"] = `file://${folder}?no_tmp_dir=true`;
    for (const args of [[], ["--backend", folder], ["--backend", `file://${folder}`]])
      expect(await doctor(...args)).toMatchObject({
        code: 0,
        findings: [{ subject: "backend", text: `${folder}: 1 readable stack, no locks.` }],
      });
  });

  it("looks at no backend in the environment that is not there, or not in files", async () => {
    for (const url of [`file://${folder}/none`, "s3://states", "https://api.pulumi.com"]) {
      process.env["PULUMI_BACKEND_URL"] = url;
      expect(await doctor()).toEqual({ code: 0, findings: [] });
    }
  });

  it("knows a lock whose process has ended", async () => {
    write(LOCK, lock({ pid: NO_PROCESS }));
    expect(await doctor("--backend", folder)).toMatchObject({
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
    expect(await doctor("--backend", folder)).toMatchObject({
      code: 0,
      findings: [{ subject: "lock", state: "unsure", commands: ["pulumi cancel --yes"] }],
    });
  });

  it("knows a lock that was half-written, which stops Pulumi with no more than EOF", async () => {
    write(LOCK, "");
    expect(await doctor("--backend", folder)).toMatchObject({
      code: 1,
      findings: [{ subject: "lock", commands: [`rm ${at(LOCK)} ${at(LOCK)}.attrs`] }],
    });
  });

  it.each(["", '{"md5":"I2zw'])(
    "knows that a state is whole behind attributes of %j, and saves the newer one beside it",
    async (attributes) => {
      write(`${STACK}.attrs`, attributes);
      const commands = [`rm ${at(STACK)}.attrs`, "pulumi cancel --yes", "pulumi up --refresh"];
      expect(await doctor("--backend", folder)).toMatchObject({
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
      const moved = `mv ${at(STACK)}.18ea45b07cf0cf95.tmp ${at(STACK)}`;
      expect((await doctor("--backend", folder)).findings[0]?.commands).toEqual(
        commands.toSpliced(1, 0, moved),
      );
    },
  );

  it("leaves a state alone that was saved after the one beside it", async () => {
    const left = write(`${STACK}.18ea45b07cf0cf96.tmp`, checkpoint());
    fs.utimesSync(left, 1, 1);
    write(`${STACK}.attrs`, "");
    expect((await doctor("--backend", folder)).findings[0]?.commands).not.toContainEqual(
      expect.stringMatching(/^mv /),
    );
  });

  it.each(["", '{"version": 3, "checkp', "\0\0\0\0", "[]"])(
    "knows that a checkpoint of %j cannot be read, and which earlier state can",
    async (text) => {
      write(STACK, text);
      expect(await doctor("--backend", folder)).toMatchObject({
        code: 1,
        findings: [
          {
            subject: "checkpoint",
            state: "problem",
            commands: [
              `cp ${at(STACK)}.bak ${at(STACK)}`,
              `rm -f ${at(STACK)}.attrs`,
              "pulumi cancel --yes",
              "pulumi up --refresh",
            ],
          },
        ],
      });

      write(`${STACK}.bak`, "");
      const history = ".pulumi/history/shop/dev/dev-179532375724.checkpoint.json";
      write(history, checkpoint("deploy"));
      expect((await doctor("--backend", folder)).findings[0]?.commands?.[0]).toBe(
        `cp ${at(history)} ${at(STACK)}`,
      );

      fs.rmSync(at(history));
      const [finding] = (await doctor("--backend", folder)).findings;
      expect(finding?.text).toContain("The backend has no earlier state of the stack.");
      expect(finding?.commands).toEqual([`rm ${at(STACK)}`, "pulumi stack init dev", "pulumi up"]);
    },
  );

  it("writes a path with a space as one word", async () => {
    const spaced = path.join(folder, "my states");
    fs.cpSync(path.join(folder, ".pulumi"), path.join(spaced, ".pulumi"), { recursive: true });
    fs.writeFileSync(path.join(spaced, `${STACK}.attrs`), "");
    expect((await doctor("--backend", spaced)).findings[0]?.commands?.[0]).toBe(
      `rm '${path.join(spaced, STACK)}.attrs'`,
    );
  });
});
