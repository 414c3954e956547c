import type { Phase } from "../../provider/api";
import { fixedId } from "../ids";
import type { StoredRule, StoredRuleset } from "../store/rulesets";
import { CRS_RULES, type CrsRule } from "./owasp-rules";

export const OWASP_ID = "4814384a9e5d4991b9815dcfc25d2f1f";

/** One version of a ruleset of the vendor's. */
interface Edition {
  readonly version: number;
  readonly lastUpdated: string;
}

const OWASP_EDITIONS: readonly Edition[] = [
  { version: 34, lastUpdated: "2022-02-08T09:14:27.318204Z" },
  { version: 35, lastUpdated: "2022-06-21T13:40:02.551937Z" },
  { version: 36, lastUpdated: "2022-09-13T10:22:45.104868Z" },
];

/** The vendor's rulesets as a new platform has them, each with its versions, oldest first. */
export function managedRulesets(): StoredRuleset[][] {
  return [
    owasp(),
    ...OTHERS.map(({ versions, ...other }) => versions.map((edition) => managed(other, edition))),
  ];
}

function owasp(): StoredRuleset[] {
  return OWASP_EDITIONS.map((edition) => ({
    ...head(OWASP_ID, "Cloudflare OWASP Core Ruleset", "http_request_firewall_managed", edition),
    description:
      "Cloudflare's implementation of the Open Web Application Security Project (OWASP) ModSecurity Core Rule Set. We routinely monitor for updates from OWASP based on the latest version available from the official code repository",
    rules: [
      ...CRS_RULES.filter(({ since = 0 }) => since <= edition.version).map(crsRule),
      thresholdRule(edition),
    ],
  }));
}

/** Scoring rules add to the score and go on; which ones apply is a matter of the paranoia tags. */
function crsRule(rule: CrsRule): StoredRule {
  const edition = OWASP_EDITIONS.find(({ version }) => version === rule.since) ?? OWASP_EDITIONS[0];
  return {
    id: fixedId("owasp rule", rule.number),
    version: String(rule.since ?? 34),
    action: "score",
    action_parameters: { increment: rule.score },
    categories: ["application-multi", rule.tag, `paranoia-level-${rule.level}`],
    description: `${rule.number}: ${rule.title}`,
    ...(edition && { last_updated: edition.lastUpdated }),
    ref: fixedId("owasp ref", rule.number),
    enabled: true,
  };
}

function thresholdRule({ version }: Edition): StoredRule {
  const since = Math.min(version, 35);
  const edition = OWASP_EDITIONS.find((one) => one.version === since);
  return {
    id: "6179ae15870a4bb7b2d480d4843b323c",
    version: String(since),
    action: "block",
    score_threshold: 40,
    description: "949110: Inbound Anomaly Score Exceeded",
    ...(edition && { last_updated: edition.lastUpdated }),
    ref: "ad0beb2fce9f149e565ee78d6e659d47",
    enabled: true,
  };
}

interface OtherRuleset {
  readonly id: string;
  readonly name: string;
  readonly phase: Phase;
  readonly description: string;
  readonly rules: readonly OtherRule[];
}

interface OtherRule {
  readonly id?: string;
  readonly version?: string;
  readonly action: string;
  readonly categories: readonly string[];
  readonly description: string;
  readonly enabled?: boolean;
}

const EDITION: Edition = { version: 1, lastUpdated: "2022-09-13T10:22:45.104868Z" };

