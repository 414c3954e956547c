import type { GroupCategory } from "../../provider/api";

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

/** Returns the product category that the platform gives to a permission group. */
export function groupCategory(name: string): GroupCategory {
  return CATEGORIES.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
}
