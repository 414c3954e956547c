import { printPython } from "../../../adopt/print/python";
import { Reference, type AdoptedArgs, type AdoptedResource } from "../../../adopt/program";
import { HOSTILE } from "../../support/odd-zones";

function resource(
  kind: AdoptedResource["kind"],
  name: string,
  args: AdoptedArgs,
  more: Partial<AdoptedResource> = {},
): AdoptedResource {
  return { kind, name, args, notes: [], left: [], importId: undefined, ...more };
}

/** Returns the program without its header. */
function printed(...resources: AdoptedResource[]): string {
  const text = printPython({ sections: [{ title: "Zone example.com", left: [], resources }] });
  return text.slice(text.indexOf("\n\n") + 2);
}

describe("a program in Python", () => {
  it("uses the classes, enums and names of the generated SDK, laid out as by Black", () => {
    const filter = resource("ValidatedFilter", "admin-filter", { expression: "ssl", mode: "local" });
    const rules = resource("ZoneEntrypointRuleset", "example.com-rules", {
      zoneId: "8792051aba8a6d2f17833905d155bcad",
      phase: "http_request_late_transform",
      refs: "exact",
      takeOver: true,
      rules: [
        {
          ref: "a",
          action: "rewrite",
          actionParameters: { headers: { "x-a": { operation: "remove" }, in: { operation: "remove" } } },
          expression: new Reference("admin-filter", "expression"),
          enabled: false,
        },
      ],
    });
    expect(printed(filter, rules)).toBe(`import pulumi_edge_platform as edge

# Zone example.com

admin_filter = edge.ValidatedFilter(
    "admin-filter",
    expression="ssl",
    mode=edge.ValidatedFilterMode.LOCAL,
)

edge.ZoneEntrypointRuleset(
    "example.com-rules",
    zone_id="8792051aba8a6d2f17833905d155bcad",
    phase=edge.Phase.HTTP_REQUEST_LATE_TRANSFORM,
    refs=edge.RulesetRefs.EXACT,
    take_over=True,
    rules=[
        edge.RuleArgs(
            ref="a",
            action="rewrite",
            action_parameters=edge.ActionParametersArgs(
                headers={
                    "x-a": edge.ActionParametersHeaderArgs(
                        operation=edge.ActionParametersHeaderOperation.REMOVE,
                    ),
                    "in": edge.ActionParametersHeaderArgs(
                        operation=edge.ActionParametersHeaderOperation.REMOVE,
                    ),
                },
            ),
            expression=admin_filter.expression,
            enabled=False,
        ),
    ],
)
`);
  });

  it("protects what is live, keeps the keys of resources, and adds an underscore to keywords", () => {
    const token = resource(
      "ApiToken",
      "class",
      {
        name: "by hand",
        policies: [{ resources: { "com.vendor.api.account.zone.*": "*" }, permissionGroups: [{ id: "0" }] }],
        condition: { requestIp: { in: ["192.0.2.0/24"], notIn: [] } },
      },
      { importId: "user/0" },
    );
    expect(printed(token)).toBe(`import pulumi
import pulumi_edge_platform as edge

# Zone example.com

edge.ApiToken(
    "class",
    name="by hand",
    policies=[
        edge.PolicyArgs(
            resources={"com.vendor.api.account.zone.*": "*"},
            permission_groups=[edge.PermissionGroupArgs(id="0")],
        ),
    ],
    condition=edge.ApiTokenConditionArgs(
        request_ip=edge.IpConditionArgs(in_=["192.0.2.0/24"], not_in=[]),
    ),
    opts=pulumi.ResourceOptions(protect=True),
)
`);
  });

  it("writes directives with hyphens as members, and members that the schema lacks as data", () => {
    const rule = (actionParameters: AdoptedArgs) =>
      printed(resource("Ruleset", "cache", { rules: [{ action: "set_cache_control", actionParameters }] }));
    expect(rule({ "s-maxage": { operation: "set", value: 5 } })).toContain(
      "s_maxage=edge.ActionParametersSMaxageArgs(",
    );
    expect(rule({ unheardOf: true })).toContain('action_parameters={"unheardOf": True}');
  });

  it("escapes characters that could end a literal or hide text, so that each text stays on its line", () => {
    const text = printed(
      ...HOSTILE.map((name) =>
        resource("ValidatedFilter", name, { expression: name }, { notes: [name], terraform: name }),
      ),
    );
    expect(text).not.toMatch(/[\u202A-\u202E\u2028\u2029\u200B\0\r\t]/);
    expect(text).toContain(`expression="quote \\" and ' and \`back\` and \${process.exit(1)}"`);
    expect(text).toContain(`"right \\u202eto left\\u202c, zero\\u200bwidth, \\u0000 null, tab\\t"`);
    const tag = printed(resource("ValidatedFilter", "tag", { expression: "\u{E0001}" }));
    expect(tag).toContain('expression="\\U000e0001"');
  });
});
