import fs from "node:fs";
import path from "node:path";
import { argumentsOf, PROPERTIES, type ResourceKind } from "../../../provider/properties";
import { reviewChange } from "../../../review/changes/review-change";
import { readDocument } from "../../../review/documents/read-document";
import { ROOT } from "../../../scripts/prepare";
import { BASES, CHANGES_IN_USE, PLATFORM_ACCOUNT, type ChangeInUse } from "../../support/changes-in-use";
import { renew, testEngine, type State } from "../../support/lifecycle";
import { useTestPlatform } from "../../support/platform";

const platform = useTestPlatform();
beforeEach(() => renew(platform));

const OF_ACCOUNT: readonly ResourceKind[] = ["AccountEntrypointRuleset", "List", "Ruleset"];

/** Returns an engine with a second connection to the same platform, whose waiting advances the clock of the platform. */
const newEngine = () => {
  const { token: apiToken, baseUrl, gatewayUrl } = platform;
  const other = { apiToken, baseUrl, gatewayUrl };
  return testEngine(
    platform,
    {
      "edge:connections": JSON.stringify({ other }),
    },
    { sharesClock: true },
  );
};

/** Plays a change: makes the resource, and returns what preview and review say about the change. */
async function play({ kind, from, to: written }: ChangeInUse) {
  const to =
    written["accountId"] === PLATFORM_ACCOUNT ? { ...written, accountId: platform.accountId } : written;
  const args = {
    ...(OF_ACCOUNT.includes(kind) && { accountId: platform.accountId }),
    ...BASES[kind],
    ...from,
  };
  const state = await newEngine().up(kind, args, undefined);
  const engine = newEngine();
  // Of OWASP, only the check of a preview says what changes; the zones of a move do not exist here.
  const told = kind === "OwaspConfig" && !("zoneId" in written) ? { __preview: true } : {};
  const plans = await engine.preview(kind, { ...args, ...to, ...told }, state);
  const log = engine.log.join("\n");
  const { inputs } = await engine.provider(kind).check(state.inputs, { ...args, ...to });
  return { plans, log, reasons: reasonsOf(kind, plans, state, inputs) };
}

function reasonsOf(kind: string, op: string, { inputs, outs }: State, next: object | undefined): string[] {
  const type = `pulumi-nodejs:dynamic/edge:${kind}`;
  const urn = `urn:pulumi:dev::shop::${type}::one`;
  const step = {
    op,
    urn,
    oldState: {
      urn,
      type,
      custom: true,
      inputs,
      outputs: { ...outs, ...("value" in outs && { value: "[secret]" }) },
    },
    newState: { urn, type, custom: true, inputs: next },
  };
  // As with --show-replacement-steps: the new one is made before the old one is deleted.
  const ops = op === "replace" ? ["create-replacement", op, "delete-replaced"] : [op];
  const steps = ops.map((one) => ({ ...step, op: one }));
  const change = readDocument(JSON.stringify({ steps, changeSummary: { [op]: 1 } }));
  // Where nothing changes, a reason without a severity says what no preview shows.
  const reasons = reviewChange(change, { policies: [] }).reasons.filter(
    ({ severity }) => severity !== "none",
  );
  return reasons.map(({ severity, id }) => `${severity} ${id}`);
}

describe("a change of a resource in use", () => {
  it.each(CHANGES_IN_USE.map((row) => [row.kind, row.property, JSON.stringify(row.to), row] as const))(
    "of %s, %s to %s, is named in preview and review",
    async (_kind, _property, _to, row) => {
      const { plans, log, reasons } = await play(row);
      expect([plans, reasons]).toEqual([row.plans, row.review]);
      if (row.preview === "") expect(log).toBe("");
      else expect(log).toContain(row.preview);
    },
  );
});

const page = fs.readFileSync(path.join(ROOT, "docs/changes.md"), "utf8");

/** Returns the rows of a resource in docs/changes.md: property, effect, preview, review, policy. */
function documented(kind: string): string[][] {
  const [, section = ""] = page.split(`\n## ${kind}`);
  return [...section.split("\n## ")[0]!.matchAll(/^\| `.*\|$/gm)].map(([line]) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

describe("docs/changes.md", () => {
  const kinds = Object.keys(BASES) as ResourceKind[];

  it.each(kinds)("lists each argument of %s once", (kind) => {
    expect(
      documented(kind)
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      argumentsOf(PROPERTIES[kind])
        .filter((name) => name !== "secretInputs")
        .map((name) => `\`${name}\``)
        .sort(),
    );
  });

  it.each(CHANGES_IN_USE.map((row) => [row.kind, row.property, row] as const))(
    "says of %s, %s what preview and review say",
    (kind, property, { preview, review }) => {
      const [, , told = "", reviewed = ""] =
        documented(kind).find(([name]) => name === `\`${property}\``) ?? [];
      if (preview !== "") expect(told).toContain(preview);
      for (const reason of review) expect(reviewed).toContain(reason.replace(/^(\w+) (.*)$/, "$1 `$2`"));
      if (review.length === 0) expect(reviewed).toBe("none: nothing is updated");
    },
  );
});
