import * as pulumi from "@pulumi/pulumi";
import type { Members } from "../api/arguments";
import type { Problem } from "../api/problem";
import { isOutputText } from "../api/unknown";
import { identityText } from "../marks";
import { newReport, takeReport } from "../process";
import { PROPERTIES, secretOutputsOf, type ByKind, type ResourceKind } from "../properties";
import { checkUnderMocks } from "./check-under-mocks";
import { settledValues } from "./failed-values";
import { listOrder } from "./declared-lists";
import { storable } from "./foreign-values";
import { knownMembers, containsLater, isLater, later } from "./known-parts";
import { claimsOf, warnOf } from "./program-claims";
import { trialNotices } from "../rulebook/log-only";
import { programLanguage } from "../program-language";
import { zoneNameOf } from "../program-zones";
import { logAt, noteUnanswered, printLine, reportError } from "./program-log";
import { startRegistration } from "./start-registration";
import { stub } from "./stub";
import {
  BASE,
  FAULTS,
  LINES,
  MARK,
  PREVIEW,
  PROBLEMS,
  REPLACE_ON_CHANGES,
  REPORT,
  STACK,
  URN,
  ZONE,
} from "../properties/hidden";
import type { PreviewLine } from "../properties/preview-line";
import { warningsOf } from "../claims/warnings-of";

/** What every resource of this package takes besides its own arguments. */
export interface CommonArgs {
  /** The name of an entry of `edge:connections`, which selects account and credential. Defaults to the default connection. */
  connection?: pulumi.Input<string> | undefined;
}

/** Allows what the package finds in rules, with a reason. It is no error then, and no warning; the API still decides. */
export interface AllowanceArgs {
  /** The id of what is allowed, as errors and `edge-platform explain` name it: `plan-field`, `unknown-name`, `blocks-everything`. */
  id: pulumi.Input<string>;
  /** The ref of the rule. Defaults to every rule of the resource, and their ruleset. */
  rule?: pulumi.Input<string> | undefined;
  /** Why it is allowed, and who decided that. */
  reason: pulumi.Input<string>;
  /** The last day of the allowance, in UTC: `2027-01-31`. By default, it does not end. */
  until?: pulumi.Input<string> | undefined;
}

/** What a resource with expressions takes. */
export interface AllowingArgs {
  /**
   * What this package would refuse or warn about, and is allowed nevertheless, each with a reason: constraints that no answer of the API
   * proves, limits of plans, unknown names (`unknown-name`), warnings and hazards. A change alone causes no update.
   */
  allowances?: pulumi.Input<pulumi.Input<AllowanceArgs>[]> | undefined;
}

/**
 * Base of this package's resources: a custom resource whose provider is a tiny serialized stub that loads the installed package.
 * So the newest installed code reads, refreshes and destroys states of every release.
 */
export abstract class EdgeResource extends pulumi.CustomResource {
  /** The version of the state's shape; 1 since the first release. */
  declare readonly stateVersion: pulumi.Output<number>;

  /**
   * @param written what the program has written; empty for `.get`
   * @param inputsOf returns what the engine gets in place of some of these arguments, and besides them
   */
  protected constructor(
    kind: ResourceKind,
    name: string,
    written: Record<string, unknown>,
    options: pulumi.CustomResourceOptions,
    inputsOf: (args: Record<string, unknown>) => Record<string, unknown> = () => ({}),
  ) {
    if (options.import !== undefined) throw new pulumi.RunError(importRejected(kind, name));
    const { args, opts, faults: failed } = settledValues(written, options);
    const checked = checkUnderMocks(kind, name, written, opts);
    const table = PROPERTIES[kind];
    const isPreview = pulumi.runtime.isDryRun();
    const additionalSecretOutputs = secretOutputsOf(table);
    const inputs = inputsOf(args);
    const given = storable({ ...args, ...inputs });
    const { [FAULTS]: earlier = [] } = inputs as { [FAULTS]?: readonly Problem[] };
    const faults = [...earlier, ...given.faults, ...nameFaults(name)];
    const known = knownMembers(args);
    const claims = opts.id === undefined ? claimsOf(kind, name, args, known) : undefined;
    const urn = opts.id === undefined ? urnOf(kind, name, opts) : undefined;
    const report = isPreview && opts.id === undefined ? newReport() : undefined;
    const order = listOrder(kind, written, checked, () => known);
    const registration = startRegistration();
    try {
      super(
        typeToken(kind),
        name,
        {
          ...unsetProperties(kind),
          ...given.args,
          [FAULTS]: reportedFaults(faults, failed),
          ...(urn && {
            [MARK]: urn.then(identityOf),
            [URN]: urn,
            [ZONE]: zoneNameIn(args),
            [BASE]: name,
            [STACK]: stackName(),
          }),
          ...claims?.inputs,
          secretInputs: secretInputs(given.args),
          // Only in a preview does `check` read what is live. An update reads it when it writes.
          ...(isPreview && REPORTED),
          [REPORT]: report,
          [REPLACE_ON_CHANGES]: replacedArguments(opts),
          __provider: stub(kind),
        },
        additionalSecretOutputs.length > 0
          ? pulumi.mergeOptions({ additionalSecretOutputs }, order.opts)
          : order.opts,
      );
    } catch (problem) {
      throw registration.failed(problem);
    } finally {
      registration.end();
    }
    order.made(this);
    if (isPreview) reportProblems(this, typeToken(kind), name);
    if (report !== undefined) printReport(this, report);
    for (const path of innerPaths(opts.replaceOnChanges)) logAt(this, "warn", withoutEffect(path));
    warnOfDeletion(this, kind, opts);
    warnAbout(this, kind, known);
    if (claims?.warnings) warnOf(this, claims.warnings);
  }
}

