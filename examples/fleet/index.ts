import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as edge from "pulumi-edge-platform";

/** The part of the lock file that the program reads. */
interface Fleet {
  readonly zones: readonly {
    readonly name: string;
    readonly stack: string;
    readonly config: { readonly paranoiaLevel: 1 | 2 | 3 | 4 };
  }[];
}

const fleet = JSON.parse(readFileSync("fleet.lock.json", "utf8")) as Fleet;

for (const { name, config } of fleet.zones.filter(({ stack }) => stack === pulumi.getStack()))
  new edge.ZoneBaseline(name, {
    zoneId: edge.getZoneOutput({ name }).id,
    filters: { login: 'http.request.uri.path eq "/login"' },
    customRules: ({ login }) => [
      { ref: "secret-files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
      { ref: "plain-login", action: "block", expression: pulumi.interpolate`not ssl and ${login}` },
    ],
    owasp: { paranoiaLevel: config.paranoiaLevel },
  });
