import * as pulumi from "@pulumi/pulumi";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import {
  getZone,
  getZoneOutput,
  getZones,
  getZonesOutput,
  validateExpression,
  type LookupInvokeOutputOptions,
} from "../../../provider";
import { Provider } from "../../../provider/native";

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const EDGE = /^urn:pulumi:stack::project::pulumi:providers:edge::staging::staging-id$/;

class Foreign extends pulumi.ProviderResource {
  constructor() {
    super("aws", "west");
  }
}

class Component extends pulumi.ComponentResource {}
class Made extends pulumi.CustomResource {}

const called: pulumi.runtime.MockCallArgs[] = [];
/** Holds back the answer for each resource that is no provider. */
let registered: Promise<unknown>;

async function mock({ preview = false } = {}) {
  called.length = 0;
  registered = Promise.resolve();
  const mocks: pulumi.runtime.Mocks = {
    newResource: async ({ name, type, inputs }) => {
      if (!type.startsWith("pulumi:providers:")) await registered;
      // Without an id, as in a preview of a new resource.
      return { id: preview ? undefined : `${name}-id`, state: inputs as object };
    },
    call: (args) => {
      called.push(args);
      return { id: ZONE, name: "example.com", zones: [{ id: ZONE }], valid: true };
    },
  };
  await pulumi.runtime.setMocks(mocks, "project", "stack", preview);
}

describe("a lookup with a provider", () => {
  beforeEach(() => mock());

  it.each<[string, () => pulumi.InvokeOptions]>([
    ["provider", () => ({ provider: new Provider("staging") })],
    ["parent", () => ({ parent: new Component("my:C", "c", {}, { provider: new Provider("staging") }) })],
    [
      "parent of the parent",
      () => {
        const parent = new Component("my:C", "c", {}, { providers: { edge: new Provider("staging") } });
        return { parent: new Component("my:C", "inner", {}, { parent }), async: true };
      },
    ],
  ])("given as the %s asks the plugin by that provider", async (_, options) => {
    expect(await getZone({ name: "example.com" }, options())).toMatchObject({ id: ZONE });
    expect(await valueOf(getZonesOutput({}, options()))).toEqual([{ id: ZONE }]);
    const provider = expect.stringMatching(EDGE) as string;
    expect(called).toEqual([
      { token: "edge:index:getZone", inputs: { name: "example.com" }, provider },
      { token: "edge:index:getZones", inputs: {}, provider },
    ]);
  });

  it("asks the plugin also for what the program could tell itself, since the provider may declare fields", async () => {
    expect(await validateExpression({ expression: "cf.new" }, { provider: new Provider("staging") })).toEqual(
      expect.objectContaining({ valid: true }),
    );
  });

  it("takes none from a parent that carries one of another package", async () => {
    const parent = new Component("my:C", "c", {}, { providers: [new Foreign()] });
    await getZone({ name: "example.com" }, { parent });
    expect(called[0]?.provider).toBeUndefined();
  });
});

describe("a lookup rejects", () => {
  beforeEach(() => mock());

  it.each<[string, () => unknown, string]>([
    [
      "a provider of another package",
      () => ({ provider: new Foreign() }),
      "getZone: provider: is of the package aws, which has no such lookup: pass a Provider of pulumi-edge-platform/native, or leave it out.",
    ],
    [
      "a provider that is none",
      () => ({ provider: "staging" }),
      'getZone: provider: must be a Provider of pulumi-edge-platform/native, found "staging".',
    ],
    ["a parent that is none", () => ({ parent: "x" }), 'getZone: parent: must be a resource, found "x".'],
    [
      "a synchronous call",
      () => ({ async: false }),
      "getZone: async: cannot be false, since the lookup sends requests: leave it out, and await the result or use getZoneOutput.",
    ],
  ])("%s", async (_, options, message) => {
    const given = options() as pulumi.InvokeOptions;
    await expect(getZone({ name: "example.com" }, given)).rejects.toThrow(message);
    expect(called).toEqual([]);
  });

  it("resources to wait for in the form that cannot wait", async () => {
    const options: object = { dependsOn: new Provider("staging") };
    await expect(getZone({ name: "example.com" }, options)).rejects.toThrow(
      "getZone: dependsOn: only getZoneOutput waits for resources: use that form.",
    );
  });
});

