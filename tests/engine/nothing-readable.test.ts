import fs from "node:fs";
import type { IncomingMessage } from "node:http";
import os from "node:os";
import path from "node:path";
import { platformApi } from "../../scripts/demo/platform-api";
import { startChildPlatform } from "../support/child-platform";
import { createWorkspace, type RunningPulumi } from "../support/engine";
import { EXAMPLE_COM } from "../support/platform";
import { startProxy, type OtherAnswer } from "../support/proxy";
import { filesBelow, searchSecrets, type Trace } from "../support/secret-search";

const API_TOKENS_WRITE = "686d18d5ac6c441c867cbf6771e58a0a";
const ZONE_WAF_WRITE = "fb6778dc191143babbfaa57993f1d275";
const WRONG_CREDENTIAL = "canary-credential-of-nobody_0123456789abcdef";

const VALUE = /cf[ua]t_\w+/g;
const CREATE = /^POST \S+\/user\/tokens$/;
const ROLL = /^PUT \S+\/value$/;

/** A replacement for the API's answer to a call such as `PUT /client/v4/user/tokens/…`. */
type Interference = (call: string, request: IncomingMessage) => OtherAnswer | undefined;

/** A token whose value is used in a filter. */
const program = ({ token = "", field = "http.cookie" }) => `
const edge = require("pulumi-edge-platform");
const pulumi = require("@pulumi/pulumi");
const token = new edge.ApiToken("ci", {
  policies: [{ resources: edge.zone("${EXAMPLE_COM}"), permissionGroups: [{ name: "Zone WAF Write" }] }],
  ${token}
});
const expression = pulumi.interpolate\`${field} contains "\${token.value}"\`;
new edge.ValidatedFilter("filter", { expression, mode: "local" });
exports.value = token.value;
`;

const rolled = (times: number) => `rotationTrigger: "${times}", expiresOn: "2090-01-01T00:00:00Z",`;

interface Remains {
  /** Everything that the runs and the platform printed, and every file. */
  readonly traces: readonly Trace[];
  /** The credentials, and every value that the platform issued, also those that nobody received. */
  readonly secrets: readonly string[];
  /** The output of `pulumi stack output --show-secrets`, the engine's own way to read a secret. */
  readonly shown: Trace;
}

/** The life of a token with every failure, and everything that it leaves. */
async function liveAndLeave(): Promise<Remains> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "edge-nothing-readable-"));
  const platform = await startChildPlatform("--port", "0", "--data", path.join(folder, "platform"));
  const secrets = [WRONG_CREDENTIAL];
  let interfere: Interference = () => undefined;
  const proxy = await startProxy(
    platform.ready.baseUrl,
    (request) => interfere(`${request.method ?? ""} ${request.url ?? ""}`, request),
    { carriedOut: true, onAnswer: (_request, text) => secrets.push(...(text.match(VALUE) ?? [])) },
  );
  const credential = await makeCredential(platform.ready);
  secrets.push(credential);
  const temporary = path.join(folder, "tmp");
  fs.mkdirSync(temporary);
  const workspace = await createWorkspace({
    program: { "index.js": program({}) },
    env: { EDGE_BASE_URL: proxy.baseUrl, EDGE_LOG: "debug", TMPDIR: temporary },
    secretConfig: { "edge:apiToken": credential },
  });

  const said: Trace[] = [];
  async function told(what: string, { result }: RunningPulumi, fails: boolean): Promise<void> {
    const { code, stdout, stderr } = await result;
    said.push({ place: `pulumi, ${what}`, bytes: Buffer.from(stdout + stderr) });
    // The output is not shown, since it may contain secrets.
    if ((code !== 0) !== fails) throw new Error(`pulumi, ${what}: ended with exit code ${code}`);
  }
  const run = (what: string, command: string, { fails = false, env = {} } = {}) =>
    told(what, workspace.start(command.split(" "), env), fails);
  const up = "up --yes --skip-preview --diff";

  try {
    interfere = once((call) => CREATE.test(call), page);
    await run("the answer of the create is lost", up);
    const shown = { place: "--show-secrets", bytes: Buffer.from(JSON.stringify(await workspace.outputs())) };

    workspace.write("index.js", program({ token: rolled(2) }));
    await run("a preview of a rotation", "preview --diff");
    interfere = (call) => (ROLL.test(call) ? page() : undefined);
    await run("the answers of the roll are lost", up, { fails: true });
    interfere = () => undefined;
    await run("the rotation is taken up again", up);
    workspace.write("index.js", program({ token: rolled(2), field: "http.cookei" }));
    await run("a filter that holds the value is broken", "preview --diff", { fails: true });

    workspace.write("index.js", program({ token: rolled(3) }));
    interfere = (_call, request) => refusalThatRepeats(request, secrets.at(-1) ?? "");
    await run("a wrong credential", up, { fails: true, env: { EDGE_API_TOKEN: WRONG_CREDENTIAL } });

    const killed = workspace.start(up.split(" "));
    interfere = once(
      (call) => ROLL.test(call),
      () => {
        killed.kill("SIGKILL");
        return undefined;
      },
    );
    await told("killed while the value is rolled", killed, true);
    await run("the lock of the killed one is lifted", "cancel --yes");
    await run("the credential by environment", up, { env: { EDGE_API_TOKEN: credential } });
    await run("a refresh", "refresh --yes --skip-preview --diff");

    await run("the state", "stack export");
    await run("the outputs", "stack output --json");
    await run("the history", "stack history --json");
    await run("the configuration", "config --json");
    await run("a preview as JSON", "preview --json");
    await run("a destroy", "destroy --yes --skip-preview");

    const requests = await fetch(new URL("/_platform/requests?since=0", platform.ready.baseUrl));
    const seen = {
      place: "the platform's list of requests",
      bytes: Buffer.from(await requests.arrayBuffer()),
    };
    await platform.end("SIGTERM");
    const log = { place: "the platform's log", bytes: Buffer.from(platform.stderr()) };
    const files = [...filesBelow(folder), ...filesBelow(workspace.directory)];
    return { traces: [...said, seen, log, ...files], secrets: [...new Set(secrets)], shown };
  } finally {
    await workspace.dispose();
    await proxy.close();
    await platform.end("SIGTERM");
    fs.rmSync(folder, { recursive: true });
  }
}

