import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import {
  endDynamicProviderWithEngine,
  endPolicyPackWithEngine,
  endProgramWithEngine,
} from "../../../provider/process";

const ROOT = path.resolve(__dirname, "../../..");
const COMPILE = path.join(ROOT, "tests/support/run-typescript.cjs");
const PLUGIN = path.join(ROOT, "plugin/main.ts");
const DYNAMIC = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const PACKAGE = JSON.stringify(path.join(ROOT, "provider/dynamic.ts"));
/** A process notices within three seconds that its engine is gone. */
const PATIENCE_MS = 60_000;

/** A process that the engine starts, and calls through gRPC. */
interface EngineChild {
  readonly child: ChildProcess;
  readonly client: ResourceProviderClient;
  readonly ended: Promise<number | null>;
}

/** A call that ends with an error, whose message it resolves with. */
type Call = (process: EngineChild) => Promise<string>;

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a script as the engine does, with the engine's address. */
async function startProcess(script: string, engine: string, baseUrl: string): Promise<EngineChild> {
  const child = spawn(process.execPath, ["-r", COMPILE, script, engine], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], EDGE_BASE_URL: baseUrl, EDGE_API_TOKEN: "t".repeat(40) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.add(child);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  void ended.then(() => children.delete(child));
  const port = await new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve));
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  void ended.then(() => client.close());
  const configure = new messages.ConfigureRequest();
  configure.setArgs(new Struct());
  await new Promise<void>((resolve, reject) =>
    client.configure(configure, (error) => (error ? reject(error) : resolve())),
  );
  return { child, client, ended };
}

/** Starts a server in place of the engine. The processes find it gone after `kill`. */
async function startEngine(): Promise<{ readonly address: string; kill(): void }> {
  const server = new grpc.Server();
  const answer: grpc.handleUnaryCall<unknown, unknown> = (_, callback) => callback(null, null);
  server.addService(EngineService, { log: answer, getRootResource: answer, setRootResource: answer });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, kill: () => server.forceShutdown() };
}

/** An API that answers nothing until `answer`. */
async function startSilentApi() {
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const answers: (() => void)[] = [];
  const server = createServer((_, response) => {
    answers.push(() => response.writeHead(400).end());
    asked();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/client/v4`,
    isAsked,
    answer: () => {
      for (const send of answers) send();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const lookUp: Call = ({ client }) => {
  const request = new messages.InvokeRequest();
  request.setTok("edge:index:getZone");
  request.setArgs(Struct.fromJavaScript({ name: "example.com" }));
  return new Promise((resolve) => client.invoke(request, (error) => resolve(error?.details ?? "")));
};

/** Reads a resource with the provider in this text. */
const read =
  (provider: string, properties: Record<string, JavaScriptValue> = {}): Call =>
  ({ client }) => {
    const request = new messages.ReadRequest();
    request.setId(`user/${"0".repeat(32)}`);
    request.setProperties(Struct.fromJavaScript({ ...properties, __provider: provider }));
    return new Promise((resolve) => client.read(request, (error) => resolve(error?.details ?? "")));
  };
const OURS = `exports.handler=()=>require(${PACKAGE}).load("ApiToken")`;
const FOREIGN =
  'exports.handler=()=>({read:()=>new Promise((_,no)=>require("http").get(process.env.EDGE_BASE_URL,()=>no(Error("/foreign"))))})';
/** Loads the package, which sends no request for a state of a later release. */
const load: Call = read(OURS, { stateVersion: 99 });

describe.each([
  { name: "plugin", script: PLUGIN, first: () => Promise.resolve(""), call: lookUp, says: "/zones" },
  { name: "process of dynamic providers", script: DYNAMIC, first: load, call: read(OURS), says: "/tokens/" },
  {
    name: "process of dynamic providers with a call of another package",
    script: DYNAMIC,
    first: load,
    call: read(FOREIGN),
    says: "/foreign",
  },
])("a $name whose engine was killed", ({ script, first, call, says }) => {
  it(
    "ends, but not before its running call has ended",
    async () => {
      const engine = await startEngine();
      const api = await startSilentApi();
      try {
        // The busy one is older, so it would have ended before the idle one.
        const busy = await startProcess(script, engine.address, api.baseUrl);
        await first(busy);
        const running = call(busy);
        await api.isAsked;
        const idle = await startProcess(script, engine.address, api.baseUrl);
        await first(idle);
        // The engine's connections end with it.
        idle.client.close();
        engine.kill();
        expect(await idle.ended).toBe(1);
        expect(busy.child.exitCode).toBeNull();
        api.answer();
        expect(await running).toContain(says);
        busy.client.close();
        expect(await busy.ended).toBe(1);
      } finally {
        engine.kill();
        api.close();
      }
    },
    PATIENCE_MS,
  );
});

describe("a process that Pulumi has not started", () => {
  it("does not watch an engine, even if its environment is that of a program", async () => {
    const peers: net.Socket[] = [];
    const engine = net.createServer((socket) => void peers.push(socket));
    engine.listen(0, "127.0.0.1");
    await once(engine, "listening");
    // A server that listens on a port has an address of this form.
    const { port } = engine.address() as AddressInfo;
    process.env["PULUMI_NODEJS_ENGINE"] = `127.0.0.1:${port}`;
    try {
      endProgramWithEngine();
      endDynamicProviderWithEngine();
      endPolicyPackWithEngine();
      // Connections arrive in order, so those of a watcher would be first.
      const own = net.connect(port, "127.0.0.1");
      await once(own, "connect");
      expect(peers.map(({ remotePort }) => remotePort)).toEqual([own.localPort]);
      own.destroy();
    } finally {
      delete process.env["PULUMI_NODEJS_ENGINE"];
      for (const peer of peers) peer.destroy();
      engine.close();
    }
  });
});
