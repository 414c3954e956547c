import { identityText, markTextOf } from "../../../provider/marks";
import { platformApi } from "../../../scripts/demo/platform-api";
import { temporaryFolder, writeCommand } from "../../support/fake-commands";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const CUSTOM = "http_request_firewall_custom";
const platform = useTestPlatform();
const plugin = useTestPlugin(platform);

describe("an import", () => {
  it.each(["constructor", "toString", 'a "b" [0].c'])("accepts a rule with the ref %s", async (ref) => {
    await seed("first", ref);
    const { inputs, outputs } = await read();
    expect(inputs["rules"]).toEqual([
      expect.objectContaining({ ref: "first" }),
      expect.objectContaining({ ref }),
    ]);
    expect(outputs["rules"]).toHaveProperty([ref, "after"], "first");
  });

  it("rejects a ref that a state cannot have, and names the rule", async () => {
    await seed("first", "__proto__");
    await expect(read()).rejects.toThrow(/has a rule with ref "__proto__", .* Its id is [0-9a-f]{32}\./);
  });
});

describe("an import of an entry point whose rules all have owners", () => {
  const identityOf = (project: string, urn: string) =>
    identityText({ organization: "organization", project, stack: "prod", urn });
  const own = markTextOf(identityOf("shop", "waf"), "aaaaaaaa");
  const others = markTextOf(identityOf("blog", "rules"), "bbbbbbbb");
  const before = process.env["PATH"];
  afterEach(() => {
    process.env["PATH"] = before;
  });

  it("is refused, and names project, stack and resource of each owner as far as marks and state tell", async () => {
    const folder = temporaryFolder();
    const urn = "urn:pulumi:prod::shop::edge:index:ZoneEntrypointRuleset::waf";
    const document = { deployment: { resources: [{ urn, inputs: { __mark: own }, outputs: {} }] } };
    writeCommand(folder, "pulumi", `process.stdout.write(${JSON.stringify(JSON.stringify(document))});`);
    process.env["PATH"] = `${folder}:${before ?? ""}`;
    await seed(`admin~${own}`, `tls~${own}`, `comments~${others}`);
    await expect(read()).rejects.toThrow(
      `The entry point of ${CUSTOM} cannot be imported: every rule in it has an owner: shop/prod (waf): "admin", "tls"; ` +
        'blog/prod: "comments". No import is needed: each owner changes its rules in its own program. To add rules of this stack, ' +
        "declare them alone and run `pulumi up`.",
    );
  });

  it("is refused also where the state cannot be read", async () => {
    await seed(`admin~${own}`);
    await expect(read()).rejects.toThrow(
      'every rule in it has an owner: shop/prod: "admin". No import is needed',
    );
  });
});

async function seed(...refs: readonly string[]): Promise<void> {
  const rules = refs.map((ref) => ({ action: "log", expression: "ssl", ref }));
  const path = `/zones/${EXAMPLE_COM}/rulesets/phases/${CUSTOM}/entrypoint`;
  await platformApi(platform).call("PUT", path, { body: { rules } });
}

function read() {
  return plugin.read(plugin.urn("ZoneEntrypointRuleset"), `${EXAMPLE_COM}/${CUSTOM}`, {});
}
