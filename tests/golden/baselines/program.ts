import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

zones.forEach(({ name, plan }, index) => {
  const zoneId = edge.getZoneOutput({ name }).id;
  // The changed program leaves two zones to another team.
  if (changed && index < 2) return;
  // Two are renamed as they should be, and one without an alias.
  const renamed = changed && index >= 2 && index < 5;
  new edge.ZoneBaseline(
    renamed ? `site-${name}` : name,
    {
      zoneId,
      filters: { login: 'http.request.uri.path eq "/login"' },
      customRules: [
        { ref: "secret-files", action: "block", expression: 'http.request.uri.path contains "/.git"' },
        { ref: "no-user-agent", action: "managed_challenge", expression: 'http.user_agent eq ""' },
      ],
      rateLimits: ({ login }) =>
        plan === "free"
          ? []
          : [{ ref: "login", action: "managed_challenge", expression: login, requestsPerPeriod: 20 }],
      ...(plan === "free" && { managedRules: false as const, owasp: false as const }),
    },
    renamed && index !== 4 ? { aliases: [{ name }] } : {},
  );
  new edge.ZoneEntrypointRuleset(`${name}-redirects`, {
    zoneId,
    phase: "http_request_dynamic_redirect",
    // The next two zones belong to this program alone.
    ...(changed && (index === 5 || index === 6) && { ownership: "exclusive" as const }),
    rules: [
      {
        ref: "www",
        action: "redirect",
        actionParameters: {
          fromValue: {
            targetUrl: { expression: `concat("https://www.${name}", http.request.uri.path)` },
            statusCode: 301,
            preserveQueryString: true,
          },
        },
        expression: `http.host eq "${name}"`,
      },
    ],
  });
});
