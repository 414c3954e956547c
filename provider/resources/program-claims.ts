import { setImmediate as nextTurn } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import type { Members, Problem } from "../api";
import {
  hasSkipRule,
  isPart,
  resourceRules,
  type Declared,
  type SharedClaim,
} from "../claims/claim-conflict";
import { refOf, rulesInPhase, declareResource } from "../claims/declare-parts";
import type { ResourceKind } from "../properties";
import { CLAIMS } from "../properties/hidden";
import type { ResourceRules } from "../rulesets/hazards/known-order";
import { skippedElsewhere } from "../rulesets/hazards/skipped-elsewhere";
import { containsLater, isLater, later } from "./known-parts";
import { programLanguage } from "../program-language";
import { logAt } from "./program-log";

/** What a resource declares, and its rules. These do not hold up the declaration, and are read only if a skip rule may concern them. */
interface Entry {
  readonly declared: Declared;
  readonly rules: () => Promise<readonly ResourceRules[]>;
}

/** A declaration of a resource, and those of the other resources of the program about the same subject. */
interface Claim {
  readonly own: Entry;
  readonly others: readonly Entry[];
}

/** What the declarations of a resource lead to. */
interface Claims {
  readonly inputs: { readonly [CLAIMS]?: readonly pulumi.Output<SharedClaim>[] };
  /** Warnings about skip rules of the resource that switch off what other resources declare. */
  readonly warnings?: pulumi.Output<readonly Problem[]>;
}

/** What the resources of a program declare, by subject. A process may run several programs, each with its own stack. */
const programs = new WeakMap<object, Map<string, Entry[]>>();

/**
 * Declares what a resource claims of subjects that several resources share, such as an entry point. The hidden inputs are known once
 * everything is claimed that the program declares without waiting. So the resource reaches the engine only then, and its `check` reports
 * what contradicts, before anything is written. They are empty without a stack, as in a unit test.
 *
 * @param known resolves to the arguments with an unknown value in place of each that is not known, or secret
 */
export function claimsOf(kind: ResourceKind, name: string, args: Members, known: Promise<Members>): Claims {
  const stack = pulumi.runtime.getStackResource();
  if (!stack) return { inputs: {} };
  const program = programs.get(stack) ?? new Map<string, Entry[]>();
  programs.set(stack, program);
  const claims = declareResource(kind, name, args, refsOf).map(({ values, read }, index) =>
    whenKnown(values, async (all) => {
      const declared = read(all);
      const rules = async () =>
        index === 0 && isPart(declared)
          ? [resourceRules(declared.claim, rulesInPhase(kind, await known, programLanguage()))]
          : [];
      return claim(program, { declared, rules });
    }),
  );
  const [main] = claims;
  if (!main) return { inputs: {} };
  const shared = claims.map((one) =>
    one.apply(({ own, others }) => ({
      own: own.declared,
      others: others.map(({ declared }) => declared),
    })),
  );
  return { inputs: { [CLAIMS]: shared }, warnings: main.apply(skipWarnings) };
}

/** Waits until the resources so far have declared theirs. */
async function claim(program: Map<string, Entry[]>, own: Entry): Promise<Claim> {
  const { subject } = own.declared;
  const all = program.get(subject) ?? [];
  program.set(subject, all);
  all.push(own);
  await nextTurn();
  return { own, others: all.filter((other) => other !== own) };
}

/** Never rejects. */
async function skipWarnings({ own, others }: Claim): Promise<readonly Problem[]> {
  try {
    const [mine] = await own.rules();
    if (!mine || !hasSkipRule(mine)) return [];
    return skippedElsewhere(mine, (await Promise.all(others.map(({ rules }) => rules()))).flat());
  } catch (problem) {
    // A warning that cannot be made must not fail the program.
    void pulumi.log.debug(`The skip rules could not be judged: ${String(problem)}`);
    return [];
  }
}

/** Logs warnings at a resource. A secret warning is not logged. */
export function warnOf(resource: pulumi.Resource, warnings: pulumi.Output<readonly Problem[]>): void {
  void pulumi.isSecret(warnings).then((secret) => {
    if (secret) return;
    warnings.apply((all) => {
      for (const { path, message } of all) logAt(resource, "warn", `${path}: ${message}`);
    });
  });
}

/** Returns the refs of rules of a program. */
function refsOf(rules: unknown): unknown {
  if (!Array.isArray(rules))
    return later(rules).apply((known) => (Array.isArray(known) ? known.map(refOf) : []));
  return rules.map((rule: unknown) => (isLater(rule) ? later(rule).apply(refOf) : refOf(rule)));
}

/**
 * Calls `read` with the values once all of them are known: `pulumi.all(values).apply(read)`. Values that are known already are not
 * handed to the SDK. It makes outputs of all their members, which took a large part of the CPU time of a preview.
 */
function whenKnown<T>(
  values: readonly unknown[],
  read: (known: readonly unknown[]) => Promise<T>,
): pulumi.Output<T> {
  const places = values.flatMap((value, place) => (containsLater(value) ? [place] : []));
  const waiting = pulumi.output(places.length === 0 ? undefined : places.map((place) => values[place]));
  return waiting.apply((known) =>
    read(
      values.map((value, place) => {
        const index = places.indexOf(place);
        return index < 0 ? value : known?.[index];
      }),
    ),
  );
}
