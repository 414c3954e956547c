import { compileAutomaton } from "../../../regex";
import { lazily } from "../../../lazily";
import { isAlwaysPresent } from "./presence";
import { toLatin1 } from "../../evaluate/byte-functions";
import type { Interval } from "../../evaluate/compile-set";
import { numberDomainOf, textDomainOf } from "../../lint/value-domains";
import type { Value } from "../../parse/ast";
import { printValue } from "../../print/print-filter";
import type { Assumption } from "../answer";
import type { Language } from "../words/language";

const URL_SAYS = 'is "http://" or "https://", a lower-case host and a path that starts with "/"';
const URL_PATTERN = '^https?://[a-z0-9._:\\[\\]-]+/[!-"$-~\\x80-\\xff]*$';

/** What is documented of all words of a field, as a regular expression. */
const PATTERNS: Readonly<Record<string, { readonly says: string; readonly pattern: string }>> = {
  "cf.waf.score.class": {
    says: "is attack, likely_attack, likely_clean or clean",
    pattern: "^(attack|likely_attack|likely_clean|clean)$",
  },
  "cf.zone.plan": { says: "is FREE, PRO, BIZ or ENT", pattern: "^(FREE|PRO|BIZ|ENT)$" },
  "http.host": {
    says: "is a lower-case host name without scheme and path",
    pattern: "^[a-z0-9._:\\[\\]-]+$",
  },
  "http.request.full_uri": { says: URL_SAYS, pattern: URL_PATTERN },
  "http.request.headers.names[*]": {
    says: "are header names, in the case in which the client writes them",
    pattern: "^[!#-'*+.0-9A-Za-z^_`|~-]+$",
  },
  "http.request.method": { says: "is an upper-case word", pattern: "^[A-Z][A-Z-]*$" },
  "http.request.uri": {
    says: 'starts with "/" and has no spaces, control characters or "#"',
    pattern: '^/[!-"$-~\\x80-\\xff]*$',
  },
  "http.request.uri.path": {
    says: 'starts with "/" and has no "?", "#", spaces or control characters',
    pattern: '^/[!-"$->@-~\\x80-\\xff]*$',
  },
  "http.request.uri.path.extension": {
    says: 'is in lower case and has no "." or "/"',
    pattern: "^[^./A-Z]*$",
  },
  "http.request.uri.query": {
    says: 'has no spaces, control characters or "#"',
    pattern: '^[!-"$-~\\x80-\\xff]*$',
  },
  "http.request.version": {
    says: "is HTTP/1.0, HTTP/1.1, HTTP/1.2, HTTP/2, HTTP/3 or SPDY/3.1",
    pattern: "^(HTTP/(1\\.[012]|2|3)|SPDY/3\\.1)$",
  },
  "ip.src.continent": {
    says: "is one of AF, AN, AS, EU, NA, OC, SA, T1",
    pattern: "^(AF|AN|AS|EU|NA|OC|SA|T1)$",
  },
  "ip.src.country": {
    says: "is a country code of two upper-case letters (T1 is Tor; the United Kingdom is GB)",
    pattern: "^([A-TV-Z][A-Z]|U[A-JL-Z]|T1)$",
  },
};

const RAW = "raw.";

/** What is assumed of all words of a value. */
export interface WordDomain extends Assumption {
  readonly has: (word: Uint8Array) => boolean;
  /** Undefined if only single words can be checked. */
  readonly language?: Language;
}

const domains = new Map<string, () => WordDomain | undefined>();

/** Returns what is documented of all words of a value; undefined if nothing is. */
export function wordDomainOf(value: Value): WordDomain | undefined {
  const name = printValue(value);
  const known = domains.get(name);
  if (known !== undefined) return known();
  const make = lazily(() => newWordDomain(name, value));
  // Names of keys are not kept: there may be any number of them.
  if (value.source.kind === "field" && value.indexes.every(({ kind }) => kind === "each"))
    domains.set(name, make);
  return make();
}

function newWordDomain(name: string, { source, indexes }: Value): WordDomain | undefined {
  if (source.kind === "call") return undefined;
  const plain = name.startsWith(RAW) ? name.slice(RAW.length) : name;
  const described = Object.hasOwn(PATTERNS, plain) ? PATTERNS[plain] : undefined;
  if (described !== undefined) {
    // Its size does not depend on the question, so it is not on its budget.
    const automaton = compileAutomaton(described.pattern, () => undefined);
    if (automaton === undefined) return undefined;
    const has = (word: Uint8Array) => automaton.run(word);
    return { field: name, says: `${name} ${described.says}`, has, language: { automaton } };
  }
  const documented = indexes.length === 0 ? textDomainOf(name) : undefined;
  if (documented === undefined) return undefined;
  const has = (word: Uint8Array) => documented.has(toLatin1(word));
  return { field: name, says: `${name} ${documented.says}`, has };
}

/** What is assumed of all numbers of a value. */
export interface NumberDomain extends Assumption {
  readonly interval: Interval;
}

/** Returns the documented bounds of a number; undefined if there are none. */
export function boundsOf({ source, indexes }: Value): NumberDomain | undefined {
  if (source.kind === "call" || indexes.length > 0) return undefined;
  const bounds = numberDomainOf(source.name);
  if (bounds === undefined) return undefined;
  const interval = { first: bounds.least, last: bounds.greatest };
  const range =
    bounds.least === bounds.greatest
      ? `always ${bounds.least}`
      : `from ${bounds.least} to ${bounds.greatest}`;
  return { field: source.name, says: `${source.name} is ${range}`, interval };
}

/** Returns the assumption that every request has a value; undefined if it can be missing. */
export function presenceOf(value: Value): Assumption | undefined {
  if (!isAlwaysPresent(value)) return undefined;
  const field = printValue(value);
  return { field, says: `every request has ${field}` };
}

/** What is assumed if conditions on different parts of the URL are compared. */
export const URL_ASSUMPTIONS: { readonly pattern: string; readonly assumptions: readonly Assumption[] } = {
  pattern: URL_PATTERN,
  assumptions: [
    {
      field: "http.request.full_uri",
      says: `http.request.full_uri ${URL_SAYS}, and the fields of host, path, extension and query are its parts`,
    },
  ],
};
