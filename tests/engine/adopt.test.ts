import ts from "typescript";
import { adoptedFiles, liveOf, seedAccountByHand, seedByHand } from "../support/adopted-stack";
import { outputOf, type EdgeStack } from "../support/edge-stack";
import { liveTokens } from "../support/live";
import { createNativeStack } from "../support/native-stack";
import { casesOf } from "../support/nightly";

/**
 * Four entry points of the zone, an OwaspConfig, two tokens, two rulesets and a list of the account, and the filter that both places
 * have. The token of the stack is left out.
 */
const ADOPTED = 11;
/** A custom ruleset belongs to one resource, which writes its rules at once. The rules of all entry points are patched. */
const MARKS = ["PATCH", "PATCH", "PATCH", "PATCH", "PATCH", "PATCH", "PUT"];

const LANGUAGES = casesOf(
  ["typescript", "typescript-native"],
  (language) => language === "typescript-native",
);

describe.each(LANGUAGES)("edge-platform adopt in %s", (language) => {
  const isNative = language === "typescript-native";
  let stack: EdgeStack;
  let program: string;
  let before: Awaited<ReturnType<typeof liveOf>>;
  beforeAll(async () => {
    stack = await createNativeStack("");
    await seedByHand(stack);
    await seedAccountByHand(stack);
    before = await liveOf(stack);
    const files = await adoptedFiles(
      stack,
      language,
      "--all-zones",
      "--user",
      "--account",
      stack.ready.accountId,
    );
    program = files["index.ts"] ?? "";
    useProgram(program);
  });
  afterAll(() => stack.dispose());

  function useProgram(text: string): void {
    const compilerOptions = { module: ts.ModuleKind.CommonJS };
    stack.write("index.js", ts.transpileModule(text, { compilerOptions }).outputText);
  }
  const refsOf = (rules: readonly { readonly ref: string }[] = []) => rules.map(({ ref }) => ref);
  const adopted = async () =>
    ((await stack.exportState()).deployment.resources ?? []).filter(({ type }) => /\bedge[:/]/.test(type));
  async function expectAdoption(): Promise<void> {
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toContain(`+ ${ADOPTED + 1} created`);
    expect(writes).toEqual([]);
  }

  it("writes a program whose first update writes nothing, and the next is unchanged", async () => {
    await expectAdoption();
    const again = await stack.watch(() => stack.up());
    expect(outputOf(again.result)).toContain(`${ADOPTED + 1} unchanged`);
    expect(again.writes).toEqual([]);
  });

  // What both providers do in the same way is tried with one of them.
  if (isNative) {
    it("is protected from a destroy, and changes nothing if the stack is removed", async () => {
      const destroyed = await stack.watch(() => stack.destroy());
      expect(outputOf(destroyed.result, 1)).toContain("because it is protected");
      expect(destroyed.writes).toEqual([]);
      const removed = await stack.watch(() =>
        stack.pulumi(["stack", "rm", "--force", "--yes", "--preserve-config"]),
      );
      outputOf(removed.result);
      expect(removed.writes).toEqual([]);
      expect(await liveOf(stack)).toEqual(before);
      outputOf(await stack.pulumi(["stack", "init", "test"]));
      await expectAdoption();
    });

    it("does not change an object that is removed from state and program", async () => {
      const token = (await adopted()).find(({ type }) => type.endsWith("ApiToken"));
      const forgotten = await stack.watch(() =>
        stack.pulumi(["state", "delete", "--force", "--yes", token?.urn ?? ""]),
      );
      outputOf(forgotten.result);
      expect((await adopted()).length).toBe(ADOPTED - 1);
      expect(await liveOf(stack)).toEqual(before);
    });

    it("writes each rule once, in its position and with its mark, when refs is removed", async () => {
      useProgram(program.replaceAll('  refs: "exact",\n', "").replaceAll("  takeOver: true,\n", ""));
      expect(outputOf(await stack.preview("--diff"))).toMatch(/- refs *: "exact"/);
      const marked = await stack.watch(() => stack.up());
      expect(outputOf(marked.result)).toContain("~ 6 updated");
      expect(marked.writes.map((write) => write.replace(/ .*/, "")).sort()).toEqual(MARKS);
      const again = await stack.watch(() => stack.up());
      expect(outputOf(again.result)).toContain(`${ADOPTED + 1} unchanged`);
      expect(again.writes).toEqual([]);
    });

    it("restores each ref when refs is set again, and ends its protection by a command", async () => {
      useProgram(program);
      outputOf(await stack.up());
      const refsIn = (live: Awaited<ReturnType<typeof liveOf>>) =>
        live.rulesets.map(({ rules }) => rules.map(({ id, ref }) => [id, ref]));
      expect(refsIn(await liveOf(stack))).toEqual(refsIn(before));
      outputOf(await stack.pulumi(["state", "unprotect", "--all", "--yes"]));
      expect((await adopted()).filter(({ protect }) => protect === true)).toEqual([]);
    });

    it("writes the file of `pulumi import`, after which a program of the imported inputs is unchanged", async () => {
      outputOf(await stack.pulumi(["state", "delete", "--all", "--force", "--yes"]));
      const files = await adoptedFiles(stack, language, "--all-zones");
      stack.write("import.json", files["import.json"] ?? "");
      const options = ["--yes", "--skip-preview", "--generate-code=false"];
      const { result, writes } = await stack.watch(() =>
        stack.pulumi(["import", "--file", "import.json", ...options]),
      );
      // The entry point with the deployment of OWASP is not imported.
      expect(outputOf(result)).toMatch(/= 4 imported/);
      expect(writes).toEqual([]);
      const imported = await adopted();
      expect(imported.map((one) => one.protect)).toEqual([true, true, true, true]);
      const declarations = imported.map(
        ({ type, urn, inputs }) =>
          `new edge.${type.replace("edge:index:", "")}(${JSON.stringify(urn.split("::").at(-1))}, ${JSON.stringify(inputs)}, { protect: true });`,
      );
      useProgram(['import * as edge from "pulumi-edge-platform/native";', ...declarations].join("\n"));
      expect(outputOf(await stack.preview())).toMatch(/5 unchanged/);
      useProgram(files["index.ts"] ?? "");
      const all = await stack.watch(() => stack.up());
      outputOf(all.result);
      expect(all.writes).toEqual([]);
    });
  }

  it("then deletes everything that it has adopted in a destroy, and nothing else", async () => {
    const [zone] = await stack.api.zones();
    const at = `/zones/${zone!.id}/rulesets`;
    const entrypoint = (await stack.api.call("GET", `${at}/phases/http_request_firewall_custom/entrypoint`))
      .result as { id: string };
    const rule = { ref: "foreign", action: "log", expression: "ssl" };
    expect((await stack.api.call("POST", `${at}/${entrypoint.id}/rules`, { body: rule })).status).toBe(200);
    const resources = { [`com.cloudflare.api.account.zone.${zone!.id}`]: "*" };
    const groups = [{ id: "c8fed203ed3043cba015a93ad1616f1f" }];
    const policies = [{ effect: "allow", resources, permission_groups: groups }];
    const made = await stack.api.call("POST", "/user/tokens", { body: { name: "foreign", policies } });
    expect(made.status).toBe(200);

    const isOfAccount = (await adopted()).some(({ type }) => type.endsWith("AccountEntrypointRuleset"));
    const ofAccount = isOfAccount ? [[]] : before.rulesets.slice(4).map(({ rules }) => refsOf(rules));
    outputOf(await stack.pulumi(["state", "unprotect", "--all", "--yes"]));
    outputOf(await stack.destroy());
    const live = await liveOf(stack);
    // Entry points that existed before stay, and are empty.
    expect(live.rulesets.map(({ rules }) => refsOf(rules))).toEqual([["foreign"], [], [], [], ...ofAccount]);
    const tokens = (await liveTokens(stack)).map(({ name }) => name);
    expect(live.lists).toEqual(isOfAccount ? [] : before.lists);
    expect(tokens).toEqual(isOfAccount ? ["foreign"] : ["by hand", "by hand", "foreign"]);
  });
});
