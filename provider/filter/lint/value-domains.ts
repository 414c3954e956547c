import { nearestWithin } from "../../words";

/** What is documented of the values of a field. */
export interface ValueDomain {
  /** Completes "NAME …": what every value looks like. */
  readonly says: string;
  /** Whether a field can have a value; for text, one character per byte. */
  readonly has: (text: string) => boolean;
  /** The beginning of every value. */
  readonly beginning?: string;
  /** Whether a value can start with a text. Default: any can. */
  readonly startsWith?: (prefix: string) => boolean;
  /** Whether a value can contain a text. Default: any can. */
  readonly contains?: (part: string) => boolean;
  /** Whether the same holds for the values with all letters in one case. */
  readonly anyCase?: true;
  /** Returns what was probably meant by an impossible value. */
  readonly instead?: (text: string) => string | undefined;
}

/** A field whose values are integers between two bounds, inclusive. */
export interface NumberDomain {
  readonly least: bigint;
  readonly greatest: bigint;
}

const PATH: ValueDomain = {
  anyCase: true,
  beginning: "/",
  says: 'starts with "/" and contains no query string',
  has: (text) => text.startsWith("/") && !text.includes("?"),
  startsWith: (prefix) => prefix === "" || prefix.startsWith("/"),
  contains: (part) => !part.includes("?"),
  instead: (text) => (/^[\w.%~-]+(?:\/[\w.%~-]*)*$/.test(text) ? `/${text}` : undefined),
};
const URI: ValueDomain = {
  anyCase: true,
  beginning: "/",
  says: 'starts with "/"',
  has: (text) => text.startsWith("/"),
  startsWith: (prefix) => prefix === "" || prefix.startsWith("/"),
};
const FULL_URI: ValueDomain = {
  beginning: "http",
  says: 'starts with "https://" or "http://"',
  has: (text) => /^https?:\/\//i.test(text),
  startsWith: (prefix) =>
    ["https://", "http://"].some(
      (scheme) => scheme.startsWith(prefix.toLowerCase()) || prefix.toLowerCase().startsWith(scheme),
    ),
};
const HOST: ValueDomain = {
  anyCase: true,
  says: "is a host name without scheme and path",
  has: (text) => !text.includes("/"),
  contains: (part) => !part.includes("/"),
  instead: (text) => /^(?:https?:\/\/)?([^/]+)(?:\/.*)?$/.exec(text)?.[1],
};
const EXTENSION: ValueDomain = {
  says: "has no leading dot and is lower case",
  has: (text) => !text.startsWith(".") && text === text.toLowerCase(),
  startsWith: (prefix) => !prefix.startsWith(".") && prefix === prefix.toLowerCase(),
  instead: (text) => text.replace(/^\./, "").toLowerCase(),
};
const COUNTRY: ValueDomain = {
  says: "is a country code of two upper-case letters (T1 is Tor)",
  // GB is the code of the United Kingdom.
  has: (text) => /^(?:[A-Z]{2}|T1)$/.test(text) && text !== "UK",
  instead: (text) => {
    const code = text.toUpperCase();
    if (code === "UK") return "GB";
    if (code === "USA") return "US";
    return /^[A-Z]{2}$/.test(code) ? code : undefined;
  },
};
const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA", "T1"];
const CONTINENT: ValueDomain = {
  says: `is one of ${CONTINENTS.join(", ")}`,
  has: (text) => CONTINENTS.includes(text),
  instead: (text) => CONTINENTS.find((known) => known === text.toUpperCase()),
};
/** The vendor adds categories, so only a text that is close to a known one is impossible. */
const BOT_CATEGORIES = [
  "Academic Research",
  "Accessibility",
  "Advertising & Marketing",
  "Aggregator",
  "AI Assistant",
  "AI Crawler",
  "AI Search",
  "Archiver",
  "Feed Fetcher",
  "Monitoring & Analytics",
  "Other",
  "Page Preview",
  "Search Engine Crawler",
  "Search Engine Optimization",
  "Security",
  "Social Media Marketing",
  "Webhooks",
];
const MAX_TYPOS = 2;
const ATTACK_CLASSES = ["attack", "likely_attack", "likely_clean", "clean"];
const PLANS = ["FREE", "PRO", "BIZ", "ENT"];
/** The names that replaced the codes S1 to S14 on 2026-10-07, where it is clear which one. */
const TOPICS: Readonly<Record<string, string>> = {
  S1: "VIOLENCE_AND_WEAPONS",
  S2: "NON_VIOLENT_CRIME",
  S4: "CHILD_SAFETY",
  S9: "VIOLENCE_AND_WEAPONS",
  S10: "HATE_AND_DISCRIMINATION",
  S11: "SELF_HARM_AND_SUICIDE",
  S12: "SEXUAL_CONTENT",
};
function oneOf(known: readonly string[], instead: (text: string) => string | undefined): ValueDomain {
  return { says: `is one of ${known.join(", ")}`, has: (text) => known.includes(text), instead };
}

