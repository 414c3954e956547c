import { createHash } from "node:crypto";
import { html, trusted, type Child, type Html } from "./html";
import { STYLE } from "./style";

/** A section of a page, which the page's navigation names. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** One or two sentences below the title. */
  readonly note?: Child;
  readonly body: Child;
}

export interface PageParts {
  readonly title: string;
  readonly lead: Child;
  /** The content above the first section. */
  readonly head?: Child;
  readonly sections: readonly Section[];
  /** A constant script of this package. It may send requests to the page's own origin only. */
  readonly script?: string;
}

/** Makes a page that is complete in itself: it loads nothing, and runs nothing but its own script. */
export function page({ title, lead, head, sections, script }: PageParts): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${trusted(`<meta http-equiv="Content-Security-Policy" content="${contentPolicy(script)}">`)}
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${trusted(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <h1>${title}</h1>
          <p class="lead">${lead}</p>
          ${head}
        </header>
        <nav class="toc" aria-label="Sections">
          <ul>
            ${sections.map((section) => html`<li><a href="#${section.id}">${section.title}</a></li>`)}
          </ul>
        </nav>
        <main id="main" tabindex="-1">${sections.map(sectionHtml)}</main>
        ${script !== undefined && trusted(`<script>${script}</script>`)}
      </body>
    </html> `.toString();
}

/** Returns the Content-Security-Policy of a page: its style and script by their digests, and nothing else. */
export function contentPolicy(script: string | undefined): string {
  const own = script === undefined ? [] : [`script-src '${digestOf(script)}'`, "connect-src 'self'"];
  return [
    "default-src 'none'",
    `style-src '${digestOf(STYLE)}'`,
    "img-src data:",
    ...own,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function sectionHtml({ id, title, note, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${note !== undefined && html`<p class="note">${note}</p>`} ${body}
  </section>`;
}

function digestOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
