import http2 from "node:http2";
import { ADDRESS, isOwnRole } from "./end-with-engine";

/** How a lifecycle marks a line as a warning. */
const WARNING = /^warning: /;

/** Prints lines at resources, in the output of the Pulumi CLI. */
export interface EngineLog {
  /** Prints a line at the resource with this URN, or under the stack if it is empty. */
  line(urn: string, line: { readonly text: string }): void;
  /** Prints a line in the same way. Resolves with whether the engine has taken it, which it does not once it has ended. Never rejects. */
  offer(urn: string, line: { readonly text: string }): Promise<boolean>;
  /** Resolves once the engine has all lines so far. Never rejects. */
  flushed(): Promise<void>;
}

/** Returns the log of the engine whose program this process is; undefined in any other process, such as that of inline programs. */
export function engineLogOfProgram(): EngineLog | undefined {
  // The SDK removes its arguments before it runs the program, and keeps them in the environment for packages.
  return isOwnRole("program") ? engineLogAt(process.env["PULUMI_NODEJS_ENGINE"]) : undefined;
}

/** Returns the log of the engine at this address: without one that can be called, the engine prints stdout under the stack. */
export function engineLogAt(address: string | undefined): EngineLog {
  return address !== undefined && ADDRESS.test(address) ? new RemoteEngineLog(address) : STDOUT;
}

const STDOUT: EngineLog = {
  line: (_, { text }) => void process.stdout.write(`${text}\n`),
  offer: () => Promise.resolve(false),
  flushed: () => Promise.resolve(),
};

/**
 * Calls `pulumirpc.Engine/Log` over HTTP/2. It does not use gRPC's packages: a program may have other copies of them than its SDK, and
 * objects of two copies do not work together.
 */
class RemoteEngineLog implements EngineLog {
  #session: http2.ClientHttp2Session | undefined;
  /** The engine may handle calls in any order, so each waits for the one before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly address: string) {}

  line(urn: string, line: { readonly text: string }): void {
    void this.offer(urn, line);
  }

  offer(urn: string, { text }: { readonly text: string }): Promise<boolean> {
    const severity = WARNING.test(text) ? SEVERITY.warning : SEVERITY.info;
    const message = logRequest(severity, text.replace(WARNING, ""), urn);
    const sent = this.#last.then(() => this.#send(message));
    this.#last = sent;
    return sent;
  }

  async flushed(): Promise<void> {
    await this.#last;
  }

  #send(message: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      let isTaken = false;
      const readStatus = (headers: http2.IncomingHttpHeaders): void => {
        isTaken ||= headers["grpc-status"] === "0";
      };
      const session = this.#connected();
      // Only a line on its way keeps the process running.
      session.ref();
      const stream = session.request({
        ":method": "POST",
        ":path": "/pulumirpc.Engine/Log",
        "content-type": "application/grpc",
        te: "trailers",
      });
      stream.on("error", () => undefined);
      // An answer without a body has its status in the headers.
      stream.on("response", readStatus);
      stream.on("trailers", readStatus);
      stream.on("close", () => {
        session.unref();
        resolve(isTaken);
      });
      stream.resume();
      stream.end(message);
    });
  }

  #connected(): http2.ClientHttp2Session {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = http2.connect(`http://${this.address}`);
    session.on("error", () => undefined);
    return (this.#session = session);
  }
}

/** Values of `pulumirpc.LogSeverity`. */
const SEVERITY = { info: 1, warning: 2 } as const;

/** Returns a `pulumirpc.LogRequest` as gRPC sends it: a byte for "not compressed", the length, and the message. */
function logRequest(severity: number, message: string, urn: string): Buffer {
  const body = Buffer.concat([Buffer.from([(1 << 3) | VARINT, severity]), field(2, message), field(3, urn)]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** Types of fields in the wire format of protocol buffers. */
const VARINT = 0;
const BYTES = 2;

function field(number: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([(number << 3) | BYTES, ...varint(bytes.length)]), bytes]);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
