import { fixedId } from "./ids";

/** The only user of a platform. */
export const USER = { id: fixedId("user", "admin"), email: "admin@example.com" } as const;

export const DEFAULT_ACCOUNT = {
  id: fixedId("account", "Example Account"),
  name: "Example Account",
} as const;
