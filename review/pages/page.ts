import { createHash } from "node:crypto";
import { type Child, html, type Html, trusted } from "./html";

/** The style sheet of all pages. Colours mean: blue acts, amber only logs, red needs a look. A shape or a word always says the same. */
const STYLE = `
:root{color-scheme:light dark;--bg:#f7f7f5;--card:#fff;--text:#1d2126;--soft:#59626e;--line:#dfe1e4;--faint:#eceded;--link:#1d4fb8;
--act:#2563a8;--on-act:#fff;--log:#8a5a00;--log-bg:#fdf1d8;--bad:#b3261e;--bad-bg:#fbe9e7;--good:#1e6b45;--good-bg:#e3f3ea;--code:#f1f2f3}
@media (prefers-color-scheme:dark){:root{--bg:#131619;--card:#1a1e23;--text:#e5e8ec;--soft:#a0aab6;--line:#323941;--faint:#252b31;
--link:#8cb4ff;--act:#8fbdf2;--on-act:#0c1a2b;--log:#eebc5c;--log-bg:#3a2e12;--bad:#ff9a8f;--bad-bg:#43201d;--good:#7fd3a6;--good-bg:#173526;
--code:#22272d}}
*{box-sizing:border-box}
html{font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;background:var(--bg);color:var(--text);
-webkit-text-size-adjust:100%}
body{overflow-wrap:break-word;margin:0 auto;max-width:82rem;padding:1.5rem 1.25rem 4rem}
.skip{position:absolute;left:-99rem;background:var(--card);padding:.5rem 1rem;z-index:3}
.skip:focus{left:1rem;top:1rem}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
h1{font-size:1.7rem;line-height:1.2;margin:0;letter-spacing:-.015em;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:0 0 .25rem;letter-spacing:-.005em}
h3{font-size:1rem;margin:1.1rem 0 .35rem;overflow-wrap:anywhere}
h4,h3.minor{font-size:.87rem;margin:1rem 0 .3rem;color:var(--soft);font-weight:600;overflow-wrap:anywhere}
p{margin:.3rem 0 .7rem;max-width:75ch}
.lead,.note,caption,.soft{color:var(--soft)}
.lead{margin:.35rem 0 0}
.note{font-size:.87rem}
a{color:var(--link);text-underline-offset:2px}
a:not(:hover){text-decoration-color:color-mix(in srgb,currentColor 35%,transparent)}
nav.toc{position:sticky;top:0;z-index:2;margin:1rem -.4rem 0;padding:.45rem 0;background:var(--bg);border-bottom:1px solid var(--line)}
nav.toc ul{display:flex;flex-wrap:wrap;gap:.1rem .2rem;list-style:none;margin:0;padding:0;font-size:.92rem}
nav.toc a{display:block;padding:.2rem .5rem;border-radius:5px;text-decoration:none}
nav.toc a:hover{background:var(--faint)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.25rem 1.25rem;margin-top:1.1rem;
scroll-margin-top:3.5rem}
[id]{scroll-margin-top:3.5rem}[hidden]{display:none!important}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.6rem,1fr));gap:.6rem;margin:1.1rem 0 0}
.tiles div{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.55rem .85rem .6rem;display:flex;
flex-direction:column-reverse}
.tiles dt{font-size:.83rem;color:var(--soft);line-height:1.3}
.tiles dd{margin:0;font-size:1.55rem;font-weight:600;letter-spacing:-.02em;font-variant-numeric:tabular-nums;line-height:1.25}
.tiles .bad{border-color:var(--bad)}.tiles .bad dd{color:var(--bad)}
.tiles .warn{border-color:var(--log)}.tiles .warn dd{color:var(--log)}
.figures{display:flex;flex-wrap:wrap;gap:1rem 2.5rem;margin:.6rem 0 1rem}
figure{margin:0;max-width:100%}
figcaption{font-size:.87rem;color:var(--soft);margin-bottom:.4rem;max-width:44ch}
svg{max-width:100%;height:auto;vertical-align:middle}
svg text{fill:var(--text);font-size:12px;font-variant-numeric:tabular-nums}
svg .label{fill:var(--soft)}
.f-act{fill:var(--act)}.f-log{fill:var(--log-bg);stroke:var(--log)}.f-off{fill:none;stroke:var(--soft);stroke-dasharray:3 2}
.f-none{fill:var(--faint)}.f-bad{fill:var(--bad)}.s-line{stroke:var(--line);fill:none}.s-soft{stroke:var(--soft);fill:none}
svg text.on-act{fill:var(--on-act);font-weight:600}svg text.on-log{fill:var(--log);font-weight:600}svg text.on-bad{fill:var(--card);font-weight:700}
.scroll{position:relative;overflow-x:auto;margin:0 -.35rem;padding:0 .35rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;font-size:.87rem;padding:0 0 .5rem;max-width:80ch}
th,td{text-align:left;vertical-align:top;padding:.28rem .6rem .28rem 0;border-bottom:1px solid var(--faint);unicode-bidi:isolate}
thead th{font-size:.8rem;font-weight:600;color:var(--soft);vertical-align:bottom;border-bottom-color:var(--line)}
tbody th{font-weight:500;overflow-wrap:anywhere}
tbody tr:hover>*{background:color-mix(in srgb,var(--faint) 55%,transparent)}
.n,.heat td,.heat thead th+th{font-variant-numeric:tabular-nums}
.n{text-align:right;color:var(--soft);width:1%;white-space:nowrap}
.nowrap{white-space:nowrap}
.heat th,.heat td{vertical-align:middle;padding:.16rem .35rem .16rem 0}
.heat thead th{max-width:6.5rem;line-height:1.2;vertical-align:bottom}
.heat tbody th{min-width:9rem;max-width:22rem}
.heat td:last-child,.heat th:last-child{padding-right:0}.tokens td+td,.tokens th+th{padding-left:.5rem}
.chip{display:inline-block;min-width:2.1rem;padding:.02rem .4rem;border-radius:5px;text-align:center;border:1.5px solid transparent;
font-size:.85rem;line-height:1.35;white-space:nowrap}
.chip{max-width:100%}.chip bdi{white-space:normal}.chip+.chip{margin-left:.25rem}
.acts{background:var(--act);color:var(--on-act)}
.logs,.changed,.moved{background:var(--log-bg);color:var(--log);border-color:var(--log)}
.off{color:var(--soft);border:1.5px dashed var(--soft);text-decoration:line-through}
.empty{color:var(--soft)}
.bad,.removed{color:var(--bad)}.chip.bad,.removed{background:var(--bad-bg);border-color:var(--bad);font-weight:600}
.chip.good,.added{background:var(--good-bg);color:var(--good)}.chip.plain{background:var(--faint)}
.added::before{content:"+\\00A0"/""}.removed::before{content:"\\2212\\00A0"/""}
.changed::before{content:"~\\00A0"/""}.moved::before{content:"\\2195\\00A0"/""}
.hazard{color:var(--bad);font-size:.87rem;margin:.15rem 0 0;max-width:90ch}
.hazard::before{content:"\\25B2\\00A0";font-size:.75em}
code,.mono{font:.86rem/1.45 ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;unicode-bidi:isolate;
overflow-wrap:anywhere}
code.block{display:block;white-space:pre-wrap;max-width:110ch}
ins,del{text-decoration-thickness:1.5px;border-radius:3px;padding:0 1px}
ins{background:var(--good-bg);color:var(--good);text-decoration:underline;text-decoration-style:solid}
del{background:var(--bad-bg);color:var(--bad);text-decoration:line-through}
bdi{overflow-wrap:anywhere}
ul.plain,ol.plain{list-style:none;margin:.3rem 0;padding:0}
ul.plain>li,ol.plain>li{padding:.5rem 0;border-top:1px solid var(--faint);unicode-bidi:isolate;overflow-wrap:anywhere}
ul.plain>li:first-child,ol.plain>li:first-child{border-top:0}
details{border-top:1px solid var(--faint);padding:.4rem 0}
details:first-of-type{border-top:0}
summary{cursor:pointer;overflow-wrap:anywhere}
summary>*{vertical-align:middle}
summary::marker{color:var(--soft)}
details>div{padding:.15rem 0 .5rem 1.1rem}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;font-size:.85rem;color:var(--soft);margin:.2rem 0 .8rem;padding:0;list-style:none}
.legend .chip{margin-right:.4rem;color:revert-layer}
.legend .acts{color:var(--on-act)}.legend .logs{color:var(--log)}.legend .off{color:var(--soft)}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:.5rem 2rem}
.banner{border-left:5px solid var(--soft);padding:.55rem .9rem;background:var(--faint);border-radius:0 8px 8px 0;margin:1.1rem 0 0}
.banner.dangerous{border-color:var(--bad);background:var(--bad-bg)}.banner.review{border-color:var(--log);background:var(--log-bg)}
.banner.low,.banner.none{border-color:var(--good);background:var(--good-bg)}
.banner p{max-width:none}.banner ul{margin:.2rem 0;padding-left:1.2rem}
form{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end;margin:.5rem 0}
label{display:grid;gap:.15rem;font-size:.83rem;color:var(--soft)}
input,select,button{font:inherit;font-size:.92rem;color:var(--text);background:var(--card);border:1px solid var(--soft);border-radius:6px;
padding:.28rem .55rem;min-width:0}
input[type=number]{width:6rem}
button{cursor:pointer;background:var(--faint)}
button:hover{border-color:var(--link);color:var(--link)}
.big{font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
.log{position:relative;max-height:26rem;overflow:auto}
.log th:nth-child(3){width:60%}.log td{overflow-wrap:anywhere}
.log thead th{position:sticky;top:0;background:var(--card)}
@media (max-width:40rem){body{padding:1rem .7rem 3rem}section{padding:.9rem .8rem}nav.toc{position:static}.rules .soft{display:block}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{:root{--bg:#fff;--card:#fff;--text:#000;--soft:#444;--line:#bbb;--faint:#eee}html{font-size:10.5px}body{max-width:none;padding:0}
nav.toc,.skip,form,button{display:none}section{border:0;border-top:1px solid var(--line);border-radius:0;padding:.8rem 0;break-inside:auto}
tr,figure,li{break-inside:avoid}thead{display:table-header-group}.scroll,.log{overflow:visible;max-height:none}a{color:inherit;text-decoration:none}
.printed::details-content{content-visibility:visible!important;display:block!important;block-size:auto!important}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
@media (forced-colors:active){.chip,.banner,.tiles div{border:1px solid CanvasText}svg{forced-color-adjust:none}}
`;

/** A section of a page, which the page's navigation names. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** One or two sentences below the title. */
  readonly note?: Child;
  readonly body: Child;
}

interface PageParts {
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
