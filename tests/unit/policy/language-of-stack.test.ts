import { parseResource } from "../../../policy/parse-resource";
import { findingsOf } from "../../../review/policies/findings-of";

const RESOURCE = {
  type: "pulumi-nodejs:dynamic/edge:ValidatedFilter",
  name: "filter",
  urn: "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/edge:ValidatedFilter::filter",
  props: { expression: "cf.new.score lt 20" },
  opts: { protect: false, aliases: [] },
};

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

/** Returns the ids of the errors of the expression, with these variables. */
function errorsWith(variables: Readonly<Record<string, string>>): string[] {
  process.env = { ...environment, ...variables };
  const resource = parseResource(RESOURCE);
  if (resource === undefined) throw new Error("expected a resource of this package");
  return findingsOf(resource, ["language"]).map(({ id }) => id);
}

describe("what policies know of the language", () => {
  it("is the language of this release by default", () => {
    expect(errorsWith({})).toHaveLength(1);
  });

  it("includes the names that the stack's configuration or the environment declares", () => {
    const declared = '{"cf.new.score": "Int"}';
    expect(errorsWith({ PULUMI_CONFIG: JSON.stringify({ "edge:fields": declared }) })).toEqual([]);
    expect(errorsWith({ EDGE_FIELDS: declared })).toEqual([]);
    expect(errorsWith({ EDGE_UNKNOWN_NAMES: "warn" })).toEqual([]);
  });

  it("ignores settings that cannot be read, which the provider reports", () => {
    expect(errorsWith({ EDGE_FIELDS: "{", PULUMI_CONFIG: "{" })).toHaveLength(1);
  });
});
