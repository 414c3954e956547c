import type { Ruleset, Token } from "../../provider/api";
import { posturePage } from "../../review/pages/posture-page";
import { reviewPage } from "../../review/pages/review-page";
import type { Live } from "../../review/posture/posture";
import { LIVE_POLICIES, postureOf } from "../../review/posture/posture-of";
import { accessibilityViolations, openAllDetails, useBrowser, type WatchedPage } from "../support/browser";
import { HOSTILE, poisoned } from "../support/hostile";
import { sampleReview } from "../support/sample-review";

const browser = useBrowser();

const RULE = { id: "r1", ref: "block-admin", action: "block", expression: "true", description: "Admin area" };
const RULESET: Ruleset = {
  id: "1",
  name: "default",
  kind: "zone",
  version: "1",
  phase: "http_request_firewall_custom",
  rules: [
    RULE,
    { ...RULE, id: "r2", ref: "log", action: "log" },
    { ...RULE, id: "r3", ref: "old", enabled: false },
  ],
};
const TOKEN: Token = {
  id: "t1",
  name: "factory",
  status: "active",
  policies: [
    {
      effect: "allow",
      resources: { "com.cloudflare.api.user.u1": "*" },
      permission_groups: [{ id: "686d18d5ac6c441c867cbf6771e58a0a", name: "API Tokens Write" }],
    },
  ],
};

function liveWorld(description = "Admin area"): Live {
  const zones = ["a.example", "b.example", "c.example", "d.example"].map((name, index) => ({
    zone: { id: String(index), name, account: { id: "acc", name: "Account" } },
    rulesets:
      index === 3
        ? []
        : [{ ...RULESET, rules: [{ ...RULE, description }, ...(RULESET.rules ?? []).slice(1)] }],
  }));
  return {
    at: new Date("2026-11-22T12:00:00Z"),
    vendor: "cloudflare",
    zones,
    managedNames: new Map(),
    owasp: undefined,
    accounts: [{ id: "acc", name: "Account", rulesets: [] }],
    tokens: [{ token: TOKEN, accountId: undefined }],
    groups: [
      {
        id: "686d18d5ac6c441c867cbf6771e58a0a",
        name: "API Tokens Write",
        scopes: ["com.cloudflare.api.user"],
      },
    ],
    unread: ["the tokens of account acc"],
  };
}

const posture = postureOf(liveWorld(), LIVE_POLICIES);
const PAGES: Readonly<Record<string, () => string>> = {
  "a report": () => posturePage(posture),
  "a review": () => reviewPage(sampleReview(2, 4)),
};
const HOSTILE_PAGES: Readonly<Record<string, () => string>> = {
  "a report": () => posturePage(poisoned(posture)),
  "a review": () => reviewPage(poisoned({ ...sampleReview(2, 4), failure: "failed" })),
};

/** What a page contains that could act: `window.ran` is set by each hostile text that runs. */
async function actingParts({ page }: WatchedPage): Promise<unknown> {
  return page.evaluate(`({
    ran: window.ran,
    elements: [...document.querySelectorAll("script, img, iframe, object, embed, base, a:not([href^='#'])")].map((one) => one.outerHTML),
    handlers: [...document.querySelectorAll("*")].flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith("on"))),
  })`);
}

describe.each(Object.keys(PAGES))("%s", (name) => {
  it.each([false, true])(
    "has no accessibility violation, with everything unfolded (dark: %s)",
    async (dark) => {
      const { page, trespasses } = await browser.show(PAGES[name]?.() ?? "", { dark });
      await openAllDetails(page);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(trespasses).toEqual([]);
      await page.close();
    },
  );

  it("shows hostile texts as texts, runs nothing and loads nothing", async () => {
    const watched = await browser.show(HOSTILE_PAGES[name]?.() ?? "");
    await openAllDetails(watched.page);
    expect(await actingParts(watched)).toEqual({ ran: undefined, elements: [], handlers: [] });
    expect(watched.trespasses).toEqual([]);
    const text = await watched.page.locator("body").innerText();
    expect(text).toContain("<script>window.ran = 1</script>");
    expect(text).toContain("<U+202E>evil<U+2066><U+200B>␀␛[31m<U+2028>");
    expect(text).not.toMatch(/[\u202E\u2066\u200B\0\u001B]/);
    await watched.page.close();
  });

  it.each([
    ["ordinary", PAGES],
    ["hostile", HOSTILE_PAGES],
  ])("fits a narrow screen without scrolling the page sideways, with %s texts", async (_texts, pages) => {
    const { page } = await browser.show(pages[name]?.() ?? "");
    await openAllDetails(page);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await page.close();
  });
});

it("can be used with the keyboard: the skip link comes first, and a zone's link opens its rules", async () => {
  const { page } = await browser.show(posturePage(posture));
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
  const rules = page.locator("#zone-1 table").first();
  expect(await rules.isVisible()).toBe(false);
  await page.locator("a[href='#zone-1']").focus();
  await page.keyboard.press("Enter");
  await rules.waitFor({ state: "visible" });
  await page.close();
});

it("prints rules that are folded on the screen", async () => {
  const { page } = await browser.show(posturePage(posture));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#zone-1 table").first().isVisible()).toBe(true);
  expect(await page.locator("nav").isVisible()).toBe(false);
  await page.close();
});

it("cuts a description of 10 MB, and says how much is left out", async () => {
  const text = posturePage(postureOf(liveWorld(`${HOSTILE} ${"x".repeat(10 * 1024 * 1024)}`), LIVE_POLICIES));
  expect(text.length).toBeLessThan(200_000);
  const { page, trespasses } = await browser.show(text);
  await openAllDetails(page);
  expect(await page.locator("body").innerText()).toMatch(/… and 10,48\d,\d{3} more characters/);
  expect(trespasses).toEqual([]);
  await page.close();
});

it("prints a review of 300 zones and 3,000 rules in less than 3 MB", () => {
  const page = reviewPage(sampleReview(300, 10));
  expect(Buffer.byteLength(page)).toBeLessThan(3 * 1024 * 1024);
  expect(page).toContain("more resources of this policy: the JSON report has all of them.");
});

it("marks the difference inside an expression", async () => {
  const { page } = await browser.show(reviewPage(sampleReview(1, 4)));
  const changed = page.locator("#traffic li", { hasText: "rule-1" }).first();
  expect(await changed.locator("del").innerText()).toContain("/area-1");
  expect(await changed.locator("ins").innerText()).toContain("/private/area-1");
  expect(await changed.locator("code").innerText()).toContain('http.host eq "zone-0.example"');
  await page.close();
});

it("would run a hostile text that a page does not escape", async () => {
  const { page, trespasses } = await browser.show("<script>window.ran = 1; console.error('seen')</script>");
  expect(await page.evaluate("window.ran")).toBe(1);
  expect(trespasses).toEqual(["seen"]);
  await page.close();
});
