import type { PermissionGroupQuery, Token, TokenCreate, TokenQuery, TokenReplace } from "../../api/wire";
import { learnSecret } from "../../redaction";
import type { ClientEnvironment } from "../environment";
import { ChangedError, isAuthenticationError } from "../errors";
import { readAt, type Basis } from "../queue/basis";
import type { ConnectionSettings } from "../connection/resolve-connection";
import { CoalescedReads } from "../queue/coalesced-reads";
import type { RequestQueue, SendResult } from "../queue/request-queue";
import { createOperationCaller } from "./operation-caller";
import { listPages, PAGE_SIZE } from "./list-pages";
import { ownerPath, type TokenOwner } from "./request-path";

/** Waits between the attempts to verify a new token. */
const VERIFY_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

export function tokenCalls(
  settings: ConnectionSettings,
  queue: RequestQueue,
  environment: ClientEnvironment,
) {
  const { call, page } = createOperationCaller(settings, queue, environment);
  const at = (owner: TokenOwner, id: string) => ({ scope: ownerPath(owner), parameters: { token_id: id } });
  const get = async (owner: TokenOwner, id: string) => call("getToken", at(owner, id));
  const basisOn = (owner: TokenOwner, basedOn: Token | undefined): Basis | undefined =>
    basedOn && {
      readAt: readAt(basedOn),
      confirm: async () => {
        const now = await get(owner, basedOn.id);
        if (now.name === basedOn.name && now.modified_on === basedOn.modified_on) return readAt(now);
        throw new ChangedError(
          `the token ${basedOn.id} was changed meanwhile, at ${now.modified_on ?? "an unknown time"}`,
          {
            hint: "It was not removed. Try again.",
          },
        );
      },
    };
  return {
    /** Only this response and that of `roll` contain the value. Retried only if the request was not carried out. */
    async create(owner: TokenOwner, body: TokenCreate) {
      const token = await call("createToken", { scope: ownerPath(owner), body });
      learnSecret(token.value);
      return token;
    },
    /** Returns all pages. */
    list: async (owner: TokenOwner, query: Omit<TokenQuery, "page" | "per_page"> = {}) =>
      listPages("tokens", (number) =>
        page("listTokens", {
          scope: ownerPath(owner),
          query: { ...query, page: number, per_page: PAGE_SIZE },
        }),
      ),
    get,
    /** Replaces the whole token: members missing in the body are removed. */
    replace: async (owner: TokenOwner, id: string, body: TokenReplace) =>
      call("replaceToken", { ...at(owner, id), body }),
    /**
     * With `basedOn`, the token is removed only while it is as it was read: if that read is old, or the request must be repeated, it is
     * read again, and ChangedError is thrown if somebody has changed it.
     */
    async remove(owner: TokenOwner, id: string, basedOn?: Token): Promise<void> {
      await call("removeToken", { ...at(owner, id), basis: basisOn(owner, basedOn) });
    },
    /** Returns a new value and invalidates the old one. Retried only if the request was not carried out. */
    async roll(owner: TokenOwner, id: string) {
      const value = await call("rollToken", { ...at(owner, id), body: {} });
      learnSecret(value);
      return value;
    },
    /** Verifies the client's own credential. */
    verify: async (owner: TokenOwner) => call("verifyToken", { scope: ownerPath(owner) }),
    /**
     * Verifies another token by its value. Tries again after each of the `waits`, by default for about 15 s, since the API may not accept a
     * new token at once.
     */
    async verifyValue(owner: TokenOwner, value: string, waits: readonly number[] = VERIFY_WAITS_MS) {
      const credential = { kind: "token", token: value, source: "the create response" } as const;
      // Reads are coalesced by URL, and this one uses another credential.
      const ownReads = { ...queue, reads: new CoalescedReads<SendResult>() };
      const caller = createOperationCaller({ ...settings, credential }, ownReads, environment);
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await caller.call("verifyToken", { scope: ownerPath(owner) });
        } catch (error) {
          const wait = waits[attempt];
          if (wait === undefined || !isAuthenticationError(error)) throw error;
          await environment.sleep(wait);
        }
      }
    },
    permissionGroups: async (owner: TokenOwner, query: PermissionGroupQuery = {}) =>
      listPages("permission groups", async (number) => {
        const paged = number === 1 ? query : { ...query, page: number };
        const { items, info } = await page("listPermissionGroups", { scope: ownerPath(owner), query: paged });
        // The API usually returns the whole list at once, and then says nothing about pages.
        return { items, info: { total_pages: 1, ...info } };
      }),
  };
}
