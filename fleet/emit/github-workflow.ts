import { rateShare } from "../stacks-at-a-time";
import { createHash } from "node:crypto";
import { checkScript, fileOption, fleetCommand } from "./fleet-command";
import { GITHUB_COMMENT } from "./github-comment";
import {
  DEPLOYING_SECRET,
  plainVariables,
  READING_SECRET,
  type FleetPipeline,
  type PipelineWave,
  type RunSettings,
  settingsOf,
} from "./pipeline";
import { printYaml } from "./print-yaml";
import { shellWord } from "./shell-word";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the workflow of GitHub Actions that previews pull requests and updates stacks after a merge, wave by wave. */
export function githubWorkflow(pipeline: FleetPipeline): string {
  const { run, waves, folder, file } = pipeline;
  const path = folder === "." ? "" : `${folder}/`;
  const command = `edge-platform fleet emit github${fileOption(path + file)} > .github/workflows/fleet.yml`;
  const comments = [
    `Printed by \`${command}\`, run in the repository's folder.`,
    "Print it again after a change of `run` or `waves` in the fleet file. Other changes of the fleet do not change it.",
    `Secrets of the repository: ${[READING_SECRET, ...run.secrets].join(", ")}. ${READING_SECRET} only reads.`,
    `Secret of the environment ${run.environment}: ${DEPLOYING_SECRET}. Limit the environment to the branch ${run.branch}.`,
    ...(waves.some(({ approval }) => approval)
      ? [
          `The environment ${approvalEnvironment(run)} needs required reviewers, and no secrets: it approves waves.`,
        ]
      : []),
  ];
  const jobs = {
    preview: previewJob(pipeline),
    changes: changesJob(pipeline),
    ...Object.fromEntries(waves.flatMap((wave, index) => waveJobs(pipeline, wave, index))),
  };
  const workflow = {
    name: literal(folder === "." ? "Fleet" : `Fleet ${folder}`),
    on: { pull_request: {}, push: { branches: [run.branch] } },
    permissions: { contents: "read" },
    // A later push waits for its turn, and does the work of the pushes that it overtakes: no older commit runs after a newer one.
    concurrency: {
      group:
        "${{ github.workflow }}-${{ github.event_name == 'push' && 'deploy' || format('pull-{0}', github.event.pull_request.number) }}",
      "cancel-in-progress": "${{ github.event_name == 'pull_request' }}",
    },
    ...(folder !== "." && { defaults: { run: { "working-directory": literal(folder) } } }),
    jobs,
  };
  return printYaml(comments, [workflow]);
}

/** Identifies what the workflow contains, so that a run notices that it must be printed again. */
export function workflowId(pipeline: FleetPipeline): string {
  const waves = pipeline.waves.map(({ name, check, approval }) => [name, check, approval === true]);
  const { run, folder, file } = pipeline;
  return createHash("sha256")
    .update(JSON.stringify([run, waves, folder, file]))
    .digest("hex")
    .slice(0, 12);
}

/** The name of the output with the matrix of a wave. */
export function waveOutput(index: number): string {
  return `wave_${index + 1}`;
}

function approvalEnvironment({ environment }: RunSettings): string {
  return `${environment}-approval`;
}

function previewJob(pipeline: FleetPipeline): object {
  const { run } = pipeline;
  const preview = fleetCommand(
    pipeline,
    `preview --since HEAD^1 --jobs ${run.jobs} --review "$RUNNER_TEMP/review.md"`,
  );
  return {
    name: "Preview",
    // A fork's workflow gets no secrets, so its previews would fail.
    if: "github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository",
    "runs-on": "ubuntu-latest",
    permissions: { contents: "read", "pull-requests": "write" },
    steps: [
      // The checked out commit is a merge, whose first parent is the base.
      ...preparation(run, 2),
      step("Lock file", fleetCommand(pipeline, "plan --check"), readingEnv(run)),
      {
        ...step("Preview", `code=0\n${preview} || code=$?\necho "code=$code" >> "$GITHUB_OUTPUT"\n`),
        id: "preview",
        env: readingEnv(run),
      },
      step("Comment", `[ -e "$DIRECTORY/review.md" ] || exit 0\n${GITHUB_COMMENT}`, {
        DIRECTORY: "${{ runner.temp }}",
        GH_TOKEN: "${{ github.token }}",
        REPOSITORY: "${{ github.repository }}",
        NUMBER: "${{ github.event.pull_request.number }}",
      }),
      step("Verdict", 'exit "$CODE"', { CODE: "${{ steps.preview.outputs.code }}" }),
    ],
  };
}

