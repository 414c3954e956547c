import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

export interface AccountArgs {
  accountId: pulumi.Input<string>;
  /** Networks of the offices. */
  offices: string[];
}

/** What the sites share: the list of our networks, the rules of all Enterprise zones, and the endpoints of the chain. */
export class Account extends pulumi.ComponentResource {
  readonly offices: edge.List;
  readonly chain: pulumi.Output<string>;

  constructor(name: string, { accountId, offices }: AccountArgs, opts?: pulumi.ComponentResourceOptions) {
    super("harbour:edge:Account", name, {}, opts);
    const parent = { parent: this };
    this.offices = new edge.List(
      "offices",
      { accountId, name: "offices", kind: "ip", items: offices.map((ip) => ({ ip })) },
      { ...parent, protect: true },
    );
    const scanners = new edge.Ruleset(
      "scanners",
      {
        accountId,
        name: "Scanners",
        phase: "http_request_firewall_custom",
        rules: [
          { ref: "dot-files", action: "block", expression: 'http.request.uri.path contains "/."' },
          { ref: "tools", action: "block", expression: 'lower(http.user_agent) contains "sqlmap"' },
        ],
      },
      parent,
    );
    new edge.AccountEntrypointRuleset(
      "enterprise",
      {
        accountId,
        phase: "http_request_firewall_custom",
        rules: [
          {
            ref: "scanners",
            action: "execute",
            actionParameters: { id: scanners.rulesetId },
            expression: 'cf.zone.plan eq "ENT"',
          },
        ],
      },
      { ...parent, dependsOn: [scanners] },
    );
    this.chain = new edge.GatewayEndpoint("chain", { network: "sepolia" }, parent).url;
    this.registerOutputs({ chain: this.chain });
  }
}
