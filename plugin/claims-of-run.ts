import type { Problem } from "../provider/api";
import { hasSkipRule, type Declared, type SharedClaim } from "../provider/claims/claim-conflict";
import { skippedElsewhere } from "../provider/rulesets/hazards/skipped-elsewhere";
import type { ResourceRules } from "../provider/rulesets/hazards/known-order";
import type { Declarations } from "./declarations";

/**
 * What the resources of a run declare, by URN. The engine checks them in any order, several at a time, and again if a resource is
 * replaced. It never checks a resource that the program does not declare any more.
 */
export class ClaimsOfRun {
  readonly #declared = new Map<string, Declarations>();
  /** By subject, the URNs of the resources that declare something about it, or did so before they were checked again. */
  readonly #subjects = new Map<string, Set<string>>();
  readonly #previewed = new Set<string>();
  readonly #said = new Set<string>();

  /** Records what a resource declares. It replaces what the resource has declared before. */
  declare(urn: string, declarations: Declarations): void {
    this.#declared.set(urn, declarations);
    for (const { subject } of declarations.all)
      this.#subjects.set(subject, (this.#subjects.get(subject) ?? new Set()).add(urn));
  }

  /** Records that a preview shows the resource as new or changed, so that it warns about it. */
  notePreview(urn: string): void {
    this.#previewed.add(urn);
  }

  /** Returns what a resource declares, each with what the resources declare about it that are known so far. */
  of(urn: string): SharedClaim[] {
    const { all = [] } = this.#declared.get(urn) ?? {};
    return all.map((own) => ({ own, others: this.#others(urn, own.subject) }));
  }

  /**
   * Returns the warnings, each only once, about skip rules of a resource that switch off rules of another one, and the other way
   * round. At least one of the two is in the preview.
   */
  skipWarnings(urn: string): (Problem & { readonly urn: string })[] {
    const subject = this.#declared.get(urn)?.main?.part.subject;
    if (subject === undefined) return [];
    const near = this.#withRules(subject);
    const found = near.flatMap((own) => {
      if (!hasSkipRule(own.rules)) return [];
      const others = near.filter((one) => one !== own);
      const rules = others.map((one) => one.rules);
      return skippedElsewhere(own.rules, rules).flatMap(({ path, message, other }) => {
        const target = others.find((one) => one.rules === other);
        const isShown = target && [own, target].some((one) => this.#previewed.has(one.urn));
        return isShown ? [{ urn: own.urn, path, message }] : [];
      });
    });
    return found.filter((warning) => {
      const key = JSON.stringify(warning);
      if (this.#said.has(key)) return false;
      this.#said.add(key);
      return true;
    });
  }

  #others(urn: string, subject: string): Declared[] {
    return this.#resources(subject)
      .filter((other) => other !== urn)
      .flatMap((other) => this.#declared.get(other)?.all ?? [])
      .filter((declared) => declared.subject === subject);
  }

  #withRules(subject: string): { readonly urn: string; readonly rules: ResourceRules }[] {
    return this.#resources(subject).flatMap((urn) => {
      const main = this.#declared.get(urn)?.main;
      return main?.part.subject === subject ? [{ urn, rules: main.rules() }] : [];
    });
  }

  #resources(subject: string): string[] {
    return [...(this.#subjects.get(subject) ?? [])];
  }
}
