import { html, lines, trusted } from "../../../../review/pages/html";
import { contentPolicy, page } from "../../../../review/pages/page";

// Prettier puts double quotes into templates of `html`.
const unformatted = html;

describe("html", () => {
  it("escapes texts and makes invisible characters visible", () => {
    const text = `<b onclick="x">'&'</b>\u202E`;
    expect(html`<p>${text}</p>`.toString()).toBe(
      `<p>&lt;b onclick="x"&gt;'&amp;'&lt;/b&gt;&lt;U+202E&gt;</p>`,
    );
  });

  it("escapes quotes in an attribute, which they would end", () => {
    const text = `" onclick='x'`;
    expect(html`<p class="a ${text}">${text}</p>`.toString()).toBe(
      `<p class="a &quot; onclick=&#39;x&#39;">" onclick='x'</p>`,
    );
  });

  it("refuses HTML and lists in an attribute, whose quotes would end it", () => {
    expect(() => html`<p class="${html`"`}"></p>`).toThrow("must have a text or a number");
    expect(() => html`<p class="${["a"]}"></p>`).toThrow("must have a text or a number");
  });

  it("inserts other templates, numbers and lists, and leaves nothing for undefined and false", () => {
    const items = ["a", "<"].map((item) => html`<li>${item}</li>`);
    expect(html`${items}${1}${undefined}${false}`.toString()).toBe("<li>a</li><li>&lt;</li>1");
  });

  it("does not take an object that only looks like HTML", () => {
    const forged = { toString: () => "<script>", isEscaped: true };
    // The compiler refuses such an object, but JSON of the API has no type.
    expect(() => html`${forged as unknown as string}`).toThrow();
  });

  it.each([
    ["an attribute without quotes", () => html`<p id=${"x"}></p>`],
    ["an attribute in single quotes", () => unformatted`<p class='${"x"}'></p>`],
    ["the name of an attribute", () => html`<p ${"onclick"}></p>`],
    ["a handler", () => html`<p onclick="${"x"}"></p>`],
    ["a style", () => html`<p class="a" style="${"x"}"></p>`],
    ["an address", () => html`<a href="${"javascript:1"}"></a>`],
    ["a source", () => html`<img src="/${"x"}" />`],
  ])("refuses a value in %s", (_, make) => {
    expect(make).toThrow("must not have a value here");
  });

  it("accepts a value in a quoted attribute, and behind a tag with quotes", () => {
    expect(html`<a class="b" href="#${'"'}">${"x"}</a>`.toString()).toBe('<a class="b" href="#&quot;">x</a>');
  });

  it("leaves out the white space of a template that a browser does not show", () => {
    const items = html`<ul>
      <li>
        <b>${"a"}</b>
        <i>${"b"}</i>
      </li>
    </ul>`;
    expect(items.toString()).toBe("<ul><li><b>a</b> <i>b</i></li></ul>");
  });

  it("keeps the lines of a text, and only these", () => {
    expect(lines("a\n\tb\r\n<").toString()).toBe("a\n␉b␍\n&lt;");
  });
});

describe("page", () => {
  const made = page({
    title: "<t>",
    lead: "lead",
    sections: [{ id: "one", title: "One", body: trusted("<i>x</i>") }],
  });

  it("allows no script, and only the style that it contains", () => {
    expect(contentPolicy(undefined)).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    expect(made).toContain(`content="${contentPolicy(undefined)}"`);
    expect(made).toContain("<title>&lt;t&gt;</title>");
  });

  it("allows its own script by digest, and requests to its own origin", () => {
    expect(contentPolicy("run()")).toMatch(/script-src 'sha256-[\w+/=]{44}'; connect-src 'self'/);
  });
});
