import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { engineLogAt } from "../../../provider/process";
import { redacted } from "../../../provider/redaction";

const URN = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:ZoneEntrypointRuleset::custom-rules";
const [INFO, WARNING] = [1, 2];

/** Starts a server in place of the engine, which notes the calls of `Log`. */
async function startEngine() {
  const calls: object[] = [];
  const server = new grpc.Server();
  server.addService(EngineService, {
    log: (call: grpc.ServerUnaryCall<LogRequest, unknown>, callback: grpc.sendUnaryData<unknown>) => {
      calls.push(call.request.toObject());
      callback(null, new Empty());
    },
    getRootResource: () => undefined,
    setRootResource: () => undefined,
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { calls, address: `127.0.0.1:${port}`, kill: () => server.forceShutdown() };
}

const line = (severity: number | undefined, message: string, urn: string): unknown =>
  expect.objectContaining({ severity, message, urn, ephemeral: false });

describe("the log of the engine", () => {
  it("gets each line at its resource, in order, and warnings as warnings", async () => {
    const engine = await startEngine();
    const log = engineLogAt(engine.address);
    const long = "ü€".repeat(10_000);
    log.line(URN, redacted("example.com: rules in order: a, b"));
    log.line(URN, redacted("warning: rules: too many\n  of them"));
    log.line("", redacted(long));
    await log.flushed();
    expect(engine.calls).toEqual([
      line(INFO, "example.com: rules in order: a, b", URN),
      line(WARNING, "rules: too many\n  of them", URN),
      line(INFO, long, ""),
    ]);
    engine.kill();
  });

  it("says whether the engine has taken a line, and does not fail if it has ended", async () => {
    const engine = await startEngine();
    const log = engineLogAt(engine.address);
    expect(await log.offer(URN, redacted("before"))).toBe(true);
    engine.kill();
    expect(await log.offer(URN, redacted("after"))).toBe(false);
    expect(engine.calls).toEqual([line(INFO, "before", URN)]);
  });

  it("is stdout, which the engine prints under the stack, where there is no address to call", async () => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    const log = engineLogAt(undefined);
    log.line(URN, redacted("one line"));
    await log.flushed();
    expect(write.mock.calls).toEqual([["one line\n"]]);
    write.mockRestore();
  });
});
