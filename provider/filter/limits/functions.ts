import type { Call } from "../parse/ast";
import { FUNCTIONS } from "../scheme/functions";
import type { Place, ExpressionPurpose } from "./place";
import { refusal, type Refusal } from "./refusal";
import { joinOr } from "../../words";

const CACHE_RESPONSE = "http_response_cache_settings";
/** No page names the functions of this phase: those of custom rules are not refused there. */
const RESPONSE_FIREWALL = "http_response_firewall_custom";
const REWRITES =
  "only for expressions that return a value, such as rewrites and redirects, not for those that match requests";
const FOR_VALUES: Support = { filters: [CACHE_RESPONSE], where: REWRITES };
const CUSTOM_AND_RATES: Support = {
  phases: ["http_request_firewall_custom", "http_ratelimit", RESPONSE_FIREWALL],
  where: "for custom and rate limiting rules",
};
const NETWORK = [
  "magic_transit",
  "magic_transit_ids_managed",
  "magic_transit_managed",
  "magic_transit_ratelimit",
];
const TRANSFORMS = [
  "http_request_transform",
  "http_request_late_transform",
  "http_response_headers_transform",
];

/** Where a function is documented. An absent list means everywhere. */
interface Support {
  readonly phases?: readonly string[];
  /** The phases that have the function in conditions. */
  readonly filters?: readonly string[];
  /** The values that may use it. */
  readonly values?: readonly ExpressionPurpose[];
  readonly where: string;
  /** Whether the documentation excludes all other places. Default: true. */
  readonly certain?: false;
}

const SUPPORT: ReadonlyMap<string, Support> = new Map<string, Support>([
  ["bit_slice", { phases: NETWORK, where: "for network firewall rules" }],
  ["cidr", CUSTOM_AND_RATES],
  ["cidr6", CUSTOM_AND_RATES],
  [
    "decode_base64",
    {
      phases: [
        ...TRANSFORMS,
        "http_request_firewall_custom",
        "http_ratelimit",
        CACHE_RESPONSE,
        RESPONSE_FIREWALL,
      ],
      where: "for transforms, custom rules, rate limiting rules and cache response rules",
      certain: false,
    },
  ],
  ["encode_base64", { filters: [], values: ["header"], where: "for rewrites of headers" }],
  [
    "join",
    {
      phases: [...TRANSFORMS, "http_request_firewall_custom", "http_custom_errors", RESPONSE_FIREWALL],
      where: "for transforms, custom rules and custom errors",
      certain: false,
    },
  ],
  ["regex_replace", FOR_VALUES],
  ["remove_query_args", FOR_VALUES],
  ["sha256", { filters: [], values: ["header"], where: "for rewrites of headers" }],
  [
    "split",
    {
      phases: ["http_response_headers_transform", "http_custom_errors", CACHE_RESPONSE],
      where: "for response header transforms and custom errors",
    },
  ],
  ["to_string", FOR_VALUES],
  ["uuidv4", { ...FOR_VALUES, filters: [] }],
  ["wildcard_replace", FOR_VALUES],
]);
/** The functions of expressions for exposed credentials. */
const OF_CREDENTIALS: readonly string[] = ["upper", "lower", "url_decode", "lookup_json_string"];

/** Returns why a function cannot be used in its place. */
export function refusalOfFunction(call: Call, place: Place): Refusal | undefined {
  const { name } = call;
  const { phase, purpose = "filter" } = place;
  if (purpose === "credential") return refusalOfCredential(call);
  if (FUNCTIONS[name]?.documented === false) return refusalOfUndocumented(call);
  const support = SUPPORT.get(name);
  if (support === undefined || phase === undefined) return undefined;
  const condition = purpose === "filter" || purpose === "counting";
  const allowed =
    (support.phases?.includes(phase) ?? true) &&
    (condition ? (support.filters?.includes(phase) ?? true) : (support.values?.includes(purpose) ?? true));
  if (allowed) return undefined;
  const certain = support.certain ?? !(condition && support.values !== undefined);
  return refusal(
    certain ? "expression-function" : "expression-function-unlisted",
    call.span,
    `the use of function ${name} is not allowed in ${condition ? "filter expressions of" : `the ${purpose} expression of`} the phase ${phase}`,
    {
      expected: `a function of this phase: ${name}() is documented ${support.where}`,
      message: `${name}() is documented ${support.where}; the phase ${phase} may reject it.`,
    },
  );
}

function refusalOfUndocumented({ name, span }: Call): Refusal {
  return refusal("function-undocumented", span, `the function ${name} is not documented`, {
    expected: "a documented function",
    message: `${name}() is not documented: the service may reject it, or change what it computes.`,
  });
}

/** Credentials take few functions, and no call in a call. */
function refusalOfCredential({ name, arguments: args, span }: Call): Refusal | undefined {
  const functions = joinOr(OF_CREDENTIALS);
  if (!OF_CREDENTIALS.includes(name)) {
    return refusal(
      "credential-function",
      span,
      `the use of function ${name} is not allowed for exposed credentials`,
      {
        expected: `a field, or a call of ${functions}`,
        message: `An expression for exposed credentials can only call ${functions}, not ${name}().`,
      },
    );
  }
  const inner = args.find((argument) => argument.kind === "value" && argument.source.kind === "call");
  if (inner === undefined) return undefined;
  return refusal(
    "credential-function",
    inner.span,
    "nested functions are not allowed for exposed credentials",
    {
      expected: "a field",
      message: "An expression for exposed credentials can call one function, not a function of a function.",
    },
  );
}
