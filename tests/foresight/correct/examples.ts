import type { CorrectProgram } from "../case";

/** The programs of `examples/`, with the configuration that their Pulumi.yaml declares. */
const example = (name: string, config: NonNullable<CorrectProgram["config"]>): CorrectProgram => ({
  title: `examples/${name}`,
  program: (_, __, load) => load(`examples/${name}/index.ts`),
  config: (world) =>
    Object.fromEntries(Object.entries(config(world)).map(([key, value]) => [`shop:${key}`, value])),
});

export const examples: readonly CorrectProgram[] = [
  example("ci-token", ({ zones }) => ({ zoneId: zones.enterprise, runners: '["192.0.2.0/24"]' })),
  example("many-zones", () => ({ zones: '["enterprise.example", "shared.example"]', paranoiaLevel: "2" })),
  example("office-list", ({ zones }) => ({ zoneId: zones.enterprise, offices: '["192.0.2.0/24"]' })),
  example("owasp-rollout", () => ({ zone: "enterprise.example", paranoiaLevel: "2" })),
  example("policy-review", () => ({ zone: "enterprise.example" })),
  example("token-factory", () => ({ networks: '["192.0.2.0/24"]', days: "90" })),
  example("zone-baseline", () => ({ zone: "enterprise.example", office: "192.0.2.0/24" })),
];
