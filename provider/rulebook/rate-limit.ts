import { isMembers, type Members } from "../api";
import { isUnknown } from "../api/unknown";
import { walkFilter } from "../filter";
import { checkCharacteristics } from "./characteristics";
import { constraints, levelOf, shown, type RuleContext, type Violation, violation } from "./constraint";
import { mayNameList } from "./expressions";
import { MITIGATION_TIMEOUTS, PERIODS } from "./plan-limits";
import { parseCondition } from "./judge-expression";
import { LIMITING_PHASES, NOT_COUNTING } from "./phases";

const MAX_TIMEOUT = 86_400;
const DOCS = "developers docs, waf/rate-limiting-rules/parameters";

export const RATE_LIMIT = constraints({
  "rate-limit-required": {
    says: "Every rule of `http_ratelimit`, except `execute` and `skip`, has `ratelimit`.",
    source: DOCS,
    confidence: "documented",
  },
  "rate-limit-phase": {
    says: "Only rules of the rate limiting phases have `ratelimit`.",
    source: DOCS,
    confidence: "documented",
  },
  "rate-limit-threshold": {
    says: "A rate limit has exactly one of `requests_per_period` and `score_per_period`.",
    source: DOCS,
    confidence: "documented",
  },
  "rate-limit-score-header": {
    says: "`score_per_period` and `score_response_header_name` are used together.",
    source: DOCS,
    confidence: "documented",
  },
  "rate-limit-period": {
    says: `\`period\` is one of ${PERIODS.join(", ")} seconds.`,
    source: DOCS,
    confidence: "documented",
  },
  "rate-limit-timeout": {
    says: `\`mitigation_timeout\` is 0 to ${MAX_TIMEOUT} seconds.`,
    source: DOCS,
    confidence: "documented",
  },
  "rate-limit-timeout-unlisted": {
    says: `\`mitigation_timeout\` is one of ${MITIGATION_TIMEOUTS.join(", ")} seconds. Only Enterprise plans may have others.`,
    source: DOCS,
    confidence: "inferred",
    // Without a plan, an Enterprise plan is as likely: the vendor's own examples have other values.
    minor: true,
  },
  "rate-limit-response": {
    says: "The expression of a rate limit selects requests; only its `counting_expression` uses fields of the response.",
    source: `${DOCS}; an API answer (cloudflare-docs 23641)`,
    confidence: "observed",
  },
  "counting-list": {
    says: "A list in the expression of a rate limit, or in its `counting_expression`, requires `requests_to_origin: false`. A `counting_expression` with a list uses no field of the response.",
    source: `${DOCS} (October 2026); cloudflare-docs 26940`,
    confidence: "documented",
  },
  "counting-list-account": {
    says: "In an account, a rate limit whose expression uses a list should have `requests_to_origin: false`.",
    source: `${DOCS}: its versions differ on accounts`,
    confidence: "inferred",
  },
  "counting-account": {
    says: "In an account, a `counting_expression` uses no list.",
    source: DOCS,
    confidence: "documented",
  },
  "counting-account-response": {
    says: "In an account, a `counting_expression` uses no field of the response.",
    source: `${DOCS}: its versions differ on custom rate limiting rulesets`,
    confidence: "inferred",
  },
});

/** Checks the rate limit of a rule. */
export function* checkRateLimit(rule: Members, context: RuleContext): Iterable<Violation> {
  const { ratelimit, action, expression } = rule;
  const { phase, kind } = context;
  const path = ["ratelimit"];
  if (kind === "managed" || isUnknown(ratelimit) || isUnknown(action) || typeof action !== "string") return;
  if (ratelimit == null) {
    if (phase !== "http_ratelimit" || NOT_COUNTING.some((one) => one === action)) return;
    const message = `is missing: rules of the phase ${phase} need it, with characteristics, a period and a threshold`;
    yield violation(RATE_LIMIT["rate-limit-required"], path, message);
  }
  if (!isMembers(ratelimit)) return;
  if (!LIMITING_PHASES.some((one) => one === phase)) {
    const message = `cannot be used in the phase ${phase}; write the rule in http_ratelimit`;
    yield violation(RATE_LIMIT["rate-limit-phase"], path, message);
    return;
  }
  if (phase === "http_ratelimit") yield* checkCharacteristics(ratelimit["characteristics"], context);
  yield* checkThreshold(ratelimit, context);
  yield* checkTimes(ratelimit, context);
  const { response, list } = readsOf(expression, context);
  if (phase === "http_ratelimit" && response !== undefined) {
    const message = `uses a field of the response, and it selects requests before there is one; write that condition in ${context.nameOf("counting_expression")}`;
    const refusal = `'${String(expression)}' is not a valid value for expression because the use of field ${response} is not allowed`;
    yield violation(RATE_LIMIT["rate-limit-response"], ["expression"], message, refusal);
  }
  yield* checkCounting(ratelimit, list, context);
}

