using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var admin = new Edge.ValidatedFilter("admin", new()
    {
        Expression = "http.request.uri.path eq \"/admin\" and not ip.src in {192.0.2.0/24}",
    });

    return new Dictionary<string, object?>
    {
        ["fields"] = admin.Fields,
    };
});
