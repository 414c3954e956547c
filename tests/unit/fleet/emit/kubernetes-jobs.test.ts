import { kubernetesJobs } from "../../../../fleet/emit/kubernetes-jobs";
import { objectName } from "../../../../fleet/emit/object-name";
import { changedStacks, NASTY_PIPELINE, PIPELINE } from "../../../support/pipelines";
import { documentsOf, schemaErrors } from "../../../support/published-schemas";

interface Document {
  readonly kind: "ConfigMap" | "Job";
  readonly metadata: { readonly name: string };
  readonly data?: { readonly stacks: string };
  readonly spec?: {
    readonly completions: number;
    readonly parallelism: number;
    readonly suspend?: boolean;
    readonly activeDeadlineSeconds: number;
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly env: readonly { value: string }[] }[] };
    };
  };
}

const DEFINITIONS = { ConfigMap: "io.k8s.api.core.v1.ConfigMap", Job: "io.k8s.api.batch.v1.Job" };
const changed = [...changedStacks("canary", 2), ...changedStacks("rest", 9, 3)];
const text = kubernetesJobs(PIPELINE, changed, "registry.example/edge:1");
const documents = documentsOf<Document>(text);

describe("the Jobs of Kubernetes", () => {
  it.each([
    ["two waves", PIPELINE, changed],
    ["values with a meaning for YAML and Kubernetes", NASTY_PIPELINE, changedStacks("on", 2)],
  ])("fit the published schemas with %s", (_, pipeline, stacks) => {
    const printed = documentsOf<Document>(kubernetesJobs(pipeline, stacks, "a: b # c"));
    expect(printed.length).toBeGreaterThan(1);
    for (const one of printed) expect(schemaErrors("kubernetes", one, DEFINITIONS[one.kind])).toEqual([]);
  });

  it("would not fit the schema with a misspelt member", () => {
    const [, job] = documents;
    const broken = { ...job, spec: { ...job?.spec, completion: 2 } };
    expect(schemaErrors("kubernetes", broken, DEFINITIONS.Job)).not.toEqual([]);
  });

  it("are one for each wave, with an index for each stack, and as many at a time as `run.jobs` says", () => {
    expect(documents.map(({ kind }) => kind)).toEqual(["ConfigMap", "Job", "ConfigMap", "Job"]);
    expect(documents[0]?.data?.stacks).toBe("edge-0001\nedge-0002\n");
    expect(documents[1]?.spec).toMatchObject({ completions: 2, parallelism: 2, activeDeadlineSeconds: 3600 });
    expect(documents[3]?.spec).toMatchObject({
      completions: 9,
      parallelism: 4,
      activeDeadlineSeconds: 3 * 3600,
    });
    expect([documents[1]?.spec?.suspend, documents[3]?.spec?.suspend]).toEqual([undefined, true]);
  });

  it("have the same name for the same release only", () => {
    const nameOf = (image: string, stacks = changed) =>
      documentsOf<Document>(kubernetesJobs(PIPELINE, stacks, image))[0]?.metadata.name;
    expect(nameOf("a")).toBe(nameOf("a"));
    expect(nameOf("a")).not.toBe(nameOf("b"));
    expect(nameOf("a")).not.toBe(nameOf("a", [{ ...changed[0]!, hash: "1" }, ...changed.slice(1)]));
  });

  it("say in which order to start them", () => {
    const [, first, , second] = documents.map(({ metadata }) => metadata.name);
    expect(text.split("\n").filter((line) => line.startsWith("#   "))).toEqual([
      `#   kubectl wait --for=condition=Complete --timeout=24h job/${first ?? ""}`,
      "#   npx --no -- edge-platform fleet drift --wave=canary",
      `#   export EDGE_FLEET_WAVE=canary EDGE_FLEET_STACKS="$(kubectl get configmap ${first ?? ""} -o jsonpath='{.data.stacks}' | xargs)"`,
      "#   curl --fail https://www.example.com/",
      `#   kubectl patch job ${second ?? ""} --type=merge -p '{"spec":{"suspend":false}}'`,
      `#   kubectl wait --for=condition=Complete --timeout=24h job/${second ?? ""}`,
      "#   npx --no -- edge-platform fleet drift --wave=rest",
    ]);
  });

  it("expand no reference in a value", () => {
    const [, job] = documentsOf<Document>(kubernetesJobs(NASTY_PIPELINE, changedStacks("on", 1), "a"));
    const values = job?.spec?.template.spec.containers[0]?.env.map(({ value }) => value);
    expect(values).toContain("$HOME $$(id) ${{ secrets.X }}");
  });

  it("are not printed if no stack has changed", () => {
    expect(documentsOf(kubernetesJobs(PIPELINE, [], "a"))).toEqual([]);
    expect(kubernetesJobs(PIPELINE, [], "a")).toContain("# No stack has changed.\n");
  });
});

describe("objectName", () => {
  it("keeps a name that Kubernetes allows", () => {
    expect(objectName("edge-0001")).toBe("edge-0001");
  });

  it.each(["Edge_0001", "edge.0001", "-edge", "edge-", "_", "a".repeat(60)])(
    "makes a name of %s",
    (stack) => {
      expect(objectName(stack)).toMatch(/^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$/);
      expect(objectName(stack)).not.toBe(objectName(`${stack}-`));
    },
  );
});
