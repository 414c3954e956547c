import { DEFAULT_ACCOUNT } from "../../../emulator/ids";
import { ask, renew, testEngine } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";
import { useTestPlugin } from "../../support/use-test-plugin";

const ACCOUNT = DEFAULT_ACCOUNT.id;
/** What a preview says of rules that the update puts back, because somebody has changed them. */
const CUSTOM = "http_request_firewall_custom";
const SAYS = ": puts back what was changed outside the program: ";

const platform = useTestPlatform();
const plugin = useTestPlugin(platform);
beforeEach(() => renew(platform));

type Args = Record<string, unknown>;
type Edit = (path: string, idOf: (ref: string) => string) => Promise<unknown>;

const block = (ref: string, path = `/${ref}`) => ({
  ref,
  action: "block",
  expression: `http.request.uri.path eq "${path}"`,
});
const RULES = [block("admin"), block("login"), block("env")];
const CHANGED = [block("admin"), block("login", "/signin"), block("env")];

/** The lines of a preview of a change, after a person has edited what an update has made; by the dynamic provider. */
async function dynamicLines(kind: string, before: Args, now: Args, edit: Edit): Promise<string[]> {
  const state = await testEngine(platform).up(kind, before);
  await edited(state.outs, edit);
  const next = testEngine(platform);
  await next.preview(kind, { ...now, __preview: true }, state);
  return next.log.filter((line) => line.includes(SAYS));
}

/** The same by the plugin. */
async function pluginLines(kind: string, before: Args, now: Args, edit: Edit): Promise<string[]> {
  const urn = plugin.urn(kind, "custom");
  const { inputs: olds } = await plugin.check(urn, {}, before);
  const { id, outputs } = await plugin.create(urn, olds);
  await edited(outputs, edit);
  await plugin.restart();
  plugin.lines.splice(0);
  const { inputs } = await plugin.check(urn, olds, now);
  const { changes } = await plugin.diff(urn, id, outputs, inputs);
  if (changes) await plugin.update(urn, id, outputs, inputs, { preview: true, oldInputs: olds });
  return plugin.lines.map((line) => line.replace("custom: ", "")).filter((line) => line.includes(SAYS));
}

async function edited(outs: Args, edit: Edit): Promise<void> {
  const {
    accountId,
    listId,
    rulesetId,
    ruleIds = {},
  } = outs as {
    readonly accountId?: string;
    readonly listId?: string;
    readonly rulesetId?: string;
    readonly ruleIds?: Readonly<Record<string, string>>;
  };
  const scope = accountId === undefined ? `/zones/${EXAMPLE_COM}` : `/accounts/${accountId}`;
  const path = listId === undefined ? `rulesets/${rulesetId}/rules` : `rules/lists/${listId}/items`;
  await edit(`${scope}/${path}`, (ref) => ruleIds[ref] ?? "");
}

const PLACES = [
  ["ZoneEntrypointRuleset", "example.com, http_request_firewall_custom", { zoneId: EXAMPLE_COM }],
  ["Ruleset", 'custom ruleset "waf"', { name: "waf" }],
] as const;
const CASES = [
  ["dynamic provider", dynamicLines],
  ["plugin", pluginLines],
] as const;

describe.each(
  CASES.flatMap(([door, linesOf]) => PLACES.map(([kind, where, at]) => ({ door, linesOf, kind, where, at }))),
)("the preview of the $door of a changed $kind", ({ linesOf, kind, where, at }) => {
  const args = (rules: readonly object[]): Args => ({
    ...(kind === "Ruleset" && { accountId: ACCOUNT }),
    ...at,
    phase: CUSTOM,
    rules,
  });
  const linesAfter = (edit: Edit, now = CHANGED) => linesOf(kind, args(RULES), args(now), edit);

  it("names a rule that a person has changed", async () => {
    const edit: Edit = (path, idOf) =>
      ask(platform, "PATCH", `${path}/${idOf("admin")}`, {
        action: "log",
        expression: "ssl",
        enabled: false,
      });
    expect(await linesAfter(edit)).toEqual([`${where}${SAYS}admin (enabled, action, expression)`]);
  });

  it("names a rule that a person has removed", async () => {
    const edit: Edit = (path, idOf) => ask(platform, "DELETE", `${path}/${idOf("env")}`);
    expect(await linesAfter(edit)).toEqual([`${where}${SAYS}env (removed)`]);
  });

  it("says nothing if nobody has changed a rule, or if the program changes the same", async () => {
    expect(await linesAfter(() => Promise.resolve())).toEqual([]);
    await renew(platform);
    const { action, expression } = block("login", "/other");
    const edit: Edit = (path, idOf) =>
      ask(platform, "PATCH", `${path}/${idOf("login")}`, { action, expression, enabled: true });
    expect(await linesAfter(edit)).toEqual([]);
  });

  it("names a rule that a person has added only if the update removes it", async () => {
    const edit: Edit = (path) => ask(platform, "POST", path, block("by-hand"));
    const removed = kind === "Ruleset" ? [`${where}${SAYS}by-hand (added)`] : [];
    expect(await linesAfter(edit)).toEqual(removed);
  });
});

describe.each(CASES)("the preview of the %s of a changed list", (_, linesOf) => {
  const KIND = "List";
  const item = (last: number, comment?: string) => ({ ip: `192.0.2.${last}`, ...(comment && { comment }) });
  const ITEMS = [item(1), item(2), item(3)];
  const args = (items: readonly object[], more: object = {}): Args => ({
    accountId: ACCOUNT,
    name: "office",
    kind: "ip",
    items,
    ...more,
  });
  const itemsOf = async (path: string) => ask<{ id: string; ip: string }[]>(platform, "GET", path);
  const afterOperation = () => platform.control("PUT", "/clock", { advance: "1m" });

  /** A person removes the second item, and adds these. */
  const edits =
    (...added: readonly object[]): Edit =>
    async (path) => {
      const second = (await itemsOf(path)).find(({ ip }) => ip === "192.0.2.2");
      await ask(platform, "DELETE", path, { items: [{ id: second?.id }] });
      await afterOperation();
      await ask(platform, "POST", path, added);
      await afterOperation();
    };

  it("names the items that the update puts back, and leaves alone what others have added", async () => {
    expect(await linesOf(KIND, args(ITEMS), args([...ITEMS, item(4)]), edits(item(9)))).toEqual([
      `list office${SAYS}192.0.2.2 (removed)`,
    ]);
  });

  it("names the items that an exclusive owner puts back, and those that it removes", async () => {
    const more = { ownership: "exclusive", takeOver: true };
    const edit = edits(item(3, "by hand"), item(9));
    expect(await linesOf(KIND, args(ITEMS, more), args([...ITEMS, item(4)], more), edit)).toEqual([
      `list office${SAYS}192.0.2.2 (removed), 192.0.2.3 (changed), 192.0.2.9 (added)`,
    ]);
  });

  it("says nothing if nobody has changed the list", async () => {
    const nothing: Edit = () => Promise.resolve();
    expect(await linesOf(KIND, args(ITEMS), args([...ITEMS, item(4)]), nothing)).toEqual([]);
  });
});
