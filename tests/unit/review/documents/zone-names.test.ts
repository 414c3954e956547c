import { zoneNamesIn } from "../../../../review/documents/zone-names";

const ID = "8792051aba8a6d2f17833905d155bcad";
const OTHER = "5".repeat(32);
const PULUMI = "cloudflare:index/zone:Zone";
const EDGE = "pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset";

const names = (document: unknown) => Object.fromEntries(zoneNamesIn(JSON.stringify(document)));
const shown = (resource: object) => ({
  format_version: "1.0",
  values: { root_module: { child_modules: [{ resources: [{ type: "cloudflare_zone", ...resource }] }] } },
});

describe("the names of zones in a document", () => {
  it.each<[string, unknown]>([
    [
      "a preview",
      { steps: [{ op: "same", newState: { type: PULUMI, id: ID, inputs: { name: "example.com" } } }] },
    ],
    [
      "a state of Pulumi with an older release of the package",
      { deployment: { resources: [{ type: PULUMI, id: ID, inputs: {}, outputs: { zone: "example.com" } }] } },
    ],
    [
      "a resource of this package, whose program has looked up the zone",
      {
        steps: [
          {
            op: "update",
            newState: { type: EDGE, id: `${ID}/p`, inputs: { zoneId: ID, __zone: "example.com" } },
          },
        ],
      },
    ],
    ["a state of Terraform", shown({ mode: "managed", values: { id: ID, name: "example.com" } })],
    [
      "a data source in a plan",
      {
        resource_changes: [],
        prior_state: shown({ mode: "data", values: { zone_id: ID, name: "example.com" } }),
      },
    ],
    [
      "a planned change",
      {
        resource_changes: [
          { type: "cloudflare_zone", change: { before: { id: ID, zone: "example.com" }, after: null } },
        ],
      },
    ],
    [
      "a state file",
      {
        version: 4,
        resources: [
          {
            mode: "data",
            type: "cloudflare_zone",
            instances: [{ attributes: { id: ID, name: "example.com" } }],
          },
        ],
      },
    ],
  ])("are found in %s", (_what, document) => {
    expect(names(document)).toEqual({ [ID]: "example.com" });
  });

  it("are found in an event log", () => {
    const event = {
      resOutputsEvent: { metadata: { new: { type: PULUMI, id: ID, inputs: { name: "example.com" } } } },
    };
    const log = `${JSON.stringify({ preludeEvent: {} })}\n${JSON.stringify(event)}\n`;
    expect(Object.fromEntries(zoneNamesIn(log))).toEqual({ [ID]: "example.com" });
  });

  it("leave out secret names, and zones that have two", () => {
    const secret = shown({ values: { id: ID, name: "example.com" }, sensitive_values: { name: true } });
    expect(names(secret)).toEqual({});
    expect(names({ resources: [{ type: PULUMI, id: ID, inputs: { name: "[secret]" } }] })).toEqual({});
    const two = ["example.com", "example.org"].map((name) => ({ type: PULUMI, id: ID, inputs: { name } }));
    const one = { type: PULUMI, id: OTHER, inputs: { name: "example.net" } };
    expect(names({ resources: [...two, one] })).toEqual({ [OTHER]: "example.net" });
  });

  it("are not taken from the values of other resources", () => {
    const body = { type: PULUMI, id: ID, inputs: { name: "example.com" } };
    const script = { type: "kubernetes:core/v1:ConfigMap", id: "x", inputs: { body }, outputs: { body } };
    expect(names({ deployment: { resources: [script] } })).toEqual({});
  });
});
