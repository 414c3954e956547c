using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var staging = new Edge.GatewayEndpoint("staging", new()
    {
        Network = "sepolia",
    });

    return new Dictionary<string, object?>
    {
        ["url"] = staging.Url,
    };
});
