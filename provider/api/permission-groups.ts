import { ACCOUNT_GROUPS, ZONE_GROUPS } from "./published-groups";

/** The type of resources that a permission group applies to. The group has no effect on other types. */
export type PermissionScope = "user" | "account" | "zone" | "bucket";

export const PERMISSION_SCOPES = [
  "user",
  "account",
  "zone",
  "bucket",
] as const satisfies readonly PermissionScope[];

/** The names in lines of an id, a name, and after `=` the aliases. */
type NamesIn<
  Lines extends string,
  Found extends string = never,
> = Lines extends `${infer Line}\n${infer Rest}` ? NamesIn<Rest, Found | NameIn<Line>> : Found;
type NameIn<Line extends string> = Line extends `${string} ${infer Text}`
  ? Text extends `${infer Name} = ${string}`
    ? Name
    : Text
  : never;

/** The names of the published permission groups. The API has more, and new ones. */
export type PermissionGroupName = NamesIn<
  typeof USER_GROUPS | typeof ACCOUNT_GROUPS | typeof ZONE_GROUPS | typeof BUCKET_GROUPS
>;

/** A permission group of the published list. */
export interface KnownPermissionGroup {
  readonly scope: PermissionScope;
  readonly name: string;
  readonly access: "read" | "write";
  readonly id: string;
  /** Older names, and names of the documentation. The API knows none of them. */
  readonly aliases?: readonly string[];
}

const ID_LENGTH = 32;
/** How the names of groups without write access end. */
const READ_ONLY = / (Read|read|Report|Read PCAPs API)$/;

const USER_GROUPS = `
0cc3a61731504c89b99ec1be78b77aa0 API Tokens Read
686d18d5ac6c441c867cbf6771e58a0a API Tokens Write
3518d0f75557482e952c6762d3e64903 Memberships Read
9201bc6f42d440968aaab0c6f17ebb1d Memberships Write
8acbe5bb0d54464ab867149d7f7cf8ac User Details Read
55a5e17cc99e4a3fa1f3432d262f2e55 User Details Write
`;

const BUCKET_GROUPS = `
6a018a9f2fc74eb6b293b0c548f38b39 Workers R2 Storage Bucket Item Read
2efd5506f9c8494dacb1fa10a3e7d5b6 Workers R2 Storage Bucket Item Write
`;

/**
 * The published permission groups. A name alone does not identify a group: names repeat across scopes. The list that the API
 * returns is authoritative. This copy serves suggestions, the local platform's seed data and offline checks.
 */
export const KNOWN_PERMISSION_GROUPS: readonly KnownPermissionGroup[] = [
  ...groupsOf("user", USER_GROUPS),
  ...groupsOf("account", ACCOUNT_GROUPS),
  ...groupsOf("zone", ZONE_GROUPS),
  ...groupsOf("bucket", BUCKET_GROUPS),
];

/** The published permission groups by id. */
export const KNOWN_GROUPS_BY_ID: ReadonlyMap<string, KnownPermissionGroup> = new Map(
  KNOWN_PERMISSION_GROUPS.map((group) => [group.id, group]),
);

/** Ids of the permission groups that allow a token to create tokens. */
export const TOKEN_MAKING_GROUP_IDS: ReadonlySet<string> = new Set([
  "686d18d5ac6c441c867cbf6771e58a0a",
  "5bc3f8b21c554832afc660159ab75fa4",
]);

/** Returns the full name of a scope, as in `scopes` of a permission group: `com.<vendor>.api.account.zone`. */
export function scopeType(scope: PermissionScope, vendor: string): string {
  const tail = {
    user: "api.user",
    account: "api.account",
    zone: "api.account.zone",
    bucket: "edge.r2.bucket",
  }[scope];
  return `com.${vendor}.${tail}`;
}

/** Returns what a permission group allows, as far as its name tells. */
export function accessOf(name: string): KnownPermissionGroup["access"] {
  return READ_ONLY.test(name) ? "read" : "write";
}

/** Reads lines of an id, a name, and after `=` the aliases, separated by `|`. */
function groupsOf(scope: PermissionScope, lines: string): KnownPermissionGroup[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", aliases] = line.slice(ID_LENGTH + 1).split(" = ");
      return {
        scope,
        name,
        access: accessOf(name),
        id: line.slice(0, ID_LENGTH),
        ...(aliases !== undefined && { aliases: aliases.split(" | ") }),
      };
    });
}
