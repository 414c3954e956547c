import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import type {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { RegisterResourceResponse, Result } from "@pulumi/pulumi/proto/resource_pb";
import type { Properties } from "../../provider/lifecycle";

/** A resource as a program or a component has registered it. */
export interface Registered {
  readonly urn: string;
  readonly inputs: Properties;
  readonly request: RegisterResourceRequest.AsObject;
}

/** How the engine answers the registration of a resource of that name. */
export type Outcome = "made" | "failed" | "shut down";

/** The part of the engine with which components register their resources. It makes nothing. */
export interface ResourceMonitor {
  readonly address: string;
  readonly registered: Registered[];
  /** By URN, the outputs of the components. */
  readonly outputs: Map<string, Properties>;
  /** By name. Resources without one are made. */
  readonly outcomes: Map<string, Outcome>;
  of(name: string): Registered;
  close(): void;
}

/** Starts a monitor of the project `shop` and the stack `prod`. */
export async function startMonitor(): Promise<ResourceMonitor> {
  const registered: Registered[] = [];
  const outputs = new Map<string, Properties>();
  const outcomes = new Map<string, Outcome>();
  const server = new grpc.Server();
  const registerResource: grpc.handleUnaryCall<RegisterResourceRequest, RegisterResourceResponse> = (
    { request },
    callback,
  ) => {
    const [parent, type, name] = [request.getParent(), request.getType(), request.getName()];
    const outcome = outcomes.get(name) ?? "made";
    if (outcome === "shut down") {
      callback({ code: grpc.status.UNAVAILABLE, details: "resource monitor shut down" });
      return;
    }
    const types = [...parent.split("::").slice(2, 3), type].join("$");
    const urn = `urn:pulumi:prod::shop::${types}::${name}`;
    registered.push({ urn, inputs: propertiesOf(request.getObject()), request: request.toObject() });
    const answer = new RegisterResourceResponse();
    answer.setUrn(urn);
    answer.setResult(outcome === "made" ? Result.SUCCESS : Result.FAIL);
    if (outcome === "made" && request.getCustom()) answer.setId(`${name}-id`);
    callback(null, answer);
  };
  const registerResourceOutputs: grpc.handleUnaryCall<RegisterResourceOutputsRequest, Empty> = (
    { request },
    callback,
  ) => {
    outputs.set(request.getUrn(), propertiesOf(request.getOutputs()));
    callback(null, new Empty());
  };
  server.addService(ResourceMonitorService, { registerResource, registerResourceOutputs });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    registered,
    outputs,
    outcomes,
    of(name) {
      const found = registered.find(({ request }) => request.name === name);
      if (!found) throw new Error(`${name} was not registered.`);
      return found;
    },
    close: () => server.forceShutdown(),
  };
}

function propertiesOf(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}
