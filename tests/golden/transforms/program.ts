import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

zones.forEach(({ name }, index) => {
  const zoneId = edge.getZoneOutput({ name }).id;
  // Half of the zones are shops, and half are sites with articles.
  if (index % 2 === 0) {
    new edge.ZoneEntrypointRuleset(`${name}-cache`, {
      zoneId,
      phase: "http_request_cache_settings",
      rules: [
        {
          ref: "images",
          action: "set_cache_settings",
          actionParameters: {
            cache: true,
            edgeTtl: { mode: "override_origin", default: changed ? 14400 : 86400 },
          },
          expression: 'http.request.uri.path.extension in {"jpg" "png" "webp"}',
        },
        {
          ref: "carts",
          action: "set_cache_settings",
          actionParameters: { cache: false },
          expression: 'starts_with(http.request.uri.path, "/cart")',
          enabled: !changed,
        },
      ],
    });
    const hsts: edge.RuleArgs<"http_response_headers_transform"> = {
      ref: "hsts",
      action: "rewrite",
      actionParameters: {
        headers: {
          "Strict-Transport-Security": {
            operation: "set",
            value: changed ? "max-age=86400" : "max-age=31536000",
          },
        },
      },
      expression: "ssl",
    };
    const powered: edge.RuleArgs<"http_response_headers_transform"> = {
      ref: "powered-by",
      action: "rewrite",
      actionParameters: { headers: { "X-Powered-By": { operation: "remove" } } },
      expression: "true",
    };
    const frames: edge.RuleArgs<"http_response_headers_transform"> = {
      ref: "frames",
      action: "rewrite",
      actionParameters: { headers: { "X-Frame-Options": { operation: "set", value: "DENY" } } },
      expression: 'not starts_with(http.request.uri.path, "/embed")',
    };
    new edge.ZoneEntrypointRuleset(`${name}-response-headers`, {
      zoneId,
      phase: "http_response_headers_transform",
      rules: changed ? [frames, hsts] : [hsts, powered, frames],
    });
  } else {
    new edge.ZoneEntrypointRuleset(`${name}-config`, {
      zoneId,
      phase: "http_config_settings",
      rules: [
        {
          ref: "tls",
          action: "set_config",
          actionParameters: { ssl: changed ? "full" : "strict", automaticHttpsRewrites: true },
          expression: `http.host eq "www.${name}"`,
        },
        ...(changed
          ? [
              {
                ref: "attack",
                action: "set_config" as const,
                actionParameters: { securityLevel: "under_attack" as const },
                expression: 'starts_with(http.request.uri.path, "/account")',
              },
            ]
          : []),
      ],
    });
    new edge.ZoneEntrypointRuleset(`${name}-rewrites`, {
      zoneId,
      phase: "http_request_transform",
      rules: [
        {
          ref: "app",
          action: "rewrite",
          actionParameters: { uri: { path: { value: changed ? "/app/v2/index.html" : "/app/index.html" } } },
          expression: 'http.request.uri.path eq "/app"',
        },
        {
          ref: "articles",
          action: "rewrite",
          actionParameters: {
            uri: { path: { expression: 'concat("/content", http.request.uri.path)' }, query: { value: "" } },
          },
          expression: changed
            ? 'starts_with(http.request.uri.path, "/articles/") or starts_with(http.request.uri.path, "/news/")'
            : 'starts_with(http.request.uri.path, "/articles/")',
        },
      ],
    });
  }
});
