using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var scanners = new Edge.ZoneCustomRuleset("scanners", new()
    {
        ZoneId = "023e105f4ecef8ad9ca31a8372d0c353",
        Name = "No scanners",
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

    var custom = new Edge.ZoneEntrypointRuleset("custom", new()
    {
        ZoneId = "023e105f4ecef8ad9ca31a8372d0c353",
        Phase = Edge.Phase.Http_request_firewall_custom,
        Rules = new[]
        {
            new Edge.Inputs.RuleArgs
            {
                Ref = "no-scanners",
                Action = Edge.Action.Execute,
                ActionParameters = new Edge.Inputs.ActionParametersArgs
                {
                    Id = scanners.RulesetId,
                },
                Expression = "not starts_with(http.request.uri.path, \"/health\")",
            },
        },
    });

});
