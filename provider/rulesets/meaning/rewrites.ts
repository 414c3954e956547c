import { isMembers, isUnknown } from "../../api";
import { type Expression, fieldsOf, nodesOf, requestMatches } from "../../filter";
import { remembered } from "../../filter/remembered";
import { conditionOf, type JudgedRule } from "../../rulebook/hazards/judged-rule";
import type { Logic } from "./run-phase";

/** A part of the URL that rules can rewrite. */
const PARTS = ["path", "query"] as const;
type Part = (typeof PARTS)[number];

/** What a part of the URL is after the rewrites: as the visitor sends it, a text, or something that is not known here. */
type Content = "kept" | "computed" | { readonly text: string };

/** What a part of the URL is for some requests. */
interface Case<Truth> {
  readonly content: Content;
  /** The rule that writes it. */
  readonly by: JudgedRule | undefined;
  readonly when: Truth;
}

/** What the rewrites of a zone make of each part of the URL. For each request, one case of each part holds. */
type RewrittenUrl<Truth> = Readonly<Record<Part, readonly Case<Truth>[]>>;

/** A rule that reads what a rewrite has written, and whose result cannot be followed. */
interface UnclearRead<Truth> {
  readonly rewrite: JudgedRule;
  readonly reader: JudgedRule;
  readonly when: Truth;
}

/** The fields that a part of the URL determines, alone or with others. Those under `raw.` never change. */
const READS: Readonly<Record<Part, RegExp>> = {
  path: /^http\.request\.(full_uri|uri|uri\.path(\..*)?)$/,
  query: /^http\.request\.(full_uri|uri|uri\.query|uri\.args(\..*)?)$/,
};
/** The vendor computes these from the whole request. The documentation leaves open whether it does so before the rewrites. So do names that this release does not know. */
const OF_REQUEST = /^cf\.(waf|api_gateway|llm|bot_management\.static_resource)\b/;

/** Texts that nothing encodes, decodes or normalises. */
const PLAIN: Readonly<Record<Part, RegExp>> = {
  path: /^\/$|^(\/[\w~-][\w.~-]*)+\/?$/,
  query: /^[\w.~=&-]*$/,
};
/** More cases of one condition would make a question slow. */
const MAX_CASES = 40;

/** Returns what a rule writes into parts of the URL. Undefined of a rule that does something else, too. */
const writesOf = remembered(
  ({ action, parameters }: JudgedRule): Readonly<Partial<Record<Part, Content>>> | undefined => {
    const { uri, ...others } = parameters;
    if (action !== "rewrite" || !isMembers(uri)) return undefined;
    const { path, query, ...more } = uri;
    if (Object.values({ ...others, ...more }).some((value) => value != null)) return undefined;
    return { ...written("path", path), ...written("query", query) };
  },
);

function written(part: Part, target: unknown): Readonly<Partial<Record<Part, Content>>> {
  if (target == null) return {};
  const { value, expression } = isMembers(target) ? target : {};
  const isConstant = typeof value === "string" && !isUnknown(value) && expression == null;
  return { [part]: isConstant && PLAIN[part].test(value) ? { text: value } : "computed" };
}

/** Whether it is known what a rule of the phase of rewrites does: it writes parts of the URL. */
export function writesUrl(rule: JudgedRule): boolean {
  return writesOf(rule) !== undefined;
}

/** Whether a rule reads what a rewrite writes. True if that is not known. */
export function readsWritten(reader: JudgedRule, rewrite: JudgedRule): boolean {
  const { condition } = reader;
  const writes = writesOf(rewrite);
  if (condition === undefined || writes === undefined) return true;
  return PARTS.some((part) => writes[part] !== undefined && partsRead(condition).has(part));
}

const partsRead = remembered((condition: Expression): ReadonlySet<Part> => {
  const { field: fields } = nodesOf(condition);
  const isOfBoth = fields.some(({ name, outside }) => outside !== undefined || OF_REQUEST.test(name));
  return new Set(PARTS.filter((part) => isOfBoth || fields.some(({ name }) => READS[part].test(name))));
});

/**
 * Returns what the rules of the phase of rewrites make of the URL. Each is evaluated on the URL from before the phase, and the last one that
 * writes a part takes precedence. Source: the documentation of URL rewrites.
 *
 * @param fires when each rule is reached and matches, in the order of the rules
 */
export function rewrittenUrl<Truth>(
  fires: ReadonlyMap<JudgedRule, Truth>,
  open: Truth,
  logic: Logic<Truth>,
): RewrittenUrl<Truth> {
  const casesOf = (part: Part): Case<Truth>[] => {
    const cases: Case<Truth>[] = [];
    let left = open;
    for (const [rule, when] of [...fires].reverse()) {
      const content = writesOf(rule)?.[part];
      if (content === undefined) continue;
      cases.push({ content, by: rule, when: logic.and([left, when]) });
      left = logic.and([left, logic.not(when)]);
    }
    const changed = logic.or(cases.map(({ when }) => when));
    return [...cases, { content: "kept", by: undefined, when: logic.not(changed) }];
  };
  return { path: casesOf("path"), query: casesOf("query") };
}

