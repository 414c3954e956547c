using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var owasp = new Edge.OwaspConfig("owasp", new()
    {
        ZoneId = "023e105f4ecef8ad9ca31a8372d0c353",
        ParanoiaLevel = 2,
        ScoreThreshold = "high",
        Action = Edge.ManagedAction.Managed_challenge,
        Rules = new[]
        {
            new Edge.Inputs.OwaspRuleArgs
            {
                Number = "920272",
                Enabled = false,
            },
        },
    });

});
