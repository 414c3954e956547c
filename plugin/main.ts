/** The process that the engine starts: a gRPC server on loopback, which prints its port as the first line. */
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { endWithEngine, engineLogAt, tooOldNode } from "../provider/process";
import { NO_LIMIT } from "./monitor";
import { Provider } from "./provider";
import { RunningCalls, serviceOf } from "./service";

function main(): void {
  const problem = tooOldNode(process.versions.node);
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
    return;
  }
  const address = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
  if (address === undefined) {
    process.stderr.write(
      "pulumi-resource-edge is started by the Pulumi engine, with the engine's address as its argument. `pulumi up` starts it.\n",
    );
    process.exitCode = 1;
    return;
  }
  const server = new grpc.Server(NO_LIMIT);
  const log = engineLogAt(address);
  const calls = new RunningCalls();
  server.addService(ResourceProviderService, serviceOf(new Provider(log), calls, log));
  endWithEngine(address, () => calls.count > 0);
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    process.stdout.write(`${port}\n`);
  });
}

main();
