import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface OtherAnswer {
  readonly status: number;
  readonly body: string;
  readonly type: string;
}

/** What a proxy does between a client and the API. */
export interface Proxy {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Whether the API carries out the request before the other answer is sent. Default: false. */
  readonly carriedOut?: boolean;
  /** Gets each answer of the API, also one that is not sent. The proxy waits for it. */
  readonly onAnswer?: (request: IncomingMessage, text: string) => unknown;
  /** Replaces path and query of the request to the API. */
  readonly path?: (request: IncomingMessage) => string;
  /** Replaces the body of the request to the API. */
  readonly rewrite?: (request: IncomingMessage, body: string) => string;
}

/** Forwards requests to `baseUrl`. If `answer` returns one, it replaces the API's answer. */
export async function startProxy(
  baseUrl: string,
  answer: (request: IncomingMessage) => OtherAnswer | undefined | Promise<OtherAnswer | undefined>,
  {
    carriedOut = false,
    onAnswer = () => undefined,
    path = ({ url = "" }) => url,
    rewrite = (_, body) => body,
  }: ProxyOptions = {},
): Promise<Proxy> {
  const origin = new URL(baseUrl).origin;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const other = await answer(request);
      if (other && !carriedOut) {
        response.writeHead(other.status, { "content-type": other.type }).end(other.body);
        return;
      }
      const body = rewrite(request, Buffer.concat(chunks).toString());
      const done = await fetch(`${origin}${path(request)}`, {
        method: request.method ?? "GET",
        headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
        ...(body.length > 0 && { body }),
      });
      const own: OtherAnswer = {
        status: done.status,
        body: await done.text(),
        type: done.headers.get("content-type") ?? "",
      };
      await onAnswer(request, own.body);
      const { status, body: text, type } = other ?? own;
      response.writeHead(status, { "content-type": type }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${new URL(baseUrl).pathname}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