const OTHERS: readonly (OtherRuleset & { readonly versions: readonly Edition[] })[] = [
  {
    id: "efb7b8c949ac4650a09736fc376e9aee",
    name: "Cloudflare Managed Ruleset",
    phase: "http_request_firewall_managed",
    description:
      "Created by the Cloudflare security team, this ruleset is designed to provide fast and effective protection for all your applications. It is frequently updated to cover new vulnerabilities and reduce false positives",
    versions: [
      { ...EDITION, version: 179 },
      { ...EDITION, version: 180 },
    ],
    rules: [
      {
        id: "d9e350f1b72d4730899c8a420e48a85d",
        version: "180",
        action: "block",
        categories: ["file-inclusion", "october-cms"],
        description: "October CMS - File Inclusion - CVE:CVE-2022-21705",
      },
      {
        action: "block",
        categories: ["rce", "log4j"],
        description: "Apache Log4j - RCE - CVE:CVE-2021-44228",
      },
      {
        action: "block",
        categories: ["sqli", "wordpress"],
        description: "WordPress - SQLi - CVE:CVE-2022-21661",
      },
      {
        action: "log",
        categories: ["beta", "xss"],
        description: "XSS - HTML injection - Beta",
        enabled: false,
      },
      {
        action: "managed_challenge",
        categories: ["anomaly", "user-agent"],
        description: "Anomaly:Header:User-Agent - Missing",
        enabled: false,
      },
    ],
  },
  {
    id: "c2e184081120413c86c3ab7e14069605",
    name: "Cloudflare Exposed Credentials Check Ruleset",
    phase: "http_request_firewall_managed",
    description: "Exposed credentials check rules",
    versions: [{ ...EDITION, version: 12 }],
    rules: [
      {
        action: "rewrite",
        categories: ["exposed-credentials", "json"],
        description: "Exposed credentials: JSON login form",
      },
      {
        action: "rewrite",
        categories: ["exposed-credentials", "wordpress"],
        description: "Exposed credentials: WordPress login form",
      },
    ],
  },
  {
    id: "77454fe2d30c4220b5701f6fdfb893ba",
    name: "Cloudflare Managed Free Ruleset",
    phase: "http_request_firewall_managed",
    description:
      "Created by the Cloudflare security team, this ruleset protects every plan from the most common attacks",
    versions: [{ ...EDITION, version: 27 }],
    rules: [
      { action: "block", categories: ["rce", "log4j"], description: "Log4j headers" },
      { action: "block", categories: ["rce", "shellshock"], description: "Shellshock - CVE:CVE-2014-6271" },
    ],
  },
  {
    id: "e22d83c647c64a3eae91b71b499d988e",
    name: "Cloudflare Sensitive Data Detection",
    phase: "http_response_firewall_managed",
    description: "Looks for personal data and secrets in responses",
    versions: [{ ...EDITION, version: 8 }],
    rules: [
      { action: "log", categories: ["financial"], description: "Visa card number" },
      { action: "log", categories: ["secret"], description: "Private key" },
    ],
  },
  {
    id: "4d21379b4f9f4bb088e0729962c8b3cf",
    name: "DDoS L7 ruleset",
    phase: "ddos_l7",
    description: "Automatic mitigation of HTTP-based DDoS attacks",
    versions: [{ ...EDITION, version: 1201 }],
    rules: [
      {
        action: "block",
        categories: ["botnets"],
        description: "HTTP requests from known botnet (signature #4)",
      },
      {
        action: "ddos_dynamic",
        categories: ["generic"],
        description: "HTTP requests causing a high request rate",
      },
    ],
  },
  {
    id: "70339d97bdb34195bbf054b1ebe81f76",
    name: "Cloudflare Normalization Ruleset",
    phase: "http_request_sanitize",
    description:
      "Created by the Cloudflare security team, this ruleset provides normalization on the URL path",
    versions: [{ ...EDITION, version: 3 }],
    rules: [
      {
        action: "rewrite",
        categories: ["normalization"],
        description: "Normalization on the URL path, without propagating it to the origin",
      },
    ],
  },
];

function managed(ruleset: OtherRuleset, edition: Edition): StoredRuleset {
  return {
    ...head(ruleset.id, ruleset.name, ruleset.phase, edition),
    description: ruleset.description,
    rules: ruleset.rules.map((rule) => otherRule(ruleset, rule)),
  };
}

function otherRule(ruleset: OtherRuleset, rule: OtherRule): StoredRule {
  const name = `${ruleset.id} ${rule.description}`;
  return {
    id: rule.id ?? fixedId("managed rule", name),
    version: rule.version ?? "1",
    action: rule.action,
    categories: [...rule.categories],
    description: rule.description,
    last_updated: EDITION.lastUpdated,
    ref: fixedId("managed ref", name),
    enabled: rule.enabled ?? true,
  };
}

function head(id: string, name: string, phase: Phase, { version, lastUpdated }: Edition) {
  return { id, scope: "vendor", kind: "managed", phase, name, version, lastUpdated } as const;
}
