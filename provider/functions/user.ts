import { asOutput, lookUp } from "./lookup";
import type { LookupOptions } from "./lookup-options";

/** A user. */
export interface UserResult {
  readonly id: string;
  readonly email: string | undefined;
}

/**
 * Returns the user whose credential the program authenticates with.
 *
 * @throws LookupError if the credential is a token that an account owns.
 */
export async function getUser(args: LookupOptions = {}): Promise<UserResult> {
  const { id, email } = await lookUp(args, (client) => client.user.get());
  return { id, email };
}
/** The output form of {@link getUser}. */
export const getUserOutput = asOutput(getUser);
