import * as pulumi from "@pulumi/pulumi";
import {
  List,
  OwaspConfig,
  Ruleset,
  ValidatedFilter,
  ZoneEntrypointRuleset,
  type RuleArgs,
} from "../../../provider";
import { knownMembers } from "../../../provider/resources/known-parts";
import { warnAbout } from "../../../provider/resources/edge-resource";
import * as programError from "../../../provider/resources/program-error";

/** What fails a unit test for an error in an expression that is known later. */
jest.mock<typeof programError>("../../../provider/resources/program-error", () => ({
  ...jest.requireActual<typeof programError>("../../../provider/resources/program-error"),
  failLater: jest.fn(),
}));

const ZONE = "023e105f4ecef8ad9ca31a8372d0c353";
const REPEATED = 'ip.src.country eq "uk"';
const MESSAGE =
  'ip.src.country is a country code of two upper-case letters (T1 is Tor), so it never equals "uk". Write "GB". (impossible-value)';
const ENCODED = 'encode_base64(http.host) eq "YQ=="';
const OF_RESPONSES = "http.response.code eq 404";

describe("warnings about the rules of a program", () => {
  const warned: string[] = [];

  beforeEach(async () => {
    warned.length = 0;
    jest.spyOn(pulumi.log, "warn").mockImplementation((message) => {
      warned.push(message);
      return Promise.resolve();
    });
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
      call: () => ({}),
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it("name the rule by its ref, like errors, and the id that `allowances` take", async () => {
    await settled(rulesetOf([{ ref: "home", action: "block", expression: REPEATED }]));
    expect(warned).toEqual([`rules["home"].expression: ${MESSAGE}`]);
  });

  it("name a rule that is known later by its ref as well", async () => {
    const rule = pulumi.output({ ref: "home", action: "block" as const, expression: REPEATED });
    await settled(rulesetOf([rule]));
    expect(warned).toEqual([`rules["home"].expression: ${MESSAGE}`]);
  });

  it("appear for a plain expression beside a secret member of its rule", async () => {
    const description = pulumi.secret("hunter2");
    await settled(rulesetOf([{ ref: "home", action: "block", description, expression: REPEATED }]));
    expect(warned).toEqual([`rules["home"].expression: ${MESSAGE}`]);
  });

  it("leave out information, such as a newer name of a field", async () => {
    const expression = 'ip.geoip.country eq "DE"';
    await settled(rulesetOf([{ ref: "home", action: "block", expression }]));
    expect(warned).toEqual([]);
  });

  it("leave plans to the check at preview, which reads the plan of the zone", async () => {
    await settled(rulesetOf([{ ref: "home", action: "block", expression: 'http.host matches "^a"' }]));
    expect(warned).toEqual([]);
  });

  it("name the network that an item of a list means, unless the items are secret", async () => {
    const items = [{ ip: "192.0.2.7/24" }, { ip: "198.51.100.0/24" }];
    const listOf = (given: pulumi.Input<typeof items>) =>
      new List("office", { accountId: ZONE, name: "office", kind: "ip", items: given });
    await settled(listOf(items));
    await settled(listOf(pulumi.secret(items)));
    expect(warned).toEqual([
      "items[0].ip: 192.0.2.7/24 means the whole network 192.0.2.0/24; write 192.0.2.0/24, or the address alone",
    ]);
  });

  it("do not appear for a secret expression", async () => {
    const expression = pulumi.secret(REPEATED);
    await settled(rulesetOf([{ ref: "home", action: "block", expression }]));
    await settled(new ValidatedFilter("filter", { expression }));
    expect(warned).toEqual([]);
  });

  it("know the phase of a ruleset, of a filter, and of OWASP", async () => {
    await settled(rulesetOf([{ ref: "home", action: "block", expression: ENCODED }]));
    await settled(
      new ValidatedFilter("filter", { expression: OF_RESPONSES, phase: "http_request_firewall_custom" }),
    );
    await settled(
      new OwaspConfig("owasp", { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40, expression: ENCODED }),
    );
    expect(warned).toEqual([
      expect.stringMatching(
        /^rules\["home"\]\.expression: .*the phase http_request_firewall_custom may reject it/,
      ),
      expect.stringMatching(/^expression: .*the phase http_request_firewall_custom runs before/),
      expect.stringMatching(/^expression: .*the phase http_request_firewall_managed may reject it/),
    ]);
  });

  it("do not repeat an error of the rule", async () => {
    await settled(rulesetOf([{ ref: "home", action: "block", expression: pulumi.output(OF_RESPONSES) }]));
    expect(programError.failLater).toHaveBeenCalledTimes(1);
    expect(warned).toEqual([]);
  });

  it("do not appear for the text of an Output, which the check refuses", async () => {
    const host = pulumi.output("example.com");
    // eslint-disable-next-line @typescript-eslint/no-base-to-string, @typescript-eslint/restrict-template-expressions -- the mistake
    const expression = `http.host eq "${host}"`;
    await settled(rulesetOf([{ ref: "home", action: "block", expression }]));
    await settled(new ValidatedFilter("filter", { expression }));
    expect(warned).toEqual([]);
  });

  it("appear for value expressions", async () => {
    const rule = {
      ref: "home",
      action: "redirect" as const,
      expression: 'http.host eq "a.example"',
      actionParameters: {
        fromValue: { targetUrl: { expression: pulumi.output('concat("b.example", http.request.uri.path)') } },
      },
    };
    await settled(
      new ZoneEntrypointRuleset("moved", {
        zoneId: ZONE,
        phase: "http_request_dynamic_redirect",
        rules: [rule],
      }),
    );
    expect(warned).toEqual([
      'rules["home"].actionParameters.fromValue.targetUrl.expression: The target starts with "b.example", but a target starts with https://, http:// or a slash. (value)',
    ]);
  });
});

describe("hazards in a program", () => {
  const warned: string[] = [];
  const EVERYTHING: RuleArgs = { ref: "all", action: "block", expression: "true" };
  const BLOCKS = expect.stringMatching(
    /^rules\["all"\]\.expression: is true for every request, so the rule blocks them all: /,
  ) as string;

  beforeEach(async () => {
    warned.length = 0;
    jest.spyOn(pulumi.log, "warn").mockImplementation((message) => {
      warned.push(message);
      return Promise.resolve();
    });
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
      call: () => ({}),
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ["a list", () => [EVERYTHING]],
    ["an output", () => pulumi.output([EVERYTHING])],
    ["a promise", () => Promise.resolve([EVERYTHING])],
    ["rules with outputs as members", () => [{ ...EVERYTHING, expression: pulumi.output("true") }]],
  ])("are found in %s", async (_what, make) => {
    await settled(rulesetOf(make()));
    expect(warned).toEqual([BLOCKS]);
  });

  it("are found beside unknown rules, but not in them", async () => {
    const unknown = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
    const other: RuleArgs = { ref: "other", action: "js_challenge", expression: unknown };
    await settled(rulesetOf([EVERYTHING, other]));
    await settled(rulesetOf(pulumi.output([EVERYTHING, other])));
    expect(warned).toEqual([BLOCKS, BLOCKS]);
  });

  it("are not found in secret members", async () => {
    await settled(rulesetOf([{ ...EVERYTHING, expression: pulumi.secret("true") }]));
    await settled(rulesetOf(pulumi.secret([EVERYTHING])));
    expect(warned).toEqual([]);
  });

  it("name members as the program writes them", async () => {
    await settled(
      new ZoneEntrypointRuleset("redirects", {
        zoneId: ZONE,
        phase: "http_request_dynamic_redirect",
        rules: [
          {
            ref: "home",
            action: "redirect",
            expression: 'http.host eq "example.com"',
            actionParameters: { fromValue: { targetUrl: { value: "https://example.com/home" } } },
          },
        ],
      }),
    );
    expect(warned).toEqual([
      expect.stringMatching(
        /^rules\["home"\]\.actionParameters\.fromValue\.targetUrl: matches the expression of the rule again/,
      ),
    ]);
  });

  it("depend on the level and the position of the rules", async () => {
    const rules: RuleArgs[] = [
      { ref: "php", action: "block", expression: 'ends_with(http.request.uri.path, ".php")' },
      {
        ref: "office",
        action: "skip",
        expression: "ip.src in {192.0.2.0/24}",
        actionParameters: { ruleset: "current" },
      },
    ];
    await settled(rulesetOf(rules));
    expect(warned).toEqual([expect.stringMatching(/^rules\["office"\]: skips nothing/)]);
    const args = { zoneId: ZONE, phase: "http_request_firewall_custom", rules } as const;
    await settled(new ZoneEntrypointRuleset("first", { ...args, position: "first" }));
    await settled(new ZoneEntrypointRuleset("before", { ...args, position: { before: "last" } }));
    await settled(new Ruleset("shared", { accountId: ZONE, phase: args.phase, rules: [EVERYTHING] }));
    expect(warned).toHaveLength(1);
  });

  it("are found in the expressions of filters and of OWASP", async () => {
    const expression = 'http.host ne "a" or http.host ne "b"';
    await settled(new ValidatedFilter("filter", { expression }));
    await settled(
      new OwaspConfig("owasp", { zoneId: ZONE, paranoiaLevel: 2, scoreThreshold: 40, expression }),
    );
    const text = expect.stringMatching(
      /^expression: http.host ne "a" or http.host ne "b" is always true, since every value of http.host /,
    ) as string;
    expect(warned).toEqual([text, text]);
  });

  it("are reported once if a lint warning has the same reason", async () => {
    await settled(rulesetOf([{ ref: "get", action: "log", expression: 'http.request.method eq "get"' }]));
    expect(warned).toEqual([
      expect.stringMatching(/^rules\["get"\]\.expression: http.request.method is upper case/),
    ]);
  });

  it.each([
    ["undefined among rules", [undefined]],
    ["null among rules", [null]],
    ["an object in place of a list", { a: EVERYTHING }],
    ["a text in place of a list", "rules"],
    ["null", null],
    ["a rule without members", [{}]],
    [
      "members of wrong types",
      [{ ref: 1, action: [], expression: {}, enabled: "no", actionParameters: 5, ratelimit: "x" }],
    ],
    [
      "parameters of wrong types",
      [{ ref: "a", action: "execute", expression: "true", actionParameters: { overrides: [] } }],
    ],
    ["a function", [() => EVERYTHING]],
    ["a failed promise", [failed()]],
    ["a value that contains itself", [cyclic()]],
  ])("are not searched for in %s, which is no failure", (_what, rules) => {
    const debug = jest.spyOn(pulumi.log, "debug").mockResolvedValue();
    const resource = new ValidatedFilter("any", { expression: "ssl" });
    const args = { rules, phase: "http_request_firewall_custom" };
    warnAbout(resource, "ZoneEntrypointRuleset", knownMembers(args));
    return new Promise((resolve) => setTimeout(resolve, 20)).then(() => {
      expect(warned).toEqual([]);
      expect(debug).not.toHaveBeenCalledWith(
        expect.stringContaining("could not be judged"),
        expect.anything(),
      );
    });
  });
});

function failed(): Promise<never> {
  const promise = Promise.reject(new Error("no answer"));
  promise.catch(() => undefined);
  return promise;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {};
  value["again"] = value;
  return value;
}

function rulesetOf(rules: pulumi.Input<pulumi.Input<RuleArgs>[]>): ZoneEntrypointRuleset {
  return new ZoneEntrypointRuleset("custom", { zoneId: ZONE, phase: "http_request_firewall_custom", rules });
}

/** Warnings are said while the resource is registered. */
async function settled(resource: pulumi.CustomResource): Promise<void> {
  await new Promise((resolve) => resource.id.apply(resolve));
  await new Promise(setImmediate);
}
