import { ask, renew, testEngine, UNKNOWN } from "../../support/lifecycle";
import { EXAMPLE_COM, useTestPlatform } from "../../support/platform";

const KIND = "ZoneEntrypointRuleset";
const CUSTOM = "http_request_firewall_custom";
const platform = useTestPlatform();
beforeEach(() => renew(platform));
const rule = (ref: string, expression: string, more: object = {}) => ({ ref, action: "block", expression, ...more });
const args = (rules: unknown, more: object = {}) => ({ zoneId: EXAMPLE_COM, phase: CUSTOM, rules, __preview: true, ...more });

it("x", async () => {
  const engine = testEngine(platform);
  const a = rule("scanners", 'http.user_agent contains "nikto"');
  const b = rule("files", 'ends_with(http.request.uri.path, ".env")');
  await engine.preview(KIND, args([a, b]));
  const state = await engine.up(KIND, args([a, b], {__preview: undefined}));
  for (const rules of [[a], [b], [b, a], [{...a, expression: '(http.user_agent contains "nikto")'}, b], [{...a, expression: UNKNOWN}, b], [{...a, action: UNKNOWN}, b],
    [{...a, action: "managed_challenge"}, b], [{ref: "p", action: "skip", expression: "ip.src eq 192.0.2.1", actionParameters: {ruleset: "current"}}, a, b],
    [a, b, rule("c", 'http.host eq "x"'), rule("d", 'http.host eq "y" and ssl')],[a, {...b, actionParameters: {response: {statusCode: 418, content: "a", contentType: "text/plain"}}}]]) {
    await testEngine(platform).preview(KIND, args(rules), state);
    const e = testEngine(platform);
    await e.preview(KIND, args(rules), state);
    console.log(e.log.join("\n"));
  }
  console.log(engine.log.join("\n"));
});