/** Returns the logic of the phases behind the rewrites. `note` gets what cannot be followed. */
export function behindRewrites<Truth>(
  logic: Logic<Truth>,
  url: RewrittenUrl<Truth>,
  note: (unclear: UnclearRead<Truth>) => void,
): Logic<Truth> {
  if (PARTS.every((part) => url[part].length === 1)) return logic;
  return {
    ...logic,
    matches: (rule) => {
      const { condition } = rule;
      const parts = condition === undefined ? new Set<Part>() : partsRead(condition);
      const cases = (part: Part) => (parts.has(part) ? url[part] : [kept(logic.yes)]);
      if (cases("path").length * cases("query").length > MAX_CASES) {
        for (const { by, when } of PARTS.flatMap(cases))
          if (by !== undefined) note({ rewrite: by, reader: rule, when });
        return logic.matches(rule);
      }
      const matching = cases("path").flatMap((path) =>
        cases("query").map((query) => {
          const when = logic.and([path.when, query.when]);
          if (when === logic.no) return logic.no;
          const both = [path, query];
          const rewrite =
            both.find(({ content }) => content === "computed")?.by ?? both.find(({ by }) => by)?.by;
          if (rewrite === undefined) return logic.and([when, logic.matches(rule)]);
          const { least, most } = withUrl(rule, path.content, query.content);
          const surely = logic.matches(least);
          if (most !== least) {
            const perhaps = logic.and([when, logic.matches(most), logic.not(surely)]);
            note({ rewrite, reader: rule, when: perhaps });
          }
          return logic.and([when, surely]);
        }),
      );
      return logic.or(matching);
    },
  };
}

function kept<Truth>(when: Truth): Case<Truth> {
  return { content: "kept", by: undefined, when };
}

/** Two rules: one matches whatever is not known of the URL, and the other if that may be. */
interface Bounds<Of> {
  readonly least: Of;
  readonly most: Of;
}

const known = new WeakMap<JudgedRule, Map<string, Bounds<JudgedRule>>>();

/** Returns a rule for requests with a rewritten URL. The same for the same rule and URL, since nodes and results belong to expressions. */
function withUrl(rule: JudgedRule, path: Content, query: Content): Bounds<JudgedRule> {
  const bounds = known.get(rule) ?? new Map<string, Bounds<JudgedRule>>();
  known.set(rule, bounds);
  const key = JSON.stringify([path, query]);
  const found = bounds.get(key) ?? boundsOf(rule, path, query);
  bounds.set(key, found);
  return found;
}

function boundsOf(rule: JudgedRule, path: Content, query: Content): Bounds<JudgedRule> {
  if (rule.condition === undefined) return { least: rule, most: rule };
  const { least, most } = conditionBounds(rule.condition, { path, query });
  const one = { ...rule, condition: least };
  return { least: one, most: most === least ? one : { ...rule, condition: most } };
}

type Url = Readonly<Record<Part, Content>>;

const [TRUE, FALSE] = [constant("true"), constant("false")];

function constant(text: "true" | "false"): Expression {
  const condition = conditionOf(text);
  if (condition === undefined) throw new Error(`${text} is an expression`);
  return condition;
}

function conditionBounds(condition: Expression, url: Url): Bounds<Expression> {
  if (isUntouched(condition, url)) return { least: condition, most: condition };
  switch (condition.kind) {
    case "group":
      return conditionBounds(condition.expression, url);
    case "negation": {
      const { least, most } = conditionBounds(condition.operand, url);
      const not = (operand: Expression): Expression => ({ ...condition, operand });
      const [none, all] = [not(most), not(least)];
      return { least: none, most: most === least ? none : all };
    }
    case "combination": {
      const items = condition.items.map((item) => conditionBounds(item, url));
      const isClear = items.every(({ least, most }) => least === most);
      if (condition.operator === "xor" && !isClear) return { least: FALSE, most: TRUE };
      const joined = (side: keyof Bounds<Expression>): Expression => {
        const [first = FALSE, second = FALSE, ...rest] = items.map((item) => item[side]);
        return { ...condition, items: [first, second, ...rest] };
      };
      const least = joined("least");
      return { least, most: isClear ? least : joined("most") };
    }
    default: {
      const holds = resultWith(condition, url);
      if (holds === undefined) return { least: FALSE, most: TRUE };
      return holds ? { least: TRUE, most: TRUE } : { least: FALSE, most: FALSE };
    }
  }
}

function isUntouched(condition: Expression, url: Url): boolean {
  const parts = partsRead(condition);
  return PARTS.every((part) => url[part] === "kept" || !parts.has(part));
}

/** Returns the result of a condition that reads nothing but known parts of the URL. Undefined if it reads more. */
function resultWith(condition: Expression, url: Url): boolean | undefined {
  const fields = fieldsWith(url);
  const isKnown = fieldsOf(condition).every((name) => fields.has(name));
  if (!isKnown || nodesOf(condition).comparison.some(({ test }) => test.kind === "inList")) return undefined;
  const present = [...fields].flatMap(([name, text]) =>
    text === undefined ? [] : [[name, Buffer.from(text)] as const],
  );
  return requestMatches(condition, { fields: new Map(present), lists: new Map() });
}

/** Returns the fields that parts of the URL determine. Undefined of a field that the request does not have. */
function fieldsWith({ path, query }: Url): Map<string, string | undefined> {
  const fields = new Map<string, string | undefined>();
  const [pathText, queryText] = [path, query].map((one) => (typeof one === "object" ? one.text : undefined));
  if (pathText !== undefined) {
    fields.set("http.request.uri.path", pathText);
    fields.set("http.request.uri.path.extension", /\.([^./]+)$/.exec(pathText)?.[1]?.toLowerCase());
    // What the extension of a path with a dot at its end is, is not documented.
    if (pathText.endsWith(".")) fields.delete("http.request.uri.path.extension");
  }
  if (queryText !== undefined) fields.set("http.request.uri.query", queryText);
  if (pathText !== undefined && queryText !== undefined)
    fields.set("http.request.uri", queryText === "" ? pathText : `${pathText}?${queryText}`);
  return fields;
}
