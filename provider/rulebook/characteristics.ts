import { isUnknown } from "../api/unknown";
import { didYouMean } from "../api/suggestion";
import { FIELD_TYPES } from "../filter";
import { constraints, levelOf, shown, type RuleContext, type Violation } from "./constraint";

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
export function checkCharacteristics(characteristics: unknown, context: RuleContext): Violation[] {
  if (!Array.isArray(characteristics) || characteristics.length === 0) return [];
  const given = characteristics as readonly unknown[];
  return [
    ...checkColo(given, context),
    ...(given.includes("ip.src") && given.includes("cf.unique_visitor_id")
      ? [
          {
            constraint: CHARACTERISTICS["characteristics-exclusive"],
            path: ["ratelimit", "characteristics"],
            message: 'must have "ip.src" or "cf.unique_visitor_id", found both',
          },
        ]
      : []),
    ...given.flatMap((one, index) =>
      typeof one === "string" && one !== "" && !isUnknown(one)
        ? [...checkOne(one, index, context), ...checkRepeated(one, given.indexOf(one), index, context)]
        : [],
    ),
  ];
}

function checkColo(given: readonly unknown[], context: RuleContext): Violation[] {
  if (given.some((one) => one === COLO || isUnknown(one))) return [];
  const path = ["ratelimit", "characteristics"];
  if (levelOf(context) === "account") {
    const message = `should include "${COLO}", because each data center counts separately`;
    return [{ constraint: CHARACTERISTICS["characteristics-colo-account"], path, message }];
  }
  return [
    {
      constraint: CHARACTERISTICS["characteristics-colo"],
      path,
      message: `must include "${COLO}" in a zone, because each data center counts separately`,
      refusal: `characteristics field is missing '${COLO}', this is required as ratelimiting counting is processed at colocation level only`,
    },
  ];
}

function checkRepeated(text: string, first: number, index: number, context: RuleContext): Violation[] {
  if (first === index) return [];
  const path = ["ratelimit", "characteristics", index];
  const message = `is already characteristic ${first}, found ${shown(text, context)} twice; remove one`;
  return [{ constraint: CHARACTERISTICS["characteristics-repeated"], path, message }];
}

function checkOne(text: string, index: number, context: RuleContext): Violation[] {
  const path = ["ratelimit", "characteristics", index];
  const found = shown(text, context);
  const key = /^http\.request\.headers\["([^"]*)"\]$/.exec(text)?.[1];
  if (key !== undefined && key !== key.toLowerCase()) {
    const cure = context.secret === true ? "" : `; write http.request.headers["${key.toLowerCase()}"]`;
    const message = `must name the header in lower case, found ${found}${cure}`;
    return [{ constraint: CHARACTERISTICS["characteristics-header-case"], path, message }];
  }
  if (FIELDS.includes(text) || MAPS.some((map) => text.startsWith(`${map}["`))) return [];
  const map = MAPS.find((one) => text === one || text.startsWith(`${one}[`));
  if (map !== undefined) {
    const message = `must name one key in double quotes, as in ${map}["name"], found ${found}`;
    return [{ constraint: CHARACTERISTICS["characteristics-key"], path, message }];
  }
  const isName = /^[a-z][\w.]*$/i.test(text);
  if (isName && !Object.hasOwn(FIELD_TYPES, text)) {
    const hint = context.secret === true ? "" : didYouMean(text, FIELDS);
    const message = `must be a field, found ${found}${hint || `; usual ones are ${FIELDS.slice(0, 5).join(", ")}`}`;
    return [{ constraint: CHARACTERISTICS["characteristics-field"], path, message }];
  }
  if (!isName && /^(?:lookup_json_|http\.request\.jwt\.)/.test(text)) return [];
  const former = Object.hasOwn(FORMER, text) ? FORMER[text] : undefined;
  const cure = former === undefined ? "only Advanced Rate Limiting may accept it" : `write ${former}`;
  const message = `is not among the documented characteristics, found ${found}; ${cure}`;
  return [{ constraint: CHARACTERISTICS["characteristics-listed"], path, message }];
}
