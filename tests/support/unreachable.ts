import type { ConnectionSettings } from "../../provider/client";

/** A connection to which nothing listens: a test of decisions sends no request. */
export const UNREACHABLE: ConnectionSettings = {
  baseUrl: "http://127.0.0.1:9/client/v4",
  gatewayUrl: undefined,
  vendor: "cloudflare",
  accountId: undefined,
  credential: { kind: "token", token: "t".repeat(40), source: "the test" },
  name: undefined,
};
