import type { Review, Severity, Subject } from "../changes/review";
import { tokenHtml } from "./access-changes";
import { countFindings, findingList } from "./finding-list";
import { html, type Child, type Html } from "./html";
import { page, type Section } from "./page";
import { rowList } from "./row-list";
import { type BlockPrinters, type Report, reportOf, sectionTitles } from "../rows/report";
import { trafficHtml } from "./traffic";
import { leftOut, Room, code, folded, names, shown, tile, tiles } from "./text";
import { requestsText } from "../print/summary";
import { counted, cutText } from "../../provider/words";

/** The items of a list that are shown before the others are folded. */
const LISTED = 20;
/** The bytes of the lists and changes of a page. The style sheet and the headings are not part of them. */
const PAGE_ROOM = 2_650_000;
/** The bytes that a list may take, so that the changes of rules, which are made last, have room. */
const LIST_ROOM = 200_000;
/** The bytes that what changes in a list, a filter or an endpoint may take. */
const OTHER_ROOM = 20_000;
/** The part of the room that the rules of one change may take: the others are for what names it. */
const RULES_SHARE = 0.9;
/** The bytes that the matrices of all tokens may take. */
const TOKEN_ROOM = 600_000;

const VERDICTS: Readonly<Record<Severity, string>> = {
  none: "✓ Nothing to review",
  low: "✓ Low severity",
  review: "◆ Needs a review",
  dangerous: "▲ Dangerous",
};

const SEVERITY_LOOKS: Readonly<Record<Severity, string>> = {
  none: "plain",
  low: "plain",
  review: "logs",
  dangerous: "bad",
};

/** Makes the page of a review: what a change means for traffic and for access. */
export function reviewPage(review: Review): string {
  const room = new Room(PAGE_ROOM);
  const report = reportOf(review);
  return page({
    title: `Review of ${cutText(review.stack, 200)}`,
    lead: `What the change means for traffic and for access, from a ${review.source.replace("-", " ")}.`,
    head: html`${verdict(review, report, room)}${countTiles(review)}`,
    sections: sectionsOf(review, report, room),
  });
}

function verdict(review: Review, { why }: Report, room: Room): Html {
  const { severity, failure, incomplete } = review;
  const { made, left } = room.fill(
    why,
    ({ reason, same }) =>
      html`<p>
        <span class="chip ${SEVERITY_LOOKS[reason.severity]}">${reason.severity}</span>
        ${shown(reason.text, "description")}${same}
      </p>`,
    LIST_ROOM,
  );
  return html`<div class="banner ${severity}">
      <p><b>${VERDICTS[severity]}</b></p>
      ${folded(made, 8, "reason")}${leftOut(left, "reason")}
    </div>
    ${
      failure !== null &&
      html`<div class="banner dangerous">
        <p><b>✕ The preview failed, so this review is incomplete.</b></p>
        ${code(failure)}
      </div>`
    }${
      incomplete !== null &&
      html`<div class="banner dangerous">
        <p><b>✕ This review is incomplete.</b> ${incomplete}</p>
      </div>`
    }`;
}

function countTiles({ counts, findings, hazards, requests }: Review): Html {
  const brought = countFindings(findings.filter(({ isNew }) => isNew));
  const added = hazards.filter(({ isNew }) => isNew).length;
  const figures: readonly (readonly [label: string, count: number, mark?: "bad" | "warn"])[] = [
    ["resources created", counts.create],
    ["changed", counts.update],
    ["replaced", counts.replace, "warn"],
    ["deleted", counts.delete, "warn"],
    ["rules added", counts.rulesAdded],
    ["rules changed or moved", counts.rulesChanged + counts.rulesMoved],
    ["rules removed", counts.rulesRemoved, "warn"],
    ["new findings", brought, "warn"],
    ["new hazards", added, "bad"],
    ["writes", requests.writes],
  ];
  return tiles(figures.flatMap(([label, count, mark]) => (count > 0 ? [tile(label, count, mark)] : [])));
}

/** The sections whose blocks the page prints as they are. It shows reasons at the top, and findings by policy with all their resources. */
type PrintedId = Exclude<keyof Report, "why" | "policies" | "earlier">;

const NOTES: Readonly<Partial<Record<keyof Report, string>>> = {
  traffic:
    "Rules and OWASP, zone by zone. Removed parts of an expression are struck through, added parts underlined.",
  access: "What each token gains (+), loses (−) and keeps (•). Risky cells have a triangle.",
  earlier: "The change neither brings nor mends them.",
  permissions: "What the credential of the deployment needs.",
};

