import type { Phase } from "../../provider/api";

/** A version of a managed ruleset. */
export interface Edition {
  readonly version: number;
  readonly lastUpdated: string;
}

/** A managed ruleset other than OWASP. */
export interface OtherRuleset {
  readonly id: string;
  readonly name: string;
  readonly phase: Phase;
  readonly description: string;
  readonly rules: readonly OtherRule[];
}

export interface OtherRule {
  readonly id?: string;
  readonly version?: string;
  readonly action: string;
  readonly categories: readonly string[];
  readonly description: string;
  readonly enabled?: boolean;
}

export const EDITION: Edition = { version: 1, lastUpdated: "2022-09-13T10:22:45.104868Z" };

const rule = (
  action: string,
  categories: readonly string[],
  description: string,
  more: Partial<OtherRule> = {},
): OtherRule => ({ action, categories, description, ...more });

/** Names and ids are those of the hosted API. A few sample rules replace its hundreds. */
export const OTHER_RULESETS: readonly (OtherRuleset & { readonly versions: readonly Edition[] })[] = [
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
      rule("block", ["file-inclusion", "october-cms"], "October CMS - File Inclusion - CVE:CVE-2022-21705", {
        id: "d9e350f1b72d4730899c8a420e48a85d",
        version: "180",
      }),
      rule("block", ["wordpress"], "WordPress - Sample rule with a public id", {
        id: "5de7edfa648c4d6891dc3e7f84534ffa",
      }),
      rule("block", ["joomla"], "Joomla - Sample rule with a public id", {
        id: "e3a567afc347477d9702d9047e97d760",
      }),
      rule("block", ["rce", "log4j"], "Apache Log4j - RCE - CVE:CVE-2021-44228"),
      rule("block", ["sqli", "wordpress"], "WordPress - SQLi - CVE:CVE-2022-21661"),
      rule("log", ["beta", "xss"], "XSS - HTML injection - Beta", { enabled: false }),
      rule("managed_challenge", ["anomaly", "user-agent"], "Anomaly:Header:User-Agent - Missing", {
        enabled: false,
      }),
    ],
  },
  {
    id: "c2e184081120413c86c3ab7e14069605",
    name: "Cloudflare Exposed Credentials Check Ruleset",
    phase: "http_request_firewall_managed",
    description: "Exposed credentials check rules",
    versions: [{ ...EDITION, version: 12 }],
    rules: [
      rule("rewrite", ["exposed-credentials", "json"], "Exposed credentials: JSON login form"),
      rule("rewrite", ["exposed-credentials", "wordpress"], "Exposed credentials: WordPress login form"),
    ],
  },
  {
    id: "77454fe2d30c4220b5701f6fdfb893ba",
    name: "Cloudflare Managed Free Ruleset",
    phase: "http_request_firewall_managed",
    description:
      "Created by the Cloudflare security team, this ruleset is designed to provide protection for free zones",
    versions: [{ ...EDITION, version: 27 }],
    rules: [
      rule("block", ["rce", "log4j"], "Log4j headers"),
      rule("block", ["rce", "shellshock"], "Shellshock - CVE:CVE-2014-6271"),
    ],
  },
  {
    id: "e22d83c647c64a3eae91b71b499d988e",
    name: "Cloudflare Sensitive Data Detection",
    phase: "http_response_firewall_managed",
    description: "Looks for personal data and secrets in responses",
    versions: [{ ...EDITION, version: 8 }],
    rules: [rule("log", ["financial"], "Visa card number"), rule("log", ["secret"], "Private key")],
  },
  {
    id: "4d21379b4f9f4bb088e0729962c8b3cf",
    name: "DDoS L7 ruleset",
    phase: "ddos_l7",
    description: "Automatic mitigation of HTTP-based DDoS attacks",
    versions: [{ ...EDITION, version: 1201 }],
    rules: [
      rule("block", ["botnets"], "HTTP requests from known botnet (signature #4)", {
        id: "29d170ba2f004cc787b1ac272c9e04e7",
      }),
      rule(
        "ddos_dynamic",
        ["generic"],
        "HTTP requests with unusual HTTP headers or URI path (signature #11)",
        { id: "fdfdac75430c4c47a959592f0aa5e68a" },
      ),
      rule(
        "ddos_dynamic",
        ["generic"],
        "HTTP requests with unusual HTTP headers or URI path (signature #16)",
        { id: "60a48054bbcf4014ac63c44f1712a123" },
      ),
      rule("ddos_dynamic", ["generic"], "HTTP requests causing a high number of origin errors", {
        id: "dd42da7baabe4e518eaf11c393596a9d",
      }),
      rule("ddos_dynamic", ["generic"], "Sample rule with a public id", {
        id: "8fc7efb08f984ced8d61b34b254da96a",
      }),
      rule("ddos_dynamic", ["generic"], "HTTP requests causing a high request rate"),
    ],
  },
  {
    id: "3b64149bfa6e4220bbbc2bd6db589552",
    name: "Cloudflare L3/4 DDoS Ruleset",
    phase: "ddos_l4",
    description:
      "This is the Managed Cloudflare L3/4 DDoS Ruleset. Cloudflare routinely adds signatures to address new attack vectors. Additional configuration allows you to customize the sensitivity of each rule and the performed mitigation action.",
    versions: [{ ...EDITION, version: 1201 }],
    rules: [
      rule("ddos_dynamic", ["generic", "udp"], "Generic high-volume UDP traffic flows", {
        id: "599dab0942ff4898ac1b7797e954e98b",
      }),
      rule("ddos_dynamic", ["generic"], "Sample rule with a public id", {
        id: "89bd10e19f974b9ba3784db068c2fd70",
      }),
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
      rule(
        "rewrite",
        ["normalization"],
        "Normalization on the URL path, without propagating it to the origin",
        { id: "78723a9e0c7c4c6dbec5684cb766231d" },
      ),
    ],
  },
];
