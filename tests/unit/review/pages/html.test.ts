import { html, lines, trusted } from "../../../../review/pages/html";
import { contentPolicy, page } from "../../../../review/pages/page";

describe("html", () => {
  it("escapes texts and makes invisible characters visible", () => {
    const text = `<b onclick="x">'&'</b>\u202E`;
    expect(html`<p>${text}</p>`.toString()).toBe(
      "<p>&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;&lt;U+202E&gt;</p>",
    );
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
