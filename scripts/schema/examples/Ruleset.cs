using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var noScanners = new Edge.Ruleset("no-scanners", new()
    {
        Name = "No scanners",
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

    return new Dictionary<string, object?>
    {
        ["rulesetId"] = noScanners.RulesetId,
    };
});
