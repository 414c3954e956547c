import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

zones.forEach(({ name, plan }) => {
  const login: edge.RuleArgs<"http_ratelimit"> = {
    ref: "login",
    action: "block",
    expression: 'http.request.uri.path eq "/login"',
    ratelimit: {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 10,
      requestsPerPeriod: changed ? 10 : 5,
      mitigationTimeout: 10,
    },
  };
  const search: edge.RuleArgs<"http_ratelimit"> = {
    ref: "search",
    action: changed ? "block" : "managed_challenge",
    expression: 'http.request.uri.path eq "/search"',
    ratelimit: {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 60,
      requestsPerPeriod: 30,
      mitigationTimeout: changed ? 60 : 0,
    },
  };
  const api: edge.RuleArgs<"http_ratelimit"> = {
    ref: "api",
    action: "block",
    expression: changed
      ? `http.host eq "api.${name}" and starts_with(http.request.uri.path, "/v2/")`
      : `http.host eq "api.${name}"`,
    ratelimit: {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 60,
      requestsPerPeriod: 300,
      mitigationTimeout: 60,
    },
  };
  const upload: edge.RuleArgs<"http_ratelimit"> = {
    ref: "upload",
    action: "block",
    expression: 'http.request.uri.path eq "/upload"',
    enabled: !changed,
    ratelimit: {
      characteristics: ["ip.src", "cf.colo.id"],
      period: 60,
      requestsPerPeriod: 20,
      mitigationTimeout: 60,
    },
  };
  const contact: edge.RuleArgs<"http_ratelimit"> = {
    ...upload,
    ref: "contact",
    enabled: true,
    expression: 'http.request.uri.path eq "/contact"',
  };
  // A Free plan has one rate limit, a Pro plan two.
  const all = changed ? [api, login, search, upload, contact] : [login, search, api, upload];
  const rules = plan === "free" ? [login] : plan === "pro" ? [login, upload] : all;
  new edge.ZoneEntrypointRuleset(`${name}-limits`, {
    zoneId: edge.getZoneOutput({ name }).id,
    phase: "http_ratelimit",
    rules,
  });
});
