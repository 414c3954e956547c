import { chunkStacks } from "./chunk-stacks";
import { waveOutput } from "./github-workflow";
import { stacksByWave, type ChangedStack, type PipelineWave } from "./pipeline";

/** The number of jobs that a matrix of GitHub Actions may have. */
const MOST_JOBS = 256;

/** Returns the outputs of the job that finds the changed stacks: for each wave one line with the matrix of its jobs. */
export function githubMatrix(waves: readonly PipelineWave[], changed: readonly ChangedStack[]): string {
  return stacksByWave(waves, changed)
    .map(({ stacks }, index) => {
      const jobs = chunkStacks(stacks, MOST_JOBS).map((chunk) => ({
        name: chunk.name,
        stacks: chunk.stacks.map(({ stack }) => stack).join(" "),
      }));
      return `${waveOutput(index)}=${JSON.stringify(jobs)}\n`;
    })
    .join("");
}
