import { InvalidArgumentError, Option } from "commander";

/** Returns `--docs-url`, by which the rules of a SARIF log link to their pages. */
export function docsUrlOption(): Option {
  return new Option(
    "--docs-url <url>",
    "link the rules of SARIF to the pages that `npm run docs` makes and that are published at this address",
  ).argParser(parseDocsUrl);
}

/** Parses the address of a folder of pages. Returns the address without a slash at its end. */
function parseDocsUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== url.origin + url.pathname)
    throw new InvalidArgumentError(
      "It must be an http or https URL without a user, a query and a fragment, such as https://docs.example.com/edge.",
    );
  return url.href.replace(/\/$/, "");
}