describe("dependsOn of an output form", () => {
  it.each<[string, () => LookupInvokeOutputOptions["dependsOn"] & object]>([
    ["a resource", () => new Made("my:R", "r")],
    ["outputs of resources in a list", () => [pulumi.output(new Made("my:R", "r"))]],
    [
      "a promise of components with resources",
      () => {
        const parent = new Component("my:C", "c");
        new Made("my:R", "r", {}, { parent });
        return Promise.resolve([parent]);
      },
    ],
  ])("waits for %s, and is known once they exist", async (_, dependsOn) => {
    await mock();
    let release: (value?: unknown) => void = () => undefined;
    registered = new Promise((resolve) => (release = resolve));
    const zone = getZoneOutput({ name: "example.com" }, { dependsOn: dependsOn() });
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    expect(called).toEqual([]);
    release();
    expect(await valueOf(zone.id)).toBe(ZONE);

    await mock({ preview: true });
    const unknown = getZoneOutput({ name: "example.com" }, { dependsOn: dependsOn() });
    expect(await isKnown(unknown)).toBe(false);
    expect(called).toEqual([]);
  });

  it("makes what uses the result depend on the resources", async () => {
    await mock();
    const made = new Made("my:R", "r");
    const zone = getZoneOutput({ name: "example.com" }, { dependsOn: made });
    expect(await dependenciesOf(zone)).toContain(made);
  });
});

/** The engine answers here, which is none of the mocks. */
describe("a lookup by the engine", () => {
  let answer: () => object;
  let options: pulumi.InvokeOptions;

  beforeEach(async () => {
    await mock({ preview: true });
    const provider = new Provider("staging");
    await valueOf(provider.urn);
    options = { provider };
    const invoke = (_request: unknown, done: (error: unknown, response?: InvokeResponse) => void) => {
      try {
        done(null, new InvokeResponse().setReturn(Struct.fromJavaScript({ ...answer() })));
      } catch (error) {
        done(error);
      }
    };
    Object.assign(getMonitor() as object, { mocks: undefined, invoke });
  });

  it("returns what the plugin answers, and a list by itself", async () => {
    answer = () => ({ id: ZONE, zones: [{ id: ZONE }] });
    expect(await getZone({ name: "example.com" }, options)).toEqual(answer());
    expect(await getZones({}, options)).toEqual([{ id: ZONE }]);
  });

  it("fails with the text of the plugin, without a stack", async () => {
    answer = () => {
      throw Object.assign(new Error("2 UNKNOWN"), { details: "there is no zone" });
    };
    const failed = getZone({ name: "example.com" }, options);
    await expect(failed).rejects.toMatchObject({ message: "there is no zone", stack: "" });
  });

  it("is not known in a preview in which the settings of the provider are not known", async () => {
    answer = () => ({});
    expect(await isKnown(getZoneOutput({ name: "example.com" }, options))).toBe(false);
    await expect(getZone({ name: "example.com" }, options)).rejects.toThrow(
      "getZone: the settings of its provider are not known yet in this preview: use getZoneOutput.",
    );
  });
});

/** What the SDK's types leave out of an output. */
interface Inside<T> {
  promise(): Promise<T>;
  readonly isKnown: Promise<boolean>;
  allResources(): Promise<Set<pulumi.Resource>>;
}

function inside<T>(output: pulumi.Output<T>): Inside<T> {
  return output as unknown as Inside<T>;
}

const valueOf = <T>(output: pulumi.Output<T>) => inside(output).promise();
const isKnown = (output: pulumi.Output<unknown>) => inside(output).isKnown;
const dependenciesOf = async (output: pulumi.Output<unknown>) => [...(await inside(output).allResources())];
