import { createEdgeStack, outputOf, type EdgeStack } from "../support/edge-stack";
import { createNativeStack } from "../support/native-stack";

const programOf = (module: string, action = "log") => `
const edge = require("${module}");

const zoneId = edge.getZoneOutput({ name: "example.com" }).id;
const scanners = new edge.ZoneCustomRuleset("no-scanners", {
  zoneId,
  rules: [
    { ref: "env-files", action: "block", expression: 'ends_with(http.request.uri.path, "/.env")' },
    { ref: "scanners", action: "${action}", expression: 'http.user_agent contains "scanner"' },
  ],
});
new edge.ZoneEntrypointRuleset("custom", {
  zoneId,
  phase: "http_request_firewall_custom",
  rules: [{ ref: "no-scanners", action: "execute", actionParameters: { id: scanners.rulesetId }, expression: "ssl" }],
});
exports.id = scanners.id;
exports.rulesetId = scanners.rulesetId;
`;

const DOORS = [
  {
    door: "the dynamic provider",
    module: "pulumi-edge-platform",
    create: (program: string) => createEdgeStack({ program: { "index.js": program } }),
  },
  { door: "the plugin", module: "pulumi-edge-platform/native", create: createNativeStack },
];

/** A custom ruleset of a zone and the rule that executes it, from creation to removal. */
describe.each(DOORS)("a custom ruleset of a zone, by $door", ({ module, create }) => {
  let stack: EdgeStack;
  let zone: string;
  beforeAll(async () => {
    stack = await create(programOf(module));
    const zones = await stack.api.zones();
    zone = `/zones/${zones.find(({ name }) => name === "example.com")!.id}`;
  });
  afterAll(() => stack.dispose());

  const custom = async () =>
    ((await stack.api.call("GET", `${zone}/rulesets`)).result as { id: string; kind: string }[]).filter(
      ({ kind }) => kind !== "managed",
    );

  it("is made before the rule that executes it", async () => {
    const { result, writes } = await stack.watch(() => stack.up());
    outputOf(result);
    expect(writes).toEqual([`POST ${zone}/rulesets`, `POST ${zone}/rulesets`]);
    const { id, rulesetId } = await stack.outputs();
    expect(id).toBe(`${zone.replace("/zones", "zone")}/${String(rulesetId)}`);
    const entrypoint = `${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
    expect((await stack.api.call("GET", entrypoint)).result).toMatchObject({
      rules: [{ action: "execute", action_parameters: { id: rulesetId } }],
    });
  });

  it("is unchanged in a second up, and a refresh shows no difference", async () => {
    const { result, writes } = await stack.watch(() => stack.up("--expect-no-changes"));
    outputOf(result);
    expect(writes).toEqual([]);
    outputOf(await stack.refresh("--expect-no-changes"));
  });

  it("changes one rule with one PATCH", async () => {
    stack.write("index.js", programOf(module, "block"));
    const { result, writes } = await stack.watch(() => stack.up());
    expect(outputOf(result)).toContain("1 updated");
    expect(writes).toEqual([expect.stringMatching(`^PATCH ${zone}/rulesets/[0-9a-f]{32}/rules/`)]);
  });

  it("is removed after the rule that executes it, and leaves nothing", async () => {
    const ids = (await custom()).map(({ id }) => id);
    const { rulesetId } = await stack.outputs();
    const { result, writes } = await stack.watch(() => stack.destroy());
    outputOf(result);
    const [entrypoint] = ids.filter((id) => id !== rulesetId);
    expect(writes).toEqual([
      `DELETE ${zone}/rulesets/${String(entrypoint)}`,
      `DELETE ${zone}/rulesets/${String(rulesetId)}`,
    ]);
    expect(await custom()).toEqual([]);
  });
});

it("pulumi import takes a custom ruleset of a zone with its rules, and the next preview is unchanged", async () => {
  const empty = `const edge = require("pulumi-edge-platform/native");\n`;
  const stack = await createNativeStack(empty);
  try {
    const [zone] = await stack.api.zones();
    const { result: made } = await stack.api.call("POST", `/zones/${zone!.id}/rulesets`, {
      body: {
        name: "by hand",
        kind: "custom",
        phase: "http_request_firewall_custom",
        rules: [{ ref: "tls", action: "block", expression: "not ssl" }],
      },
    });
    const id = `zone/${zone!.id}/${(made as { id: string }).id}`;
    const type = "edge:index:ZoneCustomRuleset";
    const flags = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];
    outputOf(await stack.pulumi(["import", type, "shared", id, ...flags]));
    const { deployment } = await stack.exportState();
    const resource = deployment.resources?.find((one) => one.type === type);
    expect(resource?.id).toBe(id);
    const program = `new edge.ZoneCustomRuleset("shared", ${JSON.stringify(resource!.inputs)});\n`;
    stack.write("index.js", empty + program);
    outputOf(await stack.preview("--expect-no-changes"));
    outputOf(await stack.destroy());
    expect((await stack.api.call("GET", `/zones/${zone!.id}/rulesets/${id.split("/")[2]}`)).status).toBe(404);
  } finally {
    await stack.dispose();
  }
});
