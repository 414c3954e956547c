import { isUnknown, type Phase } from "../../provider/api";
import type { ExpressionPlace } from "../../provider/filter";
import { expressionsOf } from "../../provider/rulebook";
import type { Reviewed } from "../model/reviewed";

/** An expression of a resource. */
export interface PlacedExpression {
  /** The path: `rules["admin"].expression`. */
  readonly path: string;
  /** A string in a valid resource; in a preview it may be unknown. */
  readonly expression: unknown;
  readonly place: ExpressionPlace;
}

const OWASP_PHASE: Phase = "http_request_firewall_managed";

/** Returns all expressions of a resource, also unknown ones. */
export function placedExpressions(resource: Reviewed): PlacedExpression[] {
  switch (resource.kind) {
    case "filter":
      return placed("expression", resource.expression, placeOf(resource.phase));
    case "owasp":
      return placed("expression", resource.args["expression"], { phase: OWASP_PHASE });
    case "ruleset":
      return resource.rules.flatMap(({ path, wire }) =>
        expressionsOf(wire, (name) => name).map(({ path: steps, purpose, expression }) => ({
          path: [path, ...steps.map((step) => resource.nameOf(step))].join("."),
          expression,
          place: { ...placeOf(resource.phase), purpose },
        })),
      );
    case "token":
    case "endpoint":
      return [];
  }
}

function placed(path: string, expression: unknown, place: ExpressionPlace): PlacedExpression[] {
  return expression === undefined ? [] : [{ path, expression, place: { ...place, purpose: "filter" } }];
}

function placeOf(phase: string | undefined): ExpressionPlace {
  return phase === undefined || isUnknown(phase) ? {} : { phase };
}
