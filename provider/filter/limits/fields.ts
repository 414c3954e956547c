import type { Span } from "../parse/ast";
import { rowOfField } from "../scheme/fields";
import type { Place } from "./place";
import { refusal, type Refusal } from "./refusal";

/** Fields of the response. */
const RESPONSE_FIELD = /^(?:raw\.)?(?:http|cf)\.response\./;

const NO_SPAN: Span = { start: 0, end: 0 };

/**
 * Fields that some phases do not have, by the beginning of their names: a new field of the same kind needs no more than its row in the
 * table. What a row says itself, in `phases`, is only documented for that field.
 */
interface MissingFields {
  readonly fields: RegExp;
  readonly phases: RegExp;
  /** Why, as sentences. */
  readonly explain: (field: string, phase: string) => string;
  readonly expected: string;
  readonly certain: boolean;
}

const BODY = "http\\.request\\.body\\.";
const SCORES = "cf\\.(?:bot_management|waf)\\.|cf\\.threat_score$";
const EARLY = /^http_request_(?:dynamic_redirect|transform)$/;

const explainEarly = (field: string, phase: string): string =>
  `The phase ${phase} runs before bodies, bots and attacks are examined, so it does not have the field ${field}. Use it in a later phase, such as http_request_late_transform or http_request_firewall_custom.`;

const explainScores = (field: string, phase: string): string =>
  `The phase ${phase} does not have the field ${field}: it has no scores of bots and attacks. Use a rule of http_request_firewall_custom.`;

/** The first entry that fits a field and a phase is reported. */
const MISSING: readonly MissingFields[] = [
  {
    fields: RESPONSE_FIELD,
    phases: /^(?:ddos_l7$|http_request_|http_config_settings$)/,
    explain: (field, phase) =>
      `The field ${field} belongs to the response, but the phase ${phase} runs before the response. Use it in a response phase.`,
    expected: "a field of the request",
    certain: true,
  },
  {
    fields: /^(?:raw\.)?http\./,
    phases: /^(?:ddos_l4$|magic_transit)/,
    explain: (field, phase) =>
      `The field ${field} belongs to HTTP requests, but the phase ${phase} processes packets. Use it in an HTTP phase.`,
    expected: "a field of packets, such as ip.src",
    certain: true,
  },
  {
    fields: new RegExp(`^(?:${BODY}|${SCORES})`),
    phases: EARLY,
    explain: explainEarly,
    expected: "a field that is known before the request is examined",
    certain: true,
  },
  {
    fields: new RegExp(`^(?:${BODY}|${SCORES})`),
    phases: /^http_(?:config_settings|request_origin)$/,
    explain: (field, phase) => `${explainEarly(field, phase)} This is not documented for this phase.`,
    expected: "a field that is known before the request is examined",
    certain: false,
  },
  {
    fields: /^cf\.waf\.score(?:\.|$)/,
    phases: /^(?:http_request_cache_settings|ddos_l7)$/,
    explain: explainScores,
    expected: "a field of the request without scores",
    certain: true,
  },
  {
    fields: /^cf\.bot_management\.score$/,
    phases: /^ddos_l7$/,
    explain: explainScores,
    expected: "a field of the request without scores",
    certain: true,
  },
  {
    fields: new RegExp(`^${BODY}`),
    phases: /^ddos_l7$/,
    explain: (field, phase) =>
      `The phase ${phase} does not have the field ${field}: it sees no bodies. Use a rule of http_request_firewall_custom.`,
    expected: "a field of the request without its body",
    certain: true,
  },
  {
    fields: /^(?:raw\.http\.response\.|cf\.response\.|http\.response\.content_type\.)/,
    phases: /^http_response_cache_settings$/,
    explain: (field, phase) =>
      `The documentation of the phase ${phase} lists http.response.code and http.response.headers, not ${field}; the phase may reject it.`,
    expected: "http.response.code or http.response.headers",
    certain: false,
  },
];

/** Returns why the phase does not have a field. */
export function refusalOfField(
  name: string,
  { phase, purpose }: Place,
  span: Span = NO_SPAN,
): Refusal | undefined {
  // A rate limit counts when it has the response.
  if (phase === undefined || (purpose === "counting" && RESPONSE_FIELD.test(name))) return undefined;
  const missing = MISSING.find(({ fields, phases }) => fields.test(name) && phases.test(phase));
  const { phases = [] } = rowOfField(name) ?? {};
  // The response firewall has all fields of custom rules.
  const like = phase === "http_response_firewall_custom" ? "http_request_firewall_custom" : phase;
  if (missing === undefined && (phases.length === 0 || phases.includes(like))) return undefined;
  const { explain, expected, certain } = missing ?? unlisted(phases);
  const problem = `the use of field ${name} is not allowed in the phase ${phase}`;
  const message = explain(name, phase);
  return refusal(certain ? "expression-field" : "expression-field-unlisted", span, problem, {
    expected,
    message,
    hint: message,
  });
}

/** The documentation of a field names phases. That others refuse it is only inferred. */
function unlisted(phases: readonly string[]): Omit<MissingFields, "fields" | "phases"> {
  return {
    explain: (field, phase) =>
      `The documentation of the field ${field} names ${phases.join(", ")}, not the phase ${phase}, which may reject it.`,
    expected: "a field of this phase",
    certain: false,
  };
}
