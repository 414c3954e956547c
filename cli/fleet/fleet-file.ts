import path from "node:path";
import { z } from "zod";
import { Id, MAX_TAG_FILTER_VALUES, MAX_TAG_FILTERS, parseTagFilter, ZONE_PLANS } from "../../provider/api";
import { isStackPattern } from "../../fleet/stack-names";
import { zoneName } from "../../fleet/zone-name";
import { readInput } from "../read-text";
import { RunMember } from "./run-settings";
import { checkYaml, parseYaml, type YamlText } from "./yaml-text";

/** The options of each command. */
export interface FleetFlags {
  readonly file: string;
  readonly json: boolean;
}

/** A larger stack takes the engine minutes: the CPU of an `up` grows with the square of its resources. */
const MAX_SIZE = 500;
const DEFAULT_SIZE = 30;

/** A condition on the tags of a zone, as the API writes it. */
const TagCondition = z.string().transform((text, context) => {
  const filter = parseTagFilter(text);
  const count = filter?.values?.length ?? 0;
  if (filter && count <= MAX_TAG_FILTER_VALUES) return { text, filter };
  context.addIssue({
    code: "custom",
    message: filter
      ? `expected at most ${MAX_TAG_FILTER_VALUES} values, found ${count}`
      : "expected a condition on a tag: environment=production, team=web,api, environment, !archived or region!=eu",
  });
  return z.NEVER;
});
export type TagCondition = z.infer<typeof TagCondition>;

/** Zones of the account, as the API lists them. */
const ZoneQuery = z.strictObject({
  /** Pattern with `*` and `?`. Default: every name. */
  name: z.string().min(1).optional(),
  plan: z.enum(ZONE_PLANS).optional(),
  /** All must hold. */
  tags: z.array(TagCondition).min(1).max(MAX_TAG_FILTERS).optional(),
  /** Default: every account that the credential can see. */
  account: Id.optional(),
});
export type ZoneQuery = z.infer<typeof ZoneQuery>;

const Wave = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, {
    error: "expected letters, digits, hyphens and underscores, such as canary",
  }),
  /** Zones whose stacks have no other zones. */
  zones: z
    .array(z.string().transform((name) => zoneName(name) ?? name))
    .min(1)
    .optional(),
  percent: z.number().gt(0).max(100).optional(),
  /** A command of the shell, run beside the fleet file. */
  check: z.string().min(1).optional(),
  approval: z.boolean().optional(),
});

/** Names of waves and of their zones: each may be there once. */
const Waves = z.array(Wave).superRefine((waves, context) => {
  const seen = new Set<string>();
  const check = (name: string, path: (string | number)[]) => {
    if (seen.has(name)) context.addIssue({ code: "custom", path, message: `${name} is there twice` });
    seen.add(name);
  };
  waves.forEach(({ name, zones = [] }, index) => {
    check(name, [index, "name"]);
    zones.forEach((zone, at) => check(zone, [index, "zones", at]));
  });
});

const SOURCES = ["zones", "zonesQuery", "zonesFile"] as const;

const FleetFile = z
  .strictObject({
    /** The folder of Pulumi.yaml, relative to the file. */
    program: z.string().min(1).default("."),
    stacks: z.strictObject({
      name: z.string().refine(isStackPattern, {
        error:
          "it must contain {number} once, and otherwise letters, digits, dots, hyphens and underscores: edge-{number}",
      }),
      size: z.number().int().min(1).max(MAX_SIZE).default(DEFAULT_SIZE),
    }),
    zones: z.array(z.string()).optional(),
    zonesQuery: ZoneQuery.optional(),
    /** A file that another system writes, relative to the file. */
    zonesFile: z.string().min(1).optional(),
    /** What the program reads about zones, by patterns of names. Of several patterns that fit, a later one takes precedence. */
    config: z.record(z.string().min(1), z.record(z.string(), z.json())).default({}),
    /** Files and folders outside the program that stacks depend on, relative to the file. */
    inputs: z.array(z.string().min(1)).default([]),
    /** The order in which stacks are updated. Default: all at once. */
    waves: Waves.default([]),
    run: RunMember.prefault({}),
  })
  .refine((file) => SOURCES.filter((source) => file[source] !== undefined).length === 1, {
    error:
      "expected one of zones (a list), zonesQuery (zones of the account) and zonesFile (a file with zones)",
  });

export type FleetFile = z.infer<typeof FleetFile> & {
  /** As the user has named it. */
  readonly file: string;
  readonly yaml: YamlText;
  readonly programFolder: string;
  readonly lockFile: string;
  /** What the runs on this machine have done. */
  readonly runFile: string;
};

/** Reads a fleet file. Its lock file is beside it. @throws UsageError that names the line */
export function readFleetFile(file: string): FleetFile {
  const yaml = parseYaml(file, readInput(file));
  const fleet = checkYaml(FleetFile, yaml);
  return {
    ...fleet,
    file,
    yaml,
    programFolder: path.resolve(path.dirname(file), fleet.program),
    lockFile: path.join(path.dirname(file), "fleet.lock.json"),
    runFile: path.join(path.dirname(file), "fleet.run.json"),
  };
}

/** Returns the path of a file that the fleet file names. */
export function besideFleet({ file }: FleetFile, name: string): string {
  return path.join(path.dirname(file), name);
}

/** Returns a path as it is written on every system: hashes and pipelines must not depend on the machine. */
export function portablePath(name: string): string {
  return name.split(path.sep).join("/");
}
