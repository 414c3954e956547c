import type { AccessCell, PlaceReview } from "../changes/review";
import type { BlockPrinters, TokenBlock } from "../rows/report";
import type {
  EffectContent,
  RequestsContent,
  RuleInOrder,
  RuleOrder,
  TrafficBlock,
  TrafficContent,
} from "../rows/traffic-blocks";
import { limitedLines, plainShown, plainText, type TextLine } from "./text-lines";
import { textRows, textSettings } from "./text-rows";
import { counted, firstWords } from "../../provider/words";

/** The longest lists. What is left out is counted. */
const MAX_PLACES = 50;
const MAX_MANAGED = 40;
const MAX_CELLS = 60;
const MAX_USERS = 20;
const ACCESS = { gained: "+ gains", lost: "- loses", kept: "  keeps" } as const;

type Lines = readonly TextLine[];

/** Prints the blocks of a report as lines of a terminal or a log. */
export const TEXT_BLOCKS: BlockPrinters<Lines> = {
  why: ({ reason: { severity, text }, same }) => [
    { text: `- ${severity}: ${plainText(text)}${same}`, look: severity },
  ],
  traffic: trafficLines,
  access: tokenLines,
  others: ({ label, operation, same, rows }) => [
    heading(`${plainText(label, 200)}: ${operation}.${same}`),
    ...textRows(rows),
    SPACE,
  ],
  policies: ({ finding, policies, same }) => {
    const { isUnjudged, severity, enforcementLevel, message, remediationSteps } = finding;
    const text = `${policies.map((policy) => plainText(policy)).join(", ")}: ${plainText(message)}${same}`;
    if (isUnjudged) return [{ text: `- not judged yet, ${text}` }];
    return [
      { text: `- ${enforcementLevel}, ${severity} ${text}` },
      { text: `  ${plainText(remediationSteps)}` },
    ];
  },
  earlier: ([{ policy, severity, enforcementLevel, message }, ...others]) => [
    {
      text:
        `- ${enforcementLevel}, ${severity} ${plainText(policy)}: ${plainText(message)}` +
        (others.length > 0 ? ` (and ${counted(others.length, "more finding")})` : ""),
    },
  ],
  allowed: ({ policy, message, same, reason }) => [
    { text: `- ${plainText(policy)}: ${plainText(message)}${same}` },
    { text: `  ${plainText(reason)}` },
  ],
  hazards: ({ id, label, path, message, isNew, same }) => [
    {
      text: `- ${isNew ? "new: " : ""}${plainText(id)}: ${plainText(label, 200)} ${plainText(path, 200)}: ${plainText(message)}.${same}`,
    },
  ],
  permissions: ({ group, on, by }) => [
    {
      text: `- ${plainText(group, 200)} on ${on.map((one) => plainText(one, 200)).join(", ")}, for ${plainText(by, 200)}`,
    },
  ],
  unknowns: ({ label, path }) => [{ text: `- ${plainText(label, 200)}: ${plainText(path, 200)}` }],
};

const SPACE: TextLine = { text: "" };

function heading(text: string): TextLine {
  return { text, look: "title" };
}

function trafficLines({ phase, operation, where, count, note, content, order }: TrafficBlock): Lines {
  const [{ place, label }, ...others] = where;
  const title = `${phase === undefined ? "OWASP" : plainShown(phase, 200)}: ${operation}`;
  const lines = [...contentLines(content), ...(order ? orderLines(order) : [])];
  if (others.length === 0)
    return [heading(`${placeText(place)}, ${title} ${plainText(label, 200)}`), ...lines, SPACE];
  return [
    heading(`In ${count}, ${title}`),
    ...noteLines(note),
    ...lines,
    { text: "  Where:" },
    ...limitedLines(
      where.map((one) => [{ text: `  - ${placeText(one.place)}: ${plainText(one.label, 200)}` }]),
      MAX_PLACES,
      "resource",
      "  ",
    ),
    SPACE,
  ];
}