describe("after lost answers, refusals, a kill and a wrong credential", () => {
  let remains: Remains;
  // Some fifteen runs of the engine.
  beforeAll(async () => {
    remains = await liveAndLeave();
  }, 900_000);

  it("no credential and no token value is readable anywhere, in any encoding", () => {
    expect(searchSecrets(remains.traces, remains.secrets)).toEqual([]);
  });

  it("(the search finds the values that the engine shows on request)", () => {
    const { secrets, shown, traces } = remains;
    expect(searchSecrets([...traces, shown], secrets)).toEqual([
      expect.stringMatching(/^--show-secrets: plain of secret \d+$/),
    ]);
    // Two credentials; a lost create and its roll, three lost rolls, the one of the killed run, two that arrived.
    expect(secrets.length).toBeGreaterThanOrEqual(10);
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(40);
  });

  it.each([
    ["the state", /backend\/\.pulumi\/stacks\/.*\.json$/],
    ["its backups", /backend\/\.pulumi\/backups\//],
    ["its history", /backend\/\.pulumi\/history\//],
    ["the engine's home", /\/home\//],
    ["the stack's configuration", /Pulumi\.test\.yaml$/],
    ["the platform's data", /\/platform\//],
    ["the platform's list of requests", /^the platform's list of requests$/],
    ["what a failed run said", /^pulumi, the answers of the roll are lost$/],
  ])("(the search has seen %s)", (_what, place) => {
    const found = remains.traces.filter((trace) => place.test(trace.place));
    expect(found.length).toBeGreaterThan(0);
    expect(Math.max(...found.map(({ bytes }) => bytes.length))).toBeGreaterThan(0);
  });

  it("(the runs logged their requests)", () => {
    const logged = remains.traces.filter(({ bytes }) => bytes.includes("edge PUT /user/tokens/"));
    expect(logged.length).toBeGreaterThan(0);
  });
});

/** Creates a credential other than the bootstrap token, which the platform stores in its folder. */
async function makeCredential(ready: Parameters<typeof platformApi>[0]): Promise<string> {
  const policy = (key: string, id: string) => ({
    effect: "allow",
    resources: { [`com.cloudflare.api.${key}`]: "*" },
    permission_groups: [{ id }],
  });
  const policies = [
    policy(`user.${ready.userId}`, API_TOKENS_WRITE),
    policy("account.zone.*", ZONE_WAF_WRITE),
  ];
  const made = await platformApi(ready).call("POST", "/user/tokens", { body: { name: "deploys", policies } });
  return (made.result as { value: string }).value;
}

function once(matches: (call: string) => boolean, give: () => OtherAnswer | undefined): Interference {
  let given = false;
  return (call) => {
    if (given || !matches(call)) return undefined;
    given = true;
    return give();
  };
}

function page(): OtherAnswer {
  return { status: 502, body: "<!DOCTYPE html><title>Bad gateway</title>", type: "text/html" };
}

/** A refusal that quotes the credential and the value of the token. */
function refusalThatRepeats({ headers }: IncomingMessage, value: string): OtherAnswer {
  const errors = [{ code: 10000, message: `refused: ${headers.authorization ?? ""}, ${value}` }];
  const body = JSON.stringify({ success: false, errors, messages: [], result: null });
  return { status: 400, body, type: "application/json" };
}
