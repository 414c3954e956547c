import { isMembers } from "../../api";
import {
  type Expression,
  findImplied,
  findMatchedThen,
  neverTrue,
  type Place,
  readRequestFields,
} from "../../filter";
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
export function* rewriteHazards(rules: readonly JudgedRule[], { phase }: Place): Iterable<Finding> {
  if (phase !== "http_request_transform") return;
  const rewrites = rules.flatMap(rewriteOf);
  const next = chained(rewrites);
  const before = new Map<number, number>();
  for (const [index, places] of next.entries())
    for (const place of places) if (place > index && !before.has(place)) before.set(place, index);
  const leadTo = leadsBack(next);
  for (const [place, later] of rewrites.entries()) {
    const index = before.get(place);
    const earlier = index === undefined ? undefined : rewrites[index];
    if (index === undefined || earlier === undefined || leadTo(place, index)) continue;
    const message =
      `selects only the path that ${earlier.rule.path} writes, and rules of one phase do not chain: each sees the path before all ` +
      `rewrites; let ${earlier.rule.path} write the last path, or select the original one`;
    yield hazard("rewrites-in-a-chain", expressionPath(later.rule.path), message);
  }
}

function rewriteOf(rule: JudgedRule): PathRewrite[] {
  const { action, parameters, condition } = rule;
  const { uri } = parameters;
  const to = action === "rewrite" && isMembers(uri) ? uri["path"] : undefined;
  const path = isMembers(to) ? to["value"] : undefined;
  if (!condition || typeof path !== "string" || !isMembers(uri)) return [];
  return [{ rule, condition, path, changes: uri["query"] === undefined ? OF_PATH : OF_URI }];
}

/** For each rewrite, others by their indexes. */
type Links = readonly (readonly number[])[];

/** Returns the rewrites that select only the path of a rewrite and would match every request that it rewrites. */
function chained(rewrites: readonly PathRewrite[]): Links {
  const selecting = selectingByPath(rewrites);
  const find = new Map<string, (condition: Expression) => readonly number[]>();
  return rewrites.map(({ condition, path, changes }) => {
    const places = selecting.get(path);
    if (places === undefined) return [];
    const key = `${String(changes)} ${path}`;
    const known = find.get(key) ?? finder(rewrites, places, path, changes);
    find.set(key, known);
    return known(condition);
  });
}

function finder(
  rewrites: readonly PathRewrite[],
  places: readonly number[],
  path: string,
  changes: RegExp,
): (condition: Expression) => readonly number[] {
  const conditions = places.flatMap((place) => rewrites[place]?.condition ?? []);
  const fields = readRequestFields({ [PATH]: path });
  const matched = findMatchedThen(conditions, fields, (field) => !changes.test(field));
  return (condition) => Array.from(matched(condition), (index) => places[index] ?? 0);
}

/** Returns the rewrites that select only one of the paths that are written, by that path. */
function selectingByPath(rewrites: readonly PathRewrite[]): ReadonlyMap<string, readonly number[]> {
  const written = [...new Set(rewrites.map(({ path }) => path))].flatMap((path) => {
    const condition = conditionOf(`${PATH} eq ${JSON.stringify(path)}`);
    return condition ? [{ path, condition }] : [];
  });
  const impliedBy = findImplied(written.map(({ condition }) => condition));
  const selecting = new Map<string, number[]>();
  for (const [place, { condition }] of rewrites.entries()) {
    // A condition that is never true has another hazard.
    if (neverTrue(condition)) continue;
    for (const index of impliedBy(condition)) {
      const path = written[index]?.path ?? "";
      const places = selecting.get(path) ?? [];
      places.push(place);
      selecting.set(path, places);
    }
  }
  return selecting;
}

/** Returns whether links lead from one to another, for two that are linked the other way. */
function leadsBack(links: Links): (from: number, to: number) => boolean {
  const circular = leadingToCircles(links);
  return (from, to) => {
    if (!circular.has(from)) return false;
    const reached = new Set([from]);
    for (const one of reached) for (const next of links[one] ?? []) if (circular.has(next)) reached.add(next);
    return reached.has(to);
  };
}

/** Returns all from which links lead without end. */
function leadingToCircles(links: Links): ReadonlySet<number> {
  const back = links.map((): number[] => []);
  for (const [from, places] of links.entries()) for (const to of places) back[to]?.push(from);
  const open = links.map(({ length }) => length);
  const ends = [...links.keys()].filter((place) => open[place] === 0);
  for (const end of ends)
    for (const from of back[end] ?? []) {
      open[from] = (open[from] ?? 0) - 1;
      if (open[from] === 0) ends.push(from);
    }
  const ended = new Set(ends);
  return new Set([...links.keys()].filter((place) => !ended.has(place)));
}