function changesJob(pipeline: FleetPipeline): object {
  const outputs = ["base", ...pipeline.waves.map((_, index) => waveOutput(index))];
  const jobs = fleetCommand(
    pipeline,
    `emit github --jobs --since "$BASE" --settings ${workflowId(pipeline)}`,
  );
  return {
    name: "Changed stacks",
    if: "github.event_name == 'push'",
    "runs-on": "ubuntu-latest",
    permissions: { actions: "read", contents: "read" },
    outputs: Object.fromEntries(outputs.map((name) => [name, `\${{ steps.changes.outputs.${name} }}`])),
    steps: [
      ...preparation(pipeline.run, 0),
      { ...lastSuccess(pipeline.run), id: "last" },
      {
        ...step("Changed stacks", `echo "base=$BASE" >> "$GITHUB_OUTPUT"\n${jobs} >> "$GITHUB_OUTPUT"\n`),
        id: "changes",
        env: { BASE: "${{ steps.last.outputs.base }}" },
      },
    ],
  };
}

/**
 * Finds the commit of the last run that has succeeded: what later runs did not finish is done by this one. Fails if that commit is newer,
 * which happens if an old run is started again.
 */
function lastSuccess({ branch }: RunSettings): Step {
  const script = `workflow=\${GITHUB_WORKFLOW_REF%@*}
base=$(gh run list --repo "$GITHUB_REPOSITORY" --workflow "\${workflow##*/}" --branch "$BRANCH" --event push --status success \\
  --limit 1 --json headSha --jq '.[0].headSha // ""')
# A commit that a force push has removed cannot be compared: then all stacks are updated.
if [ -n "$base" ] && [ "$(gh api "repos/$GITHUB_REPOSITORY/compare/$base...$GITHUB_SHA" --jq .status || true)" = behind ]; then
  echo "::error::A later run has deployed the newer commit $base. Nothing is updated: start no old run again."
  exit 1
fi
echo "base=$base" >> "$GITHUB_OUTPUT"
`;
  return step("Last success", script, { GH_TOKEN: "${{ github.token }}", BRANCH: literal(branch) });
}

type Job = readonly [id: string, job: object];

function waveJobs(pipeline: FleetPipeline, wave: PipelineWave, index: number): Job[] {
  const { run } = pipeline;
  const id = waveOutput(index);
  const earlier = index === 0 ? [] : [waveOutput(index - 1), checkJobId(index - 1)];
  // Without a status function, a job does not start behind one that was skipped because its wave has no changed stack.
  const isDue = `!failure() && !cancelled() && needs.changes.result == 'success' && needs.changes.outputs.${id} != '[]'`;
  const approval = `${id}_approval`;
  const approvalJob: Job = [
    approval,
    {
      name: literal(`Approve wave ${wave.name}`),
      needs: ["changes", ...earlier],
      if: isDue,
      environment: literal(approvalEnvironment(run)),
      "runs-on": "ubuntu-latest",
      permissions: {},
      // The folder of the program is not there.
      defaults: { run: { "working-directory": "." } },
      steps: [step("Approved", "echo approved")],
    },
  ];
  const updateJob: Job = [
    id,
    {
      name: `${literal(`Wave ${wave.name}`)}: \${{ matrix.name }}`,
      needs: ["changes", ...earlier, ...(wave.approval ? [approval] : [])],
      if: isDue,
      environment: literal(run.environment),
      "runs-on": "ubuntu-latest",
      permissions: { actions: "read", contents: "read" },
      strategy: {
        "fail-fast": false,
        "max-parallel": run.jobs,
        matrix: { include: `\${{ fromJSON(needs.changes.outputs.${id}) }}` },
      },
      concurrency: { group: "${{ github.workflow }}-stack-${{ matrix.name }}", "cancel-in-progress": false },
      steps: [
        // The lock file is compared with that of the commit before.
        ...preparation(run, 2),
        { ...lastSuccess(run), if: "github.run_attempt > 1" },
        updateStep(pipeline, wave),
      ],
    },
  ];
  return [
    ...(wave.approval ? [approvalJob] : []),
    updateJob,
    [checkJobId(index), checkJob(pipeline, wave, id)] as const,
  ];
}

