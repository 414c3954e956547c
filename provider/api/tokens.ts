import { z } from "zod";
import type * as Wire from "./wire";
import { Cidr, WrittenTime } from "./ids";

export const Effect = z.enum(["allow", "deny"]);

/** Maps resource keys to `"*"`, or to a map of the keys below that resource (such as all zones of one account). */
export type ResourceMap = Wire.ResourceMap;
export const ResourceMap: z.ZodType<ResourceMap, ResourceMap> = z.record(
  z.string(),
  z.union([z.literal("*"), z.record(z.string(), z.literal("*"))]),
);

export const PermissionGroupRef = z.looseObject({ id: z.string(), name: z.string().optional() });

/** The attributes that clients attach to a permission group: `key` and `value`, or the members of newer clients. */
const GroupMeta = z.strictObject({
  key: z.string().optional(),
  value: z.string().optional(),
  category: z.string().optional(),
  deprecated: z.string().optional(),
  description: z.string().optional(),
  editable: z.string().optional(),
  eol_at: z.string().optional(),
  label: z.string().optional(),
  scopes: z.string().optional(),
  visibility: z.string().optional(),
});

export const PolicyWrite = z.strictObject({
  effect: Effect,
  resources: ResourceMap,
  permission_groups: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().optional(),
      meta: GroupMeta.optional(),
    }),
  ),
});
export type PolicyWrite = Wire.PolicyWrite;

export const Policy = z.looseObject({
  id: z.string().optional(),
  effect: Effect,
  resources: ResourceMap,
  permission_groups: z.array(PermissionGroupRef),
});
export type Policy = Wire.Policy;

const IpCondition = z.strictObject({ in: z.array(Cidr).optional(), not_in: z.array(Cidr).optional() });

export const ConditionWrite = z.strictObject({
  "request.ip": IpCondition.optional(),
  request_ip: IpCondition.optional(),
});

const IpConditionRead = z.looseObject({
  in: z.array(z.string()).nullish(),
  not_in: z.array(z.string()).nullish(),
});
export const Condition = z.looseObject({
  "request.ip": IpConditionRead.nullish(),
  request_ip: IpConditionRead.nullish(),
});

export const TokenStatus = z.enum(["active", "disabled", "expired"]);

/** The maximum length of a token's name, in characters. */
export const TOKEN_NAME_MAX = 120;

export const TokenCreate = z.strictObject({
  name: z.string().min(1).max(TOKEN_NAME_MAX),
  policies: z.array(PolicyWrite),
  not_before: WrittenTime.nullish(),
  expires_on: WrittenTime.nullish(),
  condition: ConditionWrite.nullish(),
  status: TokenStatus.optional(),
});
export type TokenCreate = Wire.TokenCreate;

export const TokenReplace = z.strictObject({
  ...TokenCreate.shape,
  // The API accepts read-only ids here, because clients send back what they read.
  policies: z.array(z.strictObject({ ...PolicyWrite.shape, id: z.string().optional() })),
});
export type TokenReplace = Wire.TokenReplace;

export const Token = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  issued_on: z.string().optional(),
  modified_on: z.string().optional(),
  last_used_on: z.string().nullish(),
  not_before: z.string().nullish(),
  expires_on: z.string().nullish(),
  policies: z.array(Policy),
  condition: Condition.nullish(),
});
export type Token = Wire.Token;

export const TokenWithValue = z.looseObject({ ...Token.shape, value: z.string().min(1) });
export type TokenWithValue = Wire.TokenWithValue;

export const TokenVerification = z.looseObject({
  id: z.string(),
  status: z.string(),
  not_before: z.string().nullish(),
  expires_on: z.string().nullish(),
});
export type TokenVerification = Wire.TokenVerification;

/** The product categories of permission groups, which newer answers contain. */
export const GroupCategory = z.enum([
  "developer_platform",
  "ai_and_machine_learning",
  "dns_and_zones",
  "app_security",
  "rules_and_configuration",
  "cloudflare_one_and_zero_trust",
  "analytics_and_logs",
  "network_services",
  "media",
  "email_and_messaging",
  "cache_and_performance",
  "account_and_billing",
  "other",
]);
export type GroupCategory = z.infer<typeof GroupCategory>;

export const PermissionGroup = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Resource types, such as `com.<vendor>.api.account.zone`. */
  scopes: z.array(z.string()),
  // Not the enumeration: a client must accept categories that the API adds later.
  category: z.string().optional(),
});
export type PermissionGroup = Wire.PermissionGroup;
