import type { Members } from "../../api";
import { constraints, shown, type RuleContext, type Violation, violation } from "../constraint";
import { checkExactlyOne, presentIn, textAt } from "./members";

export const SERVE_ERROR = constraints({
  "serve-error-one-source": {
    says: "`serve_error` takes exactly one of `content` and `asset_name`.",
    source: "developers docs, rules/custom-errors/parameters; TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "serve-error-content-type": {
    says: "`content` needs `content_type`.",
    source: "developers docs, rules/custom-errors/parameters; TypeScript SDK, rulesets/rules",
    confidence: "documented",
  },
  "serve-error-referrer": {
    says: "A page with a meta tag for the referrer breaks challenges on that page.",
    source: "developers docs, rules/custom-errors",
    confidence: "documented",
    accepted: true,
  },
  "serve-error-asset-name": {
    says: "`asset_name` consists of letters, digits and underscores.",
    source: "TypeScript SDK, custom-pages/assets",
    confidence: "documented",
  },
});

/** Checks the parameters of `serve_error`. */
export function* checkServeError(parameters: Members, context: RuleContext): Iterable<Violation> {
  const { nameOf } = context;
  const sources = ["content", "asset_name"] as const;
  yield* checkExactlyOne(SERVE_ERROR["serve-error-one-source"], parameters, sources, [], context);
  if (presentIn(parameters, ["content", "content_type"])?.join() === "content") {
    const message = `must have ${nameOf("content_type")} with ${nameOf("content")}, such as "text/html"`;
    yield violation(SERVE_ERROR["serve-error-content-type"], [], message);
  }
  if (/<meta[^>]+name\s*=\s*["']?referrer\b/i.test(textAt(parameters, "content") ?? "")) {
    const message = "has a meta tag for the referrer, which breaks challenges on the page; leave the tag out";
    yield violation(SERVE_ERROR["serve-error-referrer"], ["content"], message);
  }
  const asset = textAt(parameters, "asset_name");
  if (asset === undefined || /^[A-Za-z0-9_]*$/.test(asset)) return;
  const message = `must consist of letters, digits and underscores, found ${shown(asset, context)}; write the name of the asset, not its file or URL`;
  yield violation(SERVE_ERROR["serve-error-asset-name"], ["asset_name"], message);
}
