import { z } from "zod";
import { isMembers, type Members } from "../../provider/api";
import { kindOfJson, namesOf, parseJson, refuseFormat, shaped } from "./document-json";
import { DocumentError } from "./planned-change";

/** A resource in a state of Terraform or OpenTofu, with values in plain text: some are secret. */
export interface TerraformObject {
  readonly type: string;
  readonly address: string;
  /** The names and keys in the address: `["edge", "waf", "blue"]` for `module.edge.cloudflare_ruleset.waf["blue"]`. */
  readonly names: readonly string[];
  readonly values: Members;
  /** Mirrors the values, with true for what is sensitive. */
  readonly sensitive: unknown;
}

/** The resources of a state whose types were asked for, and what the state contains besides. */
export interface TerraformState {
  readonly objects: readonly TerraformObject[];
  /** Resources of these types without values that can be read, and why. */
  readonly unread: readonly { readonly address: string; readonly why: string }[];
  /** The number of resources of each other type. */
  readonly others: ReadonlyMap<string, number>;
}

const EXPECTED = "expected the output of `terraform show -json` without a plan, or of `terraform state pull`";
/** Where the command that reads states is documented. */
const DOCS = "docs/from-terraform.md";
/** The version of the files that Terraform 0.12 and later and OpenTofu write. */
const FILE_VERSION = 4;
const ShownResource = z.looseObject({
  address: z.string(),
  mode: z.string().default("managed"),
  type: z.string(),
  values: z.unknown().optional(),
  sensitive_values: z.unknown().optional(),
  deposed_key: z.string().nullish(),
});
const ShownModule = z.looseObject({
  resources: z.array(ShownResource).nullish(),
  // Each module is parsed in its turn, so that no depth is too deep.
  child_modules: z.array(z.unknown()).nullish(),
});
const Shown = z.looseObject({
  format_version: z.string(),
  values: z.looseObject({ root_module: z.unknown().optional() }).nullish(),
});

const Instance = z.looseObject({
  index_key: z.union([z.string(), z.number()]).nullish(),
  attributes: z.unknown().optional(),
  sensitive_attributes: z.array(z.unknown()).nullish(),
  deposed: z.string().nullish(),
});
const StateFile = z.looseObject({
  version: z.number(),
  resources: z
    .array(
      z.looseObject({
        module: z.string().nullish(),
        mode: z.string(),
        type: z.string(),
        name: z.string(),
        instances: z.array(Instance).default([]),
      }),
    )
    .nullish(),
});

/** Whether JSON is a state of Terraform or OpenTofu, in either form. Plans have states inside them. */
export function isTerraformState(whole: Members): boolean {
  if ("planned_values" in whole || "resource_changes" in whole) return false;
  if ("encrypted_data" in whole) return true;
  return "format_version" in whole ? "values" in whole : "version" in whole && !("deployment" in whole);
}

interface Found {
  readonly type: string;
  readonly address: string;
  readonly values: unknown;
  readonly sensitive: unknown;
  readonly isDeposed: boolean;
}

/**
 * Reads the resources of some types from the output of `terraform show -json`, or from a state file. Errors never quote values.
 * @throws DocumentError
 */
export function readTerraformState(text: string, types: readonly string[]): TerraformState {
  const whole = parseJson(text, EXPECTED);
  if (!isMembers(whole)) throw new DocumentError(`${EXPECTED}; found ${kindOfJson(whole)}`);
  const others = new Map<string, number>();
  const objects: TerraformObject[] = [];
  const unread: { address: string; why: string }[] = [];
  for (const { type, address, values, sensitive, isDeposed } of resourcesIn(whole)) {
    if (!types.includes(type)) others.set(type, (others.get(type) ?? 0) + 1);
    else if (isDeposed)
      unread.push({ address, why: "it is deposed: Terraform deletes it at the next apply" });
    else if (!isMembers(values))
      unread.push({ address, why: "the state has no values of it: run `terraform apply -refresh-only`" });
    else objects.push({ type, address, names: namesIn(address), values, sensitive });
  }
  return { objects, unread, others };
}

