/** How the stacks of a fleet are run, for every scheduler. It names secrets, and contains none. */
export interface RunSettings {
  /** Number of stacks that are updated at the same time, at least 1. */
  readonly jobs: number;
  /** Where the states are: `s3://…`. Default: the hosted backend. */
  readonly backend?: string | undefined;
  /** The environment of GitHub or GitLab that has the deploying credential. */
  readonly environment: string;
  /** The branch whose commits are deployed. */
  readonly branch: string;
  /** The major version of Node. */
  readonly node: number;
  /** The address from which the Pulumi operator and Pulumi Deployments clone the repository. */
  readonly repository?: string | undefined;
  /** Environment variables of each command that runs Pulumi. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of secrets, which are also the names of the environment variables that get them. */
  readonly secrets: readonly string[];
}

/** What a pipeline needs to know of a wave. */
export interface PipelineWave {
  readonly name: string;
  /** A shell command that must succeed after the wave. */
  readonly check?: string | undefined;
  /** Whether a person approves the wave before it starts. */
  readonly approval?: boolean | undefined;
}

/** What does not change when zones or programs change. */
export interface FleetPipeline {
  readonly run: RunSettings;
  /** At least one. */
  readonly waves: readonly PipelineWave[];
  /** The folder of the program, relative to the repository. */
  readonly folder: string;
  /** The fleet file, relative to that folder. */
  readonly file: string;
}

/** A stack that has to be updated. */
export interface ChangedStack {
  readonly stack: string;
  /** The name of its wave. */
  readonly wave: string;
  /** The hash of what it depends on. */
  readonly hash: string;
}

/** The secret with the credential that only reads. */
export const READING_SECRET = "EDGE_PREVIEW_TOKEN";
/** The secret with the credential that writes. */
export const DEPLOYING_SECRET = "EDGE_DEPLOY_TOKEN";

const DRY_RUN = "EDGE_DRY_RUN";

/** Returns the variables of a command that runs Pulumi, without secrets. */
export function plainVariables({ backend, variables }: RunSettings): Record<string, string> {
  return { ...variables, ...(backend !== undefined && { PULUMI_BACKEND_URL: backend }) };
}

/** Returns the settings that belong to a credential: one that only reads sends no dry runs, which the API would refuse. */
export function settingsOf({ variables }: RunSettings, secret: string): Record<string, string> {
  const isSet = secret !== READING_SECRET || Object.hasOwn(variables, DRY_RUN);
  return isSet ? {} : { [DRY_RUN]: "false" };
}

/** Returns the stacks of each wave, in the order of the waves. */
export function stacksByWave(
  waves: readonly PipelineWave[],
  changed: readonly ChangedStack[],
): { readonly wave: PipelineWave; readonly stacks: readonly ChangedStack[] }[] {
  return waves.map((wave) => ({ wave, stacks: changed.filter((one) => one.wave === wave.name) }));
}
