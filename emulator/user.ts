import { fixedId } from "./ids";

/** The one person whom a platform knows. */
export const USER = { id: fixedId("user", "admin"), email: "admin@example.com" } as const;

export const DEFAULT_ACCOUNT = {
  id: fixedId("account", "Example Account"),
  name: "Example Account",
} as const;
