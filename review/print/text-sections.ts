import { groupAcrossResources, sameIn } from "../changes/group-across-resources";
import { ownRequests, requestsNotes, requestsSummary, SHOWN_BEFORE } from "../changes/requests-texts";
import { groupTokens, ownZoneNote, tokensNote, withoutExamples, withoutZone } from "../changes/own-zone";
import type {
  AccessCell,
  OrderedRule,
  OwaspReview,
  PlaceReview,
  PolicyFinding,
  RequestsReview,
  Review,
  RulesetReview,
  TokenReview,
} from "../changes/review";
import { otherRows, owaspRows, owaspSettings, rulesetRows, tokenRows } from "../rows/resource-rows";
import { neededPermissions } from "./needed-permissions";
import { limitedLines, plainShown, plainText, type TextLine } from "./text-lines";
import { textRows, textSettings } from "./text-rows";
import { counted, firstWords } from "../../provider/words";
import { groupBy } from "../changes/group-by";

/** The longest lists. What is left out is counted. */
const MAX_PLACES = 50;
const MAX_MANAGED = 40;
const MAX_CELLS = 60;
const MAX_USERS = 20;
const ACCESS = { gained: "+ gains", lost: "- loses", kept: "  keeps" } as const;

type Lines = readonly TextLine[];

interface PlaceChange {
  readonly place: PlaceReview;
  readonly label: string;
  readonly title: string;
  /** Only the first of several equal changes is printed. */
  readonly lines: () => Lines;
  /** What is equal if the same changes in another zone. */
  readonly key: Lines;
  readonly order: Lines;
  /** Says that the rules of other zones contain their own names. */
  readonly note: () => string | undefined;
}

/** Returns what changes per zone and phase. Changes that are equal in several zones are one block. */
export function placeBlocks({ places }: Review): Lines[] {
  const changes = places.flatMap((place) => [
    ...place.owasp.map((owasp) => owaspChange(place, owasp)),
    ...place.rulesets.map((ruleset) => rulesetChange(place, ruleset)),
  ]);
  return groupBy(changes, ({ place: { level }, title, key }) => [
    ...[level, title],
    ...key.map(({ text }) => text),
  ]).map(([first, ...others]) => {
    const { place, title, label, lines, order } = first;
    if (others.length === 0) {
      return [heading(`${placeText(place)}, ${title} ${plainText(label, 200)}`), ...lines(), ...order, SPACE];
    }
    const all = [first, ...others];
    const count = counted(new Set(all.map((one) => one.place)).size, place.level);
    const note = first.note();
    return [
      heading(`In ${count}, ${title}`),
      ...(note === undefined ? [] : [{ text: `  ${plainText(note)}` }]),
      ...lines(),
      ...(all.every((one) => textOf(one.order) === textOf(order)) ? order : []),
      { text: "  Where:" },
      ...limitedLines(
        all.map((one) => [{ text: `  - ${placeText(one.place)}: ${plainText(one.label, 200)}` }]),
        MAX_PLACES,
        "resource",
        "  ",
      ),
      SPACE,
    ];
  });
}

const SPACE: TextLine = { text: "" };

function heading(text: string): TextLine {
  return { text, look: "title" };
}

function textOf(lines: Lines): string {
  return lines.map(({ text }) => text).join("\n");
}

function placeText({ level, id, name }: PlaceReview): string {
  if (name !== null) return `${level} ${plainText(name, 200)}`;
  return id === null ? `the default ${level}` : `${level} ${plainShown(id, 200)}`;
}

function rulesetChange(place: PlaceReview, ruleset: RulesetReview): PlaceChange {
  const { operation, label, phase } = ruleset;
  return {
    ...{ place, label, title: `${plainShown(phase, 200)}: ${operation}` },
    lines: () => rulesetLines(ruleset),
    key: rulesetLines(withoutZone(ruleset, place.name)),
    order: orderLines(ruleset),
    note: () =>
      ownZoneNote(place.name, (zone) => textOf(rulesetLines(withoutZone(withoutExamples(ruleset), zone)))),
  };
}

function rulesetLines(ruleset: RulesetReview): Lines {
  return [...textRows(rulesetRows(ruleset)), ...requestsLines(ownRequests(ruleset))];
}

