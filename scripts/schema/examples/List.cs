using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() => 
{
    var office = new Edge.List("office", new()
    {
        Name = "office",
        Kind = Edge.ListKind.Ip,
        Items = new[]
        {
            new Edge.Inputs.ListItemArgs
            {
                Ip = "192.0.2.0/24",
                Comment = "Berlin",
            },
            new Edge.Inputs.ListItemArgs
            {
                Ip = "2001:db8::/32",
            },
        },
    });

    return new Dictionary<string, object?>
    {
        ["listId"] = office.ListId,
    };
});
