import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";
import type { Site } from "./site";

/** The token with which a team edits the rules of its sites, from our networks. */
export class Team extends pulumi.ComponentResource {
  readonly token: pulumi.Output<string>;

  constructor(
    name: string,
    { sites, offices }: { sites: readonly Site[]; offices: string[] },
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("harbour:edge:Team", name, {}, opts);
    this.token = new edge.ApiToken(
      `${name}-editors`,
      {
        policies: [
          {
            resources: sites.map((site) => edge.zone(site.zoneId)),
            permissionGroups: [{ name: "Zone WAF Write" }, { name: "Analytics Read", scope: "zone" }],
          },
        ],
        condition: { requestIp: { in: offices } },
      },
      { parent: this },
    ).value;
    this.registerOutputs({ token: this.token });
  }
}