/** Returns the changes for requests, the worst first, then what is proved, then what is undecided. */
function requestsLines(requests: RequestsReview | null | undefined): TextLine[] {
  if (requests === null) return [];
  const title = "  What changes for requests: ";
  if (requests === undefined) return [{ text: `${title}${SHOWN_BEFORE}` }];
  return [
    { text: `${title}${requestsSummary(requests)}` },
    ...requests.rows.flatMap(({ before, now, example, solved }) => {
      const visitor = solved === null ? "" : `, by a visitor who has solved a ${solved}`;
      return [
        { text: `  - before: ${plainText(before)}` },
        { text: `    now: ${plainText(now)}` },
        { text: `    for example: ${plainText(example)}${visitor}` },
      ];
    }),
    ...requestsNotes(requests).map((note) => ({ text: `  ${plainText(note)}` })),
  ];
}

/** The order of the rules, if the change moves one of several. */
function orderLines({ before, after, changes, isOrdered }: RulesetReview): TextLine[] {
  const isMoved = changes.some(({ kinds }) => kinds.includes("moved"));
  if (!isOrdered || !isMoved) return [];
  const names = (rules: readonly OrderedRule[]) => rules.map(({ ref }) => plainText(ref, 200)).join(", ");
  return [{ text: `  Order before: ${names(before)}` }, { text: `  Order after: ${names(after)}` }];
}

function owaspChange(place: PlaceReview, review: OwaspReview): PlaceChange {
  const { operation, label } = review;
  const key = owaspLines(withoutZone(review, place.name));
  return {
    ...{ place, label, title: `OWASP: ${operation}`, lines: () => owaspLines(review), key, order: [] },
    note: () => ownZoneNote(place.name, (zone) => textOf(owaspLines(withoutZone(review, zone)))),
  };
}

function owaspLines(review: OwaspReview): Lines {
  return [
    ...textSettings(owaspSettings(review)),
    ...textRows(owaspRows(review)),
    ...(review.effect ? effectLines(review.effect) : []),
  ];
}

function effectLines({
  turnedOn,
  turnedOff,
  acting,
  on,
  of,
}: NonNullable<OwaspReview["effect"]>): TextLine[] {
  const named = (what: string, rules: typeof turnedOn) =>
    rules.map(({ id, description }) => [{ text: `    - ${what}: ${plainText(description || id, 200)}` }]);
  return [
    {
      text: `  - Managed rules: ${turnedOn.length} turn on, ${turnedOff.length} turn off, ${acting.length} act differently; then ${on} of ${of} are on.`,
    },
    ...limitedLines(
      [...named("off", turnedOff), ...named("on", turnedOn), ...named("other action", acting)],
      MAX_MANAGED,
      "managed rule",
      "    ",
    ),
  ];
}

/** Returns what each token gains, loses and keeps. Tokens with equal changes, each in its own zone, are one block. */
export function accessBlocks({ tokens }: Review): Lines[] {
  return groupTokens(tokens).map(([token, ...others]): Lines => {
    const { operation, label } = token;
    if (others.length === 0)
      return [heading(`${plainText(label, 200)}: ${operation}`), ...tokenLines(token), SPACE];
    const note = tokensNote(token);
    const all = [token, ...others].map((one) => plainText(one.label, 200));
    return [
      heading(`${counted(all.length, "token")}: ${operation}`),
      ...(note === undefined ? [] : [{ text: `  ${plainText(note)}` }]),
      ...tokenLines(token),
      { text: "  Which:" },
      ...limitedLines(
        all.map((one) => [{ text: `  - ${one}` }]),
        MAX_PLACES,
        "token",
        "  ",
      ),
      SPACE,
    ];
  });
}

function tokenLines(token: TokenReview): Lines {
  const { access, risks, ends } = token;
  const active = risks.filter(({ change }) => change !== "lost");
  return [
    ...limitedLines(access.map(cellLines), MAX_CELLS, "permission", "  "),
    ...active.map(({ risk, change }): TextLine => ({
      ...{ text: `  - ${plainText(risk)}${change === "gained" ? " (new)" : ""}`, look: "dangerous" },
    })),
    ...ends.map(({ text }) => ({ text: `  - ${plainText(text)}` })),
    ...(ends.length > 0 ? usersLines(token) : []),
    ...textRows(tokenRows(token)),
  ];
}

function cellLines({ change, effect, group, on, risk }: AccessCell): TextLine[] {
  const isRisky = risk !== null && change !== "lost";
  const text = `  ${ACCESS[change]} ${effect === "deny" ? "deny " : ""}${plainText(group, 200)} on ${plainText(on, 200)}`;
  if (isRisky) return [{ text: `${text}: ${plainText(risk)}`, look: "dangerous" }];
  return [{ text, ...(change === "kept" && { look: "soft" }) }];
}

