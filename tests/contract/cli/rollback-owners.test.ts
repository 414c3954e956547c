import { markTextOf } from "../../../provider/marks";
import { registerRulesets } from "../../../cli/rulesets/rulesets";
import { runCommand, type CommandRun } from "../../support/command";
import { useCommandLine } from "../../support/command-line";
import { ask, identity, watch } from "../../support/lifecycle";
import { EXAMPLE_COM } from "../../support/platform";
import { startProxy, type OtherAnswer } from "../../support/proxy";

const PHASE = "http_request_firewall_custom";
const RULESETS = `/zones/${EXAMPLE_COM}/rulesets`;
const AT = ["--zone", "example.com", "--phase", PHASE];
const mark = (stack: string) => (ref: string) => `${ref}~${markTextOf(identity("rules", stack), "abc12345")}`;
const prod = mark("prod");
const staging = mark("staging");
const block = (ref: string, host = "a") => ({
  ref,
  action: "block",
  expression: `http.host eq "${host}.example.com"`,
});

interface Live {
  id: string;
  version: string;
  rules: { id: string; ref: string; expression: string }[];
}
const { platform } = useCommandLine();
let id: string;

/** Version 1 has a rule of shop/prod; since then it has changed, and others have added theirs. */
beforeEach(async () => {
  const first = { name: "default", kind: "zone", phase: PHASE, rules: [block(prod("admin"))] };
  ({ id } = await ask<Live>(platform, "POST", RULESETS, first));
  await put([block(prod("admin"), "b"), block(prod("new")), block(staging("theirs")), block("by-hand")]);
});

const live = () => ask<Live>(platform, "GET", `${RULESETS}/${id}`);
const put = (rules: object[]) => ask(platform, "PUT", `${RULESETS}/${id}`, { rules });
const refs = async () => (await live()).rules.map(({ ref }) => ref);
const rollback = (...args: string[]) =>
  runCommand(registerRulesets, ["rulesets", "rollback", ...args, ...AT]);
const asked = (answer: string) => {
  let question = "";
  const run = runCommand(registerRulesets, ["rulesets", "rollback", "1", ...AT], (text) => {
    question = text;
    return Promise.resolve(answer);
  });
  return run.then((result) => ({ ...result, question }));
};

/** Runs a rollback while a person writes at a request. Returns how the command ended. */
async function racing(
  isMoment: (method: string, url: string) => boolean,
  refusal?: OtherAnswer,
): Promise<CommandRun> {
  let done = false;
  const proxy = await startProxy(platform.baseUrl, async ({ method = "", url = "" }) => {
    if (done || !isMoment(method, url)) return undefined;
    done = true;
    await ask(platform, "POST", `${RULESETS}/${id}/rules`, block("meanwhile"));
    return refusal;
  });
  process.env["EDGE_BASE_URL"] = proxy.baseUrl;
  try {
    return await rollback("1", "--yes");
  } finally {
    await proxy.close();
    expect(done).toBe(true);
  }
}