/** Returns the input by which `check` reports what the class has found in the arguments: undefined for nothing. */
export function reportedFaults(
  found: readonly Problem[],
  failed?: Promise<readonly Problem[]>,
): pulumi.Input<readonly Problem[] | undefined> {
  const listed = (faults: readonly Problem[]) => (faults.length > 0 ? faults : undefined);
  return failed ? failed.then((more) => listed([...found, ...more])) : listed(found);
}

/** Returns each property of a kind without a value: the SDK makes an output of each name, set or not. */
export function unsetProperties(kind: ResourceKind): Readonly<Record<string, undefined>> {
  const names = [
    ...Object.keys(PROPERTIES[kind]),
    "stateVersion",
    ...(pulumi.runtime.isDryRun() ? [PROBLEMS, LINES] : []),
  ];
  return Object.fromEntries(names.map((member) => [member, undefined]));
}

/** Returns the name of the zone of a resource, if a lookup of the program has found it. */
export function zoneNameIn({ zoneId }: { readonly zoneId?: unknown }): pulumi.Input<string | undefined> {
  return isLater(zoneId) ? later(zoneId).apply(zoneNameOf) : zoneNameOf(zoneId);
}

/** What a class adds to the inputs in a preview, whose problems it reports. */
export const REPORTED = { [PREVIEW]: true };

/**
 * In a preview, prints what the provider has found. Of a resource with problems, the lines are printed, too. The engine ends a preview at the first resource whose `check` or `read` fails, so
 * they pass instead, with the problems as an output.
 */
export function reportProblems(resource: pulumi.Resource, type: string, name: string): void {
  noteUnanswered(resource, name);
  // The cast holds: the SDK makes an output of each property that the constructor names.
  const { [PROBLEMS]: problems, [LINES]: lines } = resource as unknown as Record<
    string,
    pulumi.Output<unknown>
  >;
  lines?.apply((found) => {
    // The cast holds: the provider has made them.
    for (const line of Array.isArray(found) ? (found as PreviewLine[]) : []) printLine(resource, line);
  });
  problems?.apply((found) => {
    if (!Array.isArray(found)) return;
    for (const problem of found) reportProblem(resource, { type, name, problem: String(problem) });
  });
}

/** Returns the names of arguments that the option `replaceOnChanges` has; undefined for none. */
function replacedArguments({ replaceOnChanges = [] }: pulumi.CustomResourceOptions): string[] | undefined {
  const inner = innerPaths(replaceOnChanges);
  const names = replaceOnChanges.filter((path) => !inner.includes(path));
  return names.length > 0 ? names : undefined;
}

