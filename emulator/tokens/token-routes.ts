import {
  type GroupCategory,
  isMembers,
  type QueryOf,
  scopeType,
  type Token,
  TokenCreate,
} from "../../provider/api";
import { isBeforeStart, statusOf } from "../authenticate";
import { seconds } from "../clock";
import { decode } from "../decode";
import { failures } from "../failures";
import { sha256, USER } from "../ids";
import { pageOf } from "../lists";
import type { Platform } from "../platform";
import { type OperationRequest, param, type Routes } from "../route";
import type { StoredToken, StoredTokenOwner } from "../store/tokens";
import { createToken, newTokenValue, replacedToken } from "./token-writes";

/** The page size of the list of permission groups if a request names only the page. Without both, the answer is the whole list. */
const PERMISSION_GROUPS_PER_PAGE = 1000;

export const tokenRoutes = {
  createToken: (platform, call) => {
    const { token, value } = createToken(platform, ownerOf(call), call.body);
    return { result: { ...serializeToken(platform, token), value } };
  },

  listTokens: (platform, call) => {
    const all = platform.store.tokens.list(ownerOf(call)).map((token) => serializeToken(platform, token));
    const shown =
      call.query.include_expired === "true" ? all : all.filter(({ status }) => status !== "expired");
    return pageOf(call.query.direction === "desc" ? shown.toReversed() : shown, call.query);
  },

  getToken: (platform, call) => ({ result: serializeToken(platform, find(platform, call)) }),

  replaceToken: (platform, call) => {
    const token = replacedToken(platform, find(platform, call), call.body);
    platform.store.tokens.replace(token);
    return { result: serializeToken(platform, token) };
  },

  removeToken: (platform, call) => {
    const { id } = find(platform, call);
    platform.store.tokens.remove(id);
    return { result: { id } };
  },

  rollToken: (platform, call) => {
    const token = find(platform, call);
    const value = newTokenValue(platform, token.owner);
    platform.store.tokens.replace({ ...token, modifiedOn: seconds(platform.clock.now()) });
    platform.store.tokens.replaceValue(token.id, sha256(value));
    return { result: value };
  },

  verifyToken: (platform, call) => {
    const { token } = call.requester;
    if (!token) throw failures.verifyWithoutToken();
    if (token.owner !== ownerOf(call)) throw failures.invalidTokenAtVerify();
    return verification(token, platform.clock.now());
  },

  listPermissionGroups: (platform, call) => {
    const { page, per_page: pageSize, ...filter } = call.query;
    const groups = permissionGroups(platform, call.target.type, filter);
    if (page === undefined && pageSize === undefined) return { result: groups };
    return pageOf(groups, { page, per_page: pageSize ?? PERMISSION_GROUPS_PER_PAGE });
  },
} satisfies Partial<Routes>;

/** Refuses policies with ids before the schema does, because the API has an error code for them. */
export function decodeTokenCreate(json: unknown): TokenCreate {
  const policies = isMembers(json) ? json["policies"] : [];
  const hasId = (policy: unknown) => isMembers(policy) && "id" in policy;
  if (Array.isArray(policies) && policies.some(hasId)) throw failures.reusedPolicy();
  return decode(TokenCreate, json, "tokens");
}

function ownerOf({ target }: OperationRequest): StoredTokenOwner {
  return target.type === "user" ? `user:${USER.id}` : `account:${target.id}`;
}

function find(platform: Platform, request: OperationRequest): StoredToken {
  const token = platform.store.tokens.get(param(request, "token_id"));
  if (token?.owner !== ownerOf(request)) throw failures.tokenNotFound();
  return token;
}

export function serializeToken(platform: Platform, token: StoredToken): Token {
  return {
    id: token.id,
    name: token.name,
    status: statusOf(token, platform.clock.now()),
    issued_on: token.issuedOn,
    modified_on: token.modifiedOn,
    ...(token.lastUsedOn !== null && { last_used_on: token.lastUsedOn }),
    ...(token.notBefore !== null && { not_before: token.notBefore }),
    ...(token.expiresOn !== null && { expires_on: token.expiresOn }),
    ...(token.owner.startsWith("account:") && { creator_email_at_creation: USER.email }),
    policies: [...token.policies],
    ...(token.condition && { condition: token.condition }),
  };
}

function verification(token: StoredToken, now: Date) {
  const status = statusOf(token, now);
  const early = isBeforeStart(token, now);
  const state =
    status !== "active" ? status : early ? `not valid before ${token.notBefore}` : "valid and active";
  return {
    result: {
      id: token.id,
      status,
      ...(token.notBefore !== null && { not_before: token.notBefore }),
      ...(token.expiresOn !== null && { expires_on: token.expiresOn }),
    },
    messages: [{ code: 10000, message: `This API Token is ${state}`, type: null }],
  };
}

/** Omits the groups of scope `user` for an account, whose tokens cannot work on the user. */
function permissionGroups(
  { store, vendor }: Platform,
  target: string,
  filter: Pick<QueryOf<"listPermissionGroups">, "name" | "scope">,
) {
  // Some clients encode the name once more than the query needs, because its documentation asks for an encoded name.
  const wanted = filter.name?.replaceAll("%20", " ");
  return store.permissionGroups
    .list()
    .filter(({ scope }) => target === "user" || scope !== "user")
    .map(({ id, name, scope }) => ({
      id,
      name,
      scopes: [scopeType(scope, vendor)],
      category: groupCategory(name),
    }))
    .filter(
      ({ name, scopes }) =>
        (wanted === undefined || name === wanted) &&
        (filter.scope === undefined || scopes.includes(filter.scope)),
    );
}

/** The categories are published, but not which group has which. The first pattern that matches a name decides. */
const CATEGORIES: readonly (readonly [GroupCategory, RegExp])[] = [
  ["ai_and_machine_learning", /\b(AI|Agents?|Auto Rag|Constellation|MCP Portals|Vectorize)\b/],
  [
    "cloudflare_one_and_zero_trust",
    /Access:|Cloudflare (One|Tunnel|Zero Trust|DEX)|Zero Trust|CASB|Connectivity|SCIM|Cloudforce/,
  ],
  ["email_and_messaging", /Email|Notifications|Disable ESC/],
  [
    "network_services",
    /Magic|IP Prefixes|Address Maps|L4 DDoS|DDoS Protection|China Network|CDS Compute|IOT/,
  ],
  ["analytics_and_logs", /Analytics|Logs|Radar|Observability|Tracer/],
  [
    "app_security",
    /WAF|Firewall (Services|Access)|API Gateway|Page Shield|Bot|DDoS|SSL|Security|Sanitize|Turnstile|Fraud|Intel|URL Scanner|Trust and Safety|Secrets/,
  ],
  ["dns_and_zones", /\bDNS|^Zone( Settings| Versioning)?( Read| Write)?$|Registrar|Web3/],
  [
    "developer_platform",
    /Workers|Pages|Snippets|D1|Hyperdrive|Queues|Pipelines|Pubsub|Cloudchamber|Browser|Zaraz|Cloud Connector/,
  ],
  ["media", /Images|Stream|Calls|Realtime/],
  ["cache_and_performance", /Cache|Compression|Load Balanc|Waiting|Health Checks/],
  [
    "rules_and_configuration",
    /Rule|Redirects|Transform|Config|Origin|Managed headers|Custom (Errors|Pages)|Page Rules/,
  ],
  ["account_and_billing", /Account (Settings|API Tokens)|Billing|SSO|API Tokens|Memberships|User Details/],
];

function groupCategory(name: string): GroupCategory {
  return CATEGORIES.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
}
