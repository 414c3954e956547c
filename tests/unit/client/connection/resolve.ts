import { ConfigurationError, resolveConnection, type ConnectionInput } from "../../../../provider/client";

export const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
export const BASE = "https://edge.example.com/client/v4";

/** Resolves a connection from plain objects. */
export function resolve(
  env: Record<string, string>,
  config: Record<string, string> = {},
  connection?: string,
): ReturnType<typeof resolveConnection> {
  const input: ConnectionInput = { env, config: (key) => config[key], connection };
  return resolveConnection(input);
}

/** Returns the message of the thrown error, and checks that it contains no secret. */
export function problem(...input: Parameters<typeof resolve>): string {
  try {
    resolve(...input);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    expect(error.message).not.toMatch(/canary/i);
    return error.message;
  }
  throw new Error("expected an error");
}