describe("edge-platform rulesets rollback of one of several owners", () => {
  it("keeps rules of other stacks and rules without a mark", async () => {
    const before = await live();
    const { code, stdout, stderr } = await rollback("1", "--yes");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await refs()).toEqual([prod("admin"), staging("theirs"), "by-hand"]);
    const after = await live();
    expect(after.rules[0]).toMatchObject({
      id: before.rules[0]!.id,
      expression: 'http.host eq "a.example.com"',
    });
    expect(stdout.split("\n")).toEqual([
      "Rollback from version 2 to version 1:",
      expect.stringMatching(/^~ admin~.* \[shop\/prod\]$/),
      expect.stringMatching(/^- new~.* \[shop\/prod\]$/),
      "Not rolled back, because other owners have written it (--owner or --all-owners would include it):",
      expect.stringMatching(/^ {2}- theirs~.* \[shop\/staging\]$/),
      expect.stringMatching(/^ {2}- by-hand: removed .* \[unmarked\]$/),
      "Written as version 3.",
      "",
    ]);
  });

  it("includes the owners that --owner names, and everything with --all-owners", async () => {
    expect((await rollback("1", "--yes", "--owner", "unmarked", "--owner", "shop/staging")).code).toBe(0);
    expect(await refs()).toEqual([prod("admin"), prod("new")]);
    expect((await rollback("1", "--yes", "--all-owners")).code).toBe(0);
    expect(await refs()).toEqual([prod("admin")]);
  });

  it("asks with the whole plan, and writes only after a yes", async () => {
    const { result, writes } = await watch(platform, () => asked(""));
    expect({ ...result, question: undefined }).toEqual({
      code: 1,
      stdout: "",
      question: undefined,
      stderr: "edge-platform rulesets: Nothing was written: the rollback was not confirmed.\n",
    });
    expect(result.question).toContain("- new~");
    expect(result.question).toContain("- by-hand: removed");
    expect(writes).toEqual([]);
    expect((await asked("yes")).code).toBe(0);
    expect(await refs()).not.toContain(prod("new"));
  });

  it("refuses without a terminal and without --yes", async () => {
    const { result, writes } = await watch(platform, () => rollback("1"));
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain(
      "stdin is not a terminal. See what it would write with --dry-run, then add --yes.",
    );
    expect(writes).toEqual([]);
  });

  it("refuses to guess between several stacks, and if only rules without a mark differ", async () => {
    await put([block(prod("admin")), block(staging("theirs"), "b"), block("by-hand")]);
    await put([block(prod("admin"), "b"), block(staging("theirs")), block("by-hand")]);
    const several = await rollback("3", "--yes");
    expect(several.code).toBe(1);
    expect(several.stderr).toContain(
      "The rules of several stacks differ: shop/prod, shop/staging. Nothing was written.",
    );
    await put([block(prod("admin"), "b"), block(staging("theirs"))]);
    const none = await rollback("4", "--yes");
    expect(none.code).toBe(1);
    expect(none.stderr).toContain("No rule differs of a stack that has rules in version 4");
    expect(none.stderr).toContain("+ by-hand: added");
    expect((await rollback("4", "--yes", "--owner", "shop/dev")).stderr).toContain(
      "No rule of either version belongs to 'shop/dev'. Their owners: shop/prod, shop/staging, unmarked.",
    );
    expect((await live()).version).toBe("5");
  });

  it("prints the owner of each change as JSON", async () => {
    const { stdout } = await rollback("1", "--yes", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      from: "2",
      to: "1",
      owners: ["shop/prod"],
      written: true,
      version: "3",
      overwritten: [],
      changes: [
        { kind: "changed", owner: "shop/prod" },
        { kind: "removed", owner: "shop/prod" },
      ],
      kept: [
        { kind: "removed", owner: "shop/staging" },
        { kind: "removed", ref: "by-hand", owner: "unmarked" },
      ],
    });
  });
});

describe("edge-platform rulesets rollback while somebody else writes", () => {
  it("refuses what it sees before its write", async () => {
    const { code, stderr } = await racing((_, url) => url.endsWith("/versions/1"));
    expect(code).toBe(1);
    expect(stderr).toContain("The live version is 3, not 2");
    expect(await refs()).toContain("meanwhile");
  });

  it("refuses to repeat its write over another version", async () => {
    const { code, stderr } = await racing((method) => method === "PUT", {
      status: 429,
      body: "",
      type: "text/plain",
    });
    expect(code).toBe(1);
    expect(stderr).toContain("version 2 was read, and 3 is live");
    expect(await refs()).toContain("meanwhile");
  });

  it("reports the version that it has overwritten, and exits with 1", async () => {
    const { code, stdout } = await racing((method) => method === "PUT");
    expect(code).toBe(1);
    expect(stdout).toContain("Written as version 4, which OVERWRITES version 3");
    expect(stdout).toContain("`rulesets rollback 3 --all-owners` restores it.");
  });
});
