import { lintFilter, parseFilter, type Place, unmetNeeds } from "../../../../provider/filter";
import { FIELDS, PACKET_FIELDS, type FieldRow } from "../../../../provider/filter/scheme/fields";
import { FUNCTIONS } from "../../../../provider/filter/scheme/functions";
import { LANGUAGE_DATE } from "../../../../provider/filter/scheme/language-date";
import { parseType } from "../../../../provider/filter/scheme/types";
import { PHASES } from "../../../../provider/api";

const rows: readonly [string, FieldRow][] = [...Object.entries(FIELDS), ...Object.entries(PACKET_FIELDS)];

describe("the table of fields", () => {
  it("has a type of the language in every row", () => {
    for (const [, { type }] of rows) expect(() => parseType(type)).not.toThrow();
  });

  it("names only phases that exist", () => {
    expect(rows.flatMap(([, { phases = [] }]) => phases).filter((phase) => !isPhase(phase))).toEqual([]);
  });

  it("has no row that is later than the language", () => {
    const days = [...rows.map(([, row]) => row), ...Object.values(FUNCTIONS)].flatMap(
      ({ since }) => since ?? [],
    );
    expect(days.filter((day) => !/^\d{4}-\d\d-\d\d$/.test(day) || day > LANGUAGE_DATE)).toEqual([]);
  });

  it("is sorted, so that a new row has one place", () => {
    const names = Object.keys(FIELDS);
    expect(names).toEqual([...names].sort());
  });
});

describe("the fields of October 2026", () => {
  it.each([
    'any(cf.appsec.request.failed_detections[*] eq "sqli")',
    'any(cf.bot_management.tags[*] eq "api")',
    'any(cf.waf.signature.request.categories[*] eq "sqli")',
    'any(cf.schema_validation.learned.query.undeclared_parameters[*] eq "debug")',
    'any(cf.sequence.previous_ops[*] eq "a") and cf.sequence.msec_since_op["a"] lt 100',
    "cf.waf.content_scan.truncated and cf.fraud_detection.disposable_email",
    'any(cf.web_asset.labels[*] eq "cf-sign-up")',
  ])("knows %s", (expression) => {
    expect(parseFilter(expression)).toMatchObject({ valid: true });
  });

  it("warns about a phase that the documentation of a field does not name", () => {
    const expression = 'any(cf.waf.signature.request.refs[*] eq "a")';
    expect(warnings(expression, { phase: "http_request_firewall_custom", plan: "free" })).toEqual([]);
    expect(warnings(expression, { phase: "http_request_cache_settings", plan: "free" })).toEqual([
      "The documentation of the field cf.waf.signature.request.refs names http_request_firewall_custom, not the phase http_request_cache_settings, which may reject it.",
    ]);
  });

  it("has the bot score in cache rules since July 2026", () => {
    const place = { phase: "http_request_cache_settings", plan: "enterprise" } as const;
    expect(warnings("cf.bot_management.score lt 30", place)).toEqual([]);
    expect(warnings("cf.waf.score lt 30", place)).toHaveLength(1);
  });

  it("needs the plan of its row", () => {
    const parsed = parseFilter('any(cf.bot_management.tags[*] eq "api")');
    if (!parsed.valid) throw new Error("expected a valid expression");
    expect(unmetNeeds(parsed.ast, { plan: "business" })).toMatchObject([
      {
        plan: "enterprise",
        message: "The field cf.bot_management.tags needs an Enterprise plan with Bot Management.",
      },
    ]);
  });
});

function warnings(expression: string, place: Place): string[] {
  const parsed = parseFilter(expression, place);
  if (!parsed.valid) throw new Error("expected a valid expression");
  return lintFilter(parsed.ast, expression, place).map(({ message }) => message);
}

function isPhase(name: string): boolean {
  return PHASES.some((phase) => phase === name);
}
