import type { ChangedStack, FleetPipeline } from "../../fleet/emit/pipeline";

/** A check that leaves each quoting that is wrong: of YAML, of a shell, and of expressions of GitHub. */
export const NASTY =
  "echo \"a: b\" 'c' `d` $(e) $F ${G} # h\n- k: ${{ secrets.EDGE_DEPLOY_TOKEN }} && [l] | m > n !o &p *q %r @s ~ null";

/** Two waves: a canary with a check, and the rest, which is approved. */
export const PIPELINE: FleetPipeline = {
  run: {
    jobs: 4,
    environment: "production",
    branch: "main",
    node: 22,
    variables: { EDGE_PRESET: "cloudflare" },
    secrets: ["PULUMI_ACCESS_TOKEN"],
  },
  waves: [
    { name: "canary", check: "curl --fail https://www.example.com/" },
    { name: "rest", approval: true },
  ],
  folder: ".",
  file: "fleet.yaml",
};

/** The same with values that have a meaning for YAML, shells or schedulers. */
export const NASTY_PIPELINE: FleetPipeline = {
  run: {
    ...PIPELINE.run,
    backend: "s3://states?region=eu-1&x=${{ github.token }}",
    variables: { YES: "yes", TIME: "1:30", DOLLAR: "$HOME $(id) ${{ secrets.X }}", QUOTES: "\"'\\ #" },
  },
  waves: [
    { name: "on", check: NASTY },
    { name: "rest", check: "true", approval: true },
  ],
  folder: "infra/it's $(id) ${{ secrets.X }}",
  file: "../fleet's.yaml",
};

/** Numbered stacks of a wave. */
export function changedStacks(wave: string, count: number, from = 1): ChangedStack[] {
  return Array.from({ length: count }, (_, index) => ({
    stack: `edge-${String(from + index).padStart(4, "0")}`,
    wave,
    hash: "00000000000000ff",
  }));
}