function updateStep(pipeline: FleetPipeline, wave: PipelineWave): Step {
  const { run } = pipeline;
  const update = fleetCommand(
    pipeline,
    // The wave is named because its approval was given.
    `up --yes --jobs 1 --wave=${shellWord(wave.name)} "\${stacks[@]/#/--stack=}"`,
  );
  return step("Update", literal(`read -ra stacks <<< "$STACKS"\n${update}\n`), {
    STACKS: "${{ matrix.stacks }}",
    EDGE_RATE_SHARE: rateShare(run.jobs),
    ...credential(run, DEPLOYING_SECRET),
  });
}

function checkJobId(index: number): string {
  return `${waveOutput(index)}_check`;
}

function checkJob(pipeline: FleetPipeline, wave: PipelineWave, id: string): object {
  const { run } = pipeline;
  const drift = fleetCommand(pipeline, `drift --wave=${shellWord(wave.name)} --since="$BASE"`);
  return {
    name: literal(`Check wave ${wave.name}`),
    needs: ["changes", id],
    if: `!failure() && !cancelled() && needs.${id}.result == 'success'`,
    "runs-on": "ubuntu-latest",
    permissions: { contents: "read" },
    steps: [
      ...preparation(run, 0),
      step("Drift", literal(drift), { BASE: "${{ needs.changes.outputs.base }}", ...readingEnv(run) }),
      ...(wave.check === undefined
        ? []
        : [step("Check", literal(checkScript(pipeline, wave.check)), checkEnv(run, wave, id))]),
    ],
  };
}

/** What `fleet up` gives a check, too. */
function checkEnv(run: RunSettings, wave: PipelineWave, id: string): Record<string, string> {
  return {
    ...readingEnv(run),
    EDGE_FLEET_WAVE: literal(wave.name),
    EDGE_FLEET_STACKS: `\${{ join(fromJSON(needs.changes.outputs.${id}).*.stacks, ' ') }}`,
  };
}

/** The steps before any step with a credential: install scripts of dependencies run there. */
function preparation({ node }: RunSettings, depth: number): Step[] {
  return [
    { uses: "actions/checkout@v4", with: { "fetch-depth": depth, "persist-credentials": false } },
    { uses: "actions/setup-node@v4", with: { "node-version": node } },
    { uses: "pulumi/actions@v6" },
    step("Install", "npm ci"),
  ];
}

function step(name: string, run: string, env?: Readonly<Record<string, string>>): Step {
  return { name, shell: "bash", run, ...(env && { env }) };
}

function readingEnv(run: RunSettings): Record<string, string> {
  return credential(run, READING_SECRET);
}

function credential(run: RunSettings, secret: string): Record<string, string> {
  const plain = Object.entries(plainVariables(run)).map(([name, value]) => [name, literal(value)]);
  const secrets = run.secrets.map((name) => [name, `\${{ secrets.${name} }}`]);
  return Object.fromEntries([
    ...plain,
    ...secrets,
    ["EDGE_API_TOKEN", `\${{ secrets.${secret} }}`],
    ...Object.entries(settingsOf(run, secret)),
  ]) as Record<string, string>;
}

/** Returns a text in which the service finds no expression. */
function literal(text: string): string {
  return text.replaceAll("${{", "${{ '${{' }}");
}
