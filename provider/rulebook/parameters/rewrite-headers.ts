import { type Members, isMembers } from "../../api";
import { type RuleContext, type Violation, constraints } from "../constraint";
import { headerTraps } from "./header-traps";
import { presentIn, textAt } from "./members";
import { checkStaticValue, looksLikeExpression } from "./static-values";

export const REWRITE_HEADERS = constraints({
  "header-name": {
    says: "The name of a header consists of letters, digits, hyphens and underscores.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
  },
  "header-add-phase": {
    says: "`add` belongs to the phase http_response_headers_transform. Request headers can be set and removed.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
  },
  "header-value-or-expression": {
    says: "`add` and `set` take exactly one of `value` and `expression`.",
    source: "developers docs, rules/transform; Terraform provider, internal/services/ruleset",
    confidence: "documented",
  },
  "header-remove-takes-none": {
    says: "`remove` takes neither `value` nor `expression`.",
    source: "developers docs, rules/transform; Terraform provider, internal/services/ruleset",
    confidence: "documented",
  },
  "header-value-characters": {
    says: "A static header value consists of printable ASCII characters.",
    source: "developers docs, rules/transform/request-header-modification",
    confidence: "documented",
  },
  "header-reserved": {
    says: "Some headers cannot be changed: those that begin with cf- or x-cf-, host, accept-encoding, server and others.",
    source: "developers docs, rules/transform; answers of the API",
    confidence: "observed",
    code: 20087,
  },
});

const PHASES: readonly string[] = ["http_request_late_transform", "http_response_headers_transform"];

/** Checks the headers of `rewrite`, in the phases that change headers. */
export function checkHeaders(parameters: Members, context: RuleContext): Violation[] {
  const { headers } = parameters;
  if (!isMembers(headers) || !PHASES.includes(context.phase)) return [];
  return Object.entries(headers).flatMap(([name, change]) =>
    isMembers(change) ? checkHeader(name, change, context) : [],
  );
}

function checkHeader(name: string, change: Members, context: RuleContext): Violation[] {
  const path = ["action_parameters", "headers", name];
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    return [
      {
        constraint: REWRITE_HEADERS["header-name"],
        path,
        message: "must have a name of letters, digits, hyphens and underscores",
      },
    ];
  }
  const isRequest = context.phase === "http_request_late_transform";
  const operation = textAt(change, "operation");
  const refused = operation === undefined ? [] : checkOperation(name, operation, path, isRequest);
  return [
    ...refused,
    ...checkValue(change, operation, path, context),
    ...(refused.length === 0 ? headerTraps(name, change, path, isRequest) : []),
  ];
}

function checkOperation(
  name: string,
  operation: string,
  path: readonly string[],
  isRequest: boolean,
): Violation[] {
  const reserved = reservedHeader(name, operation, isRequest);
  if (reserved !== undefined) {
    return [
      {
        constraint: REWRITE_HEADERS["header-reserved"],
        path: [...path, "operation"],
        message: `cannot be ${JSON.stringify(operation)}: ${reserved.reason}`,
        refusal: `'${operation}' is not a valid value for operation because it cannot be used on header ${reserved.named}`,
      },
    ];
  }
  if (operation !== "add" || !isRequest) return [];
  return [
    {
      constraint: REWRITE_HEADERS["header-add-phase"],
      path: [...path, "operation"],
      message:
        'must be "set" or "remove" for a request header, found "add"; "set" also creates a header that the request does not have',
    },
  ];
}

function checkValue(
  change: Members,
  operation: string | undefined,
  path: readonly string[],
  { nameOf }: RuleContext,
): Violation[] {
  const members = ["value", "expression"];
  const present = presentIn(change, members);
  if (operation === undefined || present === undefined) return [];
  if (operation === "remove") {
    return present.map((name) => ({
      constraint: REWRITE_HEADERS["header-remove-takes-none"],
      path: [...path, name],
      message: 'cannot be combined with the operation "remove"; leave it out',
    }));
  }
  if (present.length !== 1) {
    const either = `must have either ${members.map(nameOf).join(" or ")} for the operation ${JSON.stringify(operation)}`;
    return [
      {
        constraint: REWRITE_HEADERS["header-value-or-expression"],
        path,
        message: `${either}, found ${present.length === 0 ? "neither" : "both"}`,
      },
    ];
  }
  const value = textAt(change, "value");
  if (value === undefined) return [];
  // A reference such as $1 is a usual thing to find in a header: only a whole expression is doubtful.
  if (/^[\x20-\x7e]*$/.test(value)) {
    return looksLikeExpression(value) ? checkStaticValue(value, [...path, "value"]) : [];
  }
  return [
    {
      constraint: REWRITE_HEADERS["header-value-characters"],
      path: [...path, "value"],
      message: `must consist of printable ASCII characters, found ${foreignCharacter(value)}`,
    },
  ];
}

// Names one character only: the value can be a secret.
function foreignCharacter(value: string): string {
  const index = value.search(/[^\x20-\x7e]/);
  const code = value.codePointAt(index) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} at position ${index + 1}`;
}

/** Why a header cannot be changed, and how the API's refusal names the header. */
interface Reserved {
  readonly reason: string;
  readonly named: string;
}

interface Rule {
  readonly header: RegExp;
  /** The operations that are refused. Defaults to all. */
  readonly operations?: readonly string[];
  readonly reason: string;
  /** Set if the refusal names the beginning of the header instead of the header. */
  readonly prefix?: string;
}

const OWN = "the API keeps headers that begin with cf- or x-cf- for itself; choose another name";
const WRITES = ["set", "add"];
const ALL: readonly Rule[] = [
  { header: /^x-cf-/, reason: OWN, prefix: "x-cf-" },
  { header: /^cf-/, reason: OWN, prefix: "cf-" },
];
const REQUEST: readonly Rule[] = [
  { header: /^cf-connecting-ip$/, operations: WRITES, reason: "this header can only be removed" },
  {
    header: /^host$/,
    reason: "the action route changes the Host header that the origin receives, in phase http_request_origin",
  },
  { header: /^accept-encoding$/, reason: "the edge chooses the encodings; leave the header out" },
  {
    header: /^(?:cookie|x-forwarded-for|x-forwarded-proto|x-real-ip|true-client-ip)$/,
    operations: WRITES,
    reason: "this header can only be removed; send the value in a header with another name",
  },
];
const RESPONSE: readonly Rule[] = [
  {
    header: /^(?:server|eh-cache-tag|eh-cdn-cache-control)$/,
    reason: "the edge writes this header; leave it out",
  },
  { header: /^set-cookie$/, operations: ["remove"], reason: "this header can only be added or set" },
];

/** Returns why an operation on a header is refused, or undefined if it is accepted. */
function reservedHeader(name: string, operation: string, isRequest: boolean): Reserved | undefined {
  const rules = [...(isRequest ? REQUEST : RESPONSE), ...ALL];
  // The first rule for a header decides: only one of cf-* can be removed.
  const rule = rules.find(({ header }) => header.test(name.toLowerCase()));
  if (!rule || rule.operations?.includes(operation) === false) return undefined;
  return {
    reason: rule.reason,
    named: rule.prefix === undefined ? `'${name}'` : `beginning with '${rule.prefix}'`,
  };
}
