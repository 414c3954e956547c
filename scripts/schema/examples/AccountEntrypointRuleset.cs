using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var shared = new Edge.Ruleset("shared", new()
    {
        Name = "Shared rules",
        Phase = Edge.Phase.Http_request_firewall_custom,
        Rules = new[]
        {
            new Edge.Inputs.RuleArgs
            {
                Ref = "env-files",
                Action = Edge.Action.Block,
                Expression = "ends_with(http.request.uri.path, \"/.env\")",
            },
        },
    });

    var accountRules = new Edge.AccountEntrypointRuleset("account-rules", new()
    {
        Phase = Edge.Phase.Http_request_firewall_custom,
        Rules = new[]
        {
            new Edge.Inputs.RuleArgs
            {
                Ref = "shared",
                Action = Edge.Action.Execute,
                ActionParameters = new Edge.Inputs.ActionParametersArgs
                {
                    Id = shared.RulesetId,
                },
                Expression = "cf.zone.name in {\"example.com\" \"example.org\"} and cf.zone.plan eq \"ENT\"",
            },
        },
    });

});
