import fs from "node:fs";
import path from "node:path";
import { startPlatform, type LocalPlatform } from "../../cli/local-platform";
import { platformApi } from "../../scripts/demo/platform-api";
import { backendOf } from "../../scripts/engine-env";
import { createWorkspace, type PulumiResult, type Workspace } from "../support/engine";
import { COM, ORG } from "../faults/places";
import { engineProcesses, until } from "../support/engine-roles";
import { startProxy, type Proxy } from "../support/proxy";
import { upUnchanged } from "../support/settled";

interface Story {
  readonly name: string;
  readonly before?: string;
  readonly program: string;
  readonly args?: readonly string[];
  /** The requests at which `npm test` kills the CLI; `npm run test:faults -- --engine` kills it at each. */
  readonly at: readonly number[];
}

const token = (name: string, more = "") =>
  `new edge.ApiToken("${name}", { policies: [{ resources: edge.zone("${COM}"), permissionGroups: [{ name: "Zone Read" }] }], ${more} });`;
const rules = (name: string, zone: string, ...refs: readonly string[]) =>
  `new edge.ZoneEntrypointRuleset("${name}", { zoneId: "${zone}", phase: "http_request_firewall_custom", rules: ${JSON.stringify(
    refs.map((ref) => ({ ref, action: "log", expression: `http.request.uri.path eq "/${ref}"` })),
  )} });`;
const owasp = (name: string) =>
  `new edge.OwaspConfig("${name}", { zoneId: "${COM}", paranoiaLevel: 2, scoreThreshold: 40 });`;

const STORIES: readonly Story[] = [
  { name: "a token that is made", program: token("deploy"), at: [3] },
  {
    name: "a token that passes to an account",
    before: token("deploy"),
    program: token("deploy", "accountId: process.env.EDGE_ACCOUNT_ID"),
    at: [],
  },
  { name: "a token of another logical name", before: token("deploy"), program: token("release"), at: [4] },
  { name: "rules that are made", program: rules("waf", COM, "a", "b"), at: [2] },
  { name: "rules of another zone", before: rules("waf", COM, "a"), program: rules("waf", ORG, "a"), at: [] },
  {
    name: "rules of another logical name",
    before: rules("waf", COM, "a"),
    program: rules("shield", COM, "a"),
    at: [2],
  },
  { name: "OWASP of another logical name", before: owasp("owasp"), program: owasp("shield"), at: [] },
];
const ALL = process.env["EDGE_FAULTS_ENGINE"] === "all";
/** Without a kill, a story shows nothing. */
const PLAYED = STORIES.filter(({ at }) => ALL || at.length > 0);
/** More requests than any story sends. A run that ends earlier is not killed, which ends the list. */
const MOST = 12;

jest.setTimeout(1_800_000);

/** Kills the real engine with SIGKILL when a request arrives, then runs the commands of a user. */
describe.each(PLAYED)(
  "a CLI that is killed during an up of $name",
  ({ before = "", program, args = [], at }) => {
    let platform: LocalPlatform;
    let proxy: Proxy;
    let workspace: Workspace;
    let seen: () => void = () => undefined;

    beforeAll(async () => {
      platform = await startPlatform();
      proxy = await startProxy(platform.baseUrl, () => {
        seen();
        return undefined;
      });
      const env = { ...platform.environment, EDGE_BASE_URL: proxy.baseUrl };
      workspace = await createWorkspace({ program: { "index.js": "" }, env });
    });
    afterAll(async () => {
      await workspace.dispose();
      await proxy.close();
      await platform.close();
    });

    const write = (text: string) =>
      workspace.write("index.js", `const edge = require("pulumi-edge-platform");\n${text}\n`);

    it(`\`pulumi cancel --yes\` and \`pulumi up\` reach the same result, and a destroy leaves nothing`, async () => {
      const backend = backendOf(workspace.directory);
      const copy = path.join(workspace.directory, "backend-before");
      write(before);
      done(await workspace.up());
      fs.cpSync(backend, copy, { recursive: true });
      const start = await platform.control.getSnapshot();
      const rewind = async () => {
        fs.rmSync(backend, { recursive: true });
        fs.cpSync(copy, backend, { recursive: true });
        await platform.control.replaceSnapshot(start);
      };
      write(program);
      done(await workspace.up(...args));
      const wanted = await live(platform);

      const requests = ALL ? Array.from({ length: MOST }, (_, index) => index + 1) : at;
      for (const number of requests) {
        await rewind();
        if (!(await killedAt(number))) break;
        // Without a lock there is nothing to cancel, and the CLI says so.
        await workspace.pulumi(["cancel", "--yes"]);
        done(await workspace.up());
        expect({ number, live: await live(platform) }).toEqual({ number, live: wanted });
        await upUnchanged(workspace);
        done(await workspace.destroy());
        expect({ number, live: await live(platform) }).toEqual({ number, live: [] });
      }
    });

    /** Whether the CLI was still running at that request. */
    async function killedAt(number: number): Promise<boolean> {
      let count = 0;
      let killed = false;
      const running = workspace.start(["up", "--yes", "--skip-preview", ...args]);
      seen = () => {
        count += 1;
        if (count !== number) return;
        killed = true;
        running.kill("SIGKILL");
      };
      await running.result;
      // The provider process finishes what it has begun.
      await until(
        "no process of the killed run is left",
        () => engineProcesses(workspace.directory).length === 0,
      );
      seen = () => undefined;
      return killed;
    }
  },
);

function done(result: PulumiResult): void {
  if (result.code !== 0) throw new Error(result.stdout + result.stderr);
}

/** Tokens and rules without ids and marks. */
async function live(platform: LocalPlatform): Promise<string[]> {
  const api = platformApi(platform);
  const ask = async <T>(at: string) => (await api.call("GET", at)).result as T;
  const owners = ["/user", `/accounts/${platform.accountId}`];
  const tokens = await Promise.all(
    owners.map(async (owner) => {
      const names = await ask<{ name: string }[]>(`${owner}/tokens?per_page=50`);
      return names
        .filter(({ name }) => !name.startsWith("Bootstrap"))
        .map(({ name }) => `${owner} ${name.replace(/-[0-9a-z]{8,}$/, "")}`);
    }),
  );
  const rulesets = await Promise.all(
    [COM, ORG].map(async (zone) => {
      const list = await ask<{ id: string; kind: string; phase: string }[]>(`/zones/${zone}/rulesets`);
      const own = list.filter(({ kind }) => kind === "zone");
      return Promise.all(
        own.map(async ({ id, phase }) => {
          const { rules: found = [] } = await ask<{ rules?: { ref: string; expression: string }[] }>(
            `/zones/${zone}/rulesets/${id}`,
          );
          const shown = found.map(({ ref, expression }) => `${ref.replace(/~.*/, "")}: ${expression}`);
          return `${zone} ${phase} ${shown.join(", ")}`;
        }),
      );
    }),
  );
  return [...tokens.flat().sort(), ...rulesets.flat()];
}
