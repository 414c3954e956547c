import type { Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation } from "../constraint";
import { checkExactlyOne, objectAt, presentIn, textAt } from "./members";
import { checkStaticValue, looksLikeExpression } from "./static-values";

export const REDIRECT = constraints({
  "redirect-one-source": {
    says: "`redirect` takes exactly one of `from_value` and `from_list`.",
    source: "developers docs, rules/url-forwarding",
    confidence: "documented",
  },
  "redirect-source-phase": {
    says: "`from_value` belongs to the phase http_request_dynamic_redirect, `from_list` to http_request_redirect.",
    source: "developers docs, rules/url-forwarding",
    confidence: "documented",
  },
  "redirect-static-target": {
    says: "A static `target_url` is an absolute URL, or a path that begins with a slash.",
    source: "TypeScript SDK, rulesets/rules; not known to be enforced",
    confidence: "inferred",
  },
  "redirect-list-name": {
    says: "The name of a list consists of letters, digits and underscores.",
    source: "TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "redirect-list-key-field": {
    says: "`from_list.key` is an expression: http.request.full_uri or raw.http.request.full_uri.",
    source:
      "developers docs, rules/url-forwarding/bulk-redirects; Terraform provider, internal/services/ruleset",
    confidence: "documented",
  },
  "redirect-list-key": {
    says: "`from_list.key` is the field that the expression looks up in the list. Otherwise, nothing is redirected.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "documented",
    accepted: true,
  },
  "redirect-list-unused": {
    says: "`from_list.name` is the list that the expression names. Otherwise, nothing is redirected.",
    source: "developers docs, rules/url-forwarding/bulk-redirects",
    confidence: "documented",
    accepted: true,
  },
});

const PHASE_OF = {
  from_value: "http_request_dynamic_redirect",
  from_list: "http_request_redirect",
} as const;
const PHASES: readonly string[] = Object.values(PHASE_OF);
const LOOKUP = /\b((?:raw\.)?http\.request\.full_uri)\s+in\s+\$([a-zA-Z0-9_]+)/g;
const URL_FIELD = /^(?:raw\.)?http\.request\.full_uri$/;

/** Checks the parameters of `redirect`. */
export function checkRedirect(parameters: Members, context: RuleContext, rule: Members): Violation[] {
  const unclear = checkExactlyOne(
    REDIRECT["redirect-one-source"],
    parameters,
    ["from_value", "from_list"],
    ["action_parameters"],
    context,
  );
  if (unclear.length > 0) return unclear;
  return [
    ...checkPhase(parameters, context),
    ...checkTarget(objectAt(objectAt(parameters, "from_value"), "target_url"), context),
    ...checkFromList(objectAt(parameters, "from_list"), textAt(rule, "expression"), context),
  ];
}

function checkPhase(parameters: Members, { phase, nameOf }: RuleContext): Violation[] {
  if (!PHASES.includes(phase)) return [];
  const misplaced = (["from_value", "from_list"] as const).filter(
    (name) => PHASE_OF[name] !== phase && presentIn(parameters, [name])?.length === 1,
  );
  return misplaced.map((name) => {
    const other = name === "from_value" ? "from_list" : "from_value";
    return {
      constraint: REDIRECT["redirect-source-phase"],
      path: ["action_parameters", name],
      message: `cannot be used in phase ${phase}, which takes ${nameOf(other)}; move the rule to phase ${PHASE_OF[name]}`,
    };
  });
}

function checkTarget(target: Members, context: RuleContext): Violation[] {
  const value = textAt(target, "value");
  if (value === undefined) return [];
  const path = ["action_parameters", "from_value", "target_url", "value"];
  const doubts = checkStaticValue(value, path);
  if (doubts.length > 0 || /^(?:https?:\/)?\//i.test(value)) return doubts;
  return [
    {
      constraint: REDIRECT["redirect-static-target"],
      path,
      message: `must begin with https://, http:// or a slash, found ${shown(value, context)}; browsers read it as a relative path`,
    },
  ];
}

function checkKey(list: Members, path: readonly string[], context: RuleContext): Violation[] {
  const key = textAt(list, "key");
  if (key === undefined || looksLikeExpression(key)) return [];
  return [
    {
      constraint: REDIRECT["redirect-list-key-field"],
      path,
      message: `must be the field http.request.full_uri or raw.http.request.full_uri, found ${shown(key, context)}`,
    },
  ];
}

function checkFromList(list: Members, expression: string | undefined, context: RuleContext): Violation[] {
  const name = textAt(list, "name");
  const at = ["action_parameters", "from_list"] as const;
  if (name !== undefined && !/^[a-zA-Z0-9_]*$/.test(name)) {
    return [
      {
        constraint: REDIRECT["redirect-list-name"],
        path: [...at, "name"],
        message: `must consist of letters, digits and underscores, found ${shown(name, context)}; write the name without the $ of expressions`,
      },
    ];
  }
  const doubts = checkKey(list, [...at, "key"], context);
  if (doubts.length > 0) return doubts;
  const lookups = [...(expression ?? "").matchAll(LOOKUP)];
  if (lookups.length === 0 || name === undefined) return [];
  const inList = lookups.filter(([, , listName]) => listName === name);
  if (inList.length === 0) {
    return [
      {
        constraint: REDIRECT["redirect-list-unused"],
        path: [...at, "name"],
        message: `must be a list that the expression looks up, $${lookups[0]?.[2] ?? ""}, found ${shown(name, context)}; nothing is redirected otherwise`,
      },
    ];
  }
  const key = textAt(list, "key")?.trim();
  const fields = inList.map(([, field]) => field);
  if (key === undefined || !URL_FIELD.test(key) || fields.includes(key)) return [];
  return [
    {
      constraint: REDIRECT["redirect-list-key"],
      path: [...at, "key"],
      message: `must be ${fields[0] ?? ""}, the field that the expression looks up, found ${key}; nothing is redirected otherwise`,
    },
  ];
}
