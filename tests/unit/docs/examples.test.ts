import { diagnosticsOf } from "../../support/compile";
import { documentedExamples } from "../../support/documented-examples";

/** Every piece of TypeScript that a reader may copy: of the doc comments, the README, the guides and the examples' own pages. */
describe("the examples in the documentation", () => {
  const examples = documentedExamples();

  it("are there for every resource", () => {
    const documented = examples.map(({ source }) => source).join("\n");
    const classes = [
      "AccountEntrypointRuleset",
      "ApiToken",
      "Ruleset",
      "ZoneCustomRuleset",
      "ZoneEntrypointRuleset",
      "OwaspConfig",
      "ValidatedFilter",
      "GatewayEndpoint",
    ];
    expect(
      classes.filter((name) => !documented.includes(`new ${name}(`) && !documented.includes(`edge.${name}(`)),
    ).toEqual([]);
  });

  it("compile, strictly, as programs of a user; one with a misspelt argument does not", () => {
    const [first] = examples.filter(({ source }) => source.includes("paranoiaLevel"));
    const broken = { name: "broken.ts", source: first!.source.replace("paranoiaLevel", "paranoidLevel") };
    expect(diagnosticsOf([...examples, broken])).toEqual([
      expect.stringMatching(/^broken\.ts:.*paranoidLevel/s),
    ]);
  });
});
