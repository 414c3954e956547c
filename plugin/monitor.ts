import * as grpc from "@grpc/grpc-js";
import { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  type RegisterResourceResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import type { Properties } from "../provider/lifecycle";
import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";

/** The engine's list of the resources that a program declares. */
export class Monitor {
  readonly #client: ResourceMonitorClient;

  constructor(address: string) {
    this.#client = new ResourceMonitorClient(address, grpc.credentials.createInsecure(), NO_LIMIT);
  }

  /** Registers a resource, and returns once the engine has made or previewed it. */
  register(request: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    return new Promise((resolve, reject) => {
      this.#client.registerResource(request, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  }

  registerOutputs(urn: string, outputs: Properties): Promise<void> {
    const request = new RegisterResourceOutputsRequest().setUrn(urn).setOutputs(structOf(outputs));
    return new Promise((resolve, reject) => {
      this.#client.registerResourceOutputs(request, (error) => (error ? reject(error) : resolve()));
    });
  }

  close(): void {
    this.#client.close();
  }
}

/** Whether an error says that the engine ends the run, the reason of which the engine has printed itself. */
export function isShutDown(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === grpc.status.UNAVAILABLE || error.code === grpc.status.CANCELLED;
}

/** A state with thousands of rules does not fit into gRPC's 4 MB. */
export const NO_LIMIT = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** Returns the properties of a message of the engine. */
export function propertiesOf(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}

/** Returns properties as a message to the engine has them. */
export function structOf(properties: Properties): Struct {
  // The cast holds: properties of the engine are plain JSON.
  return Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
}
