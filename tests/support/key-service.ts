import { randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A server that keeps the keys of stacks, and what `pulumi` needs to use it. */
export interface KeyService {
  /** For `pulumi stack init --secrets-provider`. */
  readonly provider: string;
  /** The key of a stack, as its files contain it. */
  readonly encryptedKey: string;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts a server that answers as Vault's transit engine does, and encrypts nothing: only the key of a temporary stack goes through it, with
 * which the engine encrypts the secrets of the state as always. From a passphrase, each command would derive that key anew, which
 * takes a million hashes.
 */
export async function startKeyService(): Promise<KeyService> {
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      // Only the CLI sends requests: `{"plaintext": BASE64}` or `{"ciphertext": …}`.
      const { plaintext, ciphertext } = JSON.parse(body) as { plaintext?: string; ciphertext?: string };
      const data =
        plaintext === undefined
          ? { plaintext: ciphertext?.slice(PREFIX.length) }
          : { ciphertext: PREFIX + plaintext };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    provider: "hashivault://stack",
    encryptedKey: base64(PREFIX + base64(randomBytes(KEY_LENGTH))),
    env: { VAULT_SERVER_URL: address, VAULT_SERVER_TOKEN: "any" },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const PREFIX = "vault:v1:";
/** Bytes of a key of AES-256. */
const KEY_LENGTH = 32;

function base64(data: string | Buffer): string {
  return Buffer.from(data).toString("base64");
}