/** Returns the paths of an option that name a part of an argument. */
function innerPaths(paths: readonly string[] = []): string[] {
  return paths.filter((path) => /^[^.[]+[.[]/.test(path));
}

/** Returns the warning about a path of `replaceOnChanges` that a dynamic provider cannot compare. */
function withoutEffect(path: string): string {
  const [name = path] = path.split(/[.[]/, 1);
  return `replaceOnChanges: ${path} has no effect: only the native plugin compares parts of an argument; write ${name}`;
}

/** In a preview, warns that an option makes a replacement delete first, which this package does only where the API leaves no other way. */
export function warnOfDeletion(
  resource: pulumi.Resource,
  kind: ResourceKind,
  { deleteBeforeReplace }: pulumi.CustomResourceOptions,
): void {
  if (deleteBeforeReplace !== true || !pulumi.runtime.isDryRun() || kind === "List") return;
  const text =
    "deleteBeforeReplace: a replacement deletes this resource, and everything that depends on it, before it makes them again: " +
    "until then, their rules are off and the values of their tokens are dead. Without the option, the new one is made first";
  logAt(resource, "warn", text);
}

/** Prints the lines of a report once the engine has answered for the resource: `check` has written them by then. */
function printReport(resource: pulumi.Resource, report: string): void {
  resource.urn.apply(() => {
    // The cast holds: the provider has made them.
    for (const line of takeReport(report) as PreviewLine[]) printLine(resource, line);
  });
}

/** Reports a problem in a preview, in the words of the engine. */
export function reportProblem(
  resource: pulumi.Resource,
  { type, name, problem }: { readonly type: string; readonly name: string; readonly problem: string },
): void {
  reportError(resource, `${type} resource '${name}' has a problem: ${problem}`);
}

/** Returns a problem if a template string made the name of a resource of an Output. */
function nameFaults(name: string): Problem[] {
  if (!isOutputText(name)) return [];
  const message =
    "the name of the resource is the text of an Output: a name must be known when the program runs";
  return [{ path: "", message }];
}

/** Returns the resource type in URNs, policies and states. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/edge:${kind}`;
}

/** Whether a value is a resource of that class, also if another copy of the package made it. */
export function isResourceOf(kind: string, value: unknown): boolean {
  return isResourceOfType(typeToken(kind), value);
}

/** Whether a value is a resource of that type. */
export function isResourceOfType(type: string, value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "__pulumiType" in value && value.__pulumiType === type
  );
}

/**
 * Returns the names of the secret arguments. The engine hands secrets to a dynamic provider as plain values and does not tell
 * which they are, so the program does: a diagnostic then shows where an error is, without the text.
 */
function secretInputs(args: Record<string, unknown>): Promise<string[] | undefined> | undefined {
  // Only what is known later can be secret. The SDK would make outputs of all members of the others.
  const later = Object.entries(args).filter(
    ([name, value]) => !name.startsWith("__") && containsLater(value),
  );
  if (later.length === 0) return undefined;
  const names = later.map(async ([name, value]) =>
    (await pulumi.isSecret(pulumi.output(value))) ? [name] : [],
  );
  return Promise.all(names).then((found) => (found.flat().length > 0 ? found.flat() : undefined));
}

/**
 * Returns the URN that the engine will give the resource. A dynamic provider sees neither URN nor stack, so the program hands over
 * both.
 */
function urnOf(kind: string, name: string, { parent }: pulumi.CustomResourceOptions): Promise<string> {
  const urn = pulumi.createUrn(name, typeToken(kind), parent, pulumi.getProject(), pulumi.getStack());
  // A promise, since an output would depend on the parent, and so on all of its children: a deadlock.
  return new Promise((resolve) => urn.apply(resolve));
}

/** Returns the ownership mark of the resource with that URN without its nonce, which `check` adds. */
function identityOf(urn: string): string {
  const [organization, project, stack] = [organizationName(), pulumi.getProject(), pulumi.getStack()];
  const owner = process.env["EDGE_OWNER"] ?? new pulumi.Config("edge").get("owner");
  return identityText({ organization, project, stack, urn, owner });
}

/** Backends without organizations, and unit tests with mocks, share one name. */
const NO_ORGANIZATION = "organization";

function organizationName(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return NO_ORGANIZATION;
  }
}

/** Returns the name by which the CLI finds the stack's state. */
function stackName(): string {
  const [organization, stack] = [organizationName(), pulumi.getStack()];
  return organization === NO_ORGANIZATION ? stack : `${organization}/${pulumi.getProject()}/${stack}`;
}

function importRejected(kind: ResourceKind, name: string): string {
  const entrypoint =
    "leave `import` out: the rules are merged into an existing entry point (`takeOver: true` to own all of it)";
  const instead: ByKind<string> = {
    ApiToken:
      "set `adopt` to the token's id; this rolls its value, since the API never returns the value of an existing token",
    ZoneEntrypointRuleset: entrypoint,
    AccountEntrypointRuleset: entrypoint,
    Ruleset: "set `takeOver: true` with the name and the phase of the existing ruleset",
    ZoneCustomRuleset: "set `takeOver: true` with the name of the existing ruleset",
    OwaspConfig: "leave `import` out, and set `takeOver: true` for a deployment that was made by hand",
    GatewayEndpoint: "leave `import` out",
    List: 'leave `import` out: its items are added to the list of that name (`takeOver: true` and `ownership: "exclusive"` to own all of it)',
    ValidatedFilter: "leave `import` out",
  };
  return (
    `${kind} "${name}": the engine cannot import dynamic resources (neither the import option nor \`pulumi import\`). Instead, ` +
    `${instead[kind]}. To read one without managing it, use ${kind}.get.`
  );
}

/**
 * Logs the warnings about a resource, and the end of a trial, at that resource, in previews and updates. Never throws.
 *
 * @param known resolves to the arguments with an unknown value in place of each that is not known, or secret. Never rejects
 */
export function warnAbout(resource: pulumi.Resource, kind: ResourceKind, known: Promise<Members>): void {
  void known.then((args) => {
    try {
      const now = new Date();
      for (const text of warningsOf(kind, args, now, programLanguage())) logAt(resource, "warn", text);
      for (const { severity, text } of trialNotices(args["allowances"], now)) logAt(resource, severity, text);
    } catch (problem) {
      // A warning that cannot be made must not fail the program.
      logAt(resource, "debug", `The rules could not be judged: ${String(problem)}`);
    }
  });
}
