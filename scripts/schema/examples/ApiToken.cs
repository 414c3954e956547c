using System.Collections.Generic;
using System.Collections.Immutable;
using Pulumi;
using Edge = Pulumi.Edge;

return await Deployment.RunAsync(() =>
{
    var zone = "com.cloudflare.api.account.zone.023e105f4ecef8ad9ca31a8372d0c353";
    var wafEditor = new Edge.ApiToken("waf-editor", new()
    {
        Policies = new[]
        {
            new Edge.Inputs.PolicyArgs
            {
                Resources = ImmutableDictionary<string, Union<string, ImmutableDictionary<string, string>>>.Empty
                    .Add(zone, "*"),
                PermissionGroups = new[]
                {
                    new Edge.Inputs.PermissionGroupArgs
                    {
                        Name = "Zone WAF Write",
                    },
                },
            },
        },
        Condition = new Edge.Inputs.ApiTokenConditionArgs
        {
            RequestIp = new Edge.Inputs.IpConditionArgs
            {
                In = new[]
                {
                    "192.0.2.0/24",
                },
            },
        },
        ExpiresOn = "2030-01-01T00:00:00Z",
    });

    return new Dictionary<string, object?>
    {
        ["value"] = wafEditor.Value,
    };
});
