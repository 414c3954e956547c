import { isUnknown, type Phase } from "../../provider/api";
import type { ExpressionPlace } from "../../provider/filter";
import { expressionsOf } from "../../provider/rulebook";
import type { MaybeUnknown, Reviewed } from "../model/reviewed";
import { pathInRule, rulesetsIn } from "./judged-rules";

/** An expression of a resource. */
export interface ExpressionUnderReview {
  readonly path: string;
  /** A text in a valid resource. It may be unknown. */
  readonly expression: unknown;
  readonly place: ExpressionPlace;
}

const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** Returns the expressions of a resource, also those of disabled rules. */
export function expressionsIn(resource: Reviewed): ExpressionUnderReview[] {
  switch (resource.kind) {
    case "filter":
      return [{ path: "expression", expression: resource.expression, place: placeIn(resource.phase) }];
    case "owasp": {
      const { expression } = resource.args;
      return expression === undefined
        ? []
        : [{ path: "expression", expression, place: placeIn(OWASP_PHASE) }];
    }
    case "ruleset":
      return rulesetsIn([resource]).flatMap((ruleset) =>
        ruleset.rules.flatMap((rule) =>
          expressionsOf(rule.wire, (name) => name).map(({ path, purpose, expression }) => ({
            path: pathInRule(ruleset, rule, ...path),
            expression,
            place: { ...placeIn(ruleset.phase), kind: ruleset.level, purpose },
          })),
        ),
      );
    default:
      return [];
  }
}

function placeIn(phase: MaybeUnknown<string> | undefined): ExpressionPlace {
  return phase === undefined || isUnknown(phase) ? {} : { phase };
}
