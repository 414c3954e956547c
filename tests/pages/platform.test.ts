import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { accessibilityViolations, openAllDetails, useBrowser } from "../support/browser";
import { HOSTILE } from "../support/hostile";
import { sampleWorld } from "../support/sample-world";
import { EXAMPLE_COM, useTestPlatform } from "../support/platform";

const browser = useBrowser();
const platform = useTestPlatform();

const origin = () => new URL(platform.baseUrl).origin;
const open = (options?: { dark: boolean }) => browser.open(`${origin()}/`, options);
const logText = (page: Page) => page.locator("#log").innerText();

beforeEach(async () => {
  await platform.control("POST", "/reset");
  const seeded = await platform.control("POST", "/seed", sampleWorld(4, platform.userId));
  expect(seeded.status).toBe(200);
});

it.each([false, true])("has no accessibility violation (dark: %s)", async (dark) => {
  await platform.control("PUT", "/faults", [{ kind: "delay", ms: 1, path: "^/nowhere" }]);
  const { page, trespasses } = await open({ dark });
  await openAllDetails(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(trespasses).toEqual([]);
  await page.close();
});

it("lists requests as they arrive, and shows what a write changed", async () => {
  const { page, trespasses } = await open();
  await platform.api("GET", "/zones?name=nobody.example");
  await page.locator("#log tr", { hasText: "/zones?name=nobody.example" }).waitFor();
  const body = { name: "new.example", account: { id: platform.accountId } };
  await platform.api("POST", "/zones", { body });
  await page.locator("#coverage th", { hasText: "new.example" }).waitFor();
  expect(await logText(page)).toContain("POST");
  expect(trespasses).toEqual([]);
  await page.close();
});

it("shows what an operator changed outside, such as a seed", async () => {
  const { page } = await open();
  await platform.control("POST", "/seed", { zones: [{ name: "seeded.example" }] });
  await page.locator("#coverage th", { hasText: "seeded.example" }).waitFor();
  expect(await page.locator("#zone-count").innerText()).toBe("Showing 5 of 5 zones.");
  await page.close();
});

it("finds zones by name, and counts those that it does not show", async () => {
  const names = Array.from({ length: 310 }, (_, index) => `many-${index + 1000}.example`);
  await platform.control("POST", "/seed", { zones: names.map((name) => ({ name })) });
  const { page, trespasses } = await open();
  const count = page.locator("#zone-count");
  expect(await count.innerText()).toBe("Showing 300 of 314 zones.");
  const last = page.locator("#coverage th", { hasText: "many-1309.example" });
  expect(await last.count()).toBe(0);
  await page.getByLabel("Zones whose name contains").fill("Many-1309");
  await page.getByRole("button", { name: "Show" }).click();
  await last.waitFor();
  expect(await count.innerText()).toBe("Showing 1 of 1 matching zone, 314 in all.");
  // A write from outside refreshes what the search shows, and nothing else.
  await platform.control("POST", "/seed", { zones: [{ name: "many-13090.example" }] });
  await page.locator("#coverage th", { hasText: "many-13090.example" }).waitFor();
  expect(await page.locator("#coverage th", { hasText: "many-1000.example" }).count()).toBe(0);
  await page.reload();
  expect(await page.getByLabel("Zones whose name contains").inputValue()).toBe("Many-1309");
  expect(trespasses).toEqual([]);
  await page.close();
});

it("shows the rules of a zone in order, and how OWASP is deployed", async () => {
  const { page } = await open();
  await page.locator("a", { hasText: "blog-3.example" }).click();
  const rules = page
    .locator("table", { hasText: "in the order of evaluation" })
    .filter({ hasText: "blog-3.example" });
  expect(await rules.first().locator("tbody th").allInnerTexts()).toEqual([
    expect.stringContaining("allow-office") as string,
    expect.stringContaining("block-admin") as string,
    "old-php",
  ]);
  expect(await page.locator("#coverage tr", { hasText: "blog-3.example" }).innerText()).toMatch(
    /block.*3.*≥ 40/s,
  );
  await page.close();
});

it("moves and freezes the clock", async () => {
  await platform.control("PUT", "/clock", { now: "2030-01-01T00:00:00Z", frozen: true });
  const { page } = await open();
  await page.getByRole("button", { name: "+ 1 day" }).click();
  await page.locator("#now", { hasText: "2030-01-02 00:00:00 UTC" }).waitFor();
  await page.getByLabel("Time, in UTC").fill("2031-05-06T07:08:09Z");
  await page.getByRole("button", { name: "Set the time" }).click();
  await page.locator("#now", { hasText: "2031-05-06 07:08:09 UTC" }).waitFor();
  await page.getByRole("button", { name: "Let it run" }).click();
  await page.locator("#frozen").waitFor({ state: "hidden" });
  expect((await platform.control("GET", "/clock")).body).toMatchObject({ frozen: false });
  await page.getByLabel("Time, in UTC").fill("soon");
  await page.getByRole("button", { name: "Set the time" }).click();
  await page.locator("#status", { hasText: "Not done:" }).waitFor();
  await page.close();
});

it("adds and removes injected faults", async () => {
  const { page } = await open();
  await page.getByLabel("Kind").selectOption("status");
  await page.getByLabel("Method").selectOption("GET");
  await page.getByLabel("Path").fill("^/user");
  await page.getByLabel("Status", { exact: true }).fill("503");
  await page.getByRole("button", { name: "Add the fault" }).click();
  await page.locator("#fault-list li", { hasText: '"status":503' }).waitFor();
  expect((await platform.api("GET", "/user")).status).toBe(503);
  await page.getByRole("button", { name: "Remove fault 1" }).click();
  await page.locator("#fault-list", { hasText: "none" }).waitFor();
  expect((await platform.api("GET", "/user")).status).toBe(200);
  await page.close();
});

it("shows hostile texts as texts, and never a token's value or the API key", async () => {
  const name = HOSTILE.replaceAll("\0", "").slice(0, 110);
  const policies = [
    {
      effect: "allow",
      resources: { "com.cloudflare.api.account.zone.*": "*" },
      permission_groups: [{ id: "c8fed203ed3043cba015a93ad1616f1f" }],
    },
  ];
  const made = await platform.control("POST", "/seed", {
    zones: [{ name: "example.com", id: EXAMPLE_COM }],
    tokens: [{ name, policies }],
    rulesets: [
      {
        zone: "example.com",
        kind: "zone",
        name: HOSTILE.replaceAll("\0", ""),
        phase: "http_request_firewall_custom",
        rules: [
          { action: "block", expression: "ip.src eq 192.0.2.1", description: HOSTILE.replaceAll("\0", "") },
        ],
      },
    ],
  });
  expect(made.status).toBe(200);
  const { value } = (made.body as { tokens: [{ value: string }] }).tokens[0];
  await platform.control("PUT", "/faults", [
    { kind: "delay", ms: 1, path: "<script>window.ran = 1</script>" },
  ]);
  const { page, trespasses } = await open();
  await platform.api("GET", "/zones?name=<img src=x onerror=window.ran=1>");
  await page.locator("#log tr", { hasText: "onerror" }).waitFor();
  await openAllDetails(page);
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(await page.locator("img, iframe, base").count()).toBe(0);
  expect(await page.locator("body").innerText()).toContain("<U+202E>evil");
  expect(trespasses).toEqual([]);
  const content = await page.content();
  for (const secret of [value, platform.token, platform.apiKey]) expect(content).not.toContain(secret);
  await page.close();
});

it("lets no page of another origin call the control plane or show the page in a frame", async () => {
  const target = origin();
  const attack = `<iframe src="${target}/"></iframe><script>
    const send = (path, options) => fetch("${target}/_platform" + path, { mode: "no-cors", ...options }).catch(() => undefined);
    Promise.all([
      send("/reset", { method: "POST" }),
      send("/clock", { method: "PUT", body: '{"frozen":true}' }),
      send("/seed", { method: "POST", body: "{}" }),
    ]).then(() => (document.title = "done"));
  </script><form method="post" action="${target}/_platform/reset" target="frame"></form><iframe name="frame"></iframe>
  <script>document.forms[0].submit()</script>`;
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(attack));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const { page } = await browser.open(`http://127.0.0.1:${port}/`);
  await page.waitForFunction("document.title === 'done'");
  await page.waitForLoadState("networkidle");
  expect(await page.frames()[1]?.content()).not.toContain("Local edge platform");
  expect((await platform.control("GET", "/clock")).body).toMatchObject({ frozen: false });
  expect((await platform.api("GET", "/zones")).body).toMatchObject({ result_info: { total_count: 4 } });
  await page.close();
  await new Promise((resolve) => server.close(resolve));
});
