import { readFileSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { findBrowser } from "../../scripts/browser";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** Where a page of a file is served to the browser, which asks the test instead of the network. */
const ADDRESS = "http://page.test/";

/** The part of axe's results that tests read. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** A page with what it did besides showing itself. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to another origin, dialogs, new windows, and errors in the console. Empty if all is well. */
  readonly trespasses: readonly string[];
}

/** Runs one browser for all tests of a file. */
export function useBrowser() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findBrowser(), args: FLAGS, timeout: 200_000 });
  });
  afterAll(() => browser?.close());

  async function newPage(origin: string, dark: boolean): Promise<WatchedPage> {
    if (!browser) throw new Error("the browser runs only while tests run");
    const page = await browser.newPage({ colorScheme: dark ? "dark" : "light" });
    page.setDefaultTimeout(120_000);
    const trespasses: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(origin) && request.url() !== "data:,") trespasses.push(request.url());
    });
    page.on("dialog", (dialog) => {
      trespasses.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("popup", () => trespasses.push("popup"));
    page.on("pageerror", (error) => trespasses.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") trespasses.push(message.text());
    });
    return { page, trespasses };
  }

  return {
    /** Shows the HTML of a file. */
    async show(text: string, { dark = false } = {}): Promise<WatchedPage> {
      const watched = await newPage(ADDRESS, dark);
      await watched.page.route("**/*", async (route) =>
        route.request().url() === ADDRESS
          ? route.fulfill({ contentType: "text/html; charset=utf-8", body: text })
          : route.abort(),
      );
      await watched.page.goto(ADDRESS);
      return watched;
    },
    /** Opens an address. */
    async open(url: string, { dark = false } = {}): Promise<WatchedPage> {
      const watched = await newPage(url, dark);
      await watched.page.goto(url);
      return watched;
    },
  };
}

export async function openAllDetails(page: Page): Promise<void> {
  await page.locator("details:not([open])").evaluateAll((all) => {
    // The selector finds details only.
    for (const one of all as { open?: boolean }[]) one.open = true;
  });
}

/** Returns the violations of accessibility rules, as axe-core finds them, each with the first element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html.slice(0, 200) ?? ""}`);
}
