import fs from "node:fs";
import path from "node:path";
import { registerPreflight } from "../../cli/preflight/preflight";
import { runCommand } from "../support/command";
import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { casesOf } from "../support/nightly";

interface TokenBody {
  readonly policies: { readonly permission_groups: { readonly id: string }[] }[];
}

const ZONE_WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";

/** Derives permissions from the preview of a new stack, and creates, refreshes and destroys the stack with them. */
describe.each(casesOf(["zone-baseline", "many-zones"], (example) => example === "zone-baseline"))(
  "the permissions that preflight derives from the example %s",
  (example) => {
    let stack: EdgeStack;
    let policies: TokenBody["policies"];

    beforeAll(async () => {
      stack = await createEdgeStack({
        program: `examples/${example}`,
        env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
        ...(example === "zone-baseline" && { config: { office: "127.0.0.0/8" } }),
      });
      const { stdout, code } = await stack.preview("--json");
      expect(code).toBe(0);
      policies = await derived(stdout);
    });
    afterAll(() => stack.dispose());

    /** The policies of all tokens that `preflight --as json` prints. */
    async function derived(deployment: string, ...more: string[]): Promise<TokenBody["policies"]> {
      const file = path.join(stack.directory, "deployment.json");
      fs.writeFileSync(file, deployment);
      const before = process.env;
      process.env = { ...before, EDGE_BASE_URL: stack.ready.baseUrl, EDGE_API_TOKEN: stack.ready.token };
      const { stdout } = await runCommand(registerPreflight, ["preflight", file, "--as", "json", ...more]);
      process.env = before;
      const bodies = stdout.trim().split("\n");
      return bodies.flatMap((line) => (JSON.parse(line) as TokenBody).policies);
    }

    /** Creates one token with these policies: the examples use one connection. */
    async function environmentWith(granted: TokenBody["policies"]): Promise<Record<string, string>> {
      const body = { name: "deploys", policies: granted };
      const { result } = await stack.api.call("POST", "/user/tokens", { body });
      return { EDGE_API_TOKEN: (result as { value: string }).value };
    }

    it("are enough to create, refresh and destroy it, and equal those derived from its state", async () => {
      const env = await environmentWith(policies);
      const run = (command: string) => stack.pulumi([command, "--yes", "--skip-preview"], env);
      outputOf(await run("up"));
      outputOf(await run("refresh"));
      expect(await derived((await stack.pulumi(["stack", "export"])).stdout)).toEqual(policies);
      outputOf(await run("destroy"));
    });

    it("of a preview only read, and are enough for it", async () => {
      const { stdout } = await stack.preview("--json");
      const reads = await derived(stdout, "--preview");
      const { result } = await stack.api.call("GET", "/user/tokens/permission_groups");
      const nameOf = new Map((result as { id: string; name: string }[]).map(({ id, name }) => [id, name]));
      const names = reads.flatMap(({ permission_groups }) =>
        permission_groups.map(({ id }) => nameOf.get(id)),
      );
      expect(names.filter((name) => !/ Read$/.test(name ?? ""))).toEqual([]);
      const env = await environmentWith(reads);
      const preview = await stack.api.watch(() => stack.pulumi(["preview"], env));
      const output = outputOf(preview.value);
      // One line for all resources, which the CLI prints twice: as it comes, and in the summary.
      const needs = output.match(/(?<=The deployment's credential needs ).*(?=;)/g) ?? [];
      expect(needs.map((line) => [...line.matchAll(/"([^"]+)"/g)].map(([, name]) => name))).toEqual([
        ["API Tokens Write", "Zone WAF Write"],
        ["API Tokens Write", "Zone WAF Write"],
      ]);
      expect(preview.requests.filter(({ method }) => method !== "GET" && method !== "DELETE")).toEqual([]);
    });

    it("are needed: without Zone WAF Write, calls on rulesets are refused, and no others", async () => {
      const env = await environmentWith(
        policies.map((policy) => ({
          ...policy,
          permission_groups: policy.permission_groups.filter(({ id }) => id !== ZONE_WAF_WRITE),
        })),
      );
      const up = await stack.api.watch(() => stack.pulumi(["up", "--yes", "--skip-preview"], env));
      expect(up.value.code).not.toBe(0);
      const refused = up.requests.filter(({ status }) => status === 403).map(({ path: at }) => at);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter((at) => !/^\/zones\/\w+\/rulesets/.test(at))).toEqual([]);
      outputOf(await stack.destroy());
    });
  },
);
