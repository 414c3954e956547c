/** The type of resources that a permission group applies to. The group has no effect on other types. */
export type PermissionScope = "user" | "account" | "zone" | "bucket";

/** A permission group of the published list. */
export interface KnownPermissionGroup {
  readonly scope: PermissionScope;
  readonly name: string;
  readonly access: "read" | "write";
  readonly id: string;
}

/**
 * The published permission groups whose ids are known. A name alone does not identify a group: names repeat across scopes.
 * The list that the API returns is authoritative. This copy serves suggestions, the local platform's seed data and offline
 * checks.
 */
export const KNOWN_PERMISSION_GROUPS: readonly KnownPermissionGroup[] = [
  { scope: "user", name: "API Tokens Read", access: "read", id: "0cc3a61731504c89b99ec1be78b77aa0" },
  { scope: "user", name: "API Tokens Write", access: "write", id: "686d18d5ac6c441c867cbf6771e58a0a" },
  { scope: "user", name: "Memberships Read", access: "read", id: "3518d0f75557482e952c6762d3e64903" },
  { scope: "user", name: "Memberships Write", access: "write", id: "9201bc6f42d440968aaab0c6f17ebb1d" },
  { scope: "user", name: "User Details Read", access: "read", id: "8acbe5bb0d54464ab867149d7f7cf8ac" },
  { scope: "user", name: "User Details Write", access: "write", id: "55a5e17cc99e4a3fa1f3432d262f2e55" },
  {
    scope: "account",
    name: "Account API Tokens Read",
    access: "read",
    id: "eb56a6953c034b9d97dd838155666f06",
  },
  {
    scope: "account",
    name: "Account API Tokens Write",
    access: "write",
    id: "5bc3f8b21c554832afc660159ab75fa4",
  },
  { scope: "account", name: "Account Settings Read", access: "read", id: "c1fde68c7bcc44588cbb6ddbc16d6480" },
  {
    scope: "account",
    name: "Account Settings Write",
    access: "write",
    id: "1af1fa2adc104452b74a9a3364202f20",
  },
  { scope: "account", name: "Account Rulesets Read", access: "read", id: "fb39996ee9044d2a8725921e02744b39" },
  {
    scope: "account",
    name: "Account Rulesets Write",
    access: "write",
    id: "56907406c3d548ed902070ec4df0e328",
  },
  { scope: "account", name: "Account WAF Read", access: "read", id: "56b2af4817c84ad99187911dc3986c23" },
  { scope: "account", name: "Account WAF Write", access: "write", id: "cde8c82463b6414ca06e46b9633f52a6" },
  {
    scope: "account",
    name: "Account Rule Lists Read",
    access: "read",
    id: "4f1071168de8466e9808de86febfc516",
  },
  {
    scope: "account",
    name: "Account Rule Lists Write",
    access: "write",
    id: "2edbf20661fd4661b0fe10e9e12f485c",
  },
  {
    scope: "account",
    name: "Account Firewall Access Rules Read",
    access: "read",
    id: "de7a688cc47d43bd9ea700b467a09c96",
  },
  {
    scope: "account",
    name: "Account Firewall Access Rules Write",
    access: "write",
    id: "a416acf9ef5a4af19fb11ed3b96b1fe6",
  },
  {
    scope: "account",
    name: "Account Analytics Read",
    access: "read",
    id: "b89a480218d04ceb98b4fe57ca29dc1f",
  },
  { scope: "account", name: "Billing Read", access: "read", id: "7cf72faf220841aabcfdfab81c43c4f6" },
  { scope: "account", name: "Billing Write", access: "write", id: "6c80e02421494afc9ae14414ed442632" },
  { scope: "account", name: "DNS Firewall Read", access: "read", id: "5f48a472240a4b489a21d43bd19a06e1" },
  { scope: "account", name: "DNS Firewall Write", access: "write", id: "da6d2d6f2ec8442eaadda60d13f42bca" },
  { scope: "account", name: "Logs Read", access: "read", id: "6a315a56f18441e59ed03352369ae956" },
  { scope: "account", name: "Logs Write", access: "write", id: "96163bd1b0784f62b3e44ed8c2ab1eb6" },
  { scope: "account", name: "Magic Firewall Read", access: "read", id: "02b71f12bb0748e9af8126494e181342" },
  { scope: "account", name: "Magic Firewall Write", access: "write", id: "8bd1dac84d3d43e7bfb43145f010a15c" },
  {
    scope: "account",
    name: "Mass URL Redirects Read",
    access: "read",
    id: "429a068902904c5a9ed9fc267c67da9a",
  },
  {
    scope: "account",
    name: "Mass URL Redirects Write",
    access: "write",
    id: "abe78e2276664f4db588c1f675a77486",
  },
  {
    scope: "account",
    name: "Select Configuration Read",
    access: "read",
    id: "595409c54a24444b80a495620b2d614c",
  },
  {
    scope: "account",
    name: "Select Configuration Write",
    access: "write",
    id: "235eac9bb64942b49cb805cc851cb000",
  },
  { scope: "account", name: "Transform Rules Read", access: "read", id: "a9a99455bf3245f6a5a244f909d74830" },
  {
    scope: "account",
    name: "Transform Rules Write",
    access: "write",
    id: "ae16e88bc7814753a1894c7ce187ab72",
  },
  {
    scope: "account",
    name: "L4 DDoS Managed Ruleset Read",
    access: "read",
    id: "4657621393f94f83b8ef94adba382e48",
  },
  {
    scope: "account",
    name: "L4 DDoS Managed Ruleset Write",
    access: "write",
    id: "7a4c3574054a4d0ba7c692893ba8bdd4",
  },
  {
    scope: "account",
    name: "Workers KV Storage Read",
    access: "read",
    id: "8b47d2786a534c08a1f94ee8f9f599ef",
  },
  {
    scope: "account",
    name: "Workers KV Storage Write",
    access: "write",
    id: "f7f0eda5697f475c90846e879bab8666",
  },
  { scope: "account", name: "Workers Scripts Read", access: "read", id: "1a71c399035b4950a1bd1466bbe4f420" },
  {
    scope: "account",
    name: "Workers Scripts Write",
    access: "write",
    id: "e086da7e2179491d91ee5f35b3ca210a",
  },
  {
    scope: "account",
    name: "Workers R2 Storage Read",
    access: "read",
    id: "b4992e1108244f5d8bfbd5744320c2e1",
  },
  {
    scope: "account",
    name: "Workers R2 Storage Write",
    access: "write",
    id: "bf7481a1826f439697cb59a20b22293e",
  },
  { scope: "zone", name: "Zone Read", access: "read", id: "c8fed203ed3043cba015a93ad1616f1f" },
  { scope: "zone", name: "Zone Write", access: "write", id: "e6d2666161e84845a636613608cee8d5" },
  { scope: "zone", name: "Zone Settings Read", access: "read", id: "517b21aee92c4d89936c976ba6e4be55" },
  { scope: "zone", name: "Zone Settings Write", access: "write", id: "3030687196b94b638145a3953da2b699" },
  { scope: "zone", name: "DNS Read", access: "read", id: "82e64a83756745bbbb1c9c2701bf816b" },
  { scope: "zone", name: "DNS Write", access: "write", id: "4755a26eedb94da69e1066d98aa820be" },
  { scope: "zone", name: "Zone WAF Read", access: "read", id: "dbc512b354774852af2b5a5f4ba3d470" },
  { scope: "zone", name: "Zone WAF Write", access: "write", id: "fb6778dc191143babbfaa57993f1d275" },
  { scope: "zone", name: "Firewall Services Read", access: "read", id: "4ec32dfcb35641c5bb32d5ef1ab963b4" },
  { scope: "zone", name: "Firewall Services Write", access: "write", id: "43137f8d07884d3198dc0ee77ca6e79b" },
  { scope: "zone", name: "Analytics Read", access: "read", id: "9c88f9c5bce24ce7af9a958ba9c504db" },
  { scope: "zone", name: "Cache Purge", access: "write", id: "e17beae8b8cb423a99b1730f21238bed" },
  { scope: "zone", name: "Cache Settings Read", access: "read", id: "3245da1cf36c45c3847bb9b483c62f97" },
  { scope: "zone", name: "Cache Settings Write", access: "write", id: "9ff81cbbe65c400b97d92c3c1033cab6" },
  { scope: "zone", name: "Config Settings Read", access: "read", id: "20e5ea084b2f491c86b8d8d90abff905" },
  { scope: "zone", name: "Config Settings Write", access: "write", id: "06f0526e6e464647bd61b63c54935235" },
  {
    scope: "zone",
    name: "Dynamic URL Redirects Read",
    access: "read",
    id: "d8e12db741544d1586ec1d6f5d3c7786",
  },
  {
    scope: "zone",
    name: "Dynamic URL Redirects Write",
    access: "write",
    id: "74e1036f577a48528b78d2413b40538d",
  },
  {
    scope: "zone",
    name: "HTTP DDoS Managed Ruleset Read",
    access: "read",
    id: "c49f8d15f9f44885a544d945ef5aa6ae",
  },
  {
    scope: "zone",
    name: "HTTP DDoS Managed Ruleset Write",
    access: "write",
    id: "b88a3aa889474524bccea5cf18f122bf",
  },
  { scope: "zone", name: "Origin Read", access: "read", id: "7b32a91ece3140d4b3c2c56f23fc8e35" },
  { scope: "zone", name: "Origin Write", access: "write", id: "a4308c6855c84eb2873e01b6cc85cbb3" },
  { scope: "zone", name: "Page Rules Read", access: "read", id: "b415b70a4fd1412886f164451f20405c" },
  { scope: "zone", name: "Page Rules Write", access: "write", id: "ed07f6c337da4195b4e72a1fb2c6bcae" },
  {
    scope: "zone",
    name: "Response Compression Read",
    access: "read",
    id: "93ae59e7a40c4287a57ff6e501186a63",
  },
  {
    scope: "zone",
    name: "Response Compression Write",
    access: "write",
    id: "4bd3fb513a23494aa1341a7e1eb6e080",
  },
  {
    scope: "zone",
    name: "SSL and Certificates Read",
    access: "read",
    id: "7b7216b327b04b8fbc8f524e1f9b7531",
  },
  {
    scope: "zone",
    name: "SSL and Certificates Write",
    access: "write",
    id: "c03055bc037c4ea9afb9a9f104b7b721",
  },
  { scope: "zone", name: "Sanitize Read", access: "read", id: "853643ed57244ed1a05a7c024af9ab5a" },
  { scope: "zone", name: "Sanitize Write", access: "write", id: "89bb8c37d46042e98b84560eaaa6379f" },
  {
    scope: "zone",
    name: "Zone Transform Rules Read",
    access: "read",
    id: "211a4c0feb3e43b3a2d41f1443a433e7",
  },
  {
    scope: "zone",
    name: "Zone Transform Rules Write",
    access: "write",
    id: "0ac90a90249747bca6b047d97f0803e9",
  },
  { scope: "zone", name: "Bot Management Read", access: "read", id: "07bea2220b2343fa9fae15656c0d8e88" },
  { scope: "zone", name: "Bot Management Write", access: "write", id: "3b94c49258ec4573b06d51d99b6416c0" },
  { scope: "zone", name: "Custom Errors Read", access: "read", id: "a2b55cd504d44ef18b7ba6a7f2b8fbb1" },
  { scope: "zone", name: "Custom Errors Write", access: "write", id: "a9dba34cf5814d4ab2007b4ada0045bd" },
  { scope: "zone", name: "Managed headers Read", access: "read", id: "319f5059d33a410da0fac4d35a716157" },
  { scope: "zone", name: "Managed headers Write", access: "write", id: "0fd9d56bc2da43ad8ea22d610dd8cab1" },
  { scope: "zone", name: "Logs Read", access: "read", id: "c4a30cd58c5d42619c86a3c36c441e2d" },
  { scope: "zone", name: "Logs Write", access: "write", id: "3e0b5820118e47f3922f7c989e673882" },
  { scope: "zone", name: "Web3 Hostnames Read", access: "read", id: "8e31f574901c42e8ad89140b28d42112" },
  { scope: "zone", name: "Web3 Hostnames Write", access: "write", id: "5ea6da42edb34811a78d1b007557c0ca" },
  { scope: "zone", name: "Load Balancers Read", access: "read", id: "e9a975f628014f1d85b723993116f7d5" },
  { scope: "zone", name: "Load Balancers Write", access: "write", id: "6d7f2f5f5b1d4a0e9081fdc98d432fd1" },
  { scope: "zone", name: "Workers Routes Read", access: "read", id: "2072033d694d415a936eaeb94e6405b8" },
  { scope: "zone", name: "Workers Routes Write", access: "write", id: "28f4b596e7d643029c524985477ae49a" },
  {
    scope: "bucket",
    name: "Workers R2 Storage Bucket Item Read",
    access: "read",
    id: "6a018a9f2fc74eb6b293b0c548f38b39",
  },
  {
    scope: "bucket",
    name: "Workers R2 Storage Bucket Item Write",
    access: "write",
    id: "2efd5506f9c8494dacb1fa10a3e7d5b6",
  },
];

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