function* checkThreshold(ratelimit: Members, { nameOf }: RuleContext): Iterable<Violation> {
  const names = ["requests_per_period", "score_per_period", "score_response_header_name"] as const;
  const [requests, score, header] = names.map((name) => ratelimit[name] !== undefined);
  const [requestsName, scoreName, headerName] = [nameOf(names[0]), nameOf(names[1]), nameOf(names[2])];
  if (requests === score) {
    const message = `must have either ${requestsName} or ${scoreName}, found ${requests ? "both" : "none of them"}`;
    yield violation(RATE_LIMIT["rate-limit-threshold"], ["ratelimit"], message);
  }
  if (score === header) return;
  const [missing, other] = header ? [scoreName, headerName] : [headerName, scoreName];
  const message = `must have ${missing} together with ${other}, which counts the scores in that header of responses`;
  yield violation(RATE_LIMIT["rate-limit-score-header"], ["ratelimit"], message);
}

function* checkTimes(
  { period, mitigation_timeout: timeout }: Members,
  context: RuleContext,
): Iterable<Violation> {
  const isListed = PERIODS.some((one) => one === period);
  if (Number.isInteger(period) && context.phase === "http_ratelimit" && !isListed) {
    const message = `must be ${PERIODS.join(", ")} seconds, found ${shown(period, context)}`;
    yield violation(RATE_LIMIT["rate-limit-period"], ["ratelimit", "period"], message);
  }
  if (typeof timeout !== "number" || timeout < 0) return;
  const path = ["ratelimit", "mitigation_timeout"];
  const found = shown(timeout, context);
  if (timeout > MAX_TIMEOUT) {
    const message = `must be at most ${MAX_TIMEOUT} seconds, found ${found}`;
    yield violation(RATE_LIMIT["rate-limit-timeout"], path, message);
  } else if (context.plan === undefined && !MITIGATION_TIMEOUTS.some((one) => one === timeout)) {
    const message = `must be ${MITIGATION_TIMEOUTS.join(", ")} seconds except in Enterprise plans, found ${found}`;
    yield violation(RATE_LIMIT["rate-limit-timeout-unlisted"], path, message);
  }
}

function* checkCounting(
  ratelimit: Members,
  selectsByList: boolean,
  context: RuleContext,
): Iterable<Violation> {
  const { counting_expression: counting, requests_to_origin: toOrigin } = ratelimit;
  const { list, response } = readsOf(counting, context);
  const path = ["ratelimit", "counting_expression"];
  const isAccount = levelOf(context) === "account";
  if (isAccount && list) {
    const message = "cannot use a list in an account; count requests by their own fields";
    yield violation(RATE_LIMIT["counting-account"], path, message);
  } else if (isAccount && response !== undefined) {
    const message = "may not use a field of the response in an account; count requests by their own fields";
    yield violation(RATE_LIMIT["counting-account-response"], path, message);
  } else if (list && response !== undefined) {
    const message = "cannot use a list and fields of the response together";
    yield violation(RATE_LIMIT["counting-list"], path, message);
  } else if (toOrigin === true && (list || selectsByList)) {
    const name = list ? context.nameOf("counting_expression") : context.nameOf("expression");
    const constraint = RATE_LIMIT[isAccount ? "counting-list-account" : "counting-list"];
    const message = `must be false, since ${name} uses a list, found true`;
    yield violation(constraint, ["ratelimit", "requests_to_origin"], message);
  }
}

/** What an expression reads besides the request: whether a list, and which field of the response. An unknown or invalid one reads neither. */
interface Reads {
  list: boolean;
  response: string | undefined;
}

function readsOf(expression: unknown, context: RuleContext): Readonly<Reads> {
  const reads: Reads = { list: false, response: undefined };
  if (typeof expression !== "string" || isUnknown(expression)) return reads;
  // Parsing is slow, so only texts that can contain either are parsed.
  if (!mayNameList(expression) && !expression.includes(".response.")) return reads;
  const parsed = parseCondition(expression, context);
  if (!parsed.valid) return reads;
  walkFilter(parsed.ast, (node) => {
    if (node.kind === "comparison" && node.test.kind === "inList") reads.list = true;
    if (node.kind === "field" && /^(?:raw\.)?(?:http|cf)\.response\./.test(node.name))
      reads.response ??= node.name;
  });
  return reads;
}