/** Says what may use a token; without anything known, where the program declares the token. */
function usersLines({ mayUse, position }: TokenReview): TextLine[] {
  if (mayUse.length === 0)
    return position ? [{ text: `  - Declared at ${plainText(position.file)}:${position.line}` }] : [];
  const users = mayUse.map(({ by, path }) => `${plainText(by)} ${plainText(path)}`);
  const named = firstWords(users, MAX_USERS, (rest) => `… and ${rest} more`);
  return [{ text: `  - May be used by: ${named.join(", ")}` }];
}

/** Returns lists, filters and endpoints. Equal changes of several resources are one block. */
export function otherBlocks({ others }: Review): Lines[] {
  return groupBy(
    others.map((other) => ({ ...other, lines: textRows(otherRows(other)) })),
    ({ operation, kind, lines }) => [operation, kind, textOf(lines)],
  ).map(([{ label, operation, lines }, ...more]) => [
    heading(`${plainText(label, 200)}: ${operation}.${sameIn(more)}`),
    ...lines,
    SPACE,
  ]);
}

/** Returns the policy findings that the change brings. */
export function findingBlocks(review: Review): Lines[] {
  const brought = review.findings.filter(({ isNew }) => isNew);
  const judged = groupAcrossResources(
    review,
    brought.filter(({ isUnjudged }) => !isUnjudged),
    ({ policy, message }, withoutLabel) => [policy, withoutLabel(message)],
  ).map(([{ policy, severity, enforcementLevel, message, remediationSteps }, ...others]) => [
    {
      text: `- ${enforcementLevel}, ${severity} ${plainText(policy)}: ${plainText(message)}${sameIn(others)}`,
    },
    { text: `  ${plainText(remediationSteps)}` },
  ]);
  const unjudged = groupBy(
    brought.filter(({ isUnjudged }) => isUnjudged),
    ({ urn, message }) => [urn, message],
  ).map((alike) => [
    {
      text: `- not judged yet, ${alike.map(({ policy }) => plainText(policy)).join(", ")}: ${plainText(alike[0].message)}`,
    },
  ]);
  return [...judged, ...unjudged];
}

/** Returns the findings from before the change: one for each policy, and the number of the others. */
export function earlierBlocks({ findings }: Review): Lines[] {
  const earlier: readonly PolicyFinding[] = findings.filter(({ isNew }) => !isNew);
  return groupBy(earlier, ({ policy }) => [policy]).map(
    ([{ policy, severity, enforcementLevel, message }, ...others]) => [
      {
        text:
          `- ${enforcementLevel}, ${severity} ${plainText(policy)}: ${plainText(message)}` +
          (others.length > 0 ? ` (and ${counted(others.length, "more finding")})` : ""),
      },
    ],
  );
}

/** Returns what is allowed. What is allowed in many resources with one reason is one block. */
export function allowedBlocks(review: Review): Lines[] {
  return groupAcrossResources(
    review,
    review.allowed,
    ({ policy, message, reason, until, by }, withoutLabel) => [
      ...[policy, withoutLabel(message), reason, until ?? "", by],
    ],
  ).map(([{ policy, message, reason, until, by }, ...others]) => [
    { text: `- ${plainText(policy)}: ${plainText(message)}${sameIn(others)}` },
    {
      text:
        `  ${by === "resource" ? "The resource allows it. " : ""}Reason: ${plainText(reason)}` +
        (until === null ? "" : `, until ${plainText(until)}`),
    },
  ]);
}

/** Returns the hazards. Those that differ only in the resource are one block. */
export function hazardBlocks({ hazards }: Review): Lines[] {
  return groupBy(hazards, ({ id, path, message, isNew }) => [id, path, message, String(isNew)]).map(
    ([{ id, label, path, message, isNew }, ...others]) => [
      {
        text: `- ${isNew ? "new: " : ""}${plainText(id)}: ${plainText(label, 200)} ${plainText(path, 200)}: ${plainText(message)}.${sameIn(others)}`,
      },
    ],
  );
}

export function permissionBlocks(review: Review): Lines[] {
  return neededPermissions(review).map(({ group, on, by }) => [
    {
      text: `- ${plainText(group, 200)} on ${on.map((one) => plainText(one, 200)).join(", ")}, for ${plainText(by, 200)}`,
    },
  ]);
}

export function unknownBlocks({ unknowns }: Review): Lines[] {
  return unknowns.map(({ label, path }) => [{ text: `- ${plainText(label, 200)}: ${plainText(path, 200)}` }]);
}