/** Returns the bot category that a text means, if the text is not one. */
function meantCategory(text: string): string | undefined {
  if (BOT_CATEGORIES.includes(text)) return undefined;
  const names = BOT_CATEGORIES.map((one) => one.toLowerCase());
  const nearest = nearestWithin(text.replace(/[-_]/g, " "), names, MAX_TYPOS);
  return nearest === undefined ? undefined : BOT_CATEGORIES[names.indexOf(nearest)];
}

const RAW = "raw.";

const TEXTS: Readonly<Record<string, ValueDomain>> = {
  "cf.llm.prompt.unsafe_topic_categories": {
    says: "has names such as CHILD_SAFETY in place of S1 to S14",
    has: (text) => !/^S(?:\d|1[0-4])$/.test(text),
    instead: (text) => (Object.hasOwn(TOPICS, text) ? TOPICS[text] : undefined),
  },
  "cf.tls_version": {
    says: 'is written as in "TLSv1.3"',
    has: (text) => !/^(?:tls ?v?)?\d(?:\.\d)?$/i.test(text) || /^TLSv1(?:\.[123])?$/.test(text),
    instead: (text) => {
      const version = /1(?:\.[123])?$/.exec(text)?.[0];
      return version === undefined ? undefined : `TLSv${version}`;
    },
  },
  "cf.verified_bot_category": {
    says: 'is a category such as "Search Engine Crawler"',
    has: (text) => meantCategory(text) === undefined,
    instead: meantCategory,
  },
  "cf.waf.score.class": oneOf(ATTACK_CLASSES, (text) => nearestWithin(text, ATTACK_CLASSES, MAX_TYPOS)),
  "cf.zone.plan": oneOf(PLANS, (text) => PLANS.find((plan) => text.toUpperCase().startsWith(plan))),
  "http.host": HOST,
  "http.request.full_uri": FULL_URI,
  "http.request.method": {
    says: "is upper case",
    has: (text) => text === text.toUpperCase(),
    startsWith: (prefix) => prefix === prefix.toUpperCase(),
    instead: (text) => text.toUpperCase(),
  },
  "http.request.uri": URI,
  "http.request.uri.path": PATH,
  "http.request.uri.path.extension": EXTENSION,
  "http.request.uri.query": {
    says: 'has no "?" in front',
    has: (text) => !text.startsWith("?"),
    startsWith: (prefix) => !prefix.startsWith("?"),
    instead: (text) => text.slice(1),
  },
  "http.request.version": {
    says: "is HTTP/1.0, HTTP/1.1, HTTP/1.2, HTTP/2, HTTP/3 or SPDY/3.1",
    has: (text) => /^(?:HTTP\/(?:1\.[012]|2|3)|SPDY\/3\.1)$/.test(text),
    instead: (text) => {
      const version = /^(?:HTTP\/?)?(1\.[012]|[23])(?:\.0)?$/i.exec(text)?.[1];
      return version === undefined ? undefined : `HTTP/${version}`;
    },
  },
  "ip.src.continent": CONTINENT,
  "ip.src.country": COUNTRY,
};

const NUMBERS: Readonly<Record<string, NumberDomain>> = {
  "cf.bot_management.score": { least: 0n, greatest: 99n },
  "cf.edge.server_port": { least: 0n, greatest: 65_535n },
  // The service does not compute it any more.
  "cf.threat_score": { least: 0n, greatest: 0n },
  "cf.waf.score": { least: 0n, greatest: 100n },
  "cf.waf.score.rce": { least: 0n, greatest: 100n },
  "cf.waf.score.sqli": { least: 0n, greatest: 100n },
  "cf.waf.score.xss": { least: 0n, greatest: 100n },
  "http.response.code": { least: 0n, greatest: 999n },
  "ip.src.asnum": { least: 0n, greatest: 4_294_967_295n },
};

/** Returns what is documented of the text of a field; undefined if nothing is. */
export function textDomainOf(field: string): ValueDomain | undefined {
  const name = field.replace("ip.geoip.", "ip.src.");
  const plain = name.startsWith(RAW) ? name.slice(RAW.length) : name;
  return Object.hasOwn(TEXTS, plain) ? TEXTS[plain] : undefined;
}

/** Returns the range of a field's numbers; undefined if none is documented. */
export function numberDomainOf(field: string): NumberDomain | undefined {
  const name = field.replace("ip.geoip.", "ip.src.");
  return Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
}
