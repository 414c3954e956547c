import { isUnknown } from "../api/unknown";
import { FIELD_TYPES } from "../filter";
import { constraints, levelOf, shown, type RuleContext, type Violation, violation } from "./constraint";
import { didYouMean } from "../words";

const COLO = "cf.colo.id";
/** Fields that a characteristic can be. */
const FIELDS = [
  COLO,
  "ip.src",
  "cf.unique_visitor_id",
  "ip.src.country",
  "ip.src.asnum",
  "http.host",
  "http.request.uri.path",
  "http.request.body.raw",
  "http.request.body.size",
  "cf.bot_management.ja3_hash",
  "cf.bot_management.ja4",
];
/** Former names of fields. */
const FORMER: Readonly<Record<string, string>> = {
  "ip.geoip.country": "ip.src.country",
  "ip.geoip.asnum": "ip.src.asnum",
};
/** Maps of which a characteristic names one key, as in `http.request.headers["x-api-key"]`. */
const MAPS = [
  "http.request.headers",
  "http.request.cookies",
  "http.request.uri.args",
  "http.request.body.form",
];
const DOCS = "developers docs, waf/rate-limiting-rules/parameters";

export const CHARACTERISTICS = constraints({
  "characteristics-colo": {
    says: "The `characteristics` of a zone's rate limit include `cf.colo.id`.",
    source: `${DOCS}; for code and text an API answer`,
    confidence: "documented",
    code: 20155,
  },
  "characteristics-colo-account": {
    says: "The `characteristics` of an account's rate limit include `cf.colo.id`.",
    source: `${DOCS}, which does not tell zones from accounts`,
    confidence: "inferred",
    code: 20155,
  },
  "characteristics-exclusive": {
    says: "`characteristics` has at most one of `ip.src` and `cf.unique_visitor_id`.",
    source: DOCS,
    confidence: "documented",
  },
  "characteristics-header-case": {
    says: "Names of headers in `characteristics` are in lower case.",
    source: DOCS,
    confidence: "documented",
  },
  "characteristics-field": {
    says: "A characteristic is a field, an element of a field, or a function of one.",
    source: DOCS,
    confidence: "documented",
  },
  "characteristics-key": {
    says: 'A characteristic names one header, cookie or argument: `http.request.headers["x-api-key"]`.',
    source: DOCS,
    confidence: "documented",
  },
  "characteristics-repeated": {
    says: "`characteristics` has each entry once.",
    source: "a second entry would change nothing",
    confidence: "inferred",
  },
  "characteristics-listed": {
    says: "The documentation lists the fields that `characteristics` can have. Advanced Rate Limiting accepts others.",
    source: DOCS,
    confidence: "inferred",
  },
});

/** Checks what a rate limit counts by. */
export function* checkCharacteristics(characteristics: unknown, context: RuleContext): Iterable<Violation> {
  if (!Array.isArray(characteristics) || characteristics.length === 0) return;
  const given = characteristics as readonly unknown[];
  const path = ["ratelimit", "characteristics"];
  yield* checkColo(given, path, context);
  if (given.includes("ip.src") && given.includes("cf.unique_visitor_id")) {
    const message = 'must have "ip.src" or "cf.unique_visitor_id", found both';
    yield violation(CHARACTERISTICS["characteristics-exclusive"], path, message);
  }
  for (const [index, one] of given.entries()) {
    if (typeof one !== "string" || one === "" || isUnknown(one)) continue;
    yield* checkOne(one, [...path, index], context);
    const first = given.indexOf(one);
    if (first === index) continue;
    const message = `is already characteristic ${first}, found ${shown(one, context)} twice; remove one`;
    yield violation(CHARACTERISTICS["characteristics-repeated"], [...path, index], message);
  }
}

function* checkColo(
  given: readonly unknown[],
  path: Violation["path"],
  context: RuleContext,
): Iterable<Violation> {
  if (given.some((one) => one === COLO || isUnknown(one))) return;
  if (levelOf(context) === "account") {
    const message = `should include "${COLO}", because each data center counts separately`;
    yield violation(CHARACTERISTICS["characteristics-colo-account"], path, message);
  } else {
    const message = `must include "${COLO}" in a zone, because each data center counts separately`;
    const refusal = `characteristics field is missing '${COLO}', this is required as ratelimiting counting is processed at colocation level only`;
    yield violation(CHARACTERISTICS["characteristics-colo"], path, message, refusal);
  }
}

/** Whether the user says that a name that the table lacks may be a field. */
function mayBeName(text: string, { language }: RuleContext): boolean {
  return language !== undefined && (language.unknownNames === "warn" || language.names.has(text));
}

function* checkOne(text: string, path: Violation["path"], context: RuleContext): Iterable<Violation> {
  const found = shown(text, context);
  const key = /^http\.request\.headers\["([^"]*)"\]$/.exec(text)?.[1];
  if (key !== undefined && key !== key.toLowerCase()) {
    const cure = context.secret === true ? "" : `; write http.request.headers["${key.toLowerCase()}"]`;
    const message = `must name the header in lower case, found ${found}${cure}`;
    yield violation(CHARACTERISTICS["characteristics-header-case"], path, message);
    return;
  }
  if (FIELDS.includes(text) || MAPS.some((map) => text.startsWith(`${map}["`))) return;
  const map = MAPS.find((one) => text === one || text.startsWith(`${one}[`));
  if (map !== undefined) {
    const message = `must name one key in double quotes, as in ${map}["name"], found ${found}`;
    yield violation(CHARACTERISTICS["characteristics-key"], path, message);
    return;
  }
  const isName = /^[a-z][\w.]*$/i.test(text);
  if (isName && !Object.hasOwn(FIELD_TYPES, text) && !mayBeName(text, context)) {
    const hint = context.secret === true ? "" : didYouMean(text, FIELDS);
    const message = `must be a field, found ${found}${hint || `; usual ones are ${FIELDS.slice(0, 5).join(", ")}`}`;
    yield violation(CHARACTERISTICS["characteristics-field"], path, message);
  } else if (isName || !/^(?:lookup_json_|http\.request\.jwt\.)/.test(text)) {
    const former = Object.hasOwn(FORMER, text) ? FORMER[text] : undefined;
    const cure = former === undefined ? "only Advanced Rate Limiting may accept it" : `write ${former}`;
    const message = `is not among the documented characteristics, found ${found}; ${cure}`;
    yield violation(CHARACTERISTICS["characteristics-listed"], path, message);
  }
}
