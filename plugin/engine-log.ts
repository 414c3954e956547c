import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Redacted } from "../provider/redaction";

/** How a lifecycle marks a line as a warning. */
const WARNING = /^warning: /;

/** Prints lines at resources, in the output of the Pulumi CLI. */
export interface EngineLog {
  line(urn: string, line: Redacted): void;
}

export class RemoteEngineLog implements EngineLog {
  constructor(private readonly client: EngineClient) {}

  line(urn: string, { text }: Redacted): void {
    const severity = WARNING.test(text) ? LogSeverity.WARNING : LogSeverity.INFO;
    const request = new LogRequest().setSeverity(severity).setMessage(text.replace(WARNING, "")).setUrn(urn);
    // The engine is gone at the end of an interrupted run. A line that nobody reads is no failure.
    this.client.log(request, () => undefined);
  }
}
