import * as edge from "pulumi-edge-platform";
import zones from "./zones.json";

const changed = process.env["CHANGED"] !== undefined;

const campaigns = new edge.List("campaigns", {
  name: "campaigns",
  kind: "redirect",
  description: "Short addresses of campaigns",
  items: zones
    // The changed list has one item fewer, and one more.
    .filter((_, index) => !changed || index !== 1)
    .map(({ name }, index) => ({
      redirect: {
        sourceUrl: `${name}/summer`,
        targetUrl: `https://shop.${name}/${changed && index === 0 ? "sale" : "summer-sale"}`,
        statusCode: changed && index === 2 ? 301 : 302,
        preserveQueryString: true,
      },
    }))
    .concat(
      changed
        ? [
            {
              redirect: {
                sourceUrl: "brand-40.example/winter",
                targetUrl: "https://shop.brand-40.example/winter-sale",
                statusCode: 302,
                preserveQueryString: true,
              },
            },
          ]
        : [],
    ),
});
new edge.AccountEntrypointRuleset(
  "bulk",
  {
    phase: "http_request_redirect",
    rules: [
      {
        ref: "campaigns",
        action: "redirect",
        actionParameters: { fromList: { name: campaigns.name, key: "http.request.full_uri" } },
        expression: `http.request.full_uri in $campaigns`,
        enabled: true,
      },
    ],
  },
  { dependsOn: [campaigns] },
);

zones.forEach(({ name }) => {
  const www: edge.RuleArgs<"http_request_dynamic_redirect"> = {
    ref: "www",
    action: "redirect",
    actionParameters: {
      fromValue: {
        targetUrl: { expression: `concat("https://www.${name}", http.request.uri.path)` },
        statusCode: changed ? 308 : 301,
        preserveQueryString: true,
      },
    },
    expression: `http.host eq "${name}"`,
  };
  const shop: edge.RuleArgs<"http_request_dynamic_redirect"> = {
    ref: "shop",
    action: "redirect",
    actionParameters: {
      fromValue: {
        targetUrl: { value: changed ? `https://store.${name}/` : `https://shop.${name}/` },
        statusCode: 302,
      },
    },
    expression: `http.host eq "www.${name}" and http.request.uri.path eq "/shop"`,
  };
  const blog: edge.RuleArgs<"http_request_dynamic_redirect"> = {
    ref: "blog",
    action: "redirect",
    actionParameters: { fromValue: { targetUrl: { value: `https://blog.${name}/` }, statusCode: 301 } },
    expression: changed
      ? `http.host eq "www.${name}" and starts_with(http.request.uri.path, "/blog")`
      : `http.host eq "www.${name}" and http.request.uri.path eq "/blog"`,
    enabled: true,
  };
  const press: edge.RuleArgs<"http_request_dynamic_redirect"> = {
    ref: "press",
    action: "redirect",
    actionParameters: { fromValue: { targetUrl: { value: `https://www.${name}/news` }, statusCode: 301 } },
    expression: `http.host eq "www.${name}" and http.request.uri.path eq "/press"`,
    enabled: !changed,
  };
  const jobs: edge.RuleArgs<"http_request_dynamic_redirect"> = {
    ref: "jobs",
    action: "redirect",
    actionParameters: {
      fromValue: { targetUrl: { value: "https://careers.example/" }, statusCode: 302 },
    },
    expression: `http.host eq "www.${name}" and http.request.uri.path eq "/jobs"`,
  };
  const help: edge.RuleArgs<"http_request_dynamic_redirect"> = {
    ...jobs,
    ref: "help",
    expression: `http.host eq "www.${name}" and http.request.uri.path eq "/help"`,
  };
  new edge.ZoneEntrypointRuleset(`${name}-redirects`, {
    zoneId: edge.getZoneOutput({ name }).id,
    phase: "http_request_dynamic_redirect",
    rules: changed ? [press, www, shop, blog, help] : [www, shop, blog, jobs, press],
  });
});
