import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "./world";

/** Faults of one request. `before`: the API did not carry it out; `after`: it did. */
export const FAULTS = [
  "429",
  "403",
  "500-before",
  "500-after",
  "502-html-before",
  "502-html-after",
  "timeout-before",
  "timeout-after",
  "reset-before",
  "reset-after",
  "truncated",
  "provider-killed-before",
  "provider-killed-after",
  "cli-killed",
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** Fault `kind` on request number `at` (from 1) and on the `times - 1` that follow. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly times: number;
}

/** The process that sends a request. */
export interface Caller {
  readonly dead: () => boolean;
  /** Kills the process at once. */
  readonly killProvider: () => void;
  /** Kills the engine at once; the provider process continues until its calls end. */
  readonly killEngine: () => void;
  /** Reports that a request is held, or no longer held. */
  readonly held: (change: 1 | -1) => void;
}

export interface SeenRequest {
  readonly number: number;
  readonly method: string;
  /** The path below the base URL, without the query. */
  readonly path: string;
  /** The status of the answer; undefined if the API did not carry out the request. */
  readonly status: number | undefined;
  readonly fault: FaultKind | undefined;
}

const PREFIX = /^\/p(\d+)(\/.*)$/;

/** The API as provider processes reach it: over HTTP, with a path for each process, and with injected faults. */
export class Front {
  private readonly callers = new Map<number, Caller>();
  private readonly server: Server;
  private planned: PlannedFault | undefined;
  private last = 0;
  private count = 0;
  readonly seen: SeenRequest[] = [];
  /** Called after each request that the API carried out. */
  onDone: (() => void) | undefined;

  private constructor(private readonly world: World) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  static async start(world: World): Promise<Front> {
    const front = new Front(world);
    await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", resolve));
    return front;
  }

  /** Returns the base URL for one process. */
  admit(caller: Caller): { baseUrl: string; leave: () => void } {
    const number = (this.last += 1);
    this.callers.set(number, caller);
    // A server that listens on a port has an address of this form.
    const { port } = this.server.address() as AddressInfo;
    return {
      baseUrl: `http://127.0.0.1:${port}/p${number}/client/v4`,
      leave: () => {
        this.callers.delete(number);
        this.server.closeIdleConnections();
      },
    };
  }

  /** Counts requests from 1 again, with the given fault or none. */
  plan(fault: PlannedFault | undefined): void {
    this.planned = fault;
    this.count = 0;
    this.seen.length = 0;
  }

  /** The number of requests since the last plan. */
  get made(): number {
    return this.count;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The caller is gone.
      return;
    }
    const [, number = "", path = ""] = PREFIX.exec(request.url ?? "") ?? [];
    const caller = this.callers.get(Number(number));
    if (!caller || caller.dead()) {
      request.socket.destroy();
      return;
    }
    const fault = this.next();
    const seen = { number: this.count, method: request.method ?? "", path: shownPath(path), fault };
    const carryOut = async () => {
      const headers = {
        authorization: request.headers.authorization ?? "",
        "content-type": "application/json",
      };
      const answer = await this.world.serve(seen.method, path, headers, Buffer.concat(chunks));
      this.seen.push({ ...seen, status: answer.status });
      this.onDone?.();
      return answer;
    };
    const dropped = () => void this.seen.push({ ...seen, status: undefined });
    switch (fault) {
      case undefined:
      case "cli-killed": {
        if (fault) caller.killEngine();
        const { status, headers, body } = await carryOut();
        response.writeHead(status, Object.fromEntries(headers)).end(body);
        return;
      }
      case "429":
        dropped();
        refuse(response, 429, { "retry-after": "1" });
        return;
      case "403":
        dropped();
        refuse(response, 403);
        return;
      case "500-before":
      case "500-after":
        if (fault === "500-after") await carryOut();
        else dropped();
        refuse(response, 500);
        return;
      case "502-html-before":
      case "502-html-after":
        if (fault === "502-html-after") await carryOut();
        else dropped();
        response
          .writeHead(502, { "content-type": "text/html" })
          .end("<!DOCTYPE html><title>502 Bad gateway</title>\n");
        return;
      case "timeout-before":
      case "timeout-after":
        if (fault === "timeout-after") await carryOut();
        else dropped();
        caller.held(1);
        response.once("close", () => caller.held(-1));
        return;
      case "reset-before":
      case "reset-after":
        if (fault === "reset-after") await carryOut();
        else dropped();
        request.socket.resetAndDestroy();
        return;
      case "truncated": {
        const { status, headers, body } = await carryOut();
        response.writeHead(status, {
          ...Object.fromEntries(headers),
          "content-length": String(body.length + 1),
        });
        response.write(body.subarray(0, body.length >> 1), () => request.socket.destroy());
        return;
      }
      case "provider-killed-before":
      case "provider-killed-after":
        if (fault === "provider-killed-after") await carryOut();
        else dropped();
        caller.killProvider();
        request.socket.destroy();
        return;
    }
  }

  private next(): FaultKind | undefined {
    this.count += 1;
    const { planned, count } = this;
    return planned && count >= planned.at && count < planned.at + planned.times ? planned.kind : undefined;
  }
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  const errors = [{ code: 10_000 + status, message: `injected fault with status ${status}` }];
  const body = JSON.stringify({ result: null, success: false, errors, messages: [] });
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

function shownPath(path: string): string {
  return path.replace(/^\/client\/v4/, "").replace(/\?.*/, "");
}
