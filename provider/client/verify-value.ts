import type { TokenVerification } from "../api/tokens";
import { createCaller } from "./caller";
import type { ClientEnvironment } from "./environment";
import { isAuthenticationError } from "./errors";
import type { Lane, Sent } from "./lane";
import { ownerPath, type TokenOwner } from "./request-path";
import type { ConnectionSettings } from "./settings";
import { createSharedReads } from "./shared-reads";

/** Between the tries: a fresh token may be refused for a while. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Verifies a token by its value, in the place of the client's own credential. */
export type VerifyValue = (owner: TokenOwner, value: string) => Promise<TokenVerification>;

export function createVerifyValue(
  settings: ConnectionSettings,
  lane: Lane,
  environment: ClientEnvironment,
): VerifyValue {
  return async (owner, value) => {
    const credential = { kind: "token", token: value, source: "the answer that made it" } as const;
    // Reads under way are shared by their address, and this one is asked by somebody else.
    const own = { ...lane, reads: createSharedReads<Sent>() };
    const { call } = createCaller({ ...settings, credential }, own, environment);
    for (let tries = 0; ; tries += 1) {
      try {
        return await call("verifyToken", { scope: ownerPath(owner) });
      } catch (error) {
        const wait = WAITS_MS[tries];
        if (wait === undefined || !isAuthenticationError(error)) throw error;
        await environment.sleep(wait);
      }
    }
  };
}
