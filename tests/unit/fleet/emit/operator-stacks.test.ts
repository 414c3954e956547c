import { operatorStacks } from "../../../../fleet/emit/operator-stacks";
import { changedStacks, NASTY_PIPELINE, PIPELINE } from "../../../support/pipelines";
import { documentsOf, schemaErrors } from "../../../support/published-schemas";

interface Stack {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly stack: string;
    readonly commit: string;
    readonly repoDir?: string;
    readonly backend?: string;
    readonly envRefs: Readonly<Record<string, object>>;
    readonly prerequisites?: readonly { readonly name: string }[];
  };
}

const SOURCE = { repository: "https://git.example/edge.git", commit: "a".repeat(40) };
const changed = [...changedStacks("canary", 2), ...changedStacks("rest", 2, 3)];
const stacks = documentsOf<Stack>(operatorStacks(PIPELINE, changed, SOURCE));

describe("the Stacks of the Pulumi Kubernetes Operator", () => {
  it.each([
    ["two waves", PIPELINE],
    ["values with a meaning for YAML", NASTY_PIPELINE],
  ])("fit the published definition with %s", (_, pipeline) => {
    const wave = pipeline.waves[0]?.name ?? "";
    const all = documentsOf(
      operatorStacks(pipeline, [...changedStacks(wave, 1), ...changedStacks("rest", 1, 2)], SOURCE),
    );
    expect(all.map((one) => schemaErrors("pulumi-stack", one))).toEqual([[], []]);
  });

  it("would not fit the definition with a misspelt member", () => {
    const [first] = stacks;
    expect(
      schemaErrors("pulumi-stack", { ...first, spec: { ...first?.spec, prerequisite: [] } }),
    ).not.toEqual([]);
  });

  it("are pinned to the commit, and wait for all stacks of the wave before", () => {
    expect(
      stacks.map(({ metadata, spec }) => [metadata.name, spec.stack, spec.commit, spec.prerequisites]),
    ).toEqual([
      ["edge-0001", "edge-0001", SOURCE.commit, undefined],
      ["edge-0002", "edge-0002", SOURCE.commit, undefined],
      ["edge-0003", "edge-0003", SOURCE.commit, [{ name: "edge-0001" }, { name: "edge-0002" }]],
      ["edge-0004", "edge-0004", SOURCE.commit, [{ name: "edge-0001" }, { name: "edge-0002" }]],
    ]);
  });

  it("name secrets, and contain none", () => {
    expect(stacks[0]?.spec.envRefs).toEqual({
      EDGE_PRESET: { type: "Literal", literal: { value: "cloudflare" } },
      EDGE_RATE_SHARE: { type: "Literal", literal: { value: "1/4" } },
      EDGE_API_TOKEN: { type: "Secret", secret: { name: "edge-fleet", key: "EDGE_API_TOKEN" } },
      PULUMI_ACCESS_TOKEN: { type: "Secret", secret: { name: "edge-fleet", key: "PULUMI_ACCESS_TOKEN" } },
    });
  });

  it("say what the operator does not do", () => {
    const text = operatorStacks(PIPELINE, changed, SOURCE);
    expect(text).toContain("# Not waited for: the approval of rest. Apply these waves later.\n");
    expect(text).toContain("# Not run: the checks of the waves.\n");
    expect(documentsOf(operatorStacks(PIPELINE, [], SOURCE))).toEqual([]);
  });
});
