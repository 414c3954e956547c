import { z } from "zod";
import type * as Wire from "./wire";
import { PageQuery } from "./envelope";
import { PLAN_IDS, ZONE_PLANS } from "./plans";

export const Account = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string().optional(),
  created_on: z.string().optional(),
  settings: z.looseObject({}).optional(),
});
export type Account = Wire.Account;

export const Zone = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string().optional(),
  paused: z.boolean().optional(),
  type: z.string().optional(),
  account: z.looseObject({ id: z.string(), name: z.string().optional() }),
  /** `legacy_id` is `free`, `pro`, `business` or `enterprise`. */
  plan: z
    .looseObject({ id: z.string().optional(), name: z.string().optional(), legacy_id: z.string().optional() })
    .optional(),
});
export type Zone = Wire.Zone;

export const ZoneQuery = z.strictObject({
  ...PageQuery.shape,
  name: z.string().optional(),
  status: z.enum(["initializing", "pending", "active", "moved"]).optional(),
  "account.id": z.string().optional(),
  "account.name": z.string().optional(),
  type: z.string().optional(),
  order: z.enum(["name", "status", "account.id", "account.name", "plan.id"]).optional(),
  match: z.enum(["any", "all"]).optional(),
});
export type ZoneQuery = Wire.ZoneQuery;

const ZoneType = z.enum(["full", "partial", "secondary", "internal"]);

const VanityNameServers = z.array(z.string().min(1).max(253)).max(10);

/** Clients send null for what they do not set. */
export const ZoneCreate = z.strictObject({
  name: z.string().min(1).max(253),
  /** Without an id, the API chooses the account. */
  account: z.strictObject({ id: z.string().optional() }).nullish(),
  /** The account, as older clients name it. They send the whole account. */
  organization: z.looseObject({ id: z.string().optional() }).nullish(),
  type: ZoneType.nullish(),
  paused: z.boolean().nullish(),
  vanity_name_servers: VanityNameServers.nullish(),
  /** Of old clients; ignored. */
  jump_start: z.boolean().nullish(),
});

/** The body of PATCH /zones/{id}: at most one property per call. */
export const ZonePatch = z
  .strictObject({
    paused: z.boolean().nullish(),
    type: ZoneType.nullish(),
    /** The name of a plan or its id. Some clients send the whole plan. */
    plan: z.looseObject({ id: z.enum([...ZONE_PLANS, ...Object.values(PLAN_IDS)]) }).nullish(),
    vanity_name_servers: VanityNameServers.nullish(),
  })
  .refine(
    (patch) => Object.values(patch).filter((value) => value !== null && value !== undefined).length <= 1,
    "one property is changed at a time",
  )
  .meta({ maxProperties: 1 });

const AccountType = z.enum(["standard", "enterprise"]);

/** Clients send back what they read, and members of earlier versions of the API. */
const AccountSettings = z.strictObject({
  enforce_twofactor: z.boolean().nullish(),
  abuse_contact_email: z.string().nullish(),
  api_access_enabled: z.unknown().optional(),
  access_approval_expiry: z.unknown().optional(),
  oauth_app_access_enabled: z.unknown().optional(),
  default_nameservers: z.unknown().optional(),
  use_account_custom_ns_by_default: z.unknown().optional(),
});

/** The body of POST /accounts. `unit` takes precedence over `standalone`. */
export const AccountCreate = z.strictObject({
  name: z.string().min(1),
  type: AccountType.nullish(),
  unit: z.strictObject({ id: z.string().optional() }).nullish(),
  standalone: z.literal(true).nullish(),
  settings: AccountSettings.nullish(),
  /** Of a client that sends whole accounts; ignored. */
  created_on: z.string().optional(),
});

/** The body of PUT /accounts/{id}. The API ignores read-only members, which clients send back. */
export const AccountReplace = z.strictObject({
  id: z.string().optional(),
  name: z.string().min(1),
  type: AccountType.nullish(),
  created_on: z.string().optional(),
  managed_by: z.looseObject({}).nullish(),
  legacy_flags: z.looseObject({}).nullish(),
  settings: AccountSettings.nullish(),
});

export const User = z.looseObject({ id: z.string(), email: z.string().optional() });
export type User = Wire.User;

/** What ties the user to an account. */
export const Membership = z.looseObject({
  id: z.string(),
  account: z.looseObject({ id: z.string(), name: z.string() }),
  status: z.enum(["accepted", "pending", "rejected"]),
  roles: z.array(z.string()).optional(),
});
export type Membership = Wire.Membership;

export const MembershipQuery = z.strictObject({
  ...PageQuery.shape,
  name: z.string().optional(),
  status: z.enum(["accepted", "pending", "rejected"]).optional(),
  "account.name": z.string().optional(),
  order: z.enum(["id", "account.name", "status"]).optional(),
});

/** The body of PATCH /user. */
export const UserPatch = z.strictObject({
  first_name: z.string().max(60).nullish(),
  last_name: z.string().max(60).nullish(),
  telephone: z.string().max(20).nullish(),
  country: z.string().max(30).nullish(),
  zipcode: z.string().max(20).nullish(),
});
export type UserPatch = z.infer<typeof UserPatch>;

export const Removed = z.looseObject({ id: z.string() }).nullish();
