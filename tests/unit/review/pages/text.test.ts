import { html } from "../../../../review/pages/html";
import { leftOut } from "../../../../review/pages/text";

describe("what a page says about items that do not fit", () => {
  it.each([
    [1, "1 more place with changes did not fit: the JSON report has more."],
    [1200, "1,200 more places with changes did not fit: the JSON report has more."],
  ])("names %i of them in the right number", (count, text) => {
    expect(html`${leftOut(count, "place with changes", "places with changes")}`.toString()).toContain(text);
  });

  it("is nothing if all items fit", () => {
    expect(html`${leftOut(0, "changed rule")}`.toString()).toBe("");
  });
});
