import { PassThrough } from "node:stream";
import { Command } from "commander";
import { registerRulesets } from "../../../cli/rulesets/rulesets";
import {
  getEntrypointRuleset,
  getRulesByTag,
  getRuleset,
  getRulesets,
  getRulesetVersion,
  getRulesetVersions,
} from "../../../provider";
import { operations, type Operation } from "../../../provider/api";
import { useCommandLine } from "../../support/command-line";
import { testEngine, watch } from "../../support/lifecycle";
import { EXAMPLE_COM, OWASP } from "../../support/platform";

const PHASE = "http_request_firewall_custom";
const rule = (ref: string, action = "block") => ({ ref, action, expression: "ssl" });

const { platform } = useCommandLine();

async function command(...args: string[]): Promise<void> {
  const program = new Command("edge-platform");
  const exit = (code: number): never => {
    throw new Error(`exit ${code}`);
  };
  const setExitCode = (code: number) => {
    if (code !== 0) exit(code);
  };
  const io = { input: process.stdin, output: new PassThrough(), exit, setExitCode };
  registerRulesets(program, io);
  await program.parseAsync(["rulesets", ...args], { from: "user" });
}

/** Does everything that docs/rulesets.md lists once. */
async function everything(): Promise<void> {
  const engine = testEngine(platform);
  const zone = { zoneId: EXAMPLE_COM };
  const account = { accountId: platform.accountId };
  const args = { ...zone, phase: PHASE, rules: [rule("a"), rule("b")] };
  const made = await engine.up("ZoneEntrypointRuleset", args);
  const rules = [rule("a", "log"), rule("c")];
  const changed = await engine.up("ZoneEntrypointRuleset", { ...args, rules }, made);
  const whole = { ...args, ownership: "exclusive", takeOver: true, rules: [rule("d"), rule("e")] };
  await engine.up("ZoneEntrypointRuleset", whole, changed);
  const rulesetId = String(made.outs["rulesetId"]);

  await getRulesets(zone);
  await getRuleset({ ...zone, rulesetId });
  await getEntrypointRuleset({ ...zone, phase: PHASE });
  await getRulesetVersions({ ...zone, rulesetId });
  await getRulesetVersion({ ...zone, rulesetId, version: "1" });
  await getRulesByTag({ ...account, rulesetId: OWASP, version: "36", tag: "paranoia-level-2" });

  const at = ["--zone", EXAMPLE_COM, "--phase", PHASE];
  await command("versions", ...at);
  await command("rollback", "1", "--yes", "--all-owners", ...at);
  await command("prune", "--keep", "1", ...at);

  const custom = await engine.up("Ruleset", { ...account, name: "c", phase: PHASE, rules: [rule("a")] });
  await engine.destroy("Ruleset", custom);
}

it("every operation on rulesets is reached by a resource, a lookup or a command", async () => {
  const { requests } = await watch(platform, everything);
  const unreached = Object.entries<Operation>(operations)
    .filter(([, { path }]) => path.startsWith("/{scope}/rulesets"))
    .filter(([, operation]) => !requests.some((request) => formOf(operation).test(request)))
    .map(([name]) => name);
  expect(unreached).toEqual([]);
});

function formOf({ method, path }: Operation): RegExp {
  const form = path
    .replace("{scope}", "(zones|accounts)/[0-9a-f]{32}")
    .replace(/\{\w+_id\}/g, "[0-9a-f]{32}");
  return new RegExp(`^${method} ${form.replace("{version}", "\\d+").replace(/\{\w+\}/g, "[\\w-]+")}$`);
}
