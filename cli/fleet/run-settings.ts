import { z } from "zod";

const DEFAULT_JOBS = 4;
const DEFAULT_NODE = 22;
const NAME = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "expected the name of an environment variable, such as EDGE_PRESET");
/** Without control characters, so that it is one line of any text that names it. */
const Line = z
  .string()
  .min(1)
  .regex(/^\P{C}*$/u, "it must have no control characters");
/** What each scheduler sets itself, from secrets or other settings. */
const OWN = ["EDGE_API_TOKEN", "EDGE_RATE_SHARE", "PULUMI_BACKEND_URL"];
const isOwn = (name: string) => OWN.includes(name.toUpperCase());

/** How schedulers run the stacks of a fleet. */
export const RunMember = z
  .strictObject({
    /** Number of stacks that are updated at the same time. */
    jobs: z.number().int().min(1).max(100).default(DEFAULT_JOBS),
    /** Where the states are. Default: the hosted backend. */
    backend: Line.regex(/^[a-z0-9+]+:\/\//, "expected an address, such as s3://states").optional(),
    environment: z
      .string()
      .regex(/^[\w.-]{1,100}$/, "it must have letters, digits, dots, hyphens and underscores only")
      .default("production"),
    branch: z
      .string()
      .regex(
        /^\w[\w./-]{0,199}$/,
        "it must have letters, digits, dots, slashes, hyphens and underscores only",
      )
      .default("main"),
    node: z.number().int().min(20).max(99).default(DEFAULT_NODE),
    repository: Line.optional(),
    variables: z.record(NAME, Line).default({ EDGE_PRESET: "cloudflare" }),
    /** Default: what Pulumi needs for the backend. */
    secrets: z.array(NAME).optional(),
  })
  .refine(({ variables, secrets = [] }) => ![...Object.keys(variables), ...secrets].some(isOwn), {
    error: `${OWN.join(", ")} are set without being named here`,
  })
  .transform((run) => ({ ...run, secrets: run.secrets ?? [secretOf(run.backend)] }));

/** The hosted backend needs a token. With any other, the passphrase decrypts the secrets of stacks. */
function secretOf(backend: string | undefined): string {
  return backend === undefined || /^https?:/.test(backend)
    ? "PULUMI_ACCESS_TOKEN"
    : "PULUMI_CONFIG_PASSPHRASE";
}
