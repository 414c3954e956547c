import pulumi
import pulumi_edge_platform as edge

zone_rules = edge.ZoneEntrypointRuleset("zone-rules",
    zone_id="023e105f4ecef8ad9ca31a8372d0c353",
    phase=edge.Phase.HTTP_REQUEST_FIREWALL_CUSTOM,
    rules=[
        {
            "ref": "office",
            "action": edge.Action.SKIP,
            "action_parameters": {
                "ruleset": "current",
            },
            "expression": "ip.src in {192.0.2.0/24}",
        },
        {
            "ref": "admin",
            "action": edge.Action.MANAGED_CHALLENGE,
            "expression": "starts_with(http.request.uri.path, \"/admin\")",
        },
    ])