function sectionsOf(review: Review, report: Report, room: Room): Section[] {
  const { findings, counts } = review;
  const earlier = findings.filter(({ isNew }) => !isNew);
  const listed = <Id extends PrintedId>(id: Id, print: BlockPrinters<Html>[Id]) =>
    list(room, report[id], print);
  const tokens = room.fill(report.access, tokenHtml, TOKEN_ROOM);
  const hiddenTokens = report.access
    .slice(report.access.length - tokens.left)
    .flatMap(({ labels }) => labels);
  const bodies: Record<Exclude<keyof Report, "why" | "traffic">, Html> = {
    access: html`${tokens.made}${leftOut(hiddenTokens.length, "token")}`,
    others: listed(
      "others",
      ({ operation, rows, same, ...one }) =>
        html`${subject(one)}
          <span class="soft">${operation}.${same}</span> ${rowList(rows, new Room(OTHER_ROOM))}`,
    ),
    policies: findingList(
      findings.filter(({ isNew }) => isNew),
      new Room(LIST_ROOM),
    ),
    earlier: html`<details>
      <summary>${counted(countFindings(earlier), "finding")}</summary>
      ${findingList(earlier, new Room(LIST_ROOM))}
    </details>`,
    allowed: listed(
      "allowed",
      ({ policy, message, reason, same }) =>
        html`<span class="soft">${policy}</span> ${shown(message, "description")}${same}
          <div class="soft">${shown(reason, "description")}</div>`,
    ),
    hazards: listed(
      "hazards",
      ({ id, path, message, isNew, same, ...one }) =>
        html`${isNew && html`<span class="chip bad">▲ new</span> `}${subject(one)}
          <span class="soft">${shown(path)}</span>
          <div class="hazard">${id}: ${shown(message, "description")}.${same}</div>`,
    ),
    permissions: listed(
      "permissions",
      ({ group, on, by }) =>
        html`<b>${shown(group)}</b> on ${names(on)} <span class="soft">for ${shown(by)}</span>`,
    ),
    unknowns: listed(
      "unknowns",
      ({ label, path }) => html`${shown(label)}: <code>${cutText(path, 200)}</code>`,
    ),
  };
  // The changes of rules are made last: they take the room that the lists leave.
  const changes = room.fill(report.traffic, (block) => trafficHtml(block, room.part(RULES_SHARE)));
  const traffic = html`${changes.made}${leftOut(changes.left, "change")}`;
  const notes = { ...NOTES, policies: unjudgedNote(review) };
  const sections = sectionTitles(report).flatMap(({ id, title }) =>
    id === "why" ? [] : [{ id, title, note: notes[id], body: id === "traffic" ? traffic : bodies[id] }],
  );
  return [
    ...sections,
    { id: "update", title: "The update", body: updateHtml(review) },
    ...(counts.same + counts.others === 0
      ? []
      : [{ id: "same", title: "Not reviewed", body: html`<p>${notReviewed(counts)}</p>` }]),
  ];
}

function updateHtml({ requests }: Review): Html {
  return html`<p>${requestsText(requests)}</p>`;
}

function notReviewed({ same, others }: Review["counts"]): string {
  const texts = [
    ...(same > 0 ? [`${counted(same, "resource")} without a change`] : []),
    ...(others > 0 ? [`${counted(others, "resource")} of other packages`] : []),
  ];
  return `${texts.join(", and ")}.`;
}

function unjudgedNote({ findings }: Review): Child {
  const count = findings.filter(({ isUnjudged }) => isUnjudged).length;
  if (count === 0) return undefined;
  return `${counted(count, "finding")} can only be judged during the update, because values are not known yet.`;
}

function subject({ label, position }: Pick<Subject, "label" | "position">): Html {
  return html`<b>${shown(label)}</b>${
      position !== null && html` <span class="soft">${shown(position.file)}:${position.line}</span>`
    }`;
}

function list<T>(room: Room, items: readonly T[], item: (one: T) => Html): Html {
  const { made, left } = room.fill(items, (one) => html`<li>${item(one)}</li>`, LIST_ROOM);
  const rest = made.slice(LISTED);
  return html`<ul class="plain">
      ${made.slice(0, LISTED)}
    </ul>
    ${
      rest.length > 0 &&
      html`<details>
        <summary>${rest.length} more</summary>
        <ul class="plain">
          ${rest}
        </ul>
      </details>`
    }${leftOut(left, "item")}`;
}
