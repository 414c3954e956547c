import * as pulumi from "@pulumi/pulumi";
import { Account, describe, protectProduction, Site, Team, type Zone } from "@harbour/edge";
import zones from "./zones.json";

const config = new pulumi.Config();
const offices = config.requireObject<string[]>("offices");
const partnerKey = config.requireSecret("partnerKey");

pulumi.runtime.registerStackTransformation(protectProduction);

const account = new Account("account", { accountId: config.require("accountId"), offices });
const sites = (zones as Zone[]).map(
  (zone) =>
    new Site(
      zone.name,
      { zone, offices: account.offices.name, partnerKey },
      { transforms: [describe], dependsOn: [account.offices] },
    ),
);
const teams = (["shop", "api", "landing", "parked"] as const).map(
  (kind) => new Team(kind, { sites: sites.filter((site) => site.kind === kind), offices }),
);

export const chain = account.chain;
export const editorTokens = teams.map(({ token }) => token);
export const purgeTokens = Object.fromEntries(sites.map(({ domain, purgeToken }) => [domain, purgeToken]));
