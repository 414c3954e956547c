import { fileOption, fleetCommand } from "./fleet-command";
import { DEPLOYING_SECRET, READING_SECRET, type FleetPipeline } from "./pipeline";
import { gitlabEnvironment, gitlabName, gitlabPreparation, NOTE_SECRET } from "./gitlab-words";
import { printYaml } from "./print-yaml";

const CHILD = "fleet-jobs.yml";

/** Returns the part of `.gitlab-ci.yml` that previews merge requests, and updates stacks after a merge in a child pipeline. */
export function gitlabPipeline(pipeline: FleetPipeline): string {
  const { run, waves, folder, file } = pipeline;
  const path = folder === "." ? "" : `${folder}/`;
  const command = `edge-platform fleet emit gitlab${fileOption(path + file)} > .gitlab/fleet.yml`;
  const comments = [
    `Printed by \`${command}\`, run in the repository's folder. Include it in .gitlab-ci.yml:`,
    "  include: { local: .gitlab/fleet.yml }",
    "Print it again after a change of `run` in the fleet file. Other changes of the fleet do not change it.",
    `Masked variables: ${[READING_SECRET, NOTE_SECRET, ...run.secrets].join(", ")}. ${READING_SECRET} only reads. ${NOTE_SECRET} is a`,
    "project access token with the scope api: it writes the note of a merge request, and finds the last pipeline that has succeeded.",
    `Masked and protected variable of the environment ${run.environment}: ${DEPLOYING_SECRET}. Protect the branch ${run.branch}.`,
    ...(waves.some(({ approval }) => approval) ? ["A manual job approves each wave with `approval`."] : []),
  ];
  const name = gitlabName(pipeline);
  const isDeployed = [
    { if: `$CI_PIPELINE_SOURCE == "push" && $CI_COMMIT_BRANCH == ${JSON.stringify(run.branch)}` },
  ];
  const shared = {
    image: `node:${run.node}`,
    // The base commit must be there.
    variables: { GIT_DEPTH: "0", ...gitlabEnvironment(run, READING_SECRET) },
    before_script: gitlabPreparation(pipeline),
  };
  const jobs = {
    [`${name}:preview`]: {
      ...shared,
      rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }],
      script: [
        fleetCommand(pipeline, "plan --check"),
        // The commit of the target branch is known if the pipeline runs on the merged result.
        `base=\${CI_MERGE_REQUEST_TARGET_BRANCH_SHA:-$CI_MERGE_REQUEST_DIFF_BASE_SHA}`,
        fleetCommand(
          pipeline,
          `preview --since "$base" --jobs ${run.jobs} --review "$CI_PROJECT_DIR/fleet-review.md"`,
        ),
      ],
      after_script: [
        ...gitlabPreparation(pipeline).slice(0, folder === "." ? 0 : 1),
        `note="$(node -p 'path.dirname(require.resolve("pulumi-edge-platform/package.json"))')/examples/policy-review/comment.mjs"`,
        'if [ -e "$CI_PROJECT_DIR/fleet-review.md" ]; then node "$note" "$CI_PROJECT_DIR/fleet-review.md"; fi',
      ],
    },
    [`${name}:changes`]: {
      ...shared,
      rules: isDeployed,
      script: [
        // What earlier pipelines did not finish is done by this one.
        `base=$(curl --fail --silent --show-error --header "PRIVATE-TOKEN: $${NOTE_SECRET}" ` +
          '"$CI_API_V4_URL/projects/$CI_PROJECT_ID/pipelines?ref=$CI_COMMIT_BRANCH&source=push&status=success&per_page=1" |' +
          ` node -p 'JSON.parse(fs.readFileSync(0, "utf8"))[0]?.sha ?? ""')`,
        // A new file in the folder of the program would be a change of the program.
        "jobs=$(mktemp)",
        `${fleetCommand(pipeline, 'emit gitlab --jobs --since "$base"')} > "$jobs"`,
        `mv "$jobs" "$CI_PROJECT_DIR/${CHILD}"`,
      ],
      artifacts: { paths: [CHILD] },
    },
    [`${name}:update`]: {
      rules: isDeployed,
      needs: [`${name}:changes`],
      // One child pipeline at a time, in the order of the commits: no older commit runs after a newer one.
      resource_group: name,
      trigger: { include: [{ artifact: CHILD, job: `${name}:changes` }], strategy: "depend" },
    },
  };
  return printYaml(comments, [jobs]);
}