function resourcesIn(whole: Members): Found[] {
  if ("encrypted_data" in whole)
    throw new DocumentError("the state is encrypted; write it with `tofu show -json` or `tofu state pull`");
  if ("planned_values" in whole || "resource_changes" in whole)
    throw new DocumentError(`found a plan; ${EXPECTED}`);
  if ("deployment" in whole || "checkpoint" in whole)
    throw new DocumentError(`found the state of a Pulumi stack; ${EXPECTED}`);
  if ("format_version" in whole) return shownResources(shaped(Shown, whole, "the state", DOCS));
  if ("version" in whole) return resourcesOfFile(whole);
  throw new DocumentError(`${EXPECTED}; found an object with ${namesOf(whole)}`);
}

function shownResources({ format_version: format, values }: z.infer<typeof Shown>): Found[] {
  refuseFormat("the state", format);
  const found: Found[] = [];
  // A state without resources has no values.
  const modules: unknown[] = values?.root_module === undefined ? [] : [values.root_module];
  for (let module = modules.shift(); module !== undefined; module = modules.shift()) {
    const { resources, child_modules: children } = shaped(ShownModule, module, "a module of the state", DOCS);
    for (const {
      mode,
      type,
      address,
      values: shown,
      sensitive_values: sensitive,
      deposed_key,
    } of resources ?? [])
      if (mode === "managed")
        found.push({ type, address, values: shown, sensitive, isDeposed: deposed_key != null });
    modules.push(...(children ?? []));
  }
  return found;
}

function resourcesOfFile(whole: Members): Found[] {
  const { version } = whole;
  if (typeof version === "number" && version !== FILE_VERSION)
    throw new DocumentError(
      `the state file has version ${version}; this release reads version ${FILE_VERSION}, which Terraform 0.12 and later and OpenTofu write: write it again with \`terraform state pull\``,
    );
  const { resources } = shaped(StateFile, whole, "the state file", DOCS);
  return (resources ?? [])
    .filter(({ mode }) => mode === "managed")
    .flatMap(({ module, type, name, instances }) =>
      instances.map(({ index_key: key, attributes, sensitive_attributes: sensitive, deposed }) => ({
        type,
        address: `${module == null || module === "" ? "" : `${module}.`}${type}.${name}${key == null ? "" : `[${JSON.stringify(key)}]`}`,
        values: attributes,
        sensitive: mirrorOf((sensitive ?? []).map(stepsOf)),
        isDeposed: deposed != null,
      })),
    );
}

const Step = z.union([
  z.object({ type: z.literal("get_attr"), value: z.string() }).transform(({ value }) => value),
  z
    .object({ type: z.literal("index"), value: z.object({ value: z.union([z.string(), z.number()]) }) })
    .transform(({ value }) => String(value.value)),
]);
/** Values do not nest deeper than this. */
const Steps = z.array(Step).max(50);

/** Returns the members on the path to a sensitive value. Of a path that cannot be read, everything is sensitive. */
function stepsOf(path: unknown): readonly string[] {
  return Steps.safeParse(path).data ?? [];
}

function mirrorOf(paths: readonly (readonly string[])[]): unknown {
  if (paths.some(({ length }) => length === 0)) return true;
  const inside = new Map<string, (readonly string[])[]>();
  for (const [name = "", ...rest] of paths) {
    const known = inside.get(name);
    if (known) known.push(rest);
    else inside.set(name, [rest]);
  }
  return Object.fromEntries([...inside].map(([name, rests]) => [name, mirrorOf(rests)]));
}

/** A part of an address with its key: `edge["blue"]`. */
const PART = /([^.[\]]+)(?:\[(\d+|"(?:[^"\\]|\\.)*")\])?(?:\.|$)/y;

/** Returns the names and keys in an address. Of an address that cannot be read, the whole is the name. */
function namesIn(address: string): string[] {
  const names: string[] = [];
  PART.lastIndex = 0;
  for (let index = 0; PART.lastIndex < address.length; index += 1) {
    const [, name, key] = PART.exec(address) ?? [];
    if (name === undefined) return [address];
    // Before each name comes `module`, or the type of the resource.
    if (index % 2 === 1) names.push(name, ...(key === undefined ? [] : [plainKey(key)]));
  }
  return names;
}

function plainKey(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
