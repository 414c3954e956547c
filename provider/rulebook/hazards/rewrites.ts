import { isMembers } from "../../api";
import { type Expression, implies, matchesThen, readRequestFields, type Place } from "../../filter";
import type { Finding } from "../finding";
import { hazard } from "./hazard";
import { conditionOf, expressionPath, type JudgedRule } from "./judged-rule";

const PATH = "http.request.uri.path";
/** Fields that a rewrite of the path, or of path and query, changes. */
const OF_PATH = /^http\.request\.(?:full_uri|uri|uri\.path.*)$/;
const OF_URI = /^http\.request\.(?:full_uri|uri.*)$/;

/** A rule that gives every request that it matches the same path. */
interface PathRewrite {
  readonly rule: JudgedRule;
  readonly condition: Expression;
  readonly path: string;
  /** The fields that the rule changes. */
  readonly changes: RegExp;
}

/**
 * Finds rewrites that select the path which an earlier rewrite writes. The rules of a phase see the request as it was before the
 * phase, so they do not chain. Rules that exchange paths select each other's results, and that works: a cycle is no hazard.
 */
export function rewriteHazards(rules: readonly JudgedRule[], { phase }: Place): Finding[] {
  if (phase !== "http_request_transform") return [];
  const rewrites = rules.flatMap(rewriteOf);
  return rewrites.flatMap((later, index) => {
    const earlier = rewrites.slice(0, index).find((one) => isChained(one, later));
    if (!earlier || leadsTo(later, earlier, rewrites)) return [];
    const message =
      `selects only the path that ${earlier.rule.path} writes, and rules of one phase do not chain: each sees the path before all ` +
      `rewrites; let ${earlier.rule.path} write the last path, or select the original one`;
    return [hazard("rewrites-in-a-chain", expressionPath(later.rule.path), message)];
  });
}

function rewriteOf(rule: JudgedRule): PathRewrite[] {
  const { action, parameters, condition } = rule;
  const { uri } = parameters;
  const to = action === "rewrite" && isMembers(uri) ? uri["path"] : undefined;
  const path = isMembers(to) ? to["value"] : undefined;
  if (!condition || typeof path !== "string" || !isMembers(uri)) return [];
  return [{ rule, condition, path, changes: uri["query"] === undefined ? OF_PATH : OF_URI }];
}

/** Whether every request that a rule rewrites would match the next one, which selects only this path. */
function isChained({ condition, path, changes }: PathRewrite, next: PathRewrite): boolean {
  const written = conditionOf(`${PATH} eq ${JSON.stringify(path)}`);
  if (written === undefined || !implies(next.condition, written)) return false;
  const fields = readRequestFields({ [PATH]: path });
  return matchesThen(condition, next.condition, fields, (field) => !changes.test(field));
}

/** Whether a chain of rewrites leads from one to another. */
function leadsTo(from: PathRewrite, to: PathRewrite, rewrites: readonly PathRewrite[]): boolean {
  const reached = new Set([from]);
  for (const one of reached) for (const next of rewrites) if (isChained(one, next)) reached.add(next);
  return reached.has(to);
}
