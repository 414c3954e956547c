using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var baseline = new Edge.ZoneBaseline("baseline", new()
    {
        ZoneId = "9f1839b6152d298aca64c4e906b6d074",
        LogOnlyUntil = "2027-01-31",
        CustomRules = new[]
        {
            new Edge.Inputs.BaselineRuleArgs
            {
                Ref = "secret-files",
                Action = Edge.Action.Block,
                Expression = "http.request.uri.path contains \"/.git\"",
            },
        },
        RateLimits = new[]
        {
            new Edge.Inputs.BaselineRateLimitArgs
            {
                Ref = "login",
                Expression = "http.request.uri.path eq \"/login\"",
                RequestsPerPeriod = 20,
            },
        },
    });

});
