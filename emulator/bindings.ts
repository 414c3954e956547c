import type { ServerResponse } from "node:http";

/** What the application is told of each request, and notes about it. */
export interface AppEnv {
  Bindings: {
    /** The address at the other end of the connection. */
    readonly remoteAddress: string;
    /** Where a fault can break off the answer; there is none without a connection. */
    readonly outgoing?: ServerResponse;
  };
  Variables: {
    /** A fault left the caller without an answer. */
    unanswered: boolean;
  };
}
