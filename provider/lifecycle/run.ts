import type { EdgeClient } from "../client";
import { HandOver } from "./hand-over";

/**
 * What one run of the engine has learnt and done so far. Each run begins with a new one: the process of dynamic providers serves one
 * run, and a plugin that runs in a debugger (PULUMI_DEBUG_PROVIDERS) serves several.
 */
export interface Run {
  /** The name of the stack. Undefined until the program, or the engine, has told it. */
  stack: string | undefined;
  /** Codes of the marks in the state: of the resources that the engine has shown, and of all once the state is read. */
  readonly held: Set<string>;
  /** Ids of objects that resources of the state own. */
  readonly heldIds: Set<string>;
  /** Those of them, once the state is read, that a resource has left to another one, which has not written them. */
  readonly leftIds: Set<string>;
  /** Whether this run has read the state. */
  isStateRead: boolean;
  /** Codes of the marks of interrupted attempts. */
  readonly interrupted: Set<string>;
  /** The mark of the resource that holds a token, by the token's id: a held token is no orphan. */
  readonly tokenHolders: Map<string, unknown>;
  /**
   * Marks of custom rulesets and tokens whose `check` ran in a preview, of lists in which it has seen no change, and of OWASP deployments
   * whose effect it has reported: `diff` does not see otherwise that it runs in one.
   */
  readonly previewed: Set<unknown>;
  /** Plain refs of the rules that the API has accepted in a dry run of this preview, by the mark of their resource. */
  readonly accepted: Map<unknown, ReadonlySet<string>>;
  /** Names of the lists that the program declares, as far as they are checked. */
  readonly declaredLists: Set<string>;
  /** Whether this run has said that a person has named objects. */
  hasToldNamed: boolean;
  /** The mark of the resource that reports in full why a connection cannot be used, by the name of the connection. */
  readonly connectionFaults: Map<string | undefined, unknown>;
  /** Who manages which object after the run, and what moves from one resource of the program to another. */
  readonly handOver: HandOver;
  /** The clients of the run, by connection. What is read once a run is kept by client. */
  readonly clients: Map<string, EdgeClient>;
}

export function newRun(): Run {
  return {
    stack: undefined,
    held: new Set(),
    heldIds: new Set(),
    leftIds: new Set(),
    isStateRead: false,
    interrupted: new Set(),
    tokenHolders: new Map(),
    previewed: new Set(),
    accepted: new Map(),
    declaredLists: new Set(),
    hasToldNamed: false,
    connectionFaults: new Map(),
    handOver: new HandOver(),
    clients: new Map(),
  };
}
