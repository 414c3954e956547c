using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var zoneRules = new Edge.ZoneEntrypointRuleset("zone-rules", new()
    {
        ZoneId = "023e105f4ecef8ad9ca31a8372d0c353",
        Phase = Edge.Phase.Http_request_firewall_custom,
        Rules = new[]
        {
            new Edge.Inputs.RuleArgs
            {
                Ref = "office",
                Action = Edge.Action.Skip,
                ActionParameters = new Edge.Inputs.ActionParametersArgs
                {
                    Ruleset = "current",
                },
                Expression = "ip.src in {192.0.2.0/24}",
            },
            new Edge.Inputs.RuleArgs
            {
                Ref = "admin",
                Action = Edge.Action.Managed_challenge,
                Expression = "starts_with(http.request.uri.path, \"/admin\")",
            },
        },
    });

});