function noteLines(note: string | undefined): TextLine[] {
  return note === undefined ? [] : [{ text: `  ${plainText(note)}` }];
}

function placeText({ level, id, name }: PlaceReview): string {
  if (name !== null) return `${level} ${plainText(name, 200)}`;
  return id === null ? `the default ${level}` : `${level} ${plainShown(id, 200)}`;
}

function contentLines({ settings, rows, requests, effect }: TrafficContent): TextLine[] {
  return [
    ...textSettings(settings),
    ...textRows(rows),
    ...(requests ? requestsLines(requests) : []),
    ...(effect ? effectLines(effect) : []),
  ];
}

function requestsLines({ summary, rows, notes }: RequestsContent): TextLine[] {
  return [
    { text: `  What changes for requests: ${summary}` },
    ...rows.flatMap(({ before, now, example, visitor }) => [
      { text: `  - before: ${plainText(before)}` },
      { text: `    now: ${plainText(now)}` },
      { text: `    for example: ${plainText(example)}${visitor}` },
    ]),
    ...notes.map((note) => ({ text: `  ${plainText(note)}` })),
  ];
}

/** A terminal cannot fold the order of all rules, so it shows one that changes. */
function orderLines({ before, after, isOrdered, isMoved }: RuleOrder): TextLine[] {
  if (!isOrdered || !isMoved) return [];
  const names = (rules: readonly RuleInOrder[]) => rules.map(({ ref }) => plainText(ref, 200)).join(", ");
  return [{ text: `  Order before: ${names(before)}` }, { text: `  Order after: ${names(after)}` }];
}

function effectLines({ summary, rules }: EffectContent): TextLine[] {
  const named = rules.map(({ what, name }) => [{ text: `    - ${what}: ${plainText(name, 200)}` }]);
  return [{ text: `  - ${summary}` }, ...limitedLines(named, MAX_MANAGED, "managed rule", "    ")];
}

function tokenLines({ token, labels, note, risks, users, declaredAt, rows }: TokenBlock): Lines {
  const { access, ends, operation } = token;
  const lines: Lines = [
    ...limitedLines(access.map(cellLines), MAX_CELLS, "permission", "  "),
    ...risks.map(({ text, isGone }): TextLine => ({
      text: `  - ${plainText(text)}`,
      look: isGone ? "soft" : "dangerous",
    })),
    ...ends.map(({ text }) => ({ text: `  - ${plainText(text)}` })),
    ...(users.length > 0 ? [usersLine(users)] : []),
    ...(declaredAt ? [{ text: `  - Declared at ${plainText(declaredAt.file)}:${declaredAt.line}` }] : []),
    ...textRows(rows),
  ];
  if (labels.length === 1) return [heading(`${plainText(token.label, 200)}: ${operation}`), ...lines, SPACE];
  return [
    heading(`${counted(labels.length, "token")}: ${operation}`),
    ...noteLines(note),
    ...lines,
    { text: "  Which:" },
    ...limitedLines(
      labels.map((label) => [{ text: `  - ${plainText(label, 200)}` }]),
      MAX_PLACES,
      "token",
      "  ",
    ),
    SPACE,
  ];
}

function usersLine(users: TokenBlock["users"]): TextLine {
  const texts = users.map(({ by, path }) => `${plainText(by)} ${plainText(path)}`);
  const named = firstWords(texts, MAX_USERS, (rest) => `… and ${rest} more`);
  return { text: `  - May be used by: ${named.join(", ")}` };
}

function cellLines({ change, effect, group, on, risk }: AccessCell): TextLine[] {
  const isRisky = risk !== null && change !== "lost";
  const text = `  ${ACCESS[change]} ${effect === "deny" ? "deny " : ""}${plainText(group, 200)} on ${plainText(on, 200)}`;
  if (isRisky) return [{ text: `${text}: ${plainText(risk)}`, look: "dangerous" }];
  return [{ text, ...(change === "kept" && { look: "soft" }) }];
}
