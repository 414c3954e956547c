import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { ROOT } from "../../scripts/prepare";
import { outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";

const RULES = [
  {
    ref: "admin",
    action: "block",
    expression: 'starts_with(http.request.uri.path, "/admin")',
    description: "`${x}`",
  },
  { action: "log", expression: "ssl", enabled: false },
];
const OWASP = {
  action: "execute",
  expression: "true",
  action_parameters: { id: "4814384a9e5d4991b9815dcfc25d2f1f" },
};

describe("edge-platform adopt", () => {
  it.each(["typescript", "typescript-native"])(
    "writes a program in %s whose first update writes nothing, and the next is unchanged",
    async (language) => {
      const stack = await createNativeStack("");
      try {
        await seed(stack);
        const program = await adopted(stack, language);
        const { outputText } = ts.transpileModule(program, {
          compilerOptions: { module: ts.ModuleKind.CommonJS },
        });
        stack.write("index.js", outputText);
        const { result, writes } = await stack.watch(() => stack.up());
        expect(outputOf(result)).toMatch(/\+ 5 created/);
        expect(writes).toEqual([]);
        const again = await stack.watch(() => stack.up());
        expect(outputOf(again.result)).toMatch(/5 unchanged/);
        expect(again.writes).toEqual([]);
      } finally {
        await stack.dispose();
      }
    },
  );
});

async function seed(stack: EdgeStack): Promise<void> {
  const [zone] = await stack.api.zones();
  const at = `/zones/${zone!.id}/rulesets`;
  const bodies = [
    { name: "default", kind: "zone", phase: "http_request_firewall_custom", rules: RULES },
    { name: "default", kind: "zone", phase: "http_request_firewall_managed", rules: [OWASP] },
  ];
  for (const body of bodies) expect((await stack.api.call("POST", at, { body })).status).toBe(200);
  const policies = [
    {
      effect: "allow",
      resources: { [`com.cloudflare.api.account.zone.${zone!.id}`]: "*" },
      permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
    },
  ];
  const body = { name: "by hand", policies };
  expect((await stack.api.call("POST", "/user/tokens", { body })).status).toBe(200);
}

/** Runs the command with the connection of the stack. */
async function adopted(stack: EdgeStack, language: string): Promise<string> {
  const main = path.join(ROOT, "dist", "cli", "main.js");
  const args = [main, "adopt", "--all-zones", "--user", "--language", language];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: stack.env });
  return stdout;
}
