import { runCommand } from "../../support/command";
import { stateResource, useCommandLine } from "../../support/command-line";
import { deployment, doctor, doctorAlone } from "../../support/doctor";

const { pathOf, write } = useCommandLine();

const exported = (...parts: Parameters<typeof deployment>) =>
  write("state.json", { version: 3, deployment: deployment(...parts) });

describe("edge-platform doctor --state", () => {
  it("accepts a state without leftovers, and the state of a destroyed stack", async () => {
    expect(await doctor("--state", exported([stateResource("ApiToken", "deploy")]))).toMatchObject({
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
      stateResource("ApiToken", "deploy"),
      /^ApiToken deploy was interrupted while creating\./,
      ["pulumi up", "pulumi refresh --clear-pending-creates --yes"],
    ],
    [
      "updating",
      stateResource("ZoneEntrypointRuleset", "rules"),
      /^ZoneEntrypointRuleset rules was interrupted while updating\./,
      ["pulumi up --refresh"],
    ],
    [
      "deleting",
      stateResource("OwaspConfig", "owasp"),
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
    "reports an operation that was interrupted while %s, and the commands to run",
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

  it("reports both kinds of an interrupted replacement", async () => {
    const { code, findings } = await doctor(
      "--state",
      exported([
        stateResource("ApiToken", "deploy", { pendingReplacement: true }),
        stateResource("Ruleset", "set"),
        stateResource("Ruleset", "set", { delete: true }),
      ]),
    );
    expect(code).toBe(1);
    expect(findings.map(({ text }) => text)).toEqual([
      "The replacement of ApiToken deploy was interrupted: the old object is deleted, and the state has no new one.",
      "Ruleset set was replaced, but the old object is not deleted yet.",
    ]);
  });

  it("reports a resource with an incomplete write, and the reasons", async () => {
    const { code, findings } = await doctor(
      "--state",
      exported([stateResource("ApiToken", "deploy", { initErrors: ["The value was refused."] })]),
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
  ])("reports %s as an invalid state", async (_, text, message) => {
    const { code, findings } = await doctor("--state", write("state.json", text));
    expect({ code, findings }).toMatchObject({
      code: 1,
      findings: [{ subject: "state", state: "problem", text: expect.stringMatching(message) as string }],
    });
  });

  it("prints each command on its own line", async () => {
    const file = exported([], [{ resource: stateResource("ApiToken", "deploy"), type: "creating" }]);
    const { stdout } = await runCommand(doctorAlone, ["doctor", "--state", file]);
    expect(stdout).toContain("\n                       $ pulumi refresh --clear-pending-creates --yes\n");
  });

  it("exits with 2 for a missing file, and for two files from stdin", async () => {
    for (const args of [
      ["--state", pathOf("none")],
      ["--state", "-", "--config", "-"],
      ["--backend", pathOf("none")],
      ["--backend", "s3://states"],
    ])
      expect((await runCommand(doctorAlone, ["doctor", ...args])).code).toBe(2);
  });
});
