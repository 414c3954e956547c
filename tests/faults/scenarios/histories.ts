/** Stacks with a history, which the names in a mark do not tell: renamed, moved, restored, or named as another. */
import { ACCOUNT, COM } from "../places";
import type { Program } from "../program";
import type { Scenario } from "../scenario";
import type { World } from "../world";
import { CUSTOM, nothing, rules } from "./ruleset-operations";

/** A resource of some kind with that logical name, as declared at first or changed. */
type Kind = (logical: string, changed?: boolean) => Program;

const token: Kind =
  (logical, changed = false) =>
  ({ ApiToken, zone }) =>
    new ApiToken(logical, {
      policies: [{ resources: zone(COM), permissionGroups: [{ name: "Zone Read" }] }],
      ...(changed && { status: "disabled" as const }),
    });

const waf: Kind =
  (logical, changed = false) =>
  ({ ZoneEntrypointRuleset }) =>
    new ZoneEntrypointRuleset(logical, {
      zoneId: COM,
      phase: CUSTOM,
      rules: changed ? rules("c", "b=x") : rules("b", "c"),
    });

const custom: Kind =
  (logical, changed = false) =>
  ({ Ruleset }) =>
    new Ruleset(logical, {
      accountId: ACCOUNT,
      name: `Rules ${logical}`,
      phase: CUSTOM,
      rules: changed ? rules("c", "b=x") : rules("b", "c"),
    });

const owasp: Kind =
  (logical, changed = false) =>
  ({ OwaspConfig }) =>
    new OwaspConfig(logical, { zoneId: COM, paranoiaLevel: changed ? 3 : 2, scoreThreshold: 40 });

const KINDS = { token, rules: waf, ruleset: custom, owasp };
/** A zone has only one deployment of OWASP, and its rule is refused where nothing proves who owns it. */
const SHARED = { token, rules: waf, ruleset: custom };

function both(...programs: readonly Program[]): Program {
  return (library) => programs.forEach((program) => program(library));
}

function forEach(kinds: Readonly<Record<string, Kind>>, scenariosOf: (kind: Kind) => Scenario[]): Scenario[] {
  return Object.entries(kinds).flatMap(([name, kind]) =>
    scenariosOf(kind).map((scenario) => ({ history: true, ...scenario, name: `${scenario.name}-${name}` })),
  );
}

/** After `pulumi stack rename`, the program hands over another identity, and the state has the marks of the old one. */
const renamed = forEach(KINDS, (kind) => {
  const [before, formerStack] = [kind("one"), "former"];
  return [
    { name: "StackRenamed/edit", formerStack, before, program: kind("one", true) },
    { name: "StackRenamed/rename", formerStack, before, program: kind("two") },
    { name: "StackRenamed/replace", formerStack, before, program: before, replace: ["one"] },
    { name: "StackRenamed/destroy", formerStack, before, program: before, operation: "destroy" },
  ];
});

/** After `pulumi state move`, the state has marks of the neighbour. */
const moved = forEach(KINDS, (kind) => {
  const stays = kind === owasp ? nothing : kind("stays");
  const here = { neighbour: both(stays, kind("one")), moved: { names: ["one"], left: stays } };
  return [
    { name: "StateMoved/edit", ...here, program: kind("one", true) },
    { name: "StateMoved/rename", ...here, program: kind("two") },
    { name: "StateMoved/destroy", ...here, program: kind("one"), operation: "destroy" },
  ];
});

const SUSPECTED = /suspected orphan.*EDGE_TAKE_OVER=/;

/** The state of an earlier moment: no state has what was created since. */
const restored = [
  ...forEach(SHARED, (kind) => [
    {
      name: "BackupRestored/create",
      before: kind("old"),
      since: both(kind("old"), kind("one")),
      program: both(kind("old"), kind("one")),
      says: SUSPECTED,
    },
  ]),
  ...forEach({ owasp }, (kind) => [
    {
      name: "BackupRestored/create",
      before: token("old"),
      since: both(token("old"), kind("one")),
      program: both(token("old"), kind("one")),
      refused: /EDGE_TAKE_OVER=/,
    },
  ]),
];

/** Two stacks with one name in two backends, without `edge:owner`. */
const twins = [
  ...forEach(SHARED, (kind) => {
    const twin = { twin: true, neighbour: kind("one") };
    const before = kind("one");
    return [
      { name: "Twins/create", ...twin, program: before, says: SUSPECTED },
      { name: "Twins/edit", ...twin, before, program: kind("one", true) },
      { name: "Twins/replace", ...twin, before, program: before, replace: ["one"], says: SUSPECTED },
      { name: "Twins/destroy", ...twin, before, program: before, operation: "destroy" },
    ];
  }),
  ...forEach({ owasp }, (kind) => [
    {
      name: "Twins/create",
      twin: true,
      neighbour: kind("one"),
      program: kind("one"),
      refused: /EDGE_TAKE_OVER=/,
    },
  ]),
];

/** A job that failed on Friday is started again on Monday. */
const later = forEach(KINDS, (kind) => [
  { name: "DaysLater/create", pause: 3, program: kind("one") },
  { name: "DaysLater/rename", pause: 3, before: kind("one"), program: kind("two") },
]);

/** A zone is deleted at the dashboard, with everything in it. */
const gone = forEach({ rules: waf, owasp }, (kind) => {
  const deleted = {
    before: kind("one"),
    meanwhile: async (world: World) => {
      await world.must("DELETE", `/zones/${COM}`);
    },
  };
  return [
    { name: "ZoneDeleted/remove", ...deleted, program: nothing },
    { name: "ZoneDeleted/refresh-and-remove", ...deleted, program: nothing, operation: "repair" },
    { name: "ZoneDeleted/destroy", ...deleted, program: kind("one"), operation: "destroy" },
  ];
});

export const historyScenarios: readonly Scenario[] = [
  ...renamed,
  ...moved,
  ...restored,
  ...twins,
  ...later,
  ...gone,
];
