import type { Claim } from "./claim-conflict";

/** A part of a zone or account that a resource declares. */
export interface DeclaredPart {
  readonly kind: "part";
  /** What the declaration is about. Only declarations about one subject can contradict each other. */
  readonly subject: string;
  readonly claim: Claim;
  /** How messages name the zone or account. */
  readonly place: string;
}

/** What only one resource may have: the name of a token or ruleset, or a token that it adopts. */
export interface DeclaredName {
  readonly kind: "name";
  readonly subject: string;
  /** The name of the resource. */
  readonly resource: string;
  readonly of: "ApiToken" | "Ruleset";
  /** The argument that declares it. */
  readonly path: "name" | "adopt";
  /** Whether the resource adopts a token, which an id identifies and no name. */
  readonly adopts: boolean;
}

/** What a resource of a program declares about a subject that several resources share. */
export type Declared = DeclaredPart | DeclaredName;

/** What a resource declares, and what the other resources of the program declare about the same subject. */
export interface SharedClaim {
  readonly own: Declared;
  readonly others: readonly Declared[];
}

/** A declaration that depends on values of which some may be known later. */
export interface Declaration<D extends Declared> {
  readonly values: readonly unknown[];
  /** Returns what is declared, by the values once all of them are known. */
  readonly read: (known: readonly unknown[]) => D;
}
