import type { ServerResponse } from "node:http";

/** The environment of each request, as Hono types it. */
export interface AppEnv {
  Bindings: {
    /** The peer address of the connection. */
    readonly remoteAddress: string;
    /** The raw response, which an injected fault can break off. Absent if there is no connection. */
    readonly outgoing?: ServerResponse;
  };
  Variables: {
    /** Set if an injected fault left the client without an answer. */
    unanswered: boolean;
  };
}
