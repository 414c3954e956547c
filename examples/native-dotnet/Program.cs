using System.Collections.Generic;
using System.Collections.Immutable;
using Pulumi;
using Pulumi.Edge;
using Pulumi.Edge.Inputs;

return await Deployment.RunAsync(() =>
{
    var settings = new Pulumi.Config();
    var zoneId = settings.Require("zoneId");
    var office = settings.Require("office");

    // An invalid filter fails the preview; the error points at the wrong part.
    var adminArea = new ValidatedFilter("admin-area", new ValidatedFilterArgs
    {
        Expression = "starts_with(http.request.uri.path, \"/admin\") and not ip.src in {" + office + "}",
    });

    // Rules in a ruleset of their own. They run where the rule "no-scanners" below executes it.
    var noScanners = new ZoneCustomRuleset("no-scanners", new ZoneCustomRulesetArgs
    {
        ZoneId = zoneId,
        Rules = new[]
        {
            new RuleArgs
            {
                Ref = "scanners",
                Action = "block",
                Expression = "http.user_agent contains \"scanner\"",
            },
        },
    });

    var custom = new ZoneEntrypointRuleset("custom-rules", new ZoneEntrypointRulesetArgs
    {
        ZoneId = zoneId,
        Phase = Phase.Http_request_firewall_custom,
        Rules = new[]
        {
            new RuleArgs
            {
                Ref = "secret-files",
                Action = "block",
                ActionParameters = new ActionParametersArgs
                {
                    Response = new ActionParametersResponseArgs
                    {
                        StatusCode = 404,
                        Content = "Not found",
                        ContentType = ActionParametersContentType.Text_plain,
                    },
                },
                Expression = "ends_with(http.request.uri.path, \".env\")",
            },
            new RuleArgs
            {
                Ref = "admin-area",
                Action = "managed_challenge",
                Expression = adminArea.Expression,
            },
            new RuleArgs
            {
                Ref = "no-scanners",
                Action = "execute",
                ActionParameters = new ActionParametersArgs { Id = noScanners.RulesetId },
                Expression = "not starts_with(http.request.uri.path, \"/health\")",
            },
        },
    });

    _ = new ZoneEntrypointRuleset("rate-limits", new ZoneEntrypointRulesetArgs
    {
        ZoneId = zoneId,
        Phase = Phase.Http_ratelimit,
        Rules = new[]
        {
            new RuleArgs
            {
                Ref = "login",
                Action = "block",
                Expression = "http.request.uri.path eq \"/login\"",
                Ratelimit = new RateLimitArgs
                {
                    Characteristics = new[] { "cf.colo.id", "ip.src" },
                    Period = 60,
                    RequestsPerPeriod = 10,
                    MitigationTimeout = 600,
                },
            },
        },
    });

    var owasp = new OwaspConfig("owasp", new OwaspConfigArgs
    {
        ZoneId = zoneId,
        ParanoiaLevel = 2,
        ScoreThreshold = "high",
        Action = ManagedAction.Managed_challenge,
    });

    // A token that can edit the WAF rules of this zone and nothing else.
    var editor = new ApiToken("waf-editor", new ApiTokenArgs
    {
        Policies = new[]
        {
            new PolicyArgs
            {
                Resources = ImmutableDictionary<string, Union<string, ImmutableDictionary<string, string>>>.Empty
                    .Add($"com.cloudflare.api.account.zone.{zoneId}", "*"),
                PermissionGroups = new[] { new PermissionGroupArgs { Name = "Zone WAF Write" } },
            },
        },
    });

    return new Dictionary<string, object?>
    {
        ["ruleIds"] = custom.RuleIds,
        ["owaspRuleId"] = owasp.RuleId,
        ["editorToken"] = editor.Value,
    };
});
