import { connectionLabel } from "../connection";
import { ownerText, scopeText } from "../live-rulesets";
import type { StateResource } from "../stack-state";
import { alignColumns, shellQuoted } from "../text-layout";
import type { ReleasedObject } from "./find-marks";
import type { Release } from "./remove-marks";
import { counted } from "../../provider/words";

export interface ReleaseReport {
  /** The resources that the stack gives up. */
  readonly released: readonly StateResource[];
  /** The other resources of the state. */
  readonly staying: readonly StateResource[];
  readonly removals: readonly Release[];
  readonly keepsMarks: boolean;
  /** Whether marks were removed: otherwise, it is a plan. */
  readonly written: boolean;
  readonly unread: readonly string[];
  /** Connections whose resources this run has left out. */
  readonly others: readonly string[];
}

export function releaseLines(report: ReleaseReport): string[] {
  const { removals, keepsMarks, written, unread, others } = report;
  const left = removals.filter(({ reason }) => reason !== undefined);
  const reasons = new Set(left.map(({ reason }) => reason));
  const removed = removals.filter(({ outcome }) => outcome === "removed");
  const planned = removals.filter(({ outcome }) => outcome === "planned");
  return [
    ...(keepsMarks ? ["The marks stay: nothing was read."] : []),
    ...(!keepsMarks && removals.length + unread.length === 0
      ? ["No live object carries a mark of the released resources."]
      : []),
    ...(planned.length === 0
      ? []
      : [
          `${counted(planned.length, "object")} ${planned.length === 1 ? "carries a mark" : "carry marks"} of the released resources:`,
          ...objectLines(planned.map(({ object }) => object)),
          "Nothing was written. To remove these marks, add --yes.",
        ]),
    ...(removed.length === 0
      ? []
      : [
          `Marks removed from ${counted(removed.length, "object")}:`,
          ...objectLines(removed.map(({ object }) => object)),
        ]),
    ...[...reasons].flatMap((reason) => [
      `Not released: ${reason}`,
      ...objectLines(left.filter((one) => one.reason === reason).map(({ object }) => object)),
    ]),
    ...unread.map((place) => `Not searched, since the credential may not read it: ${place}.`),
    ...others.map(
      (name) =>
        `Left out: resources of ${connectionLabel(name)}. Run the command for that connection, too (--connection).`,
    ),
    ...forgetLines(report, written && left.length + unread.length > 0),
  ];
}

export function releaseJson(report: ReleaseReport): object {
  const { released, removals, written, unread, others } = report;
  return {
    format: "edge-platform-release",
    version: 1,
    written,
    marks: removals.map((one) => ({
      ...objectJson(one.object),
      outcome: one.outcome,
      reason: one.reason ?? null,
    })),
    unread,
    otherConnections: others,
    forget: inOrder(released).map(({ urn, ...resource }) => ({
      urn,
      command: forgetCommand({ urn, ...resource }),
    })),
    dependents: dependentsOf(report).map(([resource, on]) => ({ urn: resource.urn, dependsOn: on })),
  };
}

function forgetLines(report: ReleaseReport, isIncomplete: boolean): string[] {
  const { released } = report;
  if (released.length === 0) return ["The state has no resource of this package and connection."];
  return [
    ...(isIncomplete ? ["Run the command again before the state forgets the resources."] : []),
    "These commands make the state forget the resources, in this order. They send no request to the API:",
    ...inOrder(released).map((resource) => `  ${forgetCommand(resource)}`),
    ...dependentsOf(report).map(
      ([{ urn }, on]) =>
        `${urn} depends on ${on} and stays in the state, so \`pulumi state delete\` refuses: remove that dependency from the program, ` +
        "and run `pulumi up` first.",
    ),
  ];
}

/** A state has each resource before those that depend on it, and the engine removes one only after these. */
function inOrder(released: readonly StateResource[]): StateResource[] {
  return [...released].reverse();
}

function forgetCommand({ urn, protect }: StateResource): string {
  return `pulumi state delete --yes ${protect === true ? "--force " : ""}${shellQuoted(urn)}`;
}

/** Returns the staying resources that depend on a released one, each with the URN of the first. */
function dependentsOf({ released, staying }: ReleaseReport): (readonly [StateResource, string])[] {
  return staying.flatMap((resource) => {
    const { dependencies, propertyDependencies, parent, deletedWith } = resource;
    const named = JSON.stringify([dependencies, propertyDependencies, parent, deletedWith]);
    const on = released.find(({ urn }) => named.includes(JSON.stringify(urn)));
    return on ? [[resource, on.urn] as const] : [];
  });
}

function objectLines(objects: readonly ReleasedObject[]): string[] {
  return alignColumns(objects.map(cells)).map((line) => `  ${line}`);
}

function cells(object: ReleasedObject): string[] {
  const { kind, id } = object;
  switch (object.kind) {
    case "rule":
      return [kind, id, JSON.stringify(object.ref), `${scopeText(object.scope)}, ${object.phase}`];
    case "list": {
      const { name, accountId, items } = object;
      return [kind, id, JSON.stringify(name), `account ${accountId}, ${counted(items, "marked item")}`];
    }
    case "token": {
      const { name, plainName, owner } = object;
      return [kind, id, JSON.stringify(name), `${ownerText(owner)}, will be ${JSON.stringify(plainName)}`];
    }
  }
}

function objectJson(object: ReleasedObject): object {
  const { kind, id } = object;
  switch (object.kind) {
    case "rule": {
      const { scope, phase, rulesetId, ref } = object;
      return { kind, id, name: ref, rulesetId, phase, ...placeJson(scope) };
    }
    case "list":
      return { kind, id, name: object.name, items: object.items, ...placeJson(object) };
    case "token":
      return { kind, id, name: object.name, plainName: object.plainName, ...placeJson(object.owner) };
  }
}

function placeJson(place: object): object {
  return {
    zoneId: "zoneId" in place ? place.zoneId : null,
    accountId: "accountId" in place ? place.accountId : null,
  };
}
