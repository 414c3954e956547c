import pulumi
import pulumi_edge_platform as edge

scanners = edge.ZoneCustomRuleset("scanners",
    zone_id="023e105f4ecef8ad9ca31a8372d0c353",
    name="No scanners",
    rules=[{
        "ref": "env-files",
        "action": edge.Action.BLOCK,
        "expression": "ends_with(http.request.uri.path, \"/.env\")",
    }])
custom = edge.ZoneEntrypointRuleset("custom",
    zone_id="023e105f4ecef8ad9ca31a8372d0c353",
    phase=edge.Phase.HTTP_REQUEST_FIREWALL_CUSTOM,
    rules=[{
        "ref": "no-scanners",
        "action": edge.Action.EXECUTE,
        "action_parameters": {
            "id": scanners.ruleset_id,
        },
        "expression": "not starts_with(http.request.uri.path, \"/health\")",
    }])
