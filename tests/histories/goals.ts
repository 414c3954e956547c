import { declareResource } from "../../provider/claims/declare-parts";
import type { Declared } from "../../provider/claims/claim-conflict";
import { identityText } from "../../provider/marks";
import { ACCOUNT, COM } from "../faults/places";
import type { Goal, Properties } from "../support/engine-model/steps";
import { CUSTOM, RULESET_NAME } from "./live";
import { type Program, type Resource, WHOLE } from "./program";

export const KINDS = {
  rules: "ZoneEntrypointRuleset",
  list: "List",
  owasp: "OwaspConfig",
  ruleset: "Ruleset",
} as const;
const THRESHOLDS = [40, 25, 60];

/** Returns the name of a resource. */
export function nameIn(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

export function ruleOf(ref: string, version: number) {
  return { ref, action: "log", expression: `http.request.uri.path eq "/${ref}-v${version}"` };
}

/** Returns the threshold that an OWASP deployment of a program has. */
export function thresholdOf(parts: Resource["parts"]): number | undefined {
  return THRESHOLDS[(parts.get(WHOLE) ?? 0) % THRESHOLDS.length];
}

const CLASS = "pulumi-nodejs:dynamic/edge";

function argsOf({ kind, mode, takeOver, list, parts }: Resource): Properties {
  const rules = [...parts].map(([ref, version]) => ruleOf(ref, version));
  const common = { ...(takeOver && { takeOver }), ...(mode === "exclusive" && { ownership: mode }) };
  const exact = mode === "exact" ? { refs: "exact" } : {};
  switch (kind) {
    case "rules":
      return { zoneId: COM, phase: CUSTOM, rules, ...common, ...exact };
    case "ruleset":
      return { accountId: ACCOUNT, name: RULESET_NAME, phase: CUSTOM, rules, ...common, ...exact };
    case "owasp":
      return {
        zoneId: COM,
        paranoiaLevel: 2,
        ...common,
        scoreThreshold: thresholdOf(parts),
      };
    case "list":
      return {
        accountId: ACCOUNT,
        name: list,
        kind: "ip",
        ...common,
        items: [...parts].map(([ip, version]) => ({ ip, comment: `v${version}` })),
      };
  }
}

/** Returns what the classes register: the arguments, who the resource is, and what the program declares elsewhere. */
export function goalsOf(program: Program): Goal[] {
  const declared = new Map<string, readonly Declared[]>(
    [...program].map(([name, one]) => [
      name,
      declareResource(KINDS[one.kind], name, argsOf(one)).map(({ values, read }) => read(values)),
    ]),
  );
  const urnOf = (kind: string, name: string) => `urn:pulumi:prod::shop::${CLASS}:${kind}::${name}`;
  return [...program].map(([name, one]) => {
    const kind = KINDS[one.kind];
    const urn = urnOf(kind, name);
    const claims = (declared.get(name) ?? []).map((own) => ({
      own,
      others: [...declared]
        .filter(([other]) => other !== name)
        .flatMap(([, all]) => all.filter(({ subject }) => subject === own.subject)),
    }));
    const inputs = {
      ...argsOf(one),
      __mark: identityText({ organization: "organization", project: "shop", stack: "prod", urn }),
      __base: name,
      __stack: "prod",
      __claims: claims,
      __provider: "exports.handler=()=>{}",
    };
    return {
      urn,
      name,
      kind,
      deleteBeforeReplace: undefined,
      // As the engine sends it.
      inputs: JSON.parse(JSON.stringify(inputs)) as Properties,
      aliases: one.alias === undefined ? [] : [urnOf(kind, one.alias)],
      ...(one.dependsOn !== undefined && { dependsOn: [one.dependsOn] }),
    };
  });
}
