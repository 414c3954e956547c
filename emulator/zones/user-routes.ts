import type { User, UserPatch } from "../../provider/api";
import type { Routes } from "../route";
import type { Store } from "../store";
import { USER } from "../user";

export const userRoutes: Routes<"getUser" | "patchUser"> = {
  getUser: ({ store }) => ({ result: serializeUser(readProfile(store)) }),

  patchUser: ({ store }, { body }) => {
    const profile: UserPatch = { ...readProfile(store), ...body };
    store.settings.set("profile", JSON.stringify(profile));
    return { result: serializeUser(profile) };
  },
};

function readProfile(store: Store): UserPatch {
  // Only patchUser and a reset write this setting.
  return JSON.parse(store.settings.get("profile") ?? "{}") as UserPatch;
}

function serializeUser(profile: UserPatch): User {
  return {
    ...USER,
    first_name: null,
    last_name: null,
    username: USER.email,
    telephone: null,
    country: null,
    zipcode: null,
    ...profile,
    two_factor_authentication_enabled: false,
    two_factor_authentication_locked: false,
    suspended: false,
    has_pro_zones: false,
    has_business_zones: false,
    has_enterprise_zones: true,
    betas: [],
    organizations: [],
  };
}
