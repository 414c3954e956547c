import { groupReasons } from "../changes/group-across-resources";
import { groupTokens } from "../changes/own-zone";
import type { Review, Severity, Subject } from "../changes/review";
import { tokenChanges } from "./access-changes";
import { countFindings, findingList } from "./finding-list";
import { html, type Child, type Html } from "./html";
import { page, type Section } from "./page";
import { placeChanges } from "./place-changes";
import { rowList } from "./row-list";
import { otherRows } from "../rows/resource-rows";
import { leftOut, Room, code, folded, names, shown, tile, tiles } from "./text";
import { neededPermissions } from "../print/needed-permissions";
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
  return page({
    title: `Review of ${cutText(review.stack, 200)}`,
    lead: `What the change means for traffic and for access, from a ${review.source.replace("-", " ")}.`,
    head: html`${verdict(review, room)}${countTiles(review)}`,
    sections: sectionsOf(review, room),
  });
}

function verdict(review: Review, room: Room): Html {
  const { severity, failure, incomplete } = review;
  const { made, left } = room.fill(
    groupReasons(review),
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

interface OptionalSection extends Section {
  readonly isEmpty?: boolean;
}

function sectionsOf(review: Review, room: Room): Section[] {
  const { places, tokens, findings, allowed, hazards, others, unknowns, permissions, counts } = review;
  const earlier = findings.filter(({ isNew }) => !isNew);
  const groups = groupTokens(tokens);
  const access = room.fill(groups, tokenChanges, TOKEN_ROOM);
  const hiddenTokens = groups.slice(groups.length - access.left).flat();
  const lists: readonly OptionalSection[] = [
    {
      id: "access",
      title: "Access",
      note: "What each token gains (+), loses (−) and keeps (•). Risky cells have a triangle.",
      body: html`${access.made}${leftOut(hiddenTokens.length, "token")}`,
      isEmpty: tokens.length === 0,
    },
    {
      id: "findings",
      title: "Findings",
      note: unjudgedNote(review),
      body: findingList(
        findings.filter(({ isNew }) => isNew),
        new Room(LIST_ROOM),
      ),
    },
    {
      id: "earlier-findings",
      title: "Findings from before the change",
      note: "The change neither brings nor mends them.",
      body: html`<details>
        <summary>${counted(countFindings(earlier), "finding")}</summary>
        ${findingList(earlier, new Room(LIST_ROOM))}
      </details>`,
      isEmpty: earlier.length === 0,
    },
    {
      id: "allowed",
      title: "Allowed",
      body: list(
        room,
        allowed,
        (one) =>
          html`<span class="soft">${one.policy}</span> ${shown(one.message, "description")}
            <div class="soft">
              ${one.by === "resource" && "The resource allows it: "}${one.reason}${one.until === null ? "" : `, until ${one.until}`}
            </div>`,
      ),
      isEmpty: allowed.length === 0,
    },
    {
      id: "hazards",
      title: "Hazards",
      body: list(
        room,
        hazards,
        (one) =>
          html`${one.isNew && html`<span class="chip bad">▲ new</span> `}${subject(one)}
            <span class="soft">${shown(one.path)}</span>
            <div class="hazard">${one.id}: ${shown(one.message, "description")}</div>`,
      ),
      isEmpty: hazards.length === 0,
    },
    {
      id: "others",
      title: "Other resources",
      body: list(
        room,
        others,
        (one) =>
          html`${subject(one)}
            <span class="soft">${one.operation}</span>
            ${rowList(otherRows(one), new Room(OTHER_ROOM))}`,
      ),
      isEmpty: others.length === 0,
    },
    { id: "update", title: "The update", body: updateHtml(review) },
    {
      id: "permissions",
      title: "Permissions of the deployment",
      note: "What the credential of the deployment needs.",
      body: list(
        room,
        neededPermissions(review),
        ({ group, on, by }) =>
          html`<b>${shown(group)}</b> on ${names(on)} <span class="soft">for ${shown(by)}</span>`,
      ),
      isEmpty: permissions.length === 0,
    },
    {
      id: "unknowns",
      title: "Known after the update",
      body: list(
        room,
        unknowns,
        ({ label, path }) => html`${shown(label)}: <code>${cutText(path, 200)}</code>`,
      ),
      isEmpty: unknowns.length === 0,
    },
    {
      id: "same",
      title: "Not reviewed",
      body: html`<p>${notReviewed(counts)}</p>`,
      isEmpty: counts.same + counts.others === 0,
    },
  ];
  const traffic: OptionalSection = {
    id: "traffic",
    title: "Traffic",
    note: "Rules and OWASP, zone by zone. Removed parts of an expression are struck through, added parts underlined.",
    body: placeChanges(places, room),
    isEmpty: places.length === 0,
  };
  return [traffic, ...lists].filter(({ isEmpty }) => isEmpty !== true);
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

function subject({ label, position }: Subject): Html {
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
